// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/link.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/Linker.h>

#include "abi/compiler_interface.h"
#include "compiler/builtins/library.h"
#include "compiler/frontend/global_objects.h"
#include "compiler/frontend/kernel_copies.h"
#include "compiler/frontend/relax_math.h"
#include "compiler/program/kernels.h"

namespace heddle::compiler {
namespace {

/// Applies the options: "The linker may apply these options to all compiled program objects
/// specified to clLinkProgram" (§5.8.7), and to libraries that were made with -enable-link-options.
void apply(const LinkOptions& options, llvm::Module& module) {
  relax_math(module, options);
  mark_kernels(module, options);
}

/// Tells whether a later pass lowers the function, or the built-in library has it.
bool is_built_in(llvm::StringRef name) {
  return name == "printf" || name.starts_with("__hd_") ||
         builtins::find({name.data(), name.size()}) >= 0;
}

/// Resolves calls of a kernel of another source. They name the front end's copy, which is folded
/// into the kernel itself.
void resolve_kernel_copies(llvm::Module& module) {
  for (auto& function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(kKernelCopyPrefix)) continue;
    if (llvm::Function* kernel = module.getFunction(name); kernel && !kernel->isDeclaration()) {
      function.replaceAllUsesWith(kernel);
      function.eraseFromParent();
    }
  }
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> link_modules(QuietContext& context,
                                                   std::span<const LinkInput> inputs,
                                                   const LinkOptions& options) {
  std::unique_ptr<llvm::Module> whole;
  for (const auto& input : inputs) {
    auto module = TRY(read_bitcode(context, input.ir));
    if (input.options_apply) apply(options, *module);
    if (!whole) {
      whole = std::move(module);
      continue;
    }
    rename_initializers(*module, *whole);
    if (llvm::Linker::linkModules(*whole, std::move(module)))
      return Error{HDC_FAILURE, "the programs do not link: " + context.take_errors()};
  }
  return whole;
}

Status finish_executable(llvm::Module& module) {
  resolve_kernel_copies(module);
  std::string missing;
  const auto report = [&](const llvm::GlobalValue& value, const char* what) {
    missing += std::string("undefined ") + what + " '" + llvm::demangle(value.getName()) + "'\n";
  };
  for (auto& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) {
      if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else if (function.use_empty()) {
      function.eraseFromParent();
    } else if (!function.isIntrinsic() && !is_built_in(function.getName())) {
      report(function, "function");
    }
  }
  for (auto& variable : module.globals()) {
    if (variable.isDeclaration()) {
      if (!variable.use_empty()) report(variable, "variable");
    } else if (!variable.hasName()) {
      variable.setName("variable");  // the layout goes by names
    }
  }
  return missing.empty() ? Status{} : Status{Error{HDC_FAILURE, std::move(missing)}};
}

}  // namespace heddle::compiler
