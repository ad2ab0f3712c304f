// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/interfaces.h"

#include <algorithm>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kInput = 1, kOutput = 3;  // storage classes

bool is_constant_of_others(uint16_t opcode) {
  return opcode == OpConstantComposite || opcode == OpSpecConstantComposite ||
         opcode == OpSpecConstantOp;
}

/// Finds the place of an entry point's variables, after its name; 0 if the name has no end.
size_t first_variable(const Instruction& one) {
  for (size_t at = 2; at < one.operands.size(); ++at) {
    if (one.operands[at] >> 24 == 0) return at + 1;
  }
  return 0;
}

}  // namespace

Interfaces::Interfaces(const Module& module) : names_all_(module.version() >= kVersion14) {
  bool is_inside = false;
  module.each([&](const Instruction& one) {
    is_inside |= one.opcode == OpFunction;
    if (one.opcode == OpVariable && !is_inside && one.operands.size() >= 3)
      storage_classes_[one.operands[1]] = one.operands[2];
  });
  note_uses(module);
  module.each([&](const Instruction& one) {
    if (one.opcode != OpEntryPoint || one.operands.size() < 3 || first_variable(one) == 0) return;
    needed_ |= !std::ranges::equal(wanted(one), one.operands.subspan(first_variable(one)));
  });
}

/// Notes uses by functions, and by declarations outside of them: constants and other variables.
void Interfaces::note_uses(const Module& module) {
  uint32_t user = 0;
  bool is_inside = false;
  each_use(module, [&](const Instruction& one, size_t operand) {
    if (one.opcode == OpFunction) {
      is_inside = true;
      user = one.operands[1];
    } else if (!is_inside) {
      const bool is_value = is_constant_of_others(one.opcode) || one.opcode == OpVariable;
      if (!is_value) return;
      user = one.operands[1];
    }
    const uint32_t id = one.operands[operand];
    const bool is_callee = one.opcode == OpFunctionCall && operand == 2;
    if (is_callee || storage_classes_.contains(id) || uses_.contains(id)) uses_[user].insert(id);
  });
}

/// Lists the variables that the entry point names and may name, once, then those that it lacks.
std::vector<uint32_t> Interfaces::wanted(const Instruction& one) const {
  std::vector<uint32_t> variables;
  std::set<uint32_t> seen;
  for (const uint32_t variable : one.operands.subspan(first_variable(one))) {
    const bool is_new = seen.insert(variable).second || !names_all_;
    if (is_new && may_name(variable)) variables.push_back(variable);
  }
  for (const uint32_t variable : used_by(one.operands[1])) {
    if (seen.insert(variable).second && may_name(variable)) variables.push_back(variable);
  }
  return variables;
}

bool Interfaces::may_name(uint32_t variable) const {
  const auto found = storage_classes_.find(variable);
  if (found == storage_classes_.end()) return true;  // the validator reports it
  return names_all_ || found->second == kInput || found->second == kOutput;
}

/// Returns the variables that the entry point and the functions that it calls use.
std::set<uint32_t> Interfaces::used_by(uint32_t entry) const {
  std::set<uint32_t> variables, seen{entry};
  std::vector<uint32_t> users{entry};
  while (!users.empty()) {
    const auto uses = uses_.find(users.back());
    users.pop_back();
    if (uses == uses_.end()) continue;
    for (const uint32_t id : uses->second) {
      if (storage_classes_.contains(id)) variables.insert(id);
      if (seen.insert(id).second) users.push_back(id);
    }
  }
  return variables;
}

bool Interfaces::rewrite(const Instruction& one, std::vector<uint32_t>& words) const {
  if (one.opcode != OpEntryPoint || one.operands.size() < 3) return false;
  const size_t first = first_variable(one);
  if (first == 0) return false;
  std::vector<uint32_t> operands(one.operands.begin(),
                                 one.operands.begin() + static_cast<ptrdiff_t>(first));
  const auto variables = wanted(one);
  operands.insert(operands.end(), variables.begin(), variables.end());
  append(words, OpEntryPoint, operands);
  return true;
}

}  // namespace heddle::compiler::spirv
