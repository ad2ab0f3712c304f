// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/copies.h"

#include <algorithm>

namespace heddle {
namespace {

/// The first event of a group: no number that a program is likely to have by itself.
constexpr uint64_t kFirstEvent = 0x6864'6576'0000'0001;

/// Compares a copy with the one that other work-items came to before.
std::optional<CopyFault> compare(const Copy& before, const Copy& copy) {
  if (before.site != copy.site) {
    CopyFault fault{FaultKind::MissedCopy, copy.site};
    fault.other = before.site;
    if (copy.site->kind != HD_SITE_WAIT || before.site->kind == HD_SITE_WAIT) return fault;
    std::swap(fault.site, fault.other);  // the fault is told at the copy
    fault.comes = false;
    return fault;
  }
  const auto differs = std::ranges::mismatch(copy.arguments, before.arguments);
  if (differs.in1 != copy.arguments.end()) {
    CopyFault fault{FaultKind::DifferentCopies, copy.site};
    fault.argument = differs.in1 - copy.arguments.begin();
    fault.here = *differs.in1;
    fault.there = *differs.in2;
    return fault;
  }
  if (before.event == copy.event) return std::nullopt;
  return CopyFault{FaultKind::DifferentEvents, copy.site};
}

}  // namespace

bool Copies::is_event(uint64_t event) const {
  return event - kFirstEvent < events_.size();
}

uint64_t Copies::event_of(size_t step, const hd_check_site& site) {
  if (step < steps_.size() && is_event(steps_[step].result)) return steps_[step].result;
  events_.push_back(&site);
  return kFirstEvent + events_.size() - 1;
}

std::optional<CopyFault> Copies::come(uint64_t item, const Copy& copy, uint64_t& event) {
  Item& own = items_[item];
  const size_t number = own.steps++;
  std::optional<CopyFault> fault;
  if (!is_apart_) {
    // Those that are at the next barrier did not come here.
    if (own.meetings < counts_.size() && number >= counts_[own.meetings])
      fault = CopyFault{FaultKind::MissedCopy, copy.site};
    else if (number < steps_.size())
      fault = compare({steps_[number].site, steps_[number].arguments, steps_[number].event}, copy);
    is_apart_ = fault.has_value();
  }
  const bool waits = copy.site->kind == HD_SITE_WAIT;
  const bool is_known = is_event(copy.event);
  event = copy.event;
  if (waits) {
    std::erase(own.events, copy.event);
  } else if (!is_known) {
    event = event_of(number, *copy.site);
    own.events.push_back(event);
  }
  if (number == steps_.size())
    steps_.push_back(
        {copy.site, {copy.arguments.begin(), copy.arguments.end()}, copy.event, event});
  if (fault || is_known || (!waits && copy.event == 0)) return fault;
  fault = CopyFault{FaultKind::InvalidEvent, copy.site};
  fault->here = copy.event;
  return fault;
}

std::vector<CopyFault> Copies::meet(uint64_t item, bool ends) {
  Item& own = items_[item];
  const size_t number = own.meetings++;
  if (number == counts_.size()) counts_.push_back(steps_.size());
  std::vector<CopyFault> faults;
  if (!is_apart_ && own.steps < counts_[number]) {
    faults.push_back({FaultKind::MissedCopy, steps_[own.steps].site, /*comes=*/false});
    is_apart_ = true;
  }
  if (!ends) return faults;
  for (const uint64_t event : own.events)
    faults.push_back({FaultKind::UnwaitedCopy, events_[event - kFirstEvent]});
  return faults;
}

}  // namespace heddle
