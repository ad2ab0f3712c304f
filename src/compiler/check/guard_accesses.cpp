// SPDX-License-Identifier: Apache-2.0
// Guards memory accesses (HEDDLE_BOUNDS): one that is not within the object that its pointer is of
// is not made, and reads give zero. Unlike check_memory it reports nothing, lets nothing pass of
// which nothing is known, and leaves the kernel to the vectoriser. A guard is a test of its own
// kind (ir/inside_test.h), so that hoist_guards finds all of them after optimisation.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/check/accesses.h"
#include "compiler/check/bounds.h"
#include "compiler/check/conditional_accesses.h"
#include "compiler/check/define_values.h"
#include "compiler/check/passes.h"
#include "compiler/check/refuse_unguarded.h"
#include "compiler/check/run_alone.h"
#include "compiler/check/services.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/inside_test.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns what address arithmetic begins with.
const Value& base_of(const Value& pointer) {
  const Value* at = &pointer;
  for (;;) {
    if (const auto* address = dyn_cast<GEPOperator>(at)) {
      at = address->getPointerOperand();
    } else if (isa<FreezeInst, AddrSpaceCastInst, BitCastInst>(at)) {
      at = cast<Instruction>(at)->getOperand(0);
    } else {
      return *at;
    }
  }
}

/// Tells whether it is an address that is kept in an image's description, at one of `offsets`.
bool is_image_field(const Value& value, ArrayRef<uint64_t> offsets) {
  const auto* call = dyn_cast<CallInst>(&value);
  if (!call || called_internal(*call) != Internal::ImageField) return false;
  const auto* field = dyn_cast<ConstantInt>(call->getArgOperand(1));
  return field && call->getType()->isIntegerTy(64) && is_contained(offsets, field->getZExtValue());
}

/// Tells whether it is read from a pipe's description, or from that of an image's level.
bool is_description(const Value& pointer, const KernelContext& context) {
  const Value& base = base_of(pointer);
  if (const auto* argument = dyn_cast<Argument>(&base)) {
    const auto& args = context.record.args;
    return argument->getArgNo() < args.size() && args[argument->getArgNo()].kind == ArgKind::Pipe;
  }
  const auto* cast = dyn_cast<IntToPtrInst>(&base);
  return cast && is_image_field(*cast->getOperand(0), {offsetof(hd_image, levels)});
}

/// Tells whether the built-in library alone has a pointer that address arithmetic begins with.
bool is_base_of_library(const Value& base, const KernelContext& context) {
  if (is_description(base, context)) return true;
  const auto is_loaded = [&](const Value& value) {
    const auto* load = dyn_cast<LoadInst>(&value);
    return load && is_description(*load->getPointerOperand(), context);
  };
  if (is_loaded(base)) return true;
  const auto* instruction = dyn_cast<Instruction>(&base);
  if (!instruction) return false;
  const Internal called = called_internal(*instruction);
  if (called == Internal::GroupScratch || called == Internal::NamedBarrier ||
      called == Internal::LocalMemory)
    return true;
  // An address of an image is a sum with its beginning.
  const auto* cast = dyn_cast<IntToPtrInst>(instruction);
  if (!cast) return false;
  SmallVector<const Value*> work{cast->getOperand(0)};
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    while (const auto* frozen = dyn_cast<FreezeInst>(value)) value = frozen->getOperand(0);
    const auto* part = dyn_cast<Instruction>(value);
    if (!part) continue;
    if (called_internal(*part) == Internal::Texels || is_loaded(*part) ||
        is_image_field(*part, {offsetof(hd_image, data)}))
      return true;
    if (part->getOpcode() == Instruction::Add) append_range(work, part->operand_values());
  }
  return false;
}

/// Tells whether the built-in library alone makes the pointer: of a pipe, of an image's elements,
/// of memory of the group that no program has an address of. Programs have none of its parts.
bool is_of_library(const Value& pointer, const KernelContext& context) {
  SmallSetVector<const Value*, 4> bases;
  bases.insert(&base_of(pointer));
  for (size_t i = 0; i < bases.size(); ++i) {
    const auto add = [&](const Value* from) { bases.insert(&base_of(*from)); };
    if (const auto* phi = dyn_cast<PHINode>(bases[i])) {
      for (const Value* value : phi->incoming_values()) add(value);
    } else if (const auto* select = dyn_cast<SelectInst>(bases[i])) {
      add(select->getTrueValue());
      add(select->getFalseValue());
    } else if (!is_base_of_library(*bases[i], context)) {
      return false;
    }
  }
  return true;
}

/// The variables of a kernel that a loaded pointer may point into, besides what the launch knows.
class Variables {
 public:
  Variables(Function& kernel, const KernelContext& context) : kernel_(kernel), context_(context) {}

  /// Emits a pointer's place in one of them, or else `place`.
  Place find(IRBuilder<>& at, Value& pointer, Place place, Bounds& bounds) {
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    for (Value* object : all()) {
      const unsigned own = object->getType()->getPointerAddressSpace();
      if (space != own && space != kGeneric) continue;
      const Place whole = bounds.of(*object);
      Type* word = at.getInt64Ty();
      Value* offset =
          at.CreateSub(at.CreatePtrToInt(&pointer, word), at.CreatePtrToInt(object, word));
      Value* inside = at.CreateICmpULT(offset, whole.readable);
      place.offset = at.CreateSelect(inside, offset, place.offset);
      place.readable = at.CreateSelect(inside, whole.readable, place.readable);
      place.writable = at.CreateSelect(inside, whole.writable, place.writable);
    }
    return place;
  }

 private:
  ArrayRef<Value*> all() {
    if (is_known_) return all_;
    is_known_ = true;
    for (Instruction& each : instructions(kernel_)) {
      auto* variable = dyn_cast<AllocaInst>(&each);
      if (variable && PointerMayBeCaptured(variable, /*ReturnCaptures=*/false))
        all_.push_back(variable);
    }
    for (Argument& argument : kernel_.args()) {
      const auto& args = context_.record.args;
      const unsigned number = argument.getArgNo();
      const bool is_local = number < args.size() && args[number].kind == ArgKind::Local;
      if ((is_local || argument.hasByValAttr()) &&
          PointerMayBeCaptured(&argument, /*ReturnCaptures=*/false))
        all_.push_back(&argument);
    }
    for (GlobalVariable& variable : kernel_.getParent()->globals()) {
      const bool is_elsewhere = context_.globals.offset.contains(variable.getName());
      if (!is_elsewhere && is_taken(variable)) all_.push_back(&variable);
    }
    return all_;
  }

  /// Tells whether the address of a local variable or a constant may be in memory.
  static bool is_taken(const GlobalVariable& variable) {
    return any_of(variable.users(), [](const User* user) {
      return isa<Constant>(user) || PointerMayBeCaptured(user, /*ReturnCaptures=*/false) ||
             (isa<StoreInst>(user) || isa<PtrToIntInst>(user) || isa<CallBase>(user) ||
              isa<SelectInst>(user) || isa<PHINode>(user));
    });
  }

  Function& kernel_;
  const KernelContext& context_;
  SmallVector<Value*> all_;
  bool is_known_ = false;
};

/// An access with what its guard needs.
struct Guarded {
  Access access;
  // A guard of a load replaces its value, which may be one of these.
  WeakTrackingVH offset;
  WeakTrackingVH size;  ///< bytes of the object, for such accesses
  WeakTrackingVH bytes;
};

class Guards {
 public:
  Guards(Function& kernel, KernelContext& context)
      : kernel_(kernel),
        context_(context),
        word_(Type::getInt64Ty(kernel.getContext())),
        services_(kernel, context),
        test_(inside_test(*kernel.getParent())) {}

  /// Removes the accesses of variables that are outside of them whatever the program computes:
  /// their values would be undefined when variables become values.
  void drop_always_outside() {
    for (const Access& access : accesses_of(kernel_)) {
      APInt offset(64, 0);
      const DataLayout& layout = kernel_.getDataLayout();
      const auto* variable = dyn_cast<AllocaInst>(
          access.pointer->stripAndAccumulateConstantOffsets(layout, offset,
                                                            /*AllowNonInbounds=*/true));
      const auto* bytes = dyn_cast<ConstantInt>(access.bytes);
      const auto size = variable ? variable->getAllocationSize(layout) : std::nullopt;
      if (!size || !bytes) continue;
      const Guarded each{access, ConstantInt::get(word_, offset),
                         ConstantInt::get(word_, size->getFixedValue()), access.bytes};
      if (!ConditionalAccesses::is_known_inside(each.offset, each.size, each.bytes)) guard(each);
    }
  }

  void guard_all() {
    // All places come before any branch: they stand where the pointers are.
    const SmallVector<Access> made = accesses_of(kernel_);
    Bounds* all_bounds = nullptr;
    Variables variables(kernel_, context_);
    const auto in_variables = [&](IRBuilder<>& at, Value& pointer, const Place& place) {
      return variables.find(at, pointer, place, *all_bounds);
    };
    Bounds bounds(kernel_, context_, services_, in_variables);
    all_bounds = &bounds;
    bounds.follow_stores();
    SmallVector<Guarded> all;
    for (const Access& access : made) {
      if (is_of_library(*access.pointer, context_)) continue;
      const Place place = bounds.of(*access.pointer);
      align(access, place.align);
      all.push_back({access, place.offset,
                     access.kind == HD_SITE_READ ? place.readable : place.writable, access.bytes});
    }
    for (const Guarded& each : all)
      if (!ConditionalAccesses::is_known_inside(each.offset, each.size, each.bytes)) guard(each);
  }

 private:
  /// Lets vectors lie at any address at which the kernel may look for them.
  static void align(const Access& of, uint64_t known) {
    Instruction& instruction = *of.instruction;
    const auto less = [&](auto& access, const Type& type) {
      if (type.isVectorTy() && !access.isAtomic() && access.getAlign().value() > known)
        access.setAlignment(Align(known));
    };
    if (auto* load = dyn_cast<LoadInst>(&instruction)) less(*load, *load->getType());
    if (auto* store = dyn_cast<StoreInst>(&instruction))
      less(*store, *store->getValueOperand()->getType());
    auto* memory = dyn_cast<MemIntrinsic>(&instruction);
    if (memory && of.kind == HD_SITE_WRITE)
      memory->setDestAlignment(std::min(memory->getDestAlign().valueOrOne(), Align(known)));
    auto* copy = dyn_cast<MemTransferInst>(&instruction);
    if (copy && of.kind == HD_SITE_READ)
      copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), Align(known)));
  }

  /// Emits what holds if the access is in its object: one comparison, of unsigned numbers.
  Value* is_inside(IRBuilder<>& at, const Guarded& each) {
    Value* bytes = each.bytes;
    Value* inside = at.CreateCall(&test_, {each.offset, accesses_.limit(at, each.size, bytes)});
    if (isa<ConstantInt>(bytes)) return inside;
    return at.CreateSelect(at.CreateICmpEQ(bytes, at.getInt64(0)), at.getTrue(), inside);
  }

  void guard(const Guarded& each) {
    Instruction& instruction = *each.access.instruction;
    if (accesses_.is_erased(instruction)) return;
    IRBuilder<> at(&instruction);
    const auto* size = dyn_cast<ConstantInt>(each.size);
    const auto* bytes = dyn_cast<ConstantInt>(each.bytes);
    const bool is_known =
        size && bytes && (isa<ConstantInt>(each.offset) || size->getValue().ult(bytes->getValue()));
    // Those that are known to be inside are not guarded.
    if (is_known && !bytes->isZero()) return accesses_.erase(instruction);
    Value* inside = is_inside(at, each);
    Instruction* then =
        SplitBlockAndInsertIfThen(inside, instruction.getIterator(), /*Unreachable=*/false,
                                  MDBuilder(kernel_.getContext()).createLikelyBranchWeights());
    ConditionalAccesses::move(instruction, *then, *then->getParent()->getSinglePredecessor());
  }

  Function& kernel_;
  KernelContext& context_;
  IntegerType* const word_;
  CheckServices services_;
  Function& test_;
  ConditionalAccesses accesses_;
};

}  // namespace

PreservedAnalyses guard_accesses(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!kernel.hasFnAttribute(kGuarded)) return PreservedAnalyses::all();
  context.error = reason_to_refuse(module, kernel);
  if (!context.error.empty()) return PreservedAnalyses::none();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  define_values(kernel);
  run_alone(PromotePass(), kernel, of_function);
  Guards(kernel, context).drop_always_outside();
  // Pointers that structures hold are values now.
  run_alone(SROAPass(SROAOptions::PreserveCFG), kernel, of_function);
  define_values(kernel);
  Guards(kernel, context).guard_all();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
