// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/scopes.h"

#include <initializer_list>
#include <map>
#include <utility>

namespace heddle::compiler::spirv {

namespace {

/// Instructions of OpenCL.DebugInfo.100, and operands of theirs.
enum Debug : uint32_t {
  DebugInfoNone = 0,
  DebugCompilationUnit = 1,
  DebugTypeFunction = 8,
  DebugFunction = 20,
  DebugLexicalBlock = 21,
  DebugScope = 23,
  DebugSource = 35,
};
constexpr uint32_t kVersion = 0x10000, kDwarf = 4, kOpenClC = 3, kIsDefinition = 8;

/// A function with lines. Those of another file than its first one are in a scope of their own.
struct Described {
  uint32_t scope = 0, name = 0;
  uint32_t file = 0, line = 0;            ///< its first ones
  std::map<uint32_t, uint32_t> blocks{};  ///< scopes, by file
};

class Scopes {
 public:
  explicit Scopes(const Module& module) : module_(module), next_(module.bound()) {
    uint32_t function = 0;
    module.each([&](const Instruction& one) {
      const auto& operands = one.operands;
      if (one.opcode == OpExtInstImport && string_at(one, 1) == kSet) has_set_ = true;
      if (one.opcode == OpTypeVoid && !operands.empty()) void_ = operands[0];
      if (one.opcode == OpEntryPoint && operands.size() > 2)
        names_[operands[1]] = string_at(one, 2);
      if (one.opcode == OpName && operands.size() > 1)
        names_.try_emplace(operands[0], string_at(one, 1));
      if (one.opcode == OpFunction && operands.size() > 1) function = operands[1];
      if (one.opcode == OpFunctionEnd) function = 0;
      if (one.opcode == OpLine && operands.size() > 2 && function) note(function, operands);
    });
  }

  /// Tells whether there are lines, and nothing that says where they are.
  bool are_needed() const { return !has_set_ && void_ && !functions_.empty(); }

  Module add() {
    Module out = module_.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
      if (one.opcode == OpMemoryModel) add_set(words);
      if (!has_strings_ && !is_before_names(one.opcode)) add_strings(words);
      if (one.opcode == OpFunction) begin_function(one, words);
      if (one.opcode == OpFunctionEnd) function_ = nullptr;
      if (one.opcode == OpLabel) file_ = scope_ = 0;
      if (one.opcode == OpLine && one.operands.size() > 2) file_ = one.operands[0];
      if (one.opcode == OpNoLine) file_ = 0;
      if (!is_before_scope(one.opcode)) add_scope(words);
      append(words, one.opcode, one.operands);
    });
    out.set_bound(next_);
    return out;
  }

 private:
  static constexpr std::string_view kSet = "OpenCL.DebugInfo.100";

  void note(uint32_t function, std::span<const uint32_t> line) {
    Described& described = functions_[function];
    if (!described.scope) described = {next_++, next_++, line[0], line[1]};
    if (!sources_.contains(line[0])) sources_[line[0]] = next_++;
    if (line[0] != described.file && !described.blocks.contains(line[0]))
      described.blocks[line[0]] = next_++;
  }

  /// Tells whether such instructions come before the names of a module.
  static bool is_before_names(uint16_t opcode) {
    return opcode == OpCapability || opcode == OpExtension || opcode == OpExtInstImport ||
           opcode == OpMemoryModel || opcode == OpEntryPoint || opcode == OpExecutionMode ||
           opcode == OpExecutionModeId || opcode < OpName || opcode == OpString;
  }

  /// Tells whether such instructions stand first in a block.
  static bool is_before_scope(uint16_t opcode) {
    return opcode == OpLabel || opcode == OpPhi || opcode == OpVariable || opcode == OpLine ||
           opcode == OpNoLine || opcode == OpFunction || opcode == OpFunctionParameter ||
           opcode == OpFunctionEnd;
  }

  void add_set(std::vector<uint32_t>& words) {
    set_ = next_++;
    std::vector<uint32_t> operands{set_};
    append_string(operands, kSet);
    append(words, OpExtInstImport, operands);
  }

  static void add_string(std::vector<uint32_t>& words, uint32_t id, std::string_view text) {
    std::vector<uint32_t> operands{id};
    append_string(operands, text);
    append(words, OpString, operands);
  }

  void add_strings(std::vector<uint32_t>& words) {
    has_strings_ = true;
    empty_ = next_++;
    add_string(words, empty_, "");
    for (const auto& [function, described] : functions_)
      add_string(words, described.name, names_[function]);
  }

  void add_debug(std::vector<uint32_t>& words, uint32_t id, uint32_t instruction,
                 std::initializer_list<uint32_t> operands) {
    std::vector<uint32_t> all{void_, id, set_, instruction};
    all.insert(all.end(), operands);
    append(words, OpExtInst, all);
  }

  void describe(std::vector<uint32_t>& words) {
    const uint32_t none = next_++, unit = next_++, type = next_++;
    add_debug(words, none, DebugInfoNone, {});
    for (const auto& [file, source] : sources_)
      add_debug(words, source, DebugSource, {file, empty_});
    const uint32_t first = sources_.at(functions_.begin()->second.file);
    add_debug(words, unit, DebugCompilationUnit, {kVersion, kDwarf, first, kOpenClC});
    add_debug(words, type, DebugTypeFunction, {0, none});
    for (const auto& [function, one] : functions_) {
      add_debug(words, one.scope, DebugFunction,
                {one.name, type, sources_.at(one.file), one.line, 0, unit, empty_, kIsDefinition,
                 one.line, function, none});
      for (const auto& [file, block] : one.blocks)
        add_debug(words, block, DebugLexicalBlock, {sources_.at(file), one.line, 0, one.scope});
    }
  }

  void begin_function(const Instruction& one, std::vector<uint32_t>& words) {
    if (!is_described_) describe(words);
    is_described_ = true;
    const auto found =
        one.operands.size() > 1 ? functions_.find(one.operands[1]) : functions_.end();
    function_ = found == functions_.end() ? nullptr : &found->second;
    file_ = scope_ = 0;
  }

  /// Adds the scope of the line in which the next instruction is, if it is another one.
  void add_scope(std::vector<uint32_t>& words) {
    if (!function_ || !file_) return;
    const uint32_t scope =
        file_ == function_->file ? function_->scope : function_->blocks.at(file_);
    if (scope != scope_) add_debug(words, next_++, DebugScope, {scope});
    scope_ = scope;
  }

  const Module& module_;
  uint32_t next_;  ///< id
  uint32_t void_ = 0, set_ = 0, empty_ = 0;
  bool has_set_ = false, has_strings_ = false, is_described_ = false;
  std::map<uint32_t, std::string> names_;    ///< by function
  std::map<uint32_t, Described> functions_;  ///< by id
  std::map<uint32_t, uint32_t> sources_;     ///< by file
  const Described* function_ = nullptr;      ///< the current one
  uint32_t file_ = 0, scope_ = 0;            ///< the current ones; 0: none
};

}  // namespace

Module with_scopes(const Module& module) {
  Scopes scopes(module);
  return scopes.are_needed() ? scopes.add() : module;
}

}  // namespace heddle::compiler::spirv
