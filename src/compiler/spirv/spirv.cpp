// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/spirv.h"

#include "abi/compiler_interface.h"
#include "compiler/frontend/debug_variables.h"
#include "compiler/spirv/adapt.h"
#include "compiler/spirv/block_queries.h"
#include "compiler/spirv/builtin_calls.h"
#include "compiler/spirv/extended_arithmetic.h"
#include "compiler/spirv/helper.h"
#include "compiler/spirv/instruction_sets.h"
#include "compiler/spirv/optnone.h"
#include "compiler/spirv/pipe_storage.h"
#include "compiler/spirv/prepare.h"
#include "compiler/spirv/scopes.h"
#include "compiler/spirv/validate.h"

namespace heddle::compiler::spirv {
namespace {

using Bitcode = Result<std::vector<unsigned char>>;

Bitcode translated(const Module& module) {
  const auto& words = module.words();
  return run_helper(HelperMode::Translate, {reinterpret_cast<const unsigned char*>(words.data()),
                                            words.size() * sizeof(words[0])});
}

/// Translates with debug information, or without if the translator cannot take it.
Bitcode translated_for_debuggers(const Module& given, const SpecValues& values, std::string& log) {
  const Module described = with_scopes(given), plain = without_debug_info(given);
  auto whole = translated(prepared(described, values));
  if (whole || plain.words().size() == described.words().size()) return whole;
  auto rest = translated(prepared(plain, values));
  if (rest) log += "SPIR-V: warning: without debug information: " + whole.error().why + "\n";
  return rest;
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> compile_spirv(
    QuietContext& context, std::span<const unsigned char> il, const SpecValues& values,
    std::string_view extensions, const CompileOptions& options, std::string& log) {
  const Lenient given = TRY(validated(il, extensions));
  if (!options.no_warnings) log += given.warnings;
  TRY(require(given.warnings.empty() || !options.warnings_are_errors, HDC_FAILURE,
              "SPIR-V: -Werror makes errors of warnings"));
  const Module wanted = prepared(without_debug_info(given.module), values);
  const bool has_lines = options.debug || options.checks;
  const auto bitcode =
      TRY(has_lines ? translated_for_debuggers(given.module, values, log) : translated(wanted));
  auto module = TRY(read_bitcode(context, bitcode));
  TRY(make_pipes(*module));
  answer_block_queries(*module);
  expand_extended_arithmetic(*module);
  call_builtins(*module);
  adapt(*module, wanted, options);
  mark_unoptimised(*module, given.module);
  if (has_lines) drop_address_spaces_of_variables(*module);
  return module;
}

}  // namespace heddle::compiler::spirv
