// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/record_store.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "abi/kernel_abi.h"
#include "support/build_id.h"
#include "support/cpu_features_help.h"
#include "support/environment.h"

namespace heddle {
namespace {

constexpr auto kOptions = std::to_array<std::string_view>({
#define HEDDLE_OPTION(field, variable, type, value, help) variable,
#include "support/options.def"
#undef HEDDLE_OPTION
});

/// The options that cannot change code. Those of the device and the platform that can are in
/// `compile_target`. HEDDLE_REPORT can not, but is printed by who compiles.
constexpr auto kHarmless = std::to_array<std::string_view>({
    "HEDDLE_BINARY_CODE",
    "HEDDLE_CATCH_FAULTS",
    "HEDDLE_COMPILER",
    "HEDDLE_COMPILER_MEMORY",
    "HEDDLE_COMPILER_PROCESS",
    "HEDDLE_COMPILER_SECONDS",
    "HEDDLE_COMPUTE_UNITS",
    "HEDDLE_LOG",
    "HEDDLE_MEASURE",
    "HEDDLE_PERF",
    "HEDDLE_PROFILES",
    "HEDDLE_SPECIALISE",
    "HEDDLE_WORKERS",
});
constexpr auto kHarmlessFamilies = std::to_array<std::string_view>({
    "HEDDLE_CACHE",
    "HEDDLE_CHECK_",
    "HEDDLE_DEVICE_",
    "HEDDLE_DRIVER_",
    "HEDDLE_PLATFORM_",
});

bool is_in(const auto& names, std::string_view variable) {
  return std::ranges::find(names, variable) != names.end();
}

/// Tells whether a variable is an option that is not known to leave code as it is, so that new ones
/// need no change here.
bool may_change_code(std::string_view variable) {
  const auto begins_so = [variable](std::string_view family) {
    return variable.starts_with(family);
  };
  return is_in(kOptions, variable) && !is_in(kHarmless, variable) &&
         std::ranges::none_of(kHarmlessFamilies, begins_so);
}

/// Returns every setting that may change code.
std::string knobs() {
  if (secure_execution()) return {};
  std::vector<std::string_view> settings;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    if (text.starts_with("HEDDLE_") && may_change_code(text.substr(0, text.find('='))))
      settings.push_back(text);
  }
  std::sort(settings.begin(), settings.end());
  std::string out;
  for (const std::string_view text : settings) out.append(text) += '\n';
  return out;
}

/// Packs a cached value: the log with its length, then the record.
std::vector<unsigned char> pack(const std::string& log, std::span<const unsigned char> record) {
  const uint64_t size = log.size();
  std::vector<unsigned char> out(sizeof(size) + log.size() + record.size());
  std::memcpy(out.data(), &size, sizeof(size));
  std::memcpy(out.data() + sizeof(size), log.data(), log.size());
  std::memcpy(out.data() + sizeof(size) + log.size(), record.data(), record.size());
  return out;
}

std::shared_ptr<KeptRecord> unpack(std::span<const unsigned char> value) {
  uint64_t size = 0;
  const size_t bytes = value.size();
  if (bytes < sizeof(size)) return nullptr;
  std::memcpy(&size, value.data(), sizeof(size));
  value = value.subspan(sizeof(size));
  if (size > value.size()) return nullptr;
  auto record = deserialize(value.subspan(size));
  if (!record) return nullptr;
  std::string log(value.begin(), value.begin() + static_cast<ptrdiff_t>(size));
  return std::make_shared<KeptRecord>(*std::move(record), std::move(log), bytes);
}

Failure failure_of(hdc_status status) {
  switch (status) {
    case HDC_SUCCESS:
      return Failure::None;
    case HDC_FAILURE:
      return Failure::Program;
    case HDC_INVALID_OPTIONS:
      return Failure::Options;
    default:
      return Failure::Internal;
  }
}

}  // namespace

CacheKey operation_key(std::string_view operation) {
  constexpr std::string_view kVersion = "1";
  CacheKey key;
  key.add(kVersion).add(operation).add(build_id()).add(std::to_string(HD_ABI_VERSION));
  key.add(compile_target().cpu).add(compile_target().extensions).add(knobs());
  key.add(std::to_string(compile_target().sub_group_size));
  key.add(std::to_string(compile_target().opencl_version));
  return key;
}

std::shared_ptr<KeptRecord> find_record(const CacheKey& key) {
  const auto value = KernelCache::instance().find(key);
  return value ? unpack(*value) : nullptr;
}

Answer accept(const CacheKey* key, Compiled compiled) {
  if (compiled.status != HDC_SUCCESS)
    return {nullptr, std::move(compiled.log), failure_of(compiled.status)};
  auto record = deserialize(compiled.record);
  if (!record) return {nullptr, "the compiler's record cannot be read\n", Failure::Internal};
  if (key) KernelCache::instance().store(*key, pack(compiled.log, compiled.record));
  auto kept =
      std::make_shared<KeptRecord>(*std::move(record), compiled.log, compiled.record.size());
  return {std::move(kept), std::move(compiled.log)};
}

Answer unavailable(const Error& error) {
  return {nullptr, error.why + '\n', Failure::Unavailable};
}

}  // namespace heddle
