// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/code_store.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <unordered_map>

#include "abi/file_uses.h"
#include "abi/kernel_abi.h"
#include "support/build_id.h"
#include "support/environment.h"

namespace heddle {
namespace {

// ---- What the process keeps: the code of recent compilations, up to a number of bytes.

class CodeMemory {
 public:
  static CodeMemory& instance() {
    static CodeMemory& memory = *new CodeMemory;  // leaked: no static destructors
    return memory;
  }

  std::shared_ptr<ProgramCode> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto at = index_.find(key);
    if (at == index_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, at->second);
    return at->second->code;
  }

  void store(const std::string& key, const std::shared_ptr<ProgramCode>& code, size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (index_.contains(key) || bytes > kMaxBytes / 4) return;
    entries_.push_front({key, code, bytes + key.size()});
    index_.emplace(entries_.front().key, entries_.begin());
    bytes_ += entries_.front().bytes;
    while (bytes_ > kMaxBytes) {
      bytes_ -= entries_.back().bytes;
      index_.erase(entries_.back().key);
      entries_.pop_back();
    }
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    index_.clear();
    entries_.clear();
    bytes_ = 0;
  }

 private:
  static constexpr size_t kMaxBytes = size_t{64} << 20;
  struct Entry {
    std::string key;
    std::shared_ptr<ProgramCode> code;
    size_t bytes;
  };
  std::mutex mutex_;          // guards what follows
  std::list<Entry> entries_;  // the most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> index_;
  size_t bytes_ = 0;
};

// ---- Keys and entries of the cache.

/// Every setting that may change code. Those that cannot are few and known; others may be added
/// without a thought of this.
std::string knobs() {
  if (secure_execution()) return {};
  std::vector<std::string_view> settings;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("HEDDLE_")) continue;
    const std::string_view name = text.substr(0, text.find('='));
    const bool harmless = name == "HEDDLE_LOG" || name == "HEDDLE_WORKERS" ||
                          name.starts_with("HEDDLE_CACHE") || name == "HEDDLE_COMPILER" ||
                          name == "HEDDLE_SPECIALISE" || name == "HEDDLE_DEVICE_TYPE";
    if (!harmless) settings.push_back(text);
  }
  std::sort(settings.begin(), settings.end());
  std::string out;
  for (const std::string_view text : settings) out.append(text) += '\n';
  return out;
}

/// A cached value: the log with its length, then the record.
std::vector<unsigned char> pack(const std::string& log, std::span<const unsigned char> record) {
  const uint64_t size = log.size();
  std::vector<unsigned char> out(sizeof(size) + log.size() + record.size());
  std::memcpy(out.data(), &size, sizeof(size));
  std::memcpy(out.data() + sizeof(size), log.data(), log.size());
  std::memcpy(out.data() + sizeof(size) + log.size(), record.data(), record.size());
  return out;
}

std::shared_ptr<ProgramCode> unpack(std::span<const unsigned char> value) {
  uint64_t size = 0;
  if (value.size() < sizeof(size)) return nullptr;
  std::memcpy(&size, value.data(), sizeof(size));
  value = value.subspan(sizeof(size));
  if (size > value.size()) return nullptr;
  auto record = deserialize(value.subspan(size));
  if (!record) return nullptr;
  return std::make_shared<ProgramCode>(
      *std::move(record), std::string(value.begin(), value.begin() + static_cast<ptrdiff_t>(size)));
}

Outcome::Failure failure_of(hdc_status status) {
  switch (status) {
    case HDC_SUCCESS:
      return Outcome::Failure::None;
    case HDC_FAILURE:
      return Outcome::Failure::Program;
    case HDC_INVALID_OPTIONS:
      return Outcome::Failure::Options;
    default:
      return Outcome::Failure::Internal;
  }
}

Outcome failed(Outcome::Failure failure, std::string log) {
  return {nullptr, std::move(log), failure};
}

/// The folder that relative names of files mean. Empty: it has none.
std::string current_folder() {
  const std::unique_ptr<char, decltype(&std::free)> folder(::getcwd(nullptr, 0), &std::free);
  return folder ? folder.get() : "";
}

}  // namespace

CacheKey operation_key(std::string_view operation) {
  constexpr std::string_view kVersion = "1";
  CacheKey key;
  key.add(kVersion).add(operation).add(build_id()).add(std::to_string(HD_ABI_VERSION));
  key.add(compile_target().cpu).add(compile_target().extensions).add(knobs());
  return key;
}

std::shared_ptr<ProgramCode> find_code(const CacheKey& key) {
  if (auto code = CodeMemory::instance().find(key.bytes())) return code;
  const auto value = KernelCache::instance().find(key);
  auto code = value ? unpack(*value) : nullptr;
  if (code) CodeMemory::instance().store(key.bytes(), code, value->size());
  return code;
}

Outcome accept(const CacheKey* key, Compiled compiled) {
  if (compiled.status != HDC_SUCCESS) {
    return failed(failure_of(compiled.status), std::move(compiled.log));
  }
  auto record = deserialize(compiled.record);
  if (!record) return failed(Outcome::Failure::Internal, "the compiler's record cannot be read\n");
  const auto code = std::make_shared<ProgramCode>(*std::move(record), compiled.log);
  if (key) {
    CodeMemory::instance().store(key->bytes(), code, compiled.record.size());
    KernelCache::instance().store(*key, pack(compiled.log, compiled.record));
  }
  return {code, std::move(compiled.log)};
}

Outcome unavailable(const Error& error) {
  return failed(Outcome::Failure::Unavailable, error.why + '\n');
}

Outcome obtain(const CacheKey& key, const Compile& compile) {
  if (auto code = find_code(key)) return {code, code->log()};
  const auto door = CompilerDoor::open();
  return door ? accept(&key, compile(*door.value())) : unavailable(door.error());
}

Outcome obtain_with_files(CacheKey key, const Compile& compile) {
  const std::string folder = current_folder();
  key.add(folder);
  const auto with = [&](std::string_view uses) { return CacheKey(key).add(uses); };
  if (const auto known = folder.empty() ? std::nullopt : KernelCache::instance().find(key)) {
    const std::string_view text(reinterpret_cast<const char*>(known->data()), known->size());
    const auto uses = unpack_file_uses(text);
    if (uses && std::all_of(uses->begin(), uses->end(), still_holds)) {
      if (auto code = find_code(with(text))) return {code, code->log()};
    }
  }
  const auto door = CompilerDoor::open();
  if (!door) return unavailable(door.error());
  Compiled compiled = compile(*door.value());
  const std::string uses = compiled.file_uses;
  // Whoever changed the folder meanwhile changed what relative names mean.
  const bool kept = !folder.empty() && folder == current_folder();
  if (!kept || compiled.status != HDC_SUCCESS || !unpack_file_uses(uses))
    return accept(nullptr, std::move(compiled));
  KernelCache::instance().store(
      key, std::span(reinterpret_cast<const unsigned char*>(uses.data()), uses.size()));
  const CacheKey whole = with(uses);
  return accept(&whole, std::move(compiled));
}

void forget_code() {
  CodeMemory::instance().clear();
}

}  // namespace heddle
