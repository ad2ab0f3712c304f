// SPDX-License-Identifier: Apache-2.0
// What lives across barriers and where it is kept meanwhile: in the context, one array over the
// group's work-items for each value; once for the group, in a variable that becomes a register,
// where the value is uniform; nowhere where it is cheaper to compute it again. Private arrays that
// live across a barrier lie in the context too, all others in the frame.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/passes/regions.h"
#include "compiler/passes/uniformity.h"

namespace heddle::compiler {

struct Slot {
  enum class Place { PerItem, Uniform } place;
  llvm::Type* type;
  uint64_t size;  ///< bytes for one item
  llvm::Align align;
  uint64_t offset;  ///< PerItem: bytes for one item that come before; times the number of items is
                    ///< where the array begins
};

struct SpillPlan {
  /// Values with a slot. Allocas in the context have one, too: their memory itself.
  llvm::MapVector<const llvm::Instruction*, Slot> slots;
  /// For each region the values that live at its start, in a fixed order; both kept and recomputed
  /// ones.
  std::vector<llvm::SetVector<llvm::Instruction*>> live_in;
  /// Allocas that stay in the frame, and those too large for it, with their offset in the fixed
  /// part of the context.
  std::vector<llvm::AllocaInst*> frame;
  llvm::MapVector<llvm::AllocaInst*, uint64_t> fixed;
  uint64_t fixed_size = 0;
  std::optional<uint64_t>
      scratch_offset;     ///< of __hd_group_scratch, counted like Slot::offset; if it is used
  uint64_t per_item = 0;  ///< bytes of context for each work-item
  uint64_t private_size =
      0;  ///< bytes of private memory of a work-item, for CL_KERNEL_PRIVATE_MEM_SIZE
};

SpillPlan plan_spills(llvm::Function& kernel, const RegionGraph& graph,
                      const Uniformity& uniformity);

/// Can `value` be computed again at the start of a region, from arguments, ids and constants alone?
bool is_recomputable(const llvm::Value& value, unsigned budget = 6);

}  // namespace heddle::compiler
