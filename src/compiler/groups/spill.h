// SPDX-License-Identifier: Apache-2.0
// Values that live across barriers, and the places that keep them, as in PoCL (context arrays): in
// the context, an array over the group's vectors for each value (a vector is one work-item if the
// kernel was not widened); in variables that become registers, if the vectors are few and known;
// once for the group, if the value is uniform; nowhere, if recomputing is cheaper. Private arrays
// that live across a barrier are in the context too, all others in the frame.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {

struct Slot {
  enum class Place { PerVector, Register, Uniform } place;
  llvm::Type* type;
  uint64_t size;  ///< bytes for one vector
  llvm::Align align;
  uint64_t offset;  ///< PerVector: bytes for one vector of the arrays before it; the array begins
                    ///< at this times the number of vectors
};

struct SpillPlan {
  /// Values with a slot. Allocas in the context have one, too: their memory itself.
  llvm::MapVector<const llvm::Instruction*, Slot> slots;
  /// The values that live at the start of each region, in a fixed order, both kept and recomputed
  /// ones.
  std::vector<llvm::SetVector<llvm::Instruction*>> live_in;
  /// Allocas that stay in the frame, and those too large for it, with their offset in the fixed
  /// part of the context.
  std::vector<llvm::AllocaInst*> frame;
  llvm::MapVector<llvm::AllocaInst*, uint64_t> fixed;
  uint64_t fixed_size = 0;    ///< begins with private_alignment() unused bytes
  bool uses_scratch = false;  ///< __hd_group_scratch
  bool in_registers = false;  ///< slots are registers: the loops over vectors must be written out
  uint64_t per_vector = 0;    ///< bytes of context for each vector
  uint64_t private_size = 0;  ///< bytes of private variables of a vector
};

struct SpillOptions {
  unsigned width = 1;           ///< work-items of a vector
  uint64_t vectors = 0;         ///< the number in every group, if it is known
  uint64_t register_bytes = 0;  ///< the sum of the machine's vector registers
};

/// Returns the part of the registers for values that live across barriers while a region is
/// computed.
constexpr uint64_t usable_bytes(uint64_t register_bytes) {
  return register_bytes / 4 * 3;
}

/// Returns the alignment of the most aligned private variable, if a worker's context has less: the
/// base of offsets is rounded down to a multiple of it.
llvm::MaybeAlign private_alignment(const llvm::Module& module);

SpillPlan plan_spills(llvm::Function& kernel, const RegionGraph& graph,
                      const Uniformity& uniformity, const SpillOptions& options);

/// Tells whether `value` can be recomputed at the start of a region, from arguments, ids and
/// constants alone.
bool is_recomputable(const llvm::Value& value, unsigned budget = 6);

}  // namespace heddle::compiler
