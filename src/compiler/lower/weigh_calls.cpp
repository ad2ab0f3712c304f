// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/weigh_calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/MathExtras.h>

namespace heddle::compiler {
using namespace llvm;

Function* callee_of(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  Function* called = call ? call->getCalledFunction() : nullptr;
  return called && !called->isDeclaration() ? called : nullptr;
}

WeighedCalls::WeighedCalls(ArrayRef<Function*> functions, Weight weight) {
  for (const Function* function : functions) {
    Node& node = nodes_[function];
    for (const Instruction& instruction : instructions(*function)) {
      if (const Function* called = callee_of(instruction))
        ++node.calls[called];
      else
        node.weight += weight(instruction);
    }
  }
}

WeighedCalls::Weights WeighedCalls::weights(const FunctionSet& merged) const {
  Weights result;
  for (const auto& [function, node] : nodes_) {
    uint64_t weight = node.weight;
    for (const auto& [callee, count] : node.calls) {
      const uint64_t each = merged.contains(callee) ? kMergedCall : result.lookup(callee);
      weight = SaturatingMultiplyAdd(count, each, weight);
    }
    result[function] = weight;
  }
  return result;
}

uint64_t WeighedCalls::whole(const FunctionSet& merged) const {
  const Weights weights = this->weights(merged);
  uint64_t sum = weights.lookup(nodes_.back().first);
  for (const Function* function : merged) sum = SaturatingAdd(sum, weights.lookup(function));
  return sum;
}

uint64_t WeighedCalls::most_calls(const FunctionSet& merged) const {
  DenseMap<const Function*, uint64_t> copies, calls;
  copies[nodes_.back().first] = 1;
  uint64_t most = 0;
  for (const auto& [function, node] : reverse(nodes_)) {
    const bool is_once = merged.contains(function);
    if (is_once) most = std::max(most, calls.lookup(function));
    const uint64_t here = is_once ? 1 : copies.lookup(function);
    for (const auto& [callee, count] : node.calls) {
      uint64_t& sum = merged.contains(callee) ? calls[callee] : copies[callee];
      sum = SaturatingMultiplyAdd(count, here, sum);
    }
  }
  return most;
}

FunctionSet WeighedCalls::choose(ArrayRef<Function*> candidates, size_t most,
                                 uint64_t least) const {
  FunctionSet merged;
  const Weights inlined = weights(merged);
  uint64_t now = whole(merged);
  while (merged.size() < most) {
    Function* best = nullptr;
    uint64_t smallest = now - now / 10;
    for (Function* function : candidates) {
      if (merged.contains(function) || inlined.lookup(function) < least) continue;
      FunctionSet with = merged;
      with.insert(function);
      if (const uint64_t then = whole(with); then < smallest) smallest = then, best = function;
    }
    if (!best) break;
    merged.insert(best);
    now = smallest;
  }
  return merged;
}

}  // namespace heddle::compiler
