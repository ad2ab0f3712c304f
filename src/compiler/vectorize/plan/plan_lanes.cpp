// SPDX-License-Identifier: Apache-2.0
// Decides how many work-items become one vector, and along which dimension, by the types that the
// kernel computes with, the strides of its accesses, and its size.
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/analysis/code_weight.h"
#include "compiler/analysis/inner_loops.h"
#include "compiler/analysis/same_bits.h"
#include "compiler/analysis/same_in_group.h"
#include "compiler/analysis/shape.h"
#include "compiler/analysis/sub_group_lanes.h"
#include "compiler/analysis/waiting_loops.h"
#include "compiler/ir/inside_test.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/marks.h"
#include "compiler/target/instruction_set.h"
#include "compiler/vectorize/access/structure_groups.h"
#include "compiler/vectorize/plan/lane_costs.h"
#include "compiler/vectorize/plan/narrow.h"
#include "compiler/vectorize/plan/narrow_ranges.h"
#include "compiler/vectorize/plan/passes.h"
#include "compiler/vectorize/plan/scalar_cost.h"
#include "compiler/vectorize/plan/scalar_parts.h"
#include "compiler/vectorize/plan/scalarize.h"
#include "compiler/vectorize/plan/tile.h"
#include "compiler/vectorize/plan/unroll_matrix_rows.h"
#include "compiler/vectorize/plan/wider_rival.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The most instructions of a scalar kernel that can be widened in reasonable time.
constexpr size_t kMaxInstructions = 12000;
/// The same once short vectors are taken apart, as far as their types tell: some of it folds.
constexpr size_t kMaxElements = 16000;
/// The most instructions times registers of a vector and rows of a tile.
constexpr size_t kMaxWideInstructions = 2000;

/// Limits the lanes to the local size: others would never be active.
unsigned limited(unsigned width, uint64_t local_size) {
  while (local_size != 0 && width > local_size) width /= 2;
  return width;
}

/// Limits the tile of a large kernel, which keeps the machine busy with one register for each
/// value.
Lanes within_budget(const Function& kernel, Lanes lanes, unsigned width) {
  // The tests of a guarded kernel are uniform, and its other version hardly ever runs.
  const size_t size =
      kernel.getFnAttributeAsParsedInteger(kVersionSize, kernel.getInstructionCount());
  if (size * lanes.rows * divideCeil(lanes.width, width) > kMaxWideInstructions) lanes.rows = 1;
  while (lanes.width > width && size * (lanes.width / width) > kMaxWideInstructions)
    lanes.width /= 2;
  return lanes;
}

/// Tells whether lanes may lie along dimension 1. Scans go by the linear id, in which dimension 0
/// counts fastest.
bool may_lie_along_one(const Function& kernel) {
  bool has_ids = false;
  for (const Instruction& instruction : instructions(kernel)) {
    const Internal intrinsic = called_internal(instruction);
    if (intrinsic == Internal::VectorIndex) return false;
    has_ids |= (intrinsic == Internal::GlobalId || intrinsic == Internal::LocalId) &&
               dimension(cast<CallBase>(instruction)) == 1;
  }
  return has_ids;
}

/// Tells whether work-items call collective functions, which are expensive without vectors.
bool has_collectives(const Function& kernel) {
  return any_of(instructions(kernel), [](const Instruction& instruction) {
    const Internal intrinsic = called_internal(instruction);
    return intrinsic == Internal::VectorBarrier || intrinsic == Internal::LanesReduce ||
           intrinsic == Internal::LanesScan || intrinsic == Internal::LanesShift ||
           intrinsic == Internal::LanesBroadcast || intrinsic == Internal::LanesShuffle ||
           intrinsic == Internal::LanesBallot;
  });
}

/// Returns the only local size that there is, or zeros.
const std::array<uint64_t, 3>& known_size(const KernelContext& context) {
  const auto& required = context.record.required_group_size;
  return required[0] ? required : context.options.local_size;
}

/// Tells whether sums of short vectors take all registers, but half of them with half as many lanes
/// and two members to a register (paired_members.cpp).
bool fits_with_half_the_lanes(Function& kernel, FunctionAnalysisManager& analyses,
                              const Lanes& lanes, const InstructionSet& machine,
                              const Techniques& allowed) {
  if (!allowed.allow(Technique::PairedMembers)) return false;
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  constexpr unsigned kOther = 4;  // registers
  const unsigned most = machine.vector_registers() - kOther;
  const auto has_many = [&](const Loop* loop) {
    return loop->isInnermost() && range_size(loop->getHeader()->phis()) > most;
  };
  if (none_of(loops.getLoopsInPreorder(), has_many)) return false;
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes);
  const AccessGroups groups(kernel, shapes, allowed, analyses);
  const StructureGroups flat(kernel, shapes, groups, lanes.width, machine, allowed);
  size_t sums = 0;
  for (const StructureGroups::Members& members : flat.steps()) {
    const auto* phi = dyn_cast<PHINode>(members[0]);
    const Loop* loop = phi ? loops.getLoopFor(phi->getParent()) : nullptr;
    if (!loop || !loop->isInnermost() || loop->getHeader() != phi->getParent()) continue;
    if (members.size() % 2 != 0 ||
        phi->getType()->getScalarSizeInBits() * lanes.width != machine.register_bits())
      return false;
    sums += members.size();
  }
  return sums > most;
}

/// Tells whether a vector has work-items of one group only. Barrier-free kernels run whole rows of
/// the range, but not those whose groups are one work-item with loops that may be vectorised.
bool ends_at_groups(const Function& kernel, const KernelContext& context, const LoopInfo& loops) {
  if (knows_groups(kernel, context) || zeroes_local_memory(context)) return true;
  const auto& size = known_size(context);
  return size[0] * size[1] * size[2] == 1 && may_vectorize_inner_loops(loops);
}

/// Names the other version of the kernel where the estimates are too close to trust one.
void note_rival(const Function& kernel, KernelContext& context, const LaneGain& gain,
                unsigned width) {
  constexpr double kDoubt = 4;
  const bool is_scalar = !gain.why_scalar.empty();
  const double lead = is_scalar ? gain.ratio : 1 / gain.ratio;
  // The first variant of a kernel with images is for their formats, its rival for any.
  if (gain.ratio == 0 || lead > kDoubt || context.record.waits_for_launch() ||
      !gives_same_bits(kernel))
    return;
  context.record.rival_lanes = is_scalar ? width : 1;
  context.report.note(is_scalar ? "long launches try vectors of " + std::to_string(width) + ", too"
                                : "long launches try scalar code, too");
}

/// Emits the estimates as a remark, `heddle-opt -pass-remarks-analysis=plan-lanes`.
void remark_on(Function& kernel, const LaneGain& gain, unsigned width) {
  OptimizationRemarkEmitter remarks(&kernel);
  remarks.emit([&] {
    return OptimizationRemarkAnalysis("plan-lanes", "Estimate", DebugLoc(), &kernel.getEntryBlock())
           << "estimated cycles of " << ore::NV("Lanes", width)
           << " lanes: " << ore::NV("Vector", static_cast<int64_t>(gain.vector))
           << ", of as many work-items one by one: "
           << ore::NV("OneByOne", static_cast<int64_t>(gain.one_by_one));
  });
  remarks.emit([&] {
    return OptimizationRemarkAnalysis("plan-lanes", "Accesses", DebugLoc(), &kernel.getEntryBlock())
           << "accesses of a work-item: "
           << ore::NV("Cycles", static_cast<float>(gain.accesses / width)) << " cycles";
  });
}

/// Tells whether addresses may be taken for affine that are so but for wraps.
bool has_small_objects(Function& kernel, const KernelContext& context,
                       FunctionAnalysisManager& analyses) {
  return !context.options.wide_ids &&
         Techniques(kernel, analyses).allow(Technique::ModularAddresses);
}

Lanes decide(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  const InstructionSet& machine = context.isa;
  const unsigned bits = machine.register_bits();
  Lanes lanes;
  lanes.small_objects = has_small_objects(kernel, context, analyses);
  LaneCosts costs = costs_along(kernel, analyses, 0, lanes.small_objects, machine);
  if (context.record.uses_sub_groups) return sub_group_lanes(context, width_for(costs, bits));
  if (may_lie_along_one(kernel)) {
    const LaneCosts along_one = costs_along(kernel, analyses, 1, lanes.small_objects, machine);
    const bool is_along_one = costs.scattered > 0 && along_one.contiguous > 0 &&
                              are_better_along_one(kernel, analyses, lanes.small_objects, machine);
    lanes.by_columns = is_along_one ? costs.contiguous > 0 && along_one.scattered > 0
                                    : along_one.contiguous > 0 && costs.scattered > 0;
    if (is_along_one) {
      lanes.dimension = 1;
      lanes.row_dimension = 0;
      costs = along_one;
    }
  }
  // Without sub-groups, a variant asks for as many lanes by the same key.
  const unsigned given =
      context.options.width ? context.options.width : context.options.sub_group_size;
  lanes.width = given ? given : width_for(costs, bits);
  // The costs of merged functions, a loop around everything, are not known so well.
  if (!given && costs.varies && !has_collectives(kernel) && !context.merging.done) {
    const Function& scalar = *kernel.getParent()->getFunction(scalar_copy_name(kernel));
    LaneGain gain = gain_of_lanes(kernel, analyses, lanes, machine, first_short_vector(scalar));
    remark_on(kernel, gain, lanes.width);
    note_rival(kernel, context, gain, lanes.width);
    if (!gain.why_scalar.empty()) {
      context.report.note(std::move(gain.why_scalar));
      return {};
    }
    context.record.vector_items = gain.items;
    if (gain.items > 1)
      context.report.note("as fast as one vector: " + std::to_string(gain.items) +
                          " work-items without vectors, if there are few");
  }
  if (!given && costs.varies) {
    const unsigned one_register = lanes.width;
    const Techniques techniques(kernel, analyses);
    lanes = choose_tile(kernel, context, analyses, lanes, machine, techniques);
    lanes = within_budget(kernel, lanes, one_register);
    if (lanes.rows == 1 && lanes.width == one_register && !loops.empty() &&
        fits_with_half_the_lanes(kernel, analyses, lanes, machine, techniques)) {
      lanes.width /= 2;
      lanes.paired = true;
    }
    note_wider_rival(kernel, context, analyses, lanes, one_register);
  }
  if (ends_at_groups(kernel, context, loops))
    lanes.width = limited(lanes.width, known_size(context)[lanes.dimension]);
  return lanes;
}

/// The lanes of work-items that all do the same: they need no vectors, so that their loops may be
/// vectorised.
constexpr unsigned kTaskLanes = 16;
bool is_task(const Function& kernel, const KernelContext& context) {
  if (context.options.width || context.record.uses_sub_groups || !all_do_the_same(kernel))
    return false;
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> back_edges;
  FindFunctionBackedges(kernel, back_edges);
  return !back_edges.empty();
}

bool has_other_code(const Module& module, const Function& kernel) {
  return any_of(module, [&](const Function& other) {
    return !other.isDeclaration() && &other != &kernel && !is_kept_builtin(other) &&
           !is_scalar_part(other);
  });
}

void give_up_too_large(KernelContext& context) {
  context.report.note("not vectorised: the kernel is too large");
  context.merging.restart = context.merging.untouched != nullptr;
}

/// Returns the number of instructions after scalarisation.
size_t count_elements(const Function& kernel) {
  size_t count = 0;
  for (const Instruction& each : instructions(kernel)) {
    if (isa<InsertElementInst, ExtractElementInst, ShuffleVectorInst>(each)) continue;
    const Type* type = isa<StoreInst>(each) ? each.getOperand(0)->getType() : each.getType();
    const auto* vector = dyn_cast<FixedVectorType>(type);
    count += vector ? vector->getNumElements() : 1;
  }
  return count;
}

bool is_too_large(const Function& kernel) {
  return kernel.getInstructionCount() > kMaxInstructions || count_elements(kernel) > kMaxElements ||
         kernel.size() > kMaxBlocks;
}

/// Tells whether vectors cannot be worth their code, before they are made. For most kernels only
/// the widened code shows it (widen.cpp).
bool cannot_pay(Function& kernel, const KernelContext& context, FunctionAnalysisManager& analyses) {
  constexpr size_t kMayBeLarge = 2000;
  if (count_elements(kernel) <= kMayBeLarge) return false;
  const InstructionSet& machine = context.isa;
  Lanes lanes;
  lanes.small_objects = has_small_objects(kernel, context, analyses);
  const LaneCosts costs = costs_along(kernel, analyses, 0, lanes.small_objects, machine);
  lanes.width = width_for(costs, machine.register_bits());
  const double one_by_one = analyses.getResult<CodeWeightAnalysis>(kernel).cycles * lanes.width;
  return !is_worth_its_size(least_weight_of_lanes(kernel, lanes, analyses), one_by_one,
                            has_barriers(kernel));
}

/// Tells whether work-items must be lanes, because sub-groups of a required size are vectors.
bool must_have_lanes(const KernelContext& context) {
  return wanted_sub_group_size(context) > 1;
}

/// Tells whether no vectors are wanted but those that sub-groups are.
bool is_plain(const KernelContext& context) {
  return !context.options.optimize || context.options.width == 1;
}

/// Tells whether scalar code must, or can, stand between the functions of sub-groups.
bool wants_scalar_parts(const Function& kernel, const KernelContext& context) {
  const bool must = must_have_lanes(context);
  if (is_plain(context)) return must;
  const bool may_have_parts =
      must || (context.record.uses_sub_groups && wanted_sub_group_size(context) == 0);
  return may_have_parts && is_too_large(kernel);
}

/// Tells whether the kernel is small enough for vectors. If not, the report says why.
bool fits_vectors(Module& module, Function& kernel, KernelContext& context) {
  if (must_have_lanes(context)) return true;
  if (is_plain(context)) return false;
  if (is_too_large(kernel)) {
    give_up_too_large(context);
    return false;
  }
  if (!has_other_code(module, kernel)) return true;
  context.report.note("not vectorised: too large for all that it calls to be inlined");
  return false;
}

}  // namespace

PreservedAnalyses plan_lanes(Module& module, KernelContext& context,
                             ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  PreservedAnalyses preserved = PreservedAnalyses::all();
  if (wants_scalar_parts(kernel, context)) {
    run(kOutlineScalarParts, kernel, context, of_function);
    context.report.note(std::string("scalar code between the functions of sub-groups: ") +
                        (is_plain(context) ? "no vectors are wanted" : "the kernel is large"));
    preserved = PreservedAnalyses::none();
  }
  if (!fits_vectors(module, kernel, context)) return preserved;
  const bool must = must_have_lanes(context);
  // Within a sub-group nobody may wait for another work-item.
  const Instruction* wait =
      must ? nullptr : find_wait(kernel, context.record.uses_sub_groups, of_function);
  if (wait) {
    context.report.note("not vectorised: work-items wait for one another in a loop", *wait);
    return preserved;
  }
  if (!context.options.width && wanted_sub_group_size(context) == 0 &&
      is_written_in_wide_vectors(kernel, context.isa.register_bits(), of_function)) {
    context.report.note("not vectorised: written in vectors that are as wide as the machine's");
    return preserved;
  }
  if (is_task(kernel, context)) {
    context.lanes.width = limited(kTaskLanes, known_size(context)[0]);
    context.lanes.same = context.lanes.are_used();
    return preserved;
  }
  if (may_stay_scalar(context) && cannot_pay(kernel, context, of_function)) {
    context.report.note(kNotWorthItsSize.str());
    return preserved;
  }
  ValueToValueMapTy map;
  Function* copy = CloneFunction(&kernel, map);
  copy->setName(scalar_copy_name(kernel));
  run(kScalarize, kernel, context, of_function);
  run(kNarrow, kernel, context, of_function);
  run(kNarrowRanges, kernel, context, of_function);
  if (!must && kernel.getInstructionCount() > kMaxInstructions) {
    give_up_too_large(context);
    return PreservedAnalyses::none();
  }
  // Loops that wait go round often, and do no work.
  if (!context.options.width && wanted_sub_group_size(context) == 0 && !has_yields(kernel) &&
      is_mostly_alone(kernel, of_function)) {
    context.report.note("not vectorised: atomic operations and calls are most of the work");
    return PreservedAnalyses::none();
  }
  context.lanes = decide(kernel, context, of_function);
  context.lanes.small_objects = has_small_objects(kernel, context, of_function);
  if (context.lanes.linear) run(kNumberLinearly, kernel, context, of_function);
  run(kUnrollMatrixRows, kernel, context, of_function);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
