// SPDX-License-Identifier: Apache-2.0
// Checked launches: values that nobody wrote.
#include <algorithm>

#include "runtime/check/launch_checks.h"
#include "runtime/check/sentences.h"
#include "runtime/memory/shadow.h"
#include "support/log.h"

namespace heddle {
namespace {

/// Returns the origin that a variable is.
Origin origin_of_variable(const Site& site) {
  const std::string name = site.object.empty() ? std::string() : " " + quoted(site.object);
  Origin origin;
  switch (site.numbers.object) {
    case HD_OBJECT_PRIVATE:
      origin.text = site.object.empty() ? "a private variable" : "the private variable" + name;
      break;
    case HD_OBJECT_LOCAL:
      origin.text = "the local variable" + name;
      break;
    default:
      origin.text = "the local memory" + name;
  }
  origin.object = site.object;
  origin.place = site.place();
  return origin;
}

}  // namespace

void LaunchChecks::set_shadow_services() {
  table_.shadow = &shadow_table();
  table_.poison = [](const hd_checks* checks, void* memory, uint64_t bytes,
                     const hd_check_site* site) {
    if (!site) return clear_shadow(memory, bytes);
    static_cast<const Table*>(checks)->owner->begin_variable(memory, bytes, *site);
  };
  table_.copy_shadow = [](const hd_checks*, void* target, const void* source, uint64_t bytes) {
    copy_shadow(target, source, bytes);
  };
  table_.report_uninitialised = [](const hd_checks* checks, const hd_launch* launch,
                                   const hd_check_site* site, uint32_t origin, uint64_t x,
                                   uint64_t y, uint64_t z) {
    static_cast<const Table*>(checks)->owner->report_uninitialised(*launch, *site, origin,
                                                                   {x, y, z});
  };
}

uint32_t LaunchChecks::origin_number_of(const hd_check_site& site) {
  // Each work-item marks its variables: the last ones are remembered without a lock.
  struct Known {
    uint64_t launch;
    const hd_check_site* site;
    uint32_t number;
  };
  constexpr size_t kKnown = 64;
  thread_local std::array<Known, kKnown> known{};
  Known& last = known[reinterpret_cast<uintptr_t>(&site) / sizeof(uint64_t) % kKnown];
  if (last.launch == number_ && last.site == &site) return last.number;
  const Lock lock(mutex_);
  const auto [at, is_new] = origins_.try_emplace(&site, 0);
  if (is_new) at->second = origin_number(origin_of_variable(Site(site)));
  last = {number_, &site, at->second};
  return at->second;
}

void LaunchChecks::begin_variable(void* memory, uint64_t bytes,
                                  const hd_check_site& site) noexcept {
  try {
    if (bytes == HD_UNKNOWN_BYTES)
      bytes = bounds_[record_.args[site.argument].offset / sizeof(uint64_t)].readable;
    poison(memory, bytes, origin_number_of(site));
  } catch (...) {
    log::error("no memory to note a variable of a kernel");
  }
}

void LaunchChecks::report_uninitialised(const hd_launch& launch, const hd_check_site& place,
                                        uint32_t number,
                                        const std::array<uint64_t, 3>& global_id) noexcept {
  try {
    const Key key{&place, kind_of_use(place)};
    const Lock lock(mutex_);
    if (count(key)) return;
    const Site site(place);
    Fault fault = fault_at(site, key.second, work_item(launch, global_id));
    std::string text;
    if (const auto origin = origin_of(number)) {
      fault.object = origin->object;
      text = origin->text;
      const hd_bounds* argument = origin->begin ? argument_at(origin->begin) : nullptr;
      if (argument) {
        name_object(fault, *argument);
        const bool has_name = !fault.object.starts_with("argument ");
        text = (has_name ? quoted(fault.object) : fault.object) + ", " + text;
      }
      if (!origin->place.empty()) text += ", declared at " + origin->place;
    }
    fault.text = use_text(fault, site, text);
    add(key, std::move(fault));
  } catch (...) {
    log::error("no memory to report a fault of a kernel");
  }
}

}  // namespace heddle
