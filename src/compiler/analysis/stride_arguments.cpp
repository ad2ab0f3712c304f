// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/stride_arguments.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

using Values = SmallSetVector<Instruction*, 32>;

/// Returns the integer that `value` is but for its width.
Value* without_casts(Value* value) {
  while (isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(value))
    value = cast<Instruction>(value)->getOperand(0);
  return value;
}

/// Returns the integer argument that `value` is but for its width; null if it is none.
Argument* as_integer_argument(Value* value) {
  auto* argument = dyn_cast<Argument>(without_casts(value));
  return argument && argument->getType()->isIntegerTy() ? argument : nullptr;
}

/// Returns the arithmetic that addresses are made of.
Values address_arithmetic(Function& kernel) {
  Values arithmetic;
  const auto add = [&](Value* value) {
    auto* made = dyn_cast<Instruction>(value);
    if (made && !made->mayReadOrWriteMemory() && !isa<CallBase>(made)) arithmetic.insert(made);
  };
  for (Instruction& each : instructions(kernel)) {
    if (Value* pointer = getLoadStorePointerOperand(&each)) add(pointer);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(each)) add(each.getOperand(0));
  }
  for (size_t i = 0; i < arithmetic.size(); ++i) {
    Instruction* const made = arithmetic[i];
    for (Value* operand : made->operands()) add(operand);
  }
  return arithmetic;
}

/// Returns the values that depend on ids, loaded values and phis.
Values changing_values(Function& kernel) {
  Values changing;
  for (Instruction& each : instructions(kernel)) {
    const Internal called = called_internal(each);
    const bool is_id = called == Internal::LocalId || called == Internal::GlobalId ||
                       called == Internal::GroupId || called >= Internal::VectorIndex;
    if (is_id || isa<PHINode, LoadInst>(each)) changing.insert(&each);
  }
  for (size_t i = 0; i < changing.size(); ++i) {
    for (User* user : changing[i]->users()) {
      auto* made = dyn_cast<Instruction>(user);
      if (made && !made->getType()->isVoidTy()) changing.insert(made);
    }
  }
  return changing;
}

/// Tells whether `sum` is the next value of `phi`.
bool is_next_of(const Value* phi, Value* sum) {
  const auto* cycle = dyn_cast<PHINode>(phi);
  return cycle && is_contained(cycle->incoming_values(), sum);
}

}  // namespace

StrideArguments::StrideArguments(Function& kernel) {
  SmallSetVector<Argument*, 8> strides;
  const Values changing = changing_values(kernel);
  const auto changes = [&](Value* value) {
    auto* const made = dyn_cast<Instruction>(value);
    return made && changing.contains(made);
  };
  for (Instruction* each : address_arithmetic(kernel)) {
    const bool is_product = each->getOpcode() == Instruction::Mul;
    if (!is_product && each->getOpcode() != Instruction::Add) continue;
    for (unsigned i = 0; i < 2; ++i) {
      Argument* const argument = as_integer_argument(each->getOperand(i));
      Value* const other = each->getOperand(1 - i);
      if (argument && (is_product ? changes(other) : is_next_of(other, each)))
        strides.insert(argument);
      auto* const load = dyn_cast<LoadInst>(without_casts(each->getOperand(i)));
      if (load && is_product && load->isSimple() && changes(other) &&
          !changes(load->getPointerOperand()))
        in_memory_.push_back({load, other});
    }
  }
  strides_ = strides.takeVector();
  sort(strides_,
       [](const Argument* a, const Argument* b) { return a->getArgNo() < b->getArgNo(); });
}

void StrideArguments::print(raw_ostream& out) const {
  for (const Argument* each : strides_) {
    out << "argument " << each->getArgNo() << ": ";
    each->printAsOperand(out, /*PrintType=*/false);
    out << "\n";
  }
  for (const InMemory& each : in_memory_) {
    out << "in memory: ";
    each.load->printAsOperand(out, /*PrintType=*/false);
    out << ", times ";
    each.factor->printAsOperand(out, /*PrintType=*/false);
    out << "\n";
  }
}

AnalysisKey StrideArgumentsAnalysis::Key;

StrideArguments StrideArgumentsAnalysis::run(Function& kernel,
                                             FunctionAnalysisManager& /*analyses*/) {
  return StrideArguments(kernel);
}

}  // namespace heddle::compiler
