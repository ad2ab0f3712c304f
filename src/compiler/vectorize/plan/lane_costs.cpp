// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/lane_costs.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Format.h>

#include "compiler/analysis/constant_tables.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/access/access_plan.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The counts of instructions of arithmetic: by the iterations of loops. Branches do not count,
/// because registers of a vector are as many for what is rare.
class LoopCounts {
 public:
  LoopCounts(Function& kernel, FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<LoopAnalysis>(kernel)),
        counts_(analyses.getResult<BlockCountsAnalysis>(kernel)) {}

  double of(const Instruction& instruction) const {
    return counts_.all_iterations(loops_.getLoopFor(instruction.getParent()));
  }

 private:
  const LoopInfo& loops_;
  const BlockCounts& counts_;
};

/// Tells whether it counts the iterations of a loop.
bool is_of_counter(const Instruction& instruction) {
  if (isa<CmpInst>(instruction))
    return all_of(instruction.users(), [](const User* user) { return isa<BranchInst>(user); });
  return isa<BinaryOperator>(instruction) && instruction.getType()->isIntegerTy() &&
         any_of(instruction.operands(), [&](const Use& operand) {
           const auto* phi = dyn_cast<PHINode>(operand.get());
           return phi && is_contained(phi->incoming_values(), &instruction);
         });
}

/// Tells whether it is a truth value as a number, or a reduction of such: a bit for each lane.
bool is_flag(const Instruction& instruction) {
  const Instruction* value = &instruction;
  if (called_internal(instruction) == Internal::LanesReduce)
    value = dyn_cast<Instruction>(cast<CallBase>(instruction).getArgOperand(0));
  return value && isa<ZExtInst>(value) && value->getOperand(0)->getType()->isIntegerTy(1);
}

/// Tells whether it extends the number of a table's element, which permutations take as it is.
bool is_of_table_number(const Instruction& instruction, unsigned lanes,
                        const InstructionSet& machine) {
  const auto looks_up = [&](const User* access) {
    const auto* load = dyn_cast<LoadInst>(access);
    return load && table_in_registers(Address(*load->getPointerOperand(), load->getDataLayout()),
                                      load->getType()->getScalarSizeInBits(), lanes, machine);
  };
  return isa<ZExtInst, SExtInst>(instruction) && all_of(instruction.users(), [&](const User* user) {
           return isa<GetElementPtrInst>(user) && all_of(user->users(), looks_up);
         });
}

/// Returns the bits of an element of `type` in arithmetic: a half is a float there (lower_half).
unsigned element_bits(const Type* type, const InstructionSet& machine) {
  const Type* element = type->getScalarType();
  return element->isHalfTy() && !machine.has_half_arithmetic() ? 32
                                                               : element->getScalarSizeInBits();
}

}  // namespace

bool is_written_in_wide_vectors(Function& kernel, unsigned bits,
                                FunctionAnalysisManager& analyses) {
  auto fills = [&](const Instruction& instruction) {
    auto* type = dyn_cast<FixedVectorType>(instruction.getType());
    return type && type->getPrimitiveSizeInBits() >= bits;
  };
  if (none_of(instructions(kernel), fills)) return false;
  const LoopCounts counts(kernel, analyses);
  double wide = 0, narrow = 0;
  for (Instruction& instruction : instructions(kernel)) {
    if (!isa<BinaryOperator, CmpInst, SelectInst, IntrinsicInst>(instruction)) continue;
    if (instruction.getType()->isIntegerTy(1) || is_of_counter(instruction)) continue;
    (fills(instruction) ? wide : narrow) += counts.of(instruction);
  }
  return wide > narrow;
}

LaneCosts costs_along(Function& kernel, FunctionAnalysisManager& analyses, unsigned dimension,
                      bool small_objects, const InstructionSet& machine) {
  const Lanes lanes{.dimension = dimension,
                    .width = 16,
                    .rows = 1,
                    .row_dimension = dimension == 0 ? 1U : 0U,
                    .small_objects = small_objects};
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes);
  const LoopCounts counts(kernel, analyses);
  const auto& accesses = analyses.getResult<BlockCountsAnalysis>(kernel);
  // Members of groups lie within a stride of each other, and are planned each for itself here.
  const AccessGroups groups;
  const StructureGroups structures;
  const Techniques techniques(kernel, analyses);
  const AccessPlan plan(kernel,
                        {lanes, shapes, groups, structures, nullptr, nullptr, nullptr,
                         [](const Value*) { return false; }},
                        {machine, techniques});
  LaneCosts costs;
  for (Instruction& instruction : instructions(kernel)) {
    double count = counts.of(instruction);
    if (const Value* pointer = getLoadStorePointerOperand(&instruction)) {
      if (shapes.of(pointer).is_uniform()) continue;
      count = accesses.of(*instruction.getParent());
      costs.holds_64_bits |= getLoadStoreType(&instruction)->getScalarSizeInBits() == 64;
      const Candidate* planned = plan.of(instruction);
      // Lanes that write to cache lines of their own keep more of the caches busy than such that
      // read.
      if (isa<StoreInst>(instruction)) count *= 2;
      (planned && !lies_apart(*planned) ? costs.contiguous : costs.scattered) += count;
      costs.varies = true;
      continue;
    }
    if (!shapes.of(&instruction).is_varying()) continue;
    costs.varies = true;
    unsigned bits = element_bits(instruction.getType(), machine);
    if (isa<CmpInst>(instruction))
      bits = element_bits(instruction.getOperand(0)->getType(), machine);
    if (bits < 8 || isa<PHINode>(instruction) || is_flag(instruction) ||
        is_of_table_number(instruction, lanes.width, machine))
      continue;
    costs.holds_64_bits |= instruction.getType()->getScalarType()->isDoubleTy();
    if (called_internal(instruction) == Internal::Pick) count *= instruction.getNumOperands() - 3;
    costs.by_bits[bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3] += count;
  }
  return costs;
}

void print_lane_costs(Function& kernel, FunctionAnalysisManager& analyses,
                      const KernelContext& context, raw_ostream& out) {
  const InstructionSet& machine = context.isa;
  for (const unsigned dimension : {0, 1}) {
    const LaneCosts costs =
        costs_along(kernel, analyses, dimension, context.lanes.small_objects, machine);
    out << "dimension " << dimension << (costs.varies ? ": varies" : ": uniform")
        << format(", contiguous accesses %g, scattered %g, operations of 8, 16, 32, 64 bits",
                  costs.contiguous, costs.scattered);
    for (const double count : costs.by_bits) out << format(" %g", count);
    out << ", lanes of a register " << width_for(costs, machine.register_bits()) << "\n";
  }
}

unsigned width_for(const LaneCosts& costs, unsigned bits) {
  double total = 0;
  for (double cost : costs.by_bits) total += cost;
  double larger = costs.holds_64_bits ? 0 : costs.by_bits[3];
  unsigned element = costs.holds_64_bits ? 64 : 32;
  for (int i = costs.holds_64_bits ? 3 : 2; i >= 0; --i, element /= 2) {
    larger += costs.by_bits[i];
    if (2 * larger >= total && total > 0) return bits / element;
  }
  return bits / 32;  // nothing is computed: a copy
}

bool are_better_along_one(Function& kernel, FunctionAnalysisManager& analyses, bool small_objects,
                          const InstructionSet& machine) {
  const LaneCosts zero = costs_along(kernel, analyses, 0, small_objects, machine);
  const LaneCosts one = costs_along(kernel, analyses, 1, small_objects, machine);
  return one.contiguous > zero.contiguous && one.scattered < zero.scattered;
}

bool is_mostly_alone(Function& kernel, FunctionAnalysisManager& analyses) {
  // Costs in instructions. kAlone is the cost of a loop over the lanes, which goes through memory.
  // kCombined is the cost of one update that stands for those of all lanes.
  constexpr double kAlone = 24, kCombined = 8;
  const Shapes& shapes = analyses.getResult<LaneShapesAnalysis>(kernel).at(Lanes{.width = 16});
  const LoopCounts counts(kernel, analyses);
  double one_by_one = 0, other = 0;
  for (const Instruction& instruction : instructions(kernel)) {
    const double count = counts.of(instruction);
    const auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    const auto* call = dyn_cast<CallBase>(&instruction);
    const bool is_service = call && call->isIndirectCall();  // printf
    if (update && combines_lanes(*update) && shapes.of(update->getPointerOperand()).is_uniform()) {
      other += kCombined * count;
    } else if (is_service || isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
      one_by_one += kAlone * count;
    } else if (instruction.mayReadOrWriteMemory() || shapes.of(&instruction).is_varying()) {
      other += count;
    }
  }
  return one_by_one > other;
}

}  // namespace heddle::compiler
