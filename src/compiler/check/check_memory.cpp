// SPDX-License-Identifier: Apache-2.0
// Checks memory accesses against the objects that their pointers are of. Before each access stands
// a comparison of an integer offset with the bytes of the object, so that an overflow from one
// buffer into its neighbour is found, as red zones do not find it. The access is made on one side
// of the branch; the report, which is unlikely, stands on the other. LLVM's BoundsCheckingPass is
// the pattern; that one traps, and knows objects of the function alone.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <optional>

#include "compiler/check/accesses.h"
#include "compiler/check/bounds.h"
#include "compiler/check/conditional_accesses.h"
#include "compiler/check/drop_assumptions.h"
#include "compiler/check/member_arrays.h"
#include "compiler/check/passes.h"
#include "compiler/check/run_alone.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// An access with what its check needs.
struct Checked {
  Access access;
  Value* offset;
  Value* size;     ///< bytes of the object, for such accesses
  uint64_t align;  ///< known to divide the address
};

class Checker {
 public:
  Checker(Function& kernel, KernelContext& context)
      : kernel_(kernel),
        context_(context),
        word_(Type::getInt64Ty(kernel.getContext())),
        services_(kernel, context),
        sites_(*kernel.getParent(), context) {}

  /// Reports the accesses of variables that are wrong whatever the program computes. They would
  /// keep variables from becoming registers, or vanish when these do.
  void check_always_wrong() {
    for (Access& access : accesses_of(kernel_)) {
      APInt offset(64, 0);
      const DataLayout& layout = kernel_.getDataLayout();
      access.object = access.pointer->stripAndAccumulateConstantOffsets(layout, offset,
                                                                        /*AllowNonInbounds=*/true);
      const auto size = size_of(*access.object);
      if (!size) continue;
      const Checked each{access, ConstantInt::get(word_, offset), ConstantInt::get(word_, *size),
                         HD_MAX_TYPE_ALIGN};
      if (is_constant(each) && !is_right(each)) check(each);
    }
  }

  void check_all() {
    // All places come before any branch: they stand where the pointers are.
    const SmallVector<Access> made = accesses_of(kernel_);
    Bounds bounds(kernel_, context_, services_);
    bounds.follow_stores();
    SmallVector<Checked> all;
    // A check of a load replaces its value, which may be the pointer of another access.
    SmallVector<std::pair<WeakTrackingVH, WeakTrackingVH>> values;
    for (Access access : made) {
      const Place place = bounds.of(*access.pointer);
      access.object = place.object;
      Value* size = access.kind == HD_SITE_READ ? place.readable : place.writable;
      if (is_unknown(*size)) continue;
      all.push_back({access, place.offset, size, place.align});
      values.emplace_back(access.pointer, access.bytes);
    }
    for (auto [each, value] : zip_equal(all, values)) {
      each.access.pointer = value.first;
      each.access.bytes = value.second;
      if (!is_right(each)) check(each);
    }
  }

 private:
  /// Tells whether nothing is known of the object, at run time either.
  static bool is_unknown(const Value& size) {
    const auto* bytes = dyn_cast<ConstantInt>(&size);
    return bytes && bytes->getZExtValue() == HD_UNKNOWN_BYTES;
  }

  static bool is_constant(const Checked& each) {
    return isa<ConstantInt>(each.offset) && isa<ConstantInt>(each.size) &&
           isa<ConstantInt>(each.access.bytes);
  }

  /// Tells whether the access is known to be in its object.
  static bool is_right(const Checked& each) {
    return each.access.align <= each.align &&
           ConditionalAccesses::is_known_inside(each.offset, each.size, each.access.bytes);
  }

  /// Returns the bytes of a variable.
  std::optional<uint64_t> size_of(const Value& object) const {
    const DataLayout& layout = kernel_.getDataLayout();
    if (const auto* variable = dyn_cast<AllocaInst>(&object)) {
      const auto size = variable->getAllocationSize(layout);
      return size ? std::optional(size->getFixedValue()) : std::nullopt;
    }
    const auto* variable = dyn_cast<GlobalVariable>(&object);
    if (!variable) return std::nullopt;
    return layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
  }

  /// Emits what holds if the access is right.
  Value* is_allowed(IRBuilder<>& at, const Checked& each) {
    Value* inside = is_inside(at, each);
    for (const auto& [index, count] : member_indices(*each.access.pointer)) {
      Value* number = at.CreateSExtOrTrunc(index, word_);
      inside = at.CreateAnd(inside, at.CreateICmpULT(number, at.getInt64(count)));
    }
    if (each.access.align <= each.align) return inside;
    Value* address = at.CreatePtrToInt(each.access.pointer, word_);
    Value* rest = at.CreateAnd(address, at.getInt64(each.access.align - 1));
    return at.CreateAnd(inside, at.CreateICmpEQ(rest, at.getInt64(0)));
  }

  /// Emits what holds if the access is in its object: one comparison, of unsigned numbers.
  Value* is_inside(IRBuilder<>& at, const Checked& each) {
    Value* bytes = each.access.bytes;
    Value* end = accesses_.limit(at, each.size, bytes);
    Value* inside = at.CreateICmpULT(each.offset, end);
    if (isa<ConstantInt>(bytes)) return inside;
    return at.CreateOr(at.CreateICmpEQ(bytes, at.getInt64(0)), inside);
  }

  void check(const Checked& each) {
    Instruction& instruction = *each.access.instruction;
    if (accesses_.is_erased(instruction)) return;
    const DebugLoc place = instruction.getDebugLoc();
    IRBuilder<> at(&instruction);
    Value* allowed = is_allowed(at, each);
    if (auto* known = dyn_cast<ConstantInt>(allowed)) {
      if (known->isOne()) return;
      report(&instruction, each, place);
      return accesses_.erase(instruction);
    }
    Instruction *right = nullptr, *wrong = nullptr;
    SplitBlockAndInsertIfThenElse(allowed, instruction.getIterator(), &right, &wrong,
                                  MDBuilder(kernel_.getContext()).createLikelyBranchWeights());
    mark_branch_of_check(
        *cast<BranchInst>(right->getParent()->getSinglePredecessor()->getTerminator()));
    report(wrong, each, place);
    ConditionalAccesses::move(instruction, *right, *wrong->getParent());
  }

  void report(Instruction* before, const Checked& each, const DebugLoc& place) {
    IRBuilder<> at(before);
    at.SetCurrentDebugLocation(place);
    // The address of a variable that is told to others would keep it in memory.
    Value* address = each.access.object && isa<AllocaInst>(each.access.object)
                         ? at.CreateAdd(each.offset, at.getInt64(1))
                         : at.CreatePtrToInt(each.access.pointer, word_);
    SmallVector<Value*> arguments{sites_.describe(each.access), address, each.offset,
                                  each.access.bytes, each.size};
    services_.report_access(at, arguments);
  }

  Function& kernel_;
  KernelContext& context_;
  IntegerType* const word_;
  CheckServices services_;
  Sites sites_;
  ConditionalAccesses accesses_;
};

/// Notes how many functions are not checked: those that stay calls in very large kernels do not
/// know the launch.
void report_unchecked(const Module& module, const Function& kernel, KernelContext& context) {
  const auto is_other = [&](const Function& function) {
    return !function.isDeclaration() && &function != &kernel && !is_kept_builtin(function);
  };
  const auto count = count_if(module, is_other);
  if (count != 0)
    context.report.note("not checked: " + std::to_string(count) + " functions that stay calls");
}

}  // namespace

PreservedAnalyses check_memory(Module& module, KernelContext& context,
                               ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckMemory)) return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  report_unchecked(module, kernel, context);
  drop_assumptions(kernel);
  run_alone(PromotePass(), kernel, of_function);
  Checker(kernel, context).check_always_wrong();
  // Pointers that structures hold are values now.
  run_alone(SROAPass(SROAOptions::PreserveCFG), kernel, of_function);
  drop_assumptions(kernel);
  Checker(kernel, context).check_all();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
