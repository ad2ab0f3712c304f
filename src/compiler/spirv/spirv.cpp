// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/spirv.h"

#include "compiler/interface.h"
#include "compiler/spirv/adapt.h"
#include "compiler/spirv/block_queries.h"
#include "compiler/spirv/builtin_calls.h"
#include "compiler/spirv/extended_arithmetic.h"
#include "compiler/spirv/helper.h"
#include "compiler/spirv/pipe_storage.h"
#include "compiler/spirv/prepare.h"
#include "compiler/spirv/validate.h"

namespace heddle::compiler::spirv {

Result<std::unique_ptr<llvm::Module>> compile_spirv(
    QuietContext& context, std::span<const unsigned char> il, const SpecValues& values,
    std::string_view extensions, const CompileOptions& options, std::string& log) {
  const Lenient given = TRY(validated(il, extensions));
  if (!options.no_warnings) log += given.warnings;
  TRY(require(given.warnings.empty() || !options.warnings_are_errors, HDC_FAILURE,
              "SPIR-V: -Werror makes errors of warnings"));
  const Module wanted = prepared(given.module, values);
  const auto& words = wanted.words();
  const auto bitcode =
      TRY(run_helper(HelperMode::Translate, {reinterpret_cast<const unsigned char*>(words.data()),
                                             words.size() * sizeof(words[0])}));
  auto module = TRY(read_bitcode(context, bitcode));
  TRY(make_pipes(*module));
  answer_block_queries(*module);
  expand_extended_arithmetic(*module);
  call_builtins(*module);
  adapt(*module, wanted, options);
  return module;
}

}  // namespace heddle::compiler::spirv
