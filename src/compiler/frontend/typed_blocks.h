// SPDX-License-Identifier: Apache-2.0
// Blocks with parameters `local T*` given to enqueue_kernel and its queries
// (cl_khr_device_enqueue_local_arg_types): Clang 22 checks these built-ins for `local void*` only,
// although it generates the same code for pointers to any type.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/Sema/ExternalSemaSource.h>

#include <memory>

namespace heddle::compiler {

/// To the parser these built-ins are functions of any arguments. The consumer, which stands before
/// the generator, makes calls of the built-ins of theirs, checked by Clang with every such pointer
/// taken for a `local void*`.
class TypedBlocks : public clang::ExternalSemaSource {
 public:
  /// Hides the built-ins: after the preprocessor knows them, before anything is parsed.
  virtual void hide(clang::IdentifierTable& identifiers) = 0;
  virtual std::unique_ptr<clang::ASTConsumer> consumer() = 0;
};

llvm::IntrusiveRefCntPtr<TypedBlocks> accept_typed_blocks();

}  // namespace heddle::compiler
