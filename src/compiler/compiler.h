// SPDX-License-Identifier: Apache-2.0
// The operations of hdc_interface (abi/compiler_interface.h) in C++ terms. They run on the thread
// that calls them, which must be a job's (jobs/jobs.h).
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "abi/compiler_interface.h"
#include "abi/program_record.h"
#include "abi/variant_key.h"
#include "compiler/frontend/request.h"
#include "compiler/generate.h"

namespace heddle::compiler {

struct Outcome {
  hdc_status status = HDC_INTERNAL_ERROR;
  std::string log;
  std::vector<unsigned char> record;  ///< serialised; empty on failure
  std::string file_uses{};            ///< for a source: abi/file_uses.h
};

/// hdc_il in C++ terms.
struct IntermediateLanguage {
  std::span<const unsigned char> module;
  std::span<const hdc_spec_constant> constants;
};

struct Compiler {
  Target target;

  Outcome compile(std::string_view source, std::string_view options,
                  std::span<const Header> headers) const;
  Outcome build(std::string_view source, std::string_view options) const;
  /// Returns the module's constants: the outcome's record holds hdc_spec_constant's.
  Outcome inspect_il(std::span<const unsigned char> module) const;
  Outcome compile_il(const IntermediateLanguage& il, std::string_view options) const;
  Outcome build_il(const IntermediateLanguage& il, std::string_view options) const;
  Outcome link(std::span<const std::span<const unsigned char>> records,
               std::string_view options) const;
  /// Generates objects for the kernel; for all kernels without one if `kernel` is null.
  Outcome generate(std::span<const unsigned char> record, const std::string* kernel,
                   const VariantKey& key) const;
};

}  // namespace heddle::compiler
