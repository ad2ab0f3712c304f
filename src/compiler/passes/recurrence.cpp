// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/recurrence.h"

#include <llvm/ADT/DenseMap.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

struct Chains {
  const Loop& loop;
  function_ref<double(const Instruction&)> latency;
  unsigned max_depth;
  DenseMap<const Value*, double> known;

  /// From the phi that is known to `value`; negative: it does not lead there.
  double to(const Value& value, unsigned depth) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !loop.contains(instruction)) return -1;
    if (auto found = known.find(instruction); found != known.end()) return found->second;
    known[instruction] = -1;
    if (depth == max_depth) return -1;
    double longest = -1;
    for (const Value* operand : instruction->operand_values())
      longest = std::max(longest, to(*operand, depth + 1));
    if (longest < 0) return -1;
    return known[instruction] = longest + latency(*instruction);
  }
};

}  // namespace

double recurrence(const Loop& loop, function_ref<bool(const PHINode&)> counts,
                  function_ref<double(const Instruction&)> latency, unsigned max_depth) {
  const BasicBlock* latch = loop.getLoopLatch();
  double longest = 0;
  if (!latch) return 0;
  for (const PHINode& phi : loop.getHeader()->phis()) {
    if (!counts(phi)) continue;
    Chains chains{loop, latency, max_depth, {{&phi, 0.0}}};
    longest = std::max(longest, chains.to(*phi.getIncomingValueForBlock(latch), 0));
  }
  return longest;
}

}  // namespace heddle::compiler
