// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/grid_stride.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cmath>

#include "compiler/analysis/leaving_lanes.h"
#include "compiler/analysis/recurrence.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/plan/matrix_rows.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The most registers of loops in steps of the range's or the group's size, and of other ones:
/// these often have a work-item for each column of a matrix, of which wide vectors leave too few.
constexpr unsigned kMostInStrides = 16, kMost = 4;
constexpr unsigned kMostLanes = 256;  // a vector has
/// Uniform operations are worth a second register if they are so many, and half of the varying
/// ones.
constexpr unsigned kMinShared = 12;
/// The most varying operations of an iteration in which memory takes most of the time.
constexpr unsigned kMostOperations = 24;

/// The work of one iteration of a loop for one vector.
struct Iteration {
  unsigned streams = 0;  ///< contiguous accesses to global memory that go along the loop in strides
  unsigned handed_on = 0;   ///< varying values that go from one iteration to the next
  unsigned operations = 0;  ///< varying
  unsigned shared = 0;      ///< uniform operations and loads
  bool has_others = false;  ///< accesses that are not contiguous, or anything else than computation
};

bool is_global(const Instruction& access, const KernelContext& context) {
  const Value* object = getUnderlyingObject(getLoadStorePointerOperand(&access));
  if (const auto* argument = dyn_cast<Argument>(object))
    return context.record.args[argument->getArgNo()].kind != ArgKind::Local;
  const auto* call = dyn_cast<CallBase>(object);
  return !isa<AllocaInst>(object) && !(call && called_internal(*call) == Internal::LocalMemory);
}

/// Returns how often lanes gather or scatter, if loops have eight iterations.
double count_gathers(Function& kernel, const LoopInfo& loops, const Shapes& shapes) {
  double count = 0;
  for (const Instruction& instruction : instructions(kernel)) {
    const Value* pointer = getLoadStorePointerOperand(&instruction);
    if (pointer && shapes.of(pointer).is_varying())
      count += std::pow(8, loops.getLoopDepth(instruction.getParent()));
  }
  return count;
}

Iteration iteration_of(const Loop& loop, const Shapes& shapes, const KernelContext& context) {
  Iteration iteration;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (isa<PHINode>(instruction)) {
        iteration.handed_on += block == loop.getHeader() && shapes.of(&instruction).is_varying() &&
                               !shapes.of(&instruction).is_modular;
        continue;
      }
      const Value* pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || instruction.isAtomic() || instruction.isVolatile()) {
        iteration.has_others |= instruction.mayReadOrWriteMemory();
        if (is_free(instruction) || instruction.isTerminator()) continue;
        iteration.operations += shapes.of(&instruction).is_varying();
        iteration.shared += shapes.of(&instruction).is_uniform();
        continue;
      }
      const Shape shape = shapes.of(pointer);
      const uint64_t size =
          instruction.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction));
      const bool is_contiguous = shape.is_affine() && shape.stride == static_cast<int64_t>(size);
      iteration.has_others |= !is_contiguous && !shape.is_uniform();
      iteration.shared += shape.is_uniform();
      iteration.streams +=
          is_contiguous && is_global(instruction, context) && has_large_stride(*pointer, loop);
    }
  }
  return iteration;
}

}  // namespace

unsigned registers_for_strides(Function& kernel, const KernelContext& context,
                               FunctionAnalysisManager& analyses, const Lanes& lanes,
                               const InstructionSet& machine) {
  const auto size = known_local_size(context);
  const bool in_groups = knows_groups(kernel, context);
  if (in_groups && !size) return 1;
  const unsigned registers = machine.vector_registers();
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes);
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  const double gathers = count_gathers(kernel, loops, shapes);
  unsigned result = 1;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    // Without mask registers the masks of several registers take longer than the cache.
    if (!loop->isInnermost() || (!machine.has_mask_registers() && busy_lanes(*loop, shapes) < 1))
      continue;
    const Iteration iteration = iteration_of(*loop, shapes, context);
    const double runs = std::pow(8, loop->getLoopDepth());
    const bool is_stream = iteration.streams > 0 && iteration.operations <= kMostOperations;
    const bool shares = iteration.shared >= kMinShared &&
                        2 * iteration.shared >= iteration.operations &&
                        !is_divergent(*loop, shapes);
    // Other loops spend their time on gathers, for which wider vectors fetch more cache lines at
    // once.
    const unsigned accesses = is_stream ? iteration.streams : iteration.shared;
    if (!(is_stream || shares) || iteration.has_others || accesses * runs <= gathers) continue;
    const bool in_strides = is_divergent(*loop, shapes) && busy_lanes(*loop, shapes) == 1;
    if (!in_groups && !in_strides) continue;
    unsigned room = !is_stream ? 2 : in_strides ? kMostInStrides : kMost;
    const auto fits = [&] {
      if (in_groups && (*size)[lanes.dimension] % (uint64_t{lanes.width} * room) != 0) return false;
      return lanes.width * room <= kMostLanes &&
             iteration.handed_on * room + iteration.streams < registers;
    };
    while (room > 1 && !fits()) room /= 2;
    result = std::max(result, room);
  }
  return result;
}

}  // namespace heddle::compiler
