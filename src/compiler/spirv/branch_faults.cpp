// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/branch_faults.h"

#include <map>
#include <optional>

namespace heddle::compiler::spirv {
namespace {

/// Returns an OpPhi that names each parent once. Returns nothing if it does so already. Returns
/// nothing either if a parent brings two values, as nobody knows the right one.
std::optional<std::vector<uint32_t>> with_single_parents(const Instruction& one) {
  if (one.opcode != OpPhi || one.operands.size() < 2 || one.operands.size() % 2 != 0)
    return std::nullopt;
  std::map<uint32_t, uint32_t> values;  // by parent
  std::vector<uint32_t> kept(one.operands.begin(), one.operands.begin() + 2);
  for (size_t at = 2; at < one.operands.size(); at += 2) {
    const uint32_t value = one.operands[at], parent = one.operands[at + 1];
    const auto [known, is_new] = values.emplace(parent, value);
    if (known->second != value) return std::nullopt;
    if (is_new) kept.insert(kept.end(), {value, parent});
  }
  if (kept.size() == one.operands.size()) return std::nullopt;
  return kept;
}

}  // namespace

BranchFaults::BranchFaults(const Module& module) {
  module.each([&](const Instruction& one) {
    has_shared_merges_ |= is_shared_merge(one);
    has_double_parents_ |= with_single_parents(one).has_value();
  });
  merges_.clear();
}

bool BranchFaults::is_shared_merge(const Instruction& one) {
  if (one.opcode == OpFunction) merges_.clear();
  if ((one.opcode != OpSelectionMerge && one.opcode != OpLoopMerge) || one.operands.empty())
    return false;
  return !merges_.insert(one.operands[0]).second;
}

bool BranchFaults::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  if (is_shared_merge(one)) return true;
  const auto phi = with_single_parents(one);
  if (phi) append(words, OpPhi, *phi);
  return phi.has_value();
}

}  // namespace heddle::compiler::spirv
