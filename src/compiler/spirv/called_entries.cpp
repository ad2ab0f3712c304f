// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/called_entries.h"

#include <array>
#include <utility>

namespace heddle::compiler::spirv {

CalledEntries::CalledEntries(const Module& module, uint32_t& bound) : bound_(bound) {
  find(module);
  Entry* entry = nullptr;
  module.each([&](const Instruction& one) {
    const auto& operands = one.operands;
    if (one.opcode == OpFunction && operands.size() == 4) {
      const auto at = entries_.find(operands[1]);
      entry = at == entries_.end() ? nullptr : &at->second;
      if (entry) entry->head.assign(operands.begin(), operands.end());
    } else if (one.opcode == OpFunctionParameter && entry && operands.size() == 2) {
      entry->types.push_back(operands[0]);
      entry->params.push_back(operands[1]);
    } else if (one.opcode == OpLabel && entry) {
      entry->has_code = true;
    }
  });
  std::erase_if(entries_, [](const auto& each) { return !each.second.has_code; });
  for (auto& [id, each] : entries_) {
    each.body = bound_++;
    for (uint32_t& param : each.params) param = new_params_[param] = bound_++;
  }
}

void CalledEntries::find(const Module& module) {
  std::map<uint32_t, std::set<std::string>> points;
  module.each([&](const Instruction& one) {
    if (one.opcode == OpEntryPoint && one.operands.size() > 2)
      points[one.operands[1]].insert(string_at(one, 2));
  });
  module.each([&](const Instruction& one) {
    if (one.opcode != OpFunctionCall || one.operands.size() < 3) return;
    const auto called = points.find(one.operands[2]);
    if (called == points.end()) return;
    entries_[called->first];
    names_.insert(called->second.begin(), called->second.end());
  });
}

bool CalledEntries::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  if (entries_.empty()) return false;
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  switch (one.opcode) {
    case OpFunction:
      if (const auto at = entries_.find(operands.size() == 4 ? operands[1] : 0);
          at != entries_.end()) {
        current_ = &at->second;
        operands[1] = current_->body;
        append(words, OpFunction, operands);
        return true;
      }
      return false;
    case OpFunctionEnd:
      if (!current_) return false;
      append(words, OpFunctionEnd, operands);
      append_entry(*std::exchange(current_, nullptr), words);
      return true;
    case OpFunctionCall:
      if (const auto at = entries_.find(operands.size() > 2 ? operands[2] : 0);
          at != entries_.end()) {
        operands[2] = at->second.body;
        append(words, OpFunctionCall, operands);
        return true;
      }
      return false;
    default:
      return repeat_for_params(one, words);
  }
}

/// Repeats names and decorations of the function's parameters for the entry point's.
bool CalledEntries::repeat_for_params(const Instruction& one, std::vector<uint32_t>& words) const {
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  if (one.opcode == OpGroupDecorate) {
    for (const uint32_t target : one.operands) {
      const auto again = new_params_.find(target);
      if (again != new_params_.end()) operands.push_back(again->second);
    }
    append(words, one.opcode, operands);
    return true;
  }
  const bool is_about_one =
      one.opcode == OpName || one.opcode == OpDecorate || one.opcode == OpDecorateId;
  const auto again =
      is_about_one && !operands.empty() ? new_params_.find(operands[0]) : new_params_.end();
  if (again == new_params_.end()) return false;
  append(words, one.opcode, operands);
  operands[0] = again->second;
  append(words, one.opcode, operands);
  return true;
}

void CalledEntries::append_entry(const Entry& entry, std::vector<uint32_t>& words) {
  const uint32_t nothing = entry.head[0];  // the return type
  append(words, OpFunction, entry.head);
  std::vector<uint32_t> call{nothing, bound_++, entry.body};
  for (size_t i = 0; i < entry.params.size(); ++i) {
    append(words, OpFunctionParameter, std::array{entry.types[i], entry.params[i]});
    call.push_back(entry.params[i]);
  }
  append(words, OpLabel, std::array{bound_++});
  append(words, OpFunctionCall, call);
  append(words, OpReturn, {});
  append(words, OpFunctionEnd, {});
}

}  // namespace heddle::compiler::spirv
