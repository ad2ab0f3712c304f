// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/paired_members.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether the instruction does the same to each element, so that it may have twice as many.
bool is_by_element(const Instruction& instruction) {
  if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(instruction)) return true;
  if (called_opaque(instruction) != Opaque::None) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && isTriviallyVectorizable(call->getIntrinsicID()) &&
         all_of(call->args(), [&](const Use& use) { return use->getType() == call->getType(); });
}

class Pairs {
 public:
  Pairs(unsigned width, unsigned register_bits) : width_(width), register_bits_(register_bits) {}

  void add(Value* a, Value* b) {
    auto *first = dyn_cast<Instruction>(a), *second = dyn_cast<Instruction>(b);
    if (!first || !second || first == second || first->getParent() != second->getParent()) return;
    auto* type = dyn_cast<FixedVectorType>(first->getType());
    if (!type || type != second->getType() || type->getNumElements() != width_ ||
        2 * type->getPrimitiveSizeInBits() > register_bits_)
      return;
    if (second_.contains(first) || first_of_.contains(second)) return;
    second_[first] = second;
    first_of_[second] = first;
  }

  /// Joins the pairs, unless none is in a loop or one of the two is used before the other is there.
  void join() {
    if (none_of(second_, [](const auto& pair) { return isa<PHINode>(pair.first); }) ||
        any_of(second_, [&](const auto& pair) { return is_used_between(pair); }))
      return;
    for (const auto& [a, b] : second_)
      if (isa<PHINode>(a)) both_[a] = phi_of_both(*a);
    for (const auto& [a, b] : second_) both(a);
    for (const auto& [a, b] : second_)
      if (isa<PHINode>(a)) fill(cast<PHINode>(*a), cast<PHINode>(*b));
    SmallVector<Instruction*> replaced;
    for (const auto& [a, b] : second_) {
      if (!is_computed(*a)) continue;
      give_half(*a, *both_.lookup(a), 0);
      give_half(*b, *both_.lookup(a), width_);
      replaced.append({a, b});
    }
    for (Instruction* each : replaced) each->replaceAllUsesWith(PoisonValue::get(each->getType()));
    for (Instruction* each : replaced) each->eraseFromParent();
  }

 private:
  /// Tells whether both are computed by one instruction. If not, a shuffle joins them.
  bool is_computed(const Instruction& a) const {
    if (isa<PHINode>(a)) return true;
    const Instruction& b = *second_.find(const_cast<Instruction*>(&a))->second;
    return is_by_element(a) && a.isSameOperationAs(&b) && all_of(a.operands(), [&](const Use& use) {
             return use->getType()->isVectorTy() || use.get() == b.getOperand(use.getOperandNo());
           });
  }

  /// Tells whether the user will be replaced.
  bool is_replaced(const User* user) const {
    const Instruction* first = first_of_.lookup(user);
    if (!first) first = cast<Instruction>(user);
    return second_.contains(const_cast<Instruction*>(first)) && is_computed(*first);
  }

  static Instruction* later(Instruction* a, Instruction* b) { return a->comesBefore(b) ? b : a; }

  bool is_used_between(const std::pair<Instruction*, Instruction*>& pair) const {
    const Instruction* end = later(pair.first, pair.second);
    return any_of(ArrayRef<Instruction*>{pair.first, pair.second}, [&](const Instruction* each) {
      return any_of(each->users(), [&](const User* user) {
        const auto* at = cast<Instruction>(user);
        return !isa<PHINode>(at) && !is_replaced(at) && at->getParent() == end->getParent() &&
               at->comesBefore(end);
      });
    });
  }

  Type* wide(Type* type) const { return FixedVectorType::get(type->getScalarType(), 2 * width_); }

  PHINode* phi_of_both(Instruction& phi) {
    return PHINode::Create(wide(phi.getType()), cast<PHINode>(phi).getNumIncomingValues(),
                           phi.getName(), phi.getIterator());
  }

  void fill(PHINode& a, PHINode& b) {
    auto& phi = cast<PHINode>(*both_.lookup(&a));
    for (BasicBlock* from : a.blocks()) {
      IRBuilder<> at(from->getTerminator());
      phi.addIncoming(
          operand(at, a.getIncomingValueForBlock(from), b.getIncomingValueForBlock(from)), from);
    }
  }

  Value* operand(IRBuilder<>& at, Value* a, Value* b) {
    if (!a->getType()->isVectorTy()) return a;  // a condition, a callee
    auto* first = dyn_cast<Instruction>(a);
    const auto pair = first ? second_.find(first) : second_.end();
    if (pair != second_.end() && pair->second == b) return both(first);
    if (Value* element = a == b ? getSplatValue(a) : nullptr)
      return at.CreateVectorSplat(2 * width_, element);
    return at.CreateShuffleVector(a, b, createSequentialMask(0, 2 * width_, 0));
  }

  Value* both(Instruction* a) {
    if (Value* known = both_.lookup(a)) return known;
    Instruction* b = second_.find(a)->second;
    Instruction* end = later(a, b);
    IRBuilder<> at(end->getParent(), std::next(end->getIterator()));
    at.SetCurrentDebugLocation(a->getDebugLoc());
    Value* result = nullptr;
    const bool computed = is_computed(*a);
    if (!computed) {
      result = at.CreateShuffleVector(a, b, createSequentialMask(0, 2 * width_, 0));
    } else if (auto* call = dyn_cast<CallBase>(a)) {
      SmallVector<Value*> operands;
      for (unsigned i = 0; i < call->arg_size(); ++i)
        operands.push_back(
            operand(at, call->getArgOperand(i), cast<CallBase>(b)->getArgOperand(i)));
      const Opaque operation = called_opaque(*a);
      result = operation != Opaque::None
                   ? make_opaque(at, operation, operands)
                   : at.CreateIntrinsic(call->getIntrinsicID(), {wide(a->getType())}, operands);
    } else {
      Instruction* copy = a->clone();
      copy->dropUnknownNonDebugMetadata();
      copy->mutateType(wide(a->getType()));
      for (unsigned i = 0; i < a->getNumOperands(); ++i)
        copy->setOperand(i, operand(at, a->getOperand(i), b->getOperand(i)));
      result = at.Insert(copy, a->getName());
    }
    if (auto* made = dyn_cast<Instruction>(result); made && computed) {
      made->copyIRFlags(a);
      made->andIRFlags(b);
    }
    return both_[a] = result;
  }

  /// Gives the users of one of the two its half.
  void give_half(Instruction& member, Value& both, unsigned from) {
    SmallVector<Use*> uses;
    for (Use& use : member.uses())
      if (!is_replaced(use.getUser())) uses.push_back(&use);
    if (uses.empty()) return;
    auto& made = cast<Instruction>(both);
    IRBuilder<> at(made.getParent(), isa<PHINode>(made) ? made.getParent()->getFirstInsertionPt()
                                                        : std::next(made.getIterator()));
    Value* half = at.CreateShuffleVector(&made, createSequentialMask(from, width_, 0));
    for (Use* use : uses) use->set(half);
  }

  const unsigned width_, register_bits_;
  MapVector<Instruction*, Instruction*> second_;  ///< the second of each pair, by the first
  DenseMap<const Value*, Instruction*> first_of_;
  DenseMap<const Instruction*, Value*> both_;
};

}  // namespace

void pair_members(WideKernel& wide) {
  if (wide.has_failed() || !wide.lanes.paired) return;
  Pairs pairs(wide.width, wide.machine.register_bits());
  for (const StructureGroups::Members& members : wide.structures.steps()) {
    if (members.size() % 2 != 0) continue;
    for (unsigned i = 0; i < members.size(); i += 2) {
      const auto &first = wide.known(members[i]).vector,
                 &second = wide.known(members[i + 1]).vector;
      if (first.size() != second.size()) continue;
      for (unsigned row = 0; row < first.size(); ++row) pairs.add(first[row], second[row]);
    }
  }
  pairs.join();
}

}  // namespace heddle::compiler
