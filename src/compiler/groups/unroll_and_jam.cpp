// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/unroll_and_jam.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cmath>

#include "compiler/analysis/live_values.h"
#include "compiler/analysis/recurrence.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The most instructions: several copies of more are too much code.
constexpr size_t kMaxInstructions = 600;
/// The fewest instructions of code without loops: a processor overlaps shorter code with the next
/// work-items by itself.
constexpr size_t kMinStraight = 150;
constexpr unsigned kIterations = 16;  // assumed for a loop

bool is_float(const Instruction& instruction) {
  return instruction.getType()->isFPOrFPVectorTy();
}

/// Tells whether it is part of an instruction that uses it, or a flag.
bool takes_no_register(const Instruction& value) {
  if (value.getType()->isIntOrIntVectorTy(1)) return true;
  if (called_internal(value) != Internal::None) return false;
  return isa<GetElementPtrInst, BitCastInst>(value) && value.hasOneUse() &&
         value.user_back()->getParent() == value.getParent();
}

bool may_be_jammed(const Instruction& instruction) {
  if (instruction.isAtomic() || instruction.isVolatile()) return false;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (!call || called_internal(instruction) != Internal::None) return true;
  return is_arithmetic_call(*call);
}

}  // namespace

unsigned UnrollAndJam::items(const Region& region) const {
  size_t size = 0;
  for (const BasicBlock* block : region.blocks) {
    size += block->size();
    if (size > kMaxInstructions || uniformity_.has_divergent_branch(*block) ||
        !all_of(*block, may_be_jammed))
      return 1;
  }
  const Times time = times(region);
  unsigned items = 1;
  while (items < 4 && time.waiting > 0.75 * (2 * items) * time.busy && fit(region, 2 * items))
    items *= 2;
  return items;
}

UnrollAndJam::Times UnrollAndJam::times(const Region& region) const {
  Times straight, loops;
  size_t size = 0;
  MapVector<const Loop*, double> in_loops;  // summed up in order
  auto is_inside = [&](BasicBlock* block) { return region.blocks.contains(block); };
  for (const BasicBlock* block : region.blocks) {
    const Loop* loop = loops_.getLoopFor(block);
    const double cycles = busy(*block);
    if (loop && loop->isInnermost() && all_of(loop->blocks(), is_inside)) {
      in_loops[loop] += cycles;
    } else {
      size += block->size();
      straight.busy += cycles * std::pow(kIterations, loops_.getLoopDepth(block));
    }
  }
  const auto differs = [&](const PHINode& phi) { return !uniformity_.is_one_value(phi); };
  for (const auto& [loop, cycles] : in_loops) {
    const double iterations = std::pow(kIterations, loop->getLoopDepth());
    loops.busy += cycles * iterations;
    const double wait = recurrence(*loop, differs, latency, /*max_depth=*/400);
    loops.waiting += std::max(cycles, wait) * iterations;
  }
  straight.waiting = straight.busy;
  if (in_loops.empty() && size >= kMinStraight)
    straight.waiting = std::max(straight.busy, longest_chain(region));
  return {straight.busy + loops.busy, straight.waiting + loops.waiting};
}

double UnrollAndJam::longest_chain(const Region& region) const {
  double longest = 0;
  DenseMap<const Value*, double> known;
  for (const BasicBlock* block : region.blocks) {
    for (const Instruction& instruction : *block) {
      double start = 0;
      for (const Value* operand : instruction.operand_values())
        start = std::max(start, known.lookup(operand));
      longest = std::max(longest, known[&instruction] = start + latency(instruction));
    }
  }
  return longest;
}

unsigned UnrollAndJam::registers_of(const Value& value) const {
  const Type* type = value.getType();
  if (!type->isVectorTy()) return 1;
  return std::max<uint64_t>(
      1, divideCeil(type->getPrimitiveSizeInBits().getFixedValue(), isa_.register_bits()));
}

/// Returns the cycles of a block. Vectors wait for the few units that they have. Scalar loads,
/// stores and arithmetic overlap, as far as a processor starts so many instructions at once.
double UnrollAndJam::busy(const BasicBlock& block) const {
  constexpr double kAtOnce = 5;
  double all = 0, memory = 0, floats = 0, count = 0;
  bool has_vectors = false;
  for (const Instruction& instruction : block) {
    const double cycles = busy(instruction);
    all += cycles;
    count += cycles > 0;
    if (isa<LoadInst, StoreInst>(instruction))
      memory += cycles;
    else if (is_float(instruction))
      floats += cycles;
    has_vectors |= instruction.getType()->isVectorTy();
  }
  return has_vectors ? all : std::max({memory, floats, count / kAtOnce});
}

double UnrollAndJam::busy(const Instruction& instruction) const {
  if (is_free(instruction) || instruction.isTerminator()) return 0;
  if (!instruction.getType()->isVoidTy() && uniformity_.is_one_value(instruction)) return 0;
  const Type* type = instruction.getType();
  if (isa<StoreInst>(instruction)) type = instruction.getOperand(0)->getType();
  // At least two units take registers of any size.
  if (type->isVectorTy()) return registers_of(instruction) * 0.5;
  switch (instruction.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return 5;
    default:
      return is_float(instruction) || isa<LoadInst>(instruction) ? 0.5
             : isa<StoreInst>(instruction)                       ? 1
                                                                 : 0.25;
  }
}

/// Tells whether the simultaneously live values leave some registers free everywhere.
bool UnrollAndJam::fit(const Region& region, unsigned items) const {
  const TargetCosts& costs = isa_.costs();
  DenseMap<const BasicBlock*, LiveValues> live_in;
  const auto counts = [](const Value& value) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    return instruction ? !takes_no_register(*instruction) : isa<Argument>(value);
  };
  Registers vectors, scalars;
  const auto change = [&](const Value& value, bool begins) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    const bool in_vector = value.getType()->isVectorTy() || value.getType()->isFloatingPointTy();
    Registers& kind = in_vector ? vectors : scalars;
    const bool is_shared = !instruction || uniformity_.is_one_value(*instruction);
    unsigned& count = is_shared ? kind.shared : kind.own;
    count += begins ? registers_of(value) : -registers_of(value);
  };
  const auto have_registers = [&] {
    return vectors.shared + items * vectors.own <= costs.jam_vector_registers &&
           scalars.shared + items * scalars.own <= costs.jam_scalar_registers;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock* block : reverse(region.blocks)) {
      LiveValues live;
      for (const BasicBlock* next : successors(block)) {
        for (const Value* value : live_in[next]) live.insert(value);
        for (const PHINode& phi : next->phis()) {
          const Value* value = phi.getIncomingValueForBlock(block);
          if (region.blocks.contains(next) && counts(*value)) live.insert(value);
        }
      }
      vectors = scalars = {};
      for (const Value* value : live) change(*value, true);
      if (!walk_live_values(*block, live, counts, change, have_registers)) return false;
      changed |= live.size() != live_in[block].size();
      live_in[block] = std::move(live);
    }
  }
  return true;
}

}  // namespace heddle::compiler
