// SPDX-License-Identifier: Apache-2.0
// Addresses of the partners of butterflies and of sorting networks' steps: pairs of elements d
// apart, of which the first ones are x >> s << (s + 1) | x & (d - 1) or 2 * x - (x & (d - 1)), and
// partners x ^ d; d is a power of two that all lanes share.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/analysis/lane_fact.h"

namespace heddle::compiler {

/// An address that may be an exchange's: all but its last index is the same for all lanes.
struct Exchange {
  llvm::GetElementPtrInst* address;
  llvm::Value* core;    ///< the part of the last index that differs between lanes
  bool is_cut = false;  ///< the index has the low 32 bits
  llvm::SmallVector<llvm::Value*, 1> shared{};        ///< the other summands
  llvm::Value *lanes = nullptr, *distance = nullptr;  ///< x and d of x ^ d; null: of a pair

  llvm::Value* index() const { return *std::prev(address->idx_end()); }
  bool has_same_base(const Exchange& other) const;
};

/// Returns the exchange that a varying pointer may be, or nothing.
std::optional<Exchange> exchange_of(llvm::GetElementPtrInst& pointer, ShapeOf shape_of);

}  // namespace heddle::compiler
