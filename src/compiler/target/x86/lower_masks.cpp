// SPDX-License-Identifier: Apache-2.0
// Widens masks for machines without mask registers. Code generation keeps vectors of truth values
// as bytes or words if it has to keep them: between blocks, and where they are combined. Each
// comparison is then packed, and unpacked again for each blend of wider elements. Here masks that
// live longer than their comparison become numbers as wide as the values that they select, all ones
// or all zeros. Their users take the sign, which is free: blends, masked accesses and tests use the
// sign alone.
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/ir/shuffles.h"
#include "compiler/target/instruction_set.h"
#include "compiler/target/passes.h"
#include "support/cpu_features.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Tells whether it is a vector of truth values.
bool is_mask(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(1) && vector->getNumElements() > 1 &&
         isPowerOf2_32(vector->getNumElements());
}

unsigned lanes_of(const Value& mask) {
  return cast<FixedVectorType>(mask.getType())->getNumElements();
}

/// Tells whether it is a mask made of masks, which is computed in their wide form.
bool combines(const Value& value) {
  if (!is_mask(value.getType())) return false;
  if (isa<PHINode, FreezeInst, SelectInst>(value)) return true;
  const auto* instruction = dyn_cast<BinaryOperator>(&value);
  return instruction && instruction->isBitwiseLogicOp();
}

/// Tells whether it blends a value into memory. Code generation turns that into a masked store,
/// which the blend was made to avoid (vectorize/access/contiguous.cpp).
bool blends_into_memory(const SelectInst& select) {
  if (!select.hasOneUse() || !is_mask(select.getCondition()->getType())) return false;
  Type* element = select.getType()->getScalarType();
  const auto* store = dyn_cast<StoreInst>(select.user_back());
  if (!store || !store->isSimple() || element->isPointerTy()) return false;
  return any_of(select.operands(), [&](const Value* operand) {
    const auto* old = dyn_cast<LoadInst>(operand);
    return old && old->getPointerOperand() == store->getPointerOperand();
  });
}

class Masks {
 public:
  Masks(Function& function, FunctionAnalysisManager& analyses, unsigned register_bits)
      : function_(function),
        register_bits_(register_bits),
        loops_(analyses.getResult<LoopAnalysis>(function)) {}

  void run() {
    find_webs();
    for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
      for (Instruction& instruction : *block)
        if (width_.contains(&instruction)) members_.push_back(&instruction);
    }
    for (Instruction* mask : members_) place(*mask);
    for (Instruction* mask : members_) combine(*mask);
    for (Instruction* mask : members_) replace_uses(*mask);
    for (Instruction* mask : members_) mask->dropAllReferences();
    for (Instruction* mask : members_) mask->eraseFromParent();
  }

 private:
  using Votes = std::map<unsigned, double>;  // by the bits of an element

  /// Finds the webs: masks that are combined with each other have one width.
  void find_webs() {
    EquivalenceClasses<Instruction*> webs;
    for (Instruction& instruction : instructions(function_)) {
      if (!is_mask(instruction.getType())) continue;
      webs.insert(&instruction);
      if (!combines(instruction)) continue;
      for (Value* operand : instruction.operands()) {
        auto* other = dyn_cast<Instruction>(operand);
        if (other && other->getType() == instruction.getType()) webs.unionSets(&instruction, other);
      }
    }
    for (const auto* web : webs) {
      if (!web->isLeader()) continue;
      Votes votes;
      bool is_kept = false;
      for (Instruction* mask : webs.members(*web)) {
        is_kept |= combines(*mask) || outlives_block(*mask) || is_blended_with(*mask);
        vote(*mask, votes);
      }
      if (!is_kept || votes.empty()) continue;
      const auto most = llvm::max_element(
          votes, [](const auto& a, const auto& b) { return a.second < b.second; });
      for (Instruction* mask : webs.members(*web)) width_[mask] = most->first;
    }
  }

  static bool outlives_block(const Instruction& mask) {
    return any_of(mask.users(), [&](const User* user) {
      const auto* instruction = cast<Instruction>(user);
      return instruction->getParent() != mask.getParent() || isa<PHINode>(instruction);
    });
  }

  static bool is_blended_with(const Instruction& mask) {
    return any_of(mask.users(), [](const User* user) {
      const auto* select = dyn_cast<SelectInst>(user);
      return select && blends_into_memory(*select);
    });
  }

  /// Votes for widths: each comparison and each use that is as wide as the mask saves a conversion.
  void vote(const Instruction& mask, Votes& votes) const {
    auto add = [&](const Instruction& at, const Type* type) {
      unsigned bits = type->getScalarSizeInBits();
      if (type->isPtrOrPtrVectorTy()) bits = 64;
      if (bits < 8 || bits > 64 || !isPowerOf2_32(bits)) return;
      double weight = double(lanes_of(mask)) * bits / register_bits_;
      for (unsigned depth = std::min(loops_.getLoopDepth(at.getParent()), 6U); depth > 0; --depth)
        weight *= 8;
      votes[bits] += std::max(weight, 1.0);
    };
    if (const auto* compare = dyn_cast<CmpInst>(&mask))
      add(mask, compare->getOperand(0)->getType());
    for (const User* user : mask.users()) {
      const auto* instruction = cast<Instruction>(user);
      if (isa<SelectInst, SExtInst>(instruction) && !is_mask(instruction->getType())) {
        add(*instruction, instruction->getType());
      } else if (const auto* call = dyn_cast<IntrinsicInst>(instruction)) {
        if (call->getIntrinsicID() == Intrinsic::masked_load ||
            call->getIntrinsicID() == Intrinsic::masked_gather)
          add(*call, call->getType());
        else if (call->getIntrinsicID() == Intrinsic::masked_store)
          add(*call, call->getArgOperand(0)->getType());
      }
    }
  }

  Type* wide_type(const Instruction& mask) const {
    return FixedVectorType::get(IntegerType::get(mask.getContext(), width_.lookup(&mask)),
                                lanes_of(mask));
  }

  static BasicBlock::iterator after(Instruction& instruction) {
    if (isa<PHINode>(instruction)) return instruction.getParent()->getFirstInsertionPt();
    return std::next(instruction.getIterator());
  }

  /// Places the wide forms of phis, which are used before their operands exist, and of masks that
  /// are no combinations.
  void place(Instruction& mask) {
    if (auto* phi = dyn_cast<PHINode>(&mask)) {
      wide_[&mask] =
          PHINode::Create(wide_type(mask), phi->getNumIncomingValues(), "mask", mask.getIterator());
      return;
    }
    if (combines(mask)) return;
    IRBuilder<> at(mask.getParent(), after(mask));
    if (Value* all = getSplatValue(&mask)) {
      Value* word = at.CreateSExt(all, wide_type(mask)->getScalarType());
      wide_[&mask] = at.CreateVectorSplat(lanes_of(mask), word, "mask");
      return;
    }
    // A copy of the mask without other users: the mask itself goes.
    Instruction* own = mask.clone();
    own->insertBefore(mask.getIterator());
    wide_[&mask] = at.CreateSExt(own, wide_type(mask), "mask");
  }

  /// Emits a combination. Operands come before their users, except those of phis.
  void combine(Instruction& mask) {
    Type* type = wide_type(mask);
    if (auto* phi = dyn_cast<PHINode>(&mask)) {
      auto* own = cast<PHINode>(wide_[&mask]);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        own->addIncoming(wide_operand(mask, i, type, phi->getIncomingBlock(i)->getTerminator()),
                         phi->getIncomingBlock(i));
      return;
    }
    if (wide_.contains(&mask)) return;
    IRBuilder<> at(&mask);
    auto operand = [&](unsigned i) { return wide_operand(mask, i, type, &mask); };
    if (auto* logic = dyn_cast<BinaryOperator>(&mask)) {
      wide_[&mask] = at.CreateBinOp(logic->getOpcode(), operand(0), operand(1), "mask");
    } else if (isa<FreezeInst>(mask)) {
      wide_[&mask] = at.CreateFreeze(operand(0), "mask");
    } else {
      wide_[&mask] = selected(at, cast<SelectInst>(mask), type);
    }
  }

  /// Emits a select. A lane that the condition leaves out may be poison there.
  Value* selected(IRBuilder<>& at, SelectInst& select, Type* type) {
    Value* yes = wide_operand(select, 1, type, &select);
    Value* no = wide_operand(select, 2, type, &select);
    if (!is_mask(select.getCondition()->getType()))
      return at.CreateSelect(select.getCondition(), yes, no, "mask");
    Value* condition = wide_operand(select, 0, type, &select);
    auto settled = [&](Value* wide, Value* narrow) {
      return isGuaranteedNotToBePoison(narrow) ? wide : at.CreateFreeze(wide);
    };
    if (match(no, m_Zero()))
      return at.CreateAnd(condition, settled(yes, select.getTrueValue()), "mask");
    if (match(yes, m_AllOnes()))
      return at.CreateOr(condition, settled(no, select.getFalseValue()), "mask");
    if (match(yes, m_Zero()))
      return at.CreateAnd(at.CreateNot(condition), settled(no, select.getFalseValue()), "mask");
    return at.CreateSelect(sign(at, condition), yes, no, "mask");
  }

  /// Returns an operand's wide form, also for an argument, or another value outside of the webs.
  Value* wide_operand(Instruction& mask, unsigned i, Type* type, Instruction* at) {
    Value* operand = mask.getOperand(i);
    const auto known = wide_.find(dyn_cast<Instruction>(operand));
    return known != wide_.end() ? known->second : IRBuilder<>(at).CreateSExt(operand, type);
  }

  static Value* sign(IRBuilder<>& at, Value* wide) {
    return at.CreateICmpSLT(wide, Constant::getNullValue(wide->getType()));
  }

  void replace_uses(Instruction& mask) {
    Value* wide = wide_[&mask];
    for (Use& use : make_early_inc_range(mask.uses())) {
      auto* user = cast<Instruction>(use.getUser());
      if (width_.contains(user) && combines(*user)) continue;
      if (replace_test(*user, wide) || blend_bytes(*user, wide)) continue;
      BasicBlock::iterator place = user->getIterator();
      if (auto* phi = dyn_cast<PHINode>(user))
        place = phi->getIncomingBlock(use)->getTerminator()->getIterator();
      IRBuilder<> at(place->getParent(), place);
      if (auto* extension = dyn_cast<SExtInst>(user)) {
        const bool fits = extension->getType() == wide->getType();
        replace(*extension, fits ? wide : at.CreateSExt(sign(at, wide), extension->getType()));
        continue;
      }
      use.set(sign(at, wide));
    }
  }

  void replace(Instruction& old, Value* value) {
    old.replaceAllUsesWith(value);
    old.eraseFromParent();
  }

  /// Blends bytes, as they have no masked stores.
  bool blend_bytes(Instruction& user, Value* wide) {
    auto* select = dyn_cast<SelectInst>(&user);
    if (!select || register_bits_ < 256 || !blends_into_memory(*select)) return false;
    IRBuilder<> at(select);
    auto* type = cast<FixedVectorType>(select->getType());
    const unsigned bits = type->getScalarSizeInBits(), lanes = type->getNumElements();
    if (bits < 32) return false;
    if (wide->getType()->getScalarSizeInBits() != bits)
      wide = at.CreateSExt(sign(at, wide), FixedVectorType::get(at.getIntNTy(bits), lanes));
    auto bytes = [&](Value* value) {
      return at.CreateBitCast(value, FixedVectorType::get(at.getInt8Ty(), lanes * bits / 8));
    };
    Value* yes = bytes(select->getTrueValue());
    Value* no = bytes(select->getFalseValue());
    Value* blend = at.CreateSelect(sign(at, bytes(wide)), yes, no);
    replace(*select, at.CreateBitCast(blend, type));
    return true;
  }

  /// Replaces a test whether any or all lanes are active, which joins halves first.
  bool replace_test(Instruction& user, Value* wide) {
    if (auto* call = dyn_cast<IntrinsicInst>(&user)) {
      const bool any = call->getIntrinsicID() == Intrinsic::vector_reduce_or;
      if (!any && call->getIntrinsicID() != Intrinsic::vector_reduce_and) return false;
      IRBuilder<> at(call);
      replace(*call, test(at, wide, any));
      return true;
    }
    if (!isa<BitCastInst>(user) || !user.getType()->isIntegerTy()) return false;
    SmallVector<ICmpInst*> tests;
    for (User* each : user.users()) {
      auto* compare = dyn_cast<ICmpInst>(each);
      if (!compare || !compare->isEquality() ||
          !match(compare->getOperand(1), m_CombineOr(m_Zero(), m_AllOnes())))
        return false;
      tests.push_back(compare);
    }
    for (ICmpInst* compare : tests) {
      IRBuilder<> at(compare);
      const bool any = match(compare->getOperand(1), m_Zero());
      Value* result = test(at, wide, any);
      if (any == (compare->getPredicate() == ICmpInst::ICMP_EQ)) result = at.CreateNot(result);
      replace(*compare, result);
    }
    user.eraseFromParent();
    return true;
  }

  Value* test(IRBuilder<>& at, Value* wide, bool any) {
    unsigned lanes = lanes_of(*wide);
    const unsigned bits = wide->getType()->getScalarSizeInBits();
    while (lanes > 1 && lanes * bits > register_bits_) {
      lanes /= 2;
      Value *first = cut(at, wide, 0, lanes), *second = cut(at, wide, lanes, lanes);
      wide = any ? at.CreateOr(first, second) : at.CreateAnd(first, second);
    }
    Type* type = at.getIntNTy(lanes);
    Value* signs = at.CreateBitCast(sign(at, wide), type);
    return any ? at.CreateICmpNE(signs, Constant::getNullValue(type))
               : at.CreateICmpEQ(signs, Constant::getAllOnesValue(type));
  }

  Function& function_;
  const unsigned register_bits_;
  const LoopInfo& loops_;
  DenseMap<const Instruction*, unsigned> width_;  ///< the bits of masks that become wide
  DenseMap<const Instruction*, Value*> wide_;
  SmallVector<Instruction*> members_;  ///< operands first, except those of phis
};

}  // namespace

PreservedAnalyses lower_masks(Function& function, KernelContext& context,
                              FunctionAnalysisManager& analyses) {
  if (has_cpu_feature(context.target.getTargetFeatureString(), "avx512f"))
    return PreservedAnalyses::all();
  if (!context.options.optimize) return PreservedAnalyses::all();
  const InstructionSet& machine = context.isa;
  if (EliminateUnreachableBlocks(function))
    analyses.invalidate(function, PreservedAnalyses::none());
  Masks(function, analyses, machine.register_bits()).run();
  return control_flow_preserved();
}

}  // namespace heddle::compiler
