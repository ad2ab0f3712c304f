// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/tile.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/plan/grid_stride.h"
#include "compiler/vectorize/plan/interleave.h"
#include "compiler/vectorize/plan/matrix_rows.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The work of one iteration of an innermost loop for one vector.
struct LoopWork {
  bool is_uniform = true;     ///< all work-items run it equally often
  unsigned accumulators = 0;  ///< varying values that go from one iteration to the next
  unsigned vector_loads = 0;  ///< vectors that all rows share
  unsigned row_loads = 0;     ///< scalars of a row, which all its lanes share
  unsigned own_loads = 0;     ///< vectors of each row
  unsigned arithmetic = 0;    ///< varying
  unsigned gathers = 0;
  unsigned matrix_rows = 0;  ///< gathers of which each lane reads along a matrix row
  bool has_effects = false, stores_privately = false;
};

/// Tells whether it stores to private memory, which is read again soon.
bool is_private_store(const Instruction& instruction) {
  const auto* store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() &&
         isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand()));
}

LoopWork work_of(const Loop& loop, const Shapes& shapes) {
  LoopWork work;
  SmallVector<BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  for (BasicBlock* block : exiting) {
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    Shape shape =
        branch && branch->isConditional() ? shapes.of(branch->getCondition()) : Shape::varying();
    work.is_uniform &= shape.is_uniform() && !shape.rows;
  }
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      Shape shape = shapes.of(&instruction);
      if (isa<PHINode>(instruction)) {
        if (block == loop.getHeader() && shape.is_varying()) ++work.accumulators;
      } else if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
        Shape pointer = shapes.of(load->getPointerOperand());
        if (pointer.is_uniform()) {
          work.row_loads += pointer.rows;
        } else {
          ++(pointer.rows ? work.own_loads : work.vector_loads);
        }
        work.gathers += pointer.is_varying();
        work.matrix_rows +=
            pointer.is_varying() && goes_along(*load->getPointerOperand(), loop, &shapes);
      } else if (instruction.mayHaveSideEffects()) {
        (is_private_store(instruction) ? work.stores_privately : work.has_effects) = true;
      } else if (shape.is_varying()) {
        ++work.arithmetic;
      }
    }
  }
  return work;
}

/// Returns the tile with the most arithmetic for each load that fits in registers.
Lanes best_tile(const LoopWork& work, Lanes lanes, unsigned vector_registers) {
  double best = 0;
  Lanes result = lanes;
  for (unsigned columns : {1U, 2U, 4U}) {
    for (unsigned rows : {1U, 2U, 3U, 4U, 6U, 8U}) {
      unsigned needed = work.accumulators * rows * columns + work.vector_loads * columns + 1;
      if (needed > vector_registers) continue;
      double loads = work.vector_loads * columns + work.row_loads * rows;
      double value = rows * columns / loads;
      if (value <= best) continue;
      best = value;
      result.width = lanes.width * columns;
      result.rows = rows;
    }
  }
  return result;
}

/// The most bytes of private arrays: half of the smallest first cache.
constexpr uint64_t kMaxPrivateBytes = 16384;

/// Returns the registers along the lanes' dimension. `is_near`: the private arrays of twice as many
/// lanes fit in the first cache.
unsigned columns_for(const LoopWork& work, bool is_near) {
  // Chains of dependent operations leave the units idle unless several run side by side. Not if
  // each lane has rows of its own and no other gathers: these loads dominate then, and if rows lie
  // a power of two apart, a cache holds few of them at once.
  constexpr unsigned kMany = 24;
  const bool has_matrix_rows_only = work.matrix_rows > 0 && work.matrix_rows == work.gathers;
  bool waits = work.arithmetic > 0 && work.arithmetic <= kMany && !has_matrix_rows_only;
  // Iterations that do not wait for each other overlap anyhow, while more lanes wait for the last
  // one to leave: wants_two_registers() knows whether that pays. Loops along private arrays are
  // short, and their ends are hardly ever predicted: fewer of them take less time.
  waits &= work.is_uniform || work.accumulators > 0 || work.stores_privately;
  return waits && !work.has_effects && (is_near || !work.stores_privately) ? 2 : 1;
}

/// Returns the bytes of a work-item's arrays.
uint64_t private_bytes(const Function& kernel) {
  uint64_t bytes = 0;
  for (const Instruction& instruction : instructions(kernel)) {
    const auto* array = dyn_cast<AllocaInst>(&instruction);
    const auto size = array ? array->getAllocationSize(kernel.getDataLayout()) : std::nullopt;
    if (size) bytes += size->getFixedValue();
  }
  return bytes;
}

/// Tells whether all lanes update one address. A locked update takes longer than a few vectors of
/// anything else; more than eight vectors of words only make more code.
bool updates_together(const Function& kernel, const Shapes& shapes) {
  return any_of(instructions(kernel), [&](const Instruction& instruction) {
    const auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    return update && combines_lanes(*update) && shapes.of(update->getPointerOperand()).is_uniform();
  });
}

}  // namespace

Lanes choose_tile(Function& kernel, const KernelContext& context, FunctionAnalysisManager& analyses,
                  Lanes lanes, const InstructionSet& machine, const Techniques& allowed) {
  const unsigned strided = allowed.allow(Technique::GridStrideRegisters)
                               ? registers_for_strides(kernel, context, analyses, lanes, machine)
                               : 1;
  if (knows_groups(kernel, context)) {
    lanes.width *= strided;
    return lanes;
  }
  bool has_rows = any_of(instructions(kernel), [&](const Instruction& instruction) {
    return called_internal(instruction) == Internal::GlobalId &&
           dimension(cast<CallBase>(instruction)) == lanes.row_dimension;
  });
  Lanes two_rows = lanes;
  two_rows.rows = 2;
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(two_rows);
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  const auto& counts = analyses.getResult<BlockCountsAnalysis>(kernel);
  Lanes result = lanes;
  bool has_tile = false;
  if (updates_together(kernel, shapes)) {
    const unsigned words = machine.register_bits() / 32;
    result.width = std::max(lanes.width, std::min(4 * lanes.width, 8 * words));
  }
  const bool is_near = 2 * lanes.width * private_bytes(kernel) <= kMaxPrivateBytes;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    LoopWork work = work_of(*loop, shapes);
    bool shares = has_rows && work.is_uniform && work.accumulators > 0 && work.vector_loads > 0 &&
                  work.own_loads == 0 && !work.has_effects;
    Lanes tile = lanes;
    has_tile |= shares;
    if (shares) {
      tile = best_tile(work, lanes, machine.vector_registers());
    } else {
      tile.width = lanes.width * columns_for(work, is_near);
    }
    if (tile.width * tile.rows > result.width * result.rows) result = tile;
  }
  if (!has_tile && strided > 1) {
    result.width = std::max(result.width, strided * lanes.width);
    return result;
  }
  if (!has_tile && result.width == lanes.width && allowed.allow(Technique::TwoRegisters) &&
      wants_two_registers(kernel, loops, counts, shapes, lanes, machine))
    result.width *= 2;
  if (!has_tile && result.width == 2 * lanes.width && allowed.allow(Technique::FourRegisters) &&
      wants_four_registers(kernel, loops, counts, shapes, lanes, machine))
    result.width *= 2;
  return result;
}

}  // namespace heddle::compiler
