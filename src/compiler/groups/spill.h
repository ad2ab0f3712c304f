// SPDX-License-Identifier: Apache-2.0
// What lives across barriers and where it is kept meanwhile: in the context, one array over the
// group's vectors for each value (a vector is one work-item where the kernel was not widened); in
// variables that become registers where the vectors are few and known; once for the group where the
// value is uniform; nowhere where it is cheaper to compute it again. Private arrays that live
// across a barrier lie in the context too, all others in the frame.
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
  uint64_t offset;  ///< PerVector: bytes for one vector that come before; times the number of
                    ///< vectors is where the array begins
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
  uint64_t fixed_size = 0;    ///< begins with private_alignment() bytes of nobody's
  bool uses_scratch = false;  ///< __hd_group_scratch
  bool in_registers = false;  ///< slots are registers: the loops over vectors must be written out
  uint64_t per_vector = 0;    ///< bytes of context for each vector
  uint64_t private_size = 0;  ///< bytes of private variables of a vector
};

struct SpillOptions {
  unsigned width = 1;           ///< work-items of a vector
  uint64_t vectors = 0;         ///< of every group, if it is known
  uint64_t register_bytes = 0;  ///< that the machine's vector registers hold together
};

/// Of the registers those that are left for what lives across barriers while a region is computed.
constexpr uint64_t usable_bytes(uint64_t register_bytes) {
  return register_bytes / 4 * 3;
}

/// Of the private variable that is aligned most, if a worker's context is aligned less: the base
/// that offsets count from is rounded down to a multiple of it.
llvm::MaybeAlign private_alignment(const llvm::Module& module);

SpillPlan plan_spills(llvm::Function& kernel, const RegionGraph& graph,
                      const Uniformity& uniformity, const SpillOptions& options);

/// Can `value` be computed again at the start of a region, from arguments, ids and constants alone?
bool is_recomputable(const llvm::Value& value, unsigned budget = 6);

}  // namespace heddle::compiler
