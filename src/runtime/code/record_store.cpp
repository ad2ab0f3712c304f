// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/record_store.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "abi/kernel_abi.h"
#include "support/build_id.h"
#include "support/environment.h"

namespace heddle {
namespace {

/// Returns every setting that may change code. Those that cannot are few and known, so that new
/// ones need no change here.
std::string knobs() {
  if (secure_execution()) return {};
  std::vector<std::string_view> settings;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("HEDDLE_")) continue;
    const std::string_view name = text.substr(0, text.find('='));
    const bool harmless = name == "HEDDLE_LOG" || name == "HEDDLE_WORKERS" ||
                          name.starts_with("HEDDLE_CACHE") || name == "HEDDLE_COMPILER" ||
                          name == "HEDDLE_SPECIALISE" || name == "HEDDLE_MEASURE" ||
                          name == "HEDDLE_PROFILES" || name.starts_with("HEDDLE_CHECK_") ||
                          name == "HEDDLE_COMPUTE_UNITS" || name.starts_with("HEDDLE_PLATFORM_") ||
                          name.starts_with("HEDDLE_DEVICE_") || name.starts_with("HEDDLE_DRIVER_");
    if (!harmless) settings.push_back(text);
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
