// SPDX-License-Identifier: Apache-2.0
#include "runtime/code_source.h"

#include <CL/cl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <list>
#include <mutex>
#include <sstream>
#include <unordered_map>

#include "abi/file_uses.h"
#include "abi/kernel_abi.h"
#include "runtime/kernel_cache.h"
#include "support/build_id.h"
#include "support/debug_source.h"
#include "support/hash.h"

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
  std::vector<std::string_view> settings;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("HEDDLE_")) continue;
    const std::string_view name = text.substr(0, text.find('='));
    const bool harmless = name == "HEDDLE_LOG" || name == "HEDDLE_WORKERS" ||
                          name.starts_with("HEDDLE_CACHE") || name == "HEDDLE_COMPILER" ||
                          name == "HEDDLE_SPECIALISE";
    if (!harmless) settings.push_back(text);
  }
  std::sort(settings.begin(), settings.end());
  std::string out;
  for (const std::string_view text : settings) out.append(text) += '\n';
  return out;
}

CacheKey base_key(std::string_view operation) {
  constexpr std::string_view kVersion = "1";
  CacheKey key;
  key.add(kVersion).add(operation).add(build_id()).add(std::to_string(HD_ABI_VERSION));
  key.add(compile_target().cpu).add(compile_target().extensions).add(knobs());
  return key;
}

/// Options with the white space between them made one space. Quoted ones stay as they are.
std::string canonical_options(const std::string& options) {
  if (options.find_first_of("\"'\\") != std::string::npos) return options;
  std::string out;
  for (const char c : options) {
    if (!std::isspace(static_cast<unsigned char>(c))) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
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

/// Looks for `key` in memory and on disk.
std::shared_ptr<ProgramCode> find_code(const CacheKey& key) {
  if (auto code = CodeMemory::instance().find(key.bytes())) return code;
  const auto value = KernelCache::instance().find(key);
  auto code = value ? unpack(*value) : nullptr;
  if (code) CodeMemory::instance().store(key.bytes(), code, value->size());
  return code;
}

/// What the compiler's answer means; kept in memory and on disk. Without `key` nothing is kept.
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

/// What is there already, or else what the compiler says.
Outcome obtain(const CacheKey* key, const std::function<Compiled(const CompilerDoor&)>& compile) {
  if (key) {
    if (auto code = find_code(*key)) return {code, code->log()};
  }
  const auto door = CompilerDoor::open();
  return door ? accept(key, compile(*door.value())) : unavailable(door.error());
}

// ---- Which sources depend on files.

/// The folder that relative names of files mean. Empty: it has none.
std::string current_folder() {
  const std::unique_ptr<char, decltype(&std::free)> folder(::getcwd(nullptr, 0), &std::free);
  return folder ? folder.get() : "";
}

/// As `obtain`, of a source that includes files. On disk are the files that it needed last time,
/// under `key`; and what came of it, under a key that has these files in it.
Outcome obtain_with_files(CacheKey key,
                          const std::function<Compiled(const CompilerDoor&)>& compile) {
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
  if (folder.empty() || compiled.status != HDC_SUCCESS || !unpack_file_uses(uses))
    return accept(nullptr, std::move(compiled));
  KernelCache::instance().store(
      key, std::span(reinterpret_cast<const unsigned char*>(uses.data()), uses.size()));
  const CacheKey whole = with(uses);
  return accept(&whole, std::move(compiled));
}

/// Where debuggers look for the lines of the program.
void show_to_debuggers(const std::string& source, const std::string& options) {
  if (is_for_debuggers(options)) write_debug_source(source);
}

}  // namespace

bool is_for_debuggers(const std::string& options) {
  std::istringstream words(options);
  const auto begin = std::istream_iterator<std::string>(words);
  return std::find(begin, {}, "-g") != std::istream_iterator<std::string>();
}

Outcome build_source(const std::string& source, const std::string& options, uint32_t context) {
  const auto compile = [&](const CompilerDoor& door) {
    return door.build(source, options, context);
  };
  show_to_debuggers(source, options);
  CacheKey key = base_key("build");
  key.add(canonical_options(options)).add(std::to_string(context)).add(source);
  return self_contained(source, {}) ? obtain(&key, compile) : obtain_with_files(key, compile);
}

Outcome compile_source(const std::string& source, const std::string& options,
                       std::span<const EmbeddedHeader> headers) {
  const auto compile = [&](const CompilerDoor& door) {
    return door.compile(source, options, headers);
  };
  show_to_debuggers(source, options);
  bool contained = self_contained(source, headers);
  CacheKey key = base_key("compile");
  key.add(canonical_options(options)).add(source);
  for (const EmbeddedHeader& header : headers) {
    contained = contained && self_contained(header.source, headers);
    key.add(header.name).add(header.source);
  }
  return contained ? obtain(&key, compile) : obtain_with_files(key, compile);
}

Result<std::vector<hdc_spec_constant>> inspect_il(std::span<const unsigned char> module) {
  const auto constants = [](std::span<const unsigned char> bytes) {
    std::vector<hdc_spec_constant> out(bytes.size() / sizeof(hdc_spec_constant));
    if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(out[0]));
    return out;
  };
  CacheKey key = base_key("inspect");
  key.add(module);
  // No value is empty: the first byte says that the module is valid.
  const auto known = KernelCache::instance().find(key);
  if (known && !known->empty()) return constants(std::span(*known).subspan(1));
  const auto door = CompilerDoor::open();
  if (!door) return Error{CL_INVALID_OPERATION, door.error().why};
  const Compiled inspected = door.value()->inspect_il(module);
  if (inspected.status == HDC_INVALID_INPUT) return Error{CL_INVALID_VALUE, inspected.log};
  if (inspected.status != HDC_SUCCESS) return Error{CL_OUT_OF_RESOURCES, inspected.log};
  std::vector<unsigned char> value{1};
  value.insert(value.end(), inspected.record.begin(), inspected.record.end());
  KernelCache::instance().store(key, value);
  return constants(inspected.record);
}

namespace {

CacheKey il_key(std::string_view operation, std::span<const unsigned char> module,
                std::span<const hdc_spec_constant> constants, const std::string& options) {
  CacheKey key = base_key(operation);
  key.add(canonical_options(options)).add(module);
  for (const hdc_spec_constant& constant : constants)
    key.add(std::to_string(constant.id)).add(std::to_string(constant.value));
  return key;
}

}  // namespace

Outcome build_il(std::span<const unsigned char> module,
                 std::span<const hdc_spec_constant> constants, const std::string& options,
                 uint32_t context) {
  CacheKey key = il_key("build_il", module, constants, options);
  key.add(std::to_string(context));
  return obtain(&key, [&](const CompilerDoor& door) {
    return door.build_il(module, constants, options, context);
  });
}

Outcome compile_il(std::span<const unsigned char> module,
                   std::span<const hdc_spec_constant> constants, const std::string& options) {
  const CacheKey key = il_key("compile_il", module, constants, options);
  return obtain(
      &key, [&](const CompilerDoor& door) { return door.compile_il(module, constants, options); });
}

Outcome link_code(std::span<const std::shared_ptr<ProgramCode>> inputs, const std::string& options,
                  uint32_t context) {
  std::vector<std::vector<unsigned char>> records;
  CacheKey key = base_key("link");
  key.add(canonical_options(options)).add(std::to_string(context));
  for (const auto& input : inputs) {
    records.push_back(serialize(input->record()));
    key.add(std::span<const unsigned char>(records.back()));
  }
  return obtain(&key,
                [&](const CompilerDoor& door) { return door.link(records, options, context); });
}

namespace {

/// Without objects the input is the same whichever kernels were generated before.
std::vector<unsigned char> generator_input(const ProgramRecord& record) {
  ProgramRecord bare = record;
  for (KernelRecord& kernel : bare.kernels) kernel.object.clear();
  return serialize(bare);
}

Result<KernelRecord> kernel_of(const Outcome& outcome, const std::string& name) {
  if (outcome.code) {
    const auto index = outcome.code->find(name);
    const auto& kernels = outcome.code->record().kernels;
    if (index && !kernels[*index].object.empty()) return kernels[*index];
  }
  return Error{CL_OUT_OF_RESOURCES,
               outcome.log.empty() ? "the compiler gave no object" : outcome.log};
}

}  // namespace

KernelSource::KernelSource(const ProgramRecord& program, size_t kernel,
                           const Specialisation& specialisation, std::string program_id)
    : program_(program),
      name_(program.kernels[kernel].name),
      specialisation_(specialisation),
      key_(base_key("generate")) {
  key_.add(program_id).add(name_);
  for (const uint64_t size : specialisation.local_size) key_.add(std::to_string(size));
  key_.add(specialisation.wide_ids ? "wide" : "");
  key_.add(specialisation.linear_lanes ? "linear" : "");
  key_.add(std::to_string(specialisation.sub_group_size));
  const auto& facts = specialisation.arguments;
  key_.add(std::span(reinterpret_cast<const unsigned char*>(facts.data()),
                     facts.size() * sizeof(hd_argument_facts)));
}

std::string KernelSource::id_of(const ProgramRecord& program) {
  const std::vector<unsigned char> input = generator_input(program);
  return hash128(std::span<const unsigned char>(input)).hex() + std::to_string(input.size());
}

std::optional<KernelRecord> KernelSource::find() const {
  const auto code = find_code(key_);
  auto kernel = kernel_of({code, {}}, name_);
  return kernel ? std::optional(std::move(kernel).value()) : std::nullopt;
}

Result<KernelRecord> KernelSource::generate() const {
  const auto door = CompilerDoor::open();
  if (!door) return kernel_of(unavailable(door.error()), name_);
  Compiled compiled = door.value()->generate(generator_input(program_), name_, specialisation_);
  return kernel_of(accept(&key_, std::move(compiled)), name_);
}

void KernelSource::generate_later(Done done) const {
  // Others wait for what is made here: they get an answer whatever happens.
  const Error no_memory{CL_OUT_OF_HOST_MEMORY, "out of memory"};
  const auto generated = [source = *this, done, no_memory](Compiled compiled) {
    Result<KernelRecord> kernel = no_memory;
    try {
      kernel = kernel_of(accept(&source.key_, std::move(compiled)), source.name_);
    } catch (...) {  // the error stands
    }
    done(std::move(kernel));
  };
  CompilerDoor::when_open(
      [source = *this, done, no_memory, generated](Result<const CompilerDoor*> door) {
        if (!door) return done(door.error());
        try {
          door.value()->generate_later(generator_input(source.program_), source.name_,
                                       source.specialisation_, generated);
        } catch (...) {
          done(no_memory);
        }
      });
}

void forget_code() {
  CodeMemory::instance().clear();
}

}  // namespace heddle
