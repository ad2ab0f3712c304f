// SPDX-License-Identifier: Apache-2.0
// Lowers queries of built-ins about an image (__hd_image_u32, __hd_image_u64 in builtins/hd.h) to
// loads from its hd_image, or to numbers if the variant was made for this format.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// Lowers all intrinsics about images. Requires: values in SSA form, so that most images are
/// arguments of the kernel.
class ImageFieldsPass : public llvm::PassInfoMixin<ImageFieldsPass> {
 public:
  static llvm::StringRef name() { return "image-fields"; }
  explicit ImageFieldsPass(const KernelContext& context) : context_(&context) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  const KernelContext* context_;
};

}  // namespace heddle::compiler
