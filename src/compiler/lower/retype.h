// SPDX-License-Identifier: Apache-2.0
// Rebuilds a module with some of its types replaced. LLVM's types are immutable and part of every
// instruction, so functions and variables are made anew and their bodies cloned through a map of
// types.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace heddle::compiler {

/// A map that replaces leaf types (pointers, opaque types) by `replace`, and all types made of
/// them.
class TypeReplacer : public llvm::ValueMapTypeRemapper {
 public:
  using Leaf = llvm::Type* (*)(llvm::Type*);
  explicit TypeReplacer(Leaf replace) : replace_(replace) {}
  llvm::Type* remapType(llvm::Type* type) override;

 private:
  llvm::Type* rebuild(llvm::Type* type);

  Leaf replace_;
  llvm::DenseMap<llvm::Type*, llvm::Type*> known_;
};

/// Replaces every function and variable of `module` whose type changes, and rebuilds every body.
/// Removes casts between address spaces that became equal.
void retype(llvm::Module& module, TypeReplacer& types);

}  // namespace heddle::compiler
