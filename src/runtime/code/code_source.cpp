// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/code_source.h"

#include <CL/cl.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>
#include <sstream>

#include "compiler/program/build_options.h"
#include "support/debug_source.h"

namespace heddle {
namespace {

/// Returns options with the white space between them made one space. Quoted ones stay as they are.
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

/// Writes the program's source where debuggers look for its lines.
void show_to_debuggers(const std::string& source, const std::string& options) {
  if (is_for_debuggers(options)) write_debug_source(source);
}

CacheKey il_key(std::string_view operation, std::span<const unsigned char> module,
                std::span<const hdc_spec_constant> constants, const std::string& options) {
  CacheKey key = operation_key(operation);
  key.add(canonical_options(options)).add(module);
  for (const hdc_spec_constant& constant : constants)
    key.add(std::to_string(constant.id)).add(std::to_string(constant.value));
  return key;
}

/// Returns the files that sources built with these options may read.
SourceFiles files_for(const std::string& options) {
  auto parsed = compiler::parse_compile_options(options);
  return SourceFiles::of(parsed ? std::move(parsed.value().folders) : std::vector<std::string>{});
}

}  // namespace

bool has_option(const std::string& options, std::string_view option) {
  std::istringstream words(options);
  const auto begin = std::istream_iterator<std::string>(words);
  return std::find(begin, {}, option) != std::istream_iterator<std::string>();
}

bool is_for_debuggers(const std::string& options) {
  return has_option(options, "-g");
}

Outcome build_source(const std::string& source, const std::string& options, uint32_t context) {
  const auto compile = [source, options, context](const CompilerDoor& door) {
    return door.build(source, options, context);
  };
  show_to_debuggers(source, options);
  CacheKey key = operation_key("build");
  key.add(canonical_options(options)).add(std::to_string(context)).add(source);
  return self_contained(source, {}) ? obtain(key, compile)
                                    : obtain_with_files(key, files_for(options), compile);
}

Outcome compile_source(const std::string& source, const std::string& options,
                       std::span<const EmbeddedHeader> headers) {
  const auto compile = [source, options, headers = std::vector(headers.begin(), headers.end())](
                           const CompilerDoor& door) {
    return door.compile(source, options, headers);
  };
  show_to_debuggers(source, options);
  bool contained = self_contained(source, headers);
  CacheKey key = operation_key("compile");
  key.add(canonical_options(options)).add(source);
  for (const EmbeddedHeader& header : headers) {
    contained = contained && self_contained(header.source, headers);
    key.add(header.name).add(header.source);
  }
  return contained ? obtain(key, compile) : obtain_with_files(key, files_for(options), compile);
}

Result<std::vector<hdc_spec_constant>> inspect_il(std::span<const unsigned char> module) {
  const auto constants = [](std::span<const unsigned char> bytes) {
    std::vector<hdc_spec_constant> out(bytes.size() / sizeof(hdc_spec_constant));
    if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(out[0]));
    return out;
  };
  CacheKey key = operation_key("inspect");
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

Outcome build_il(std::span<const unsigned char> module,
                 std::span<const hdc_spec_constant> constants, const std::string& options,
                 uint32_t context) {
  CacheKey key = il_key("build_il", module, constants, options);
  key.add(std::to_string(context));
  return obtain(key, [module = std::vector(module.begin(), module.end()),
                      constants = std::vector(constants.begin(), constants.end()), options,
                      context](const CompilerDoor& door) {
    return door.build_il(module, constants, options, context);
  });
}

Outcome compile_il(std::span<const unsigned char> module,
                   std::span<const hdc_spec_constant> constants, const std::string& options) {
  const CacheKey key = il_key("compile_il", module, constants, options);
  return obtain(key, [module = std::vector(module.begin(), module.end()),
                      constants = std::vector(constants.begin(), constants.end()),
                      options](const CompilerDoor& door) {
    return door.compile_il(module, constants, options);
  });
}

namespace {

using Records = std::vector<std::vector<unsigned char>>;

Outcome link_records(Records records, const std::string& options, uint32_t context) {
  CacheKey key = operation_key("link");
  key.add(canonical_options(options)).add(std::to_string(context));
  for (const auto& record : records) key.add(std::span<const unsigned char>(record));
  return obtain(key, [records = std::move(records), options, context](const CompilerDoor& door) {
    return door.link(records, options, context);
  });
}

}  // namespace

Outcome link_code(std::span<const std::shared_ptr<ProgramCode>> inputs, const std::string& options,
                  uint32_t context) {
  Records records;
  for (const auto& input : inputs) records.push_back(serialize(input->record()));
  Outcome outcome = link_records(std::move(records), options, context);
  if (outcome.code || outcome.failure == Failure::Options) return outcome;
  // Intermediate code of the cache that cannot be linked is a miss.
  bool is_anew = false;
  Records anew;
  for (const auto& input : inputs) {
    const ProgramRecord* const recompiled = input->recompiled();
    is_anew |= recompiled != nullptr;
    anew.push_back(serialize(recompiled ? *recompiled : input->record()));
  }
  return is_anew ? link_records(std::move(anew), options, context) : outcome;
}

}  // namespace heddle
