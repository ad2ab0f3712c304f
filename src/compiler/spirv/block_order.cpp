// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/block_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {
namespace {

constexpr size_t kNone = SIZE_MAX;

struct Block {
  uint32_t label;
  std::vector<Instruction> body;
  std::vector<size_t> successors, predecessors;  // numbers of blocks
};

class Function {
 public:
  explicit Function(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}

  /// Connects the blocks. `types` are those of all results; literals of `wide_types` have two
  /// words.
  void connect(const std::map<uint32_t, uint32_t>& types, const std::set<uint32_t>& wide_types) {
    for (size_t at = 0; at < blocks_.size(); ++at) numbers_[blocks_[at].label] = at;
    for (size_t at = 0; at < blocks_.size(); ++at) {
      for (const Instruction& one : blocks_[at].body) connect(at, one, types, wide_types);
    }
  }

  /// Returns the blocks' order; empty if the present one is right.
  std::vector<size_t> new_order() {
    walk();
    dominate();
    const bool is_right =
        std::ranges::all_of(order_, [&](size_t block) { return dominators_[block] <= block; });
    if (is_right) return {};
    std::vector<size_t> order = order_;
    for (size_t at = 0; at < blocks_.size(); ++at) {
      if (places_[at] == kNone) order.push_back(at);  // never reached
    }
    return order;
  }

  size_t size() const { return blocks_.size(); }
  const Block& block(size_t number) const { return blocks_[number]; }

 private:
  void connect(size_t from, const Instruction& one, const std::map<uint32_t, uint32_t>& types,
               const std::set<uint32_t>& wide_types) {
    const auto& operands = one.operands;
    size_t first = one.opcode == OpBranch ? 0 : 1, last = operands.size(), step = 1;
    if (one.opcode == OpBranchConditional) {
      last = std::min<size_t>(last, 3);  // weights follow
    } else if (one.opcode == OpSwitch && !operands.empty()) {
      const auto type = types.find(operands[0]);
      step = type != types.end() && wide_types.contains(type->second) ? 3 : 2;
    } else if (one.opcode != OpBranch) {
      return;
    }
    for (size_t at = first; at < last; at += step) {
      const auto to = numbers_.find(operands[at]);
      if (to == numbers_.end()) continue;
      blocks_[from].successors.push_back(to->second);
      blocks_[to->second].predecessors.push_back(from);
    }
  }

  /// Computes the reverse postorder of the blocks that the first one reaches.
  void walk() {
    places_.assign(blocks_.size(), kNone);
    std::vector<bool> seen(blocks_.size());
    std::vector<std::pair<size_t, size_t>> stack{{0, 0}};  // a block, its next successor
    seen[0] = true;
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      const auto& successors = blocks_[block].successors;
      if (next == successors.size()) {
        order_.push_back(block);
        stack.pop_back();
      } else if (const size_t to = successors[next++]; !seen[to]) {
        seen[to] = true;
        stack.emplace_back(to, 0);
      }
    }
    std::ranges::reverse(order_);
    for (size_t at = 0; at < order_.size(); ++at) places_[order_[at]] = at;
  }

  /// Computes dominators as Cooper, Harvey and Kennedy do ("A Simple, Fast Dominance Algorithm").
  void dominate() {
    dominators_.assign(blocks_.size(), kNone);
    dominators_[0] = 0;
    for (bool changed = true; std::exchange(changed, false);) {
      for (size_t block : std::span(order_).subspan(1)) {
        size_t common = kNone;
        for (size_t from : blocks_[block].predecessors) {
          if (dominators_[from] == kNone) continue;
          common = common == kNone ? from : meet(common, from);
        }
        changed |= std::exchange(dominators_[block], common) != common;
      }
    }
  }

  size_t meet(size_t a, size_t b) const {
    while (a != b) {
      size_t& later = places_[a] > places_[b] ? a : b;
      later = dominators_[later];
    }
    return a;
  }

  std::vector<Block> blocks_;
  std::map<uint32_t, size_t> numbers_;  // numbers of blocks, by label
  std::vector<size_t> order_;
  std::vector<size_t> places_;      // places in the order, by block
  std::vector<size_t> dominators_;  // immediate dominators, by block
};

class Reader {
 public:
  explicit Reader(const Module& module) : types_(result_types(module)) {
    module.each([&](const Instruction& one) {
      if (one.opcode == OpTypeInt && one.operands.size() == 3 && one.operands[1] > 32)
        wide_types_.insert(one.operands[0]);
    });
  }

  Module read(const Module& module) {
    return module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
      if (one.opcode == OpFunctionEnd) write(words);
      if (one.opcode == OpLabel && one.operands.size() == 1)
        blocks_.push_back({one.operands[0], {}, {}, {}});
      if (blocks_.empty())
        append(words, one.opcode, one.operands);
      else
        blocks_.back().body.push_back(one);
    });
  }
  bool has_changed() const { return has_changed_; }

 private:
  void write(std::vector<uint32_t>& words) {
    if (blocks_.empty()) return;
    Function function(std::exchange(blocks_, {}));
    function.connect(types_, wide_types_);
    std::vector<size_t> order = function.new_order();
    has_changed_ |= !order.empty();
    if (order.empty()) {
      order.resize(function.size());
      std::iota(order.begin(), order.end(), 0);
    }
    for (size_t at : order) {
      const std::vector<Instruction>& body = function.block(at).body;
      append(words, OpLabel, body[0].operands);
      if (at == 0) write_variables(function, words);
      for (size_t i = 1; i < body.size(); ++i) {
        const bool is_bad_hint = body[i].opcode == OpLoopMerge && !is_in_place(body, i);
        has_changed_ |= is_bad_hint;
        if (!is_bad_hint && body[i].opcode != OpVariable)
          append(words, body[i].opcode, body[i].operands);
      }
    }
  }

  /// Writes all variables first.
  void write_variables(const Function& function, std::vector<uint32_t>& words) {
    bool may_come = true;
    for (size_t at = 0; at < function.size(); ++at) {
      for (const Instruction& one : std::span(function.block(at).body).subspan(1)) {
        if (one.opcode != OpVariable) {
          may_come &= one.opcode == OpLine || one.opcode == OpNoLine;
          continue;
        }
        has_changed_ |= !may_come;
        append(words, one.opcode, one.operands);
      }
    }
  }

  /// Tells whether a hint is in its place. Kernels are not structured: OpLoopMerge only tells how a
  /// loop is unrolled.
  static bool is_in_place(const std::vector<Instruction>& body, size_t at) {
    if (at + 1 >= body.size() || body[at].operands.size() < 2) return false;
    const uint16_t next = body[at + 1].opcode;
    return (next == OpBranch || next == OpBranchConditional) &&
           body[at].operands[0] != body[at].operands[1];
  }

  std::map<uint32_t, uint32_t> types_;
  std::set<uint32_t> wide_types_;
  std::vector<Block> blocks_;
  bool has_changed_ = false;
};

}  // namespace

std::optional<Module> in_valid_order(const Module& module) {
  Reader reader(module);
  Module ordered = reader.read(module);
  if (!reader.has_changed()) return std::nullopt;
  return ordered;
}

}  // namespace heddle::compiler::spirv
