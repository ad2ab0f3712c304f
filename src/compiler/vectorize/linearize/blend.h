// SPDX-License-Identifier: Apache-2.0
// Emits masks of nodes and edges, and the selects that replace phis whose incoming blocks run one
// after the other (Karrenberg and Hack, "Whole-function vectorization", CGO 2011).
#pragma once

#include <array>

#include "compiler/vectorize/linearize/chain.h"
#include "compiler/vectorize/linearize/level.h"

namespace heddle::compiler {

class Blender {
 public:
  using Builder = Chain::Builder;

  Blender(Chain& chain, const Uniformity& uniformity) : chain_(chain), uniformity_(uniformity) {}

  llvm::Value* entry_mask(Level& level, unsigned node);
  llvm::Value* edge_mask(Builder& at, llvm::Value* mask, llvm::Value* condition);
  llvm::Value* rest_of_mask(Builder& at, llvm::Value* mask, llvm::Value* taken);
  llvm::Value* blend(Level& level, llvm::PHINode& phi, llvm::ArrayRef<unsigned> edges, Builder& at);

 private:
  using Sides =
      std::array<llvm::SmallVector<unsigned>, 2>;  ///< edges of each successor of a branch

  llvm::Value* one_value(Level& level, llvm::PHINode& phi, llvm::ArrayRef<unsigned> edges,
                         Builder& at);
  bool split_sides(const Level& level, llvm::ArrayRef<unsigned> edges, unsigned head,
                   Sides& sides) const;
  llvm::Value* path(Level& level, unsigned edge, unsigned head, Builder& at,
                    llvm::DenseMap<unsigned, llvm::Value*>& known);

  Chain& chain_;
  const Uniformity& uniformity_;
};

}  // namespace heddle::compiler
