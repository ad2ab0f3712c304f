// SPDX-License-Identifier: Apache-2.0
// Instructions that are functions of OpenCL C under another name: those of SPV_KHR_bit_instructions
// (cl_khr_extended_bit_ops), of SPV_KHR_uniform_group_instructions
// (cl_khr_work_group_uniform_arithmetic), of SPV_KHR_subgroup_rotate, of SPV_KHR_shader_clock
// (cl_khr_kernel_clock), of named barriers, of SPV_EXT_shader_atomic_float_add, _float16_add and
// _float_min_max (cl_ext_float_atomics), and blocks of SPV_INTEL_subgroups. Not every translator
// knows them.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

#include "compiler/spirv/declarations.h"
#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// Tells whether the instruction only declares these; the translator does not get it.
bool is_for_builtin_calls(const Instruction& one);

/// A rewriter for the translator: each instruction becomes a call of an imported function.
class BuiltinCalls {
 public:
  /// `types` are those of all results, by id.
  BuiltinCalls(const Module& module, const Declarations& declared,
               const std::map<uint32_t, uint32_t>& types);

  /// Appends the replacement of `one`, with ids from `bound`. Returns false if there is none.
  bool rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words) const;
  /// Appends the functions, which go before the module's own.
  void declare(uint32_t& bound, std::vector<uint32_t>& words);

 private:
  struct Signature {
    std::string builtin;  ///< empty: the instruction is none of these
    uint32_t result = 0;
    std::vector<uint32_t> parameters;  ///< types
    auto operator<=>(const Signature&) const = default;
  };
  /// Returns the signature of the instruction, and the ids of its arguments.
  Signature signature(const Instruction& one, std::vector<uint32_t>& arguments) const;

  uint32_t type_of(uint32_t id) const;
  /// Returns the function for a block of a sub-group; empty for types that have none.
  std::string block_function(const Instruction& one) const;

  const Declarations& declared_;
  const std::map<uint32_t, uint32_t>& types_;
  std::map<uint32_t, uint32_t> scopes_;      // constants that may be scopes, by id
  std::map<Signature, uint32_t> functions_;  // ids
  uint32_t void_ = 0;                        // the type
};

/// Returns the name of the imported function for the built-in `name`; `number` makes it unique.
std::string builtin_import(const std::string& name, uint32_t number);

/// Turns calls of these functions in the translation into calls of built-ins.
void call_builtins(llvm::Module& module);

}  // namespace heddle::compiler::spirv
