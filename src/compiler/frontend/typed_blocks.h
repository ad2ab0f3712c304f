// SPDX-License-Identifier: Apache-2.0
// Blocks with parameters `local T*` passed to enqueue_kernel and its queries
// (cl_khr_device_enqueue_local_arg_types). Clang 22 accepts `local void*` only for these built-ins,
// although it generates the same code for pointers to any type.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/Sema/ExternalSemaSource.h>

#include <memory>

namespace heddle::compiler {

/// A source of declarations that shows the parser these built-ins as functions of any arguments.
/// The consumer, which stands before the generator, turns calls of them into calls of the
/// built-ins, which Clang checks with every such pointer as a `local void*`.
class TypedBlocks : public clang::ExternalSemaSource {
 public:
  /// Hides the built-ins, after the preprocessor knows them and before anything is parsed.
  virtual void hide(clang::IdentifierTable& identifiers) = 0;
  virtual std::unique_ptr<clang::ASTConsumer> consumer() = 0;
};

llvm::IntrusiveRefCntPtr<TypedBlocks> accept_typed_blocks();

}  // namespace heddle::compiler
