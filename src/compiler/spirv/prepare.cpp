// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/prepare.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "compiler/spirv/block_queries.h"
#include "compiler/spirv/builtin_calls.h"
#include "compiler/spirv/builtin_reads.h"
#include "compiler/spirv/composites.h"
#include "compiler/spirv/declarations.h"
#include "compiler/spirv/extended_arithmetic.h"
#include "compiler/spirv/later_versions.h"
#include "compiler/spirv/optnone.h"
#include "compiler/spirv/pipe_storage.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kExpectAssumeKHR = 5629;  // capability
constexpr uint32_t kUndefined = 0xffffffff;  // component of OpVectorShuffle

/// Appends a literal of `scalar`: a word, or two if it is wider. Narrow ones are extended by their
/// sign or by zeros (SPIR-V, "Literal").
void append_literal(std::vector<uint32_t>& operands, const Scalar& scalar, uint64_t value) {
  if (scalar.bits < 64) {
    value &= (uint64_t{1} << scalar.bits) - 1;
    const uint64_t sign = uint64_t{1} << (scalar.bits - 1);
    if (scalar.is_signed && (value & sign)) value -= sign << 1;
  }
  operands.push_back(static_cast<uint32_t>(value));
  if (scalar.bits > 32) operands.push_back(static_cast<uint32_t>(value >> 32));
}

/// Appends an ordinary constant in place of a specialised one, with its id, type and decorations.
void append_value(std::vector<uint32_t>& words, const Instruction& one, const Scalar& scalar,
                  uint64_t value) {
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.begin() + 2);
  if (scalar.bits == 1) {
    const bool is_true = (value & 0xff) != 0;
    return append(words, is_true ? OpSpecConstantTrue : OpSpecConstantFalse, operands);
  }
  append_literal(operands, scalar, value);
  append(words, OpSpecConstant, operands);
}

/// Appends a zero: the translator knows null constants of composites and handles only.
void append_zero(std::vector<uint32_t>& words, const Instruction& one, const Scalar& scalar) {
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  if (scalar.bits == 1) return append(words, OpConstantFalse, operands);
  append_literal(operands, scalar, 0);
  append(words, OpConstant, operands);
}

// Execution modes of SPIR-V 1.2 that name constants, and those that have literals instead.
constexpr uint32_t kLocalSize = 17, kLocalSizeHint = 18;
constexpr uint32_t kSubgroupsPerWorkgroup = 36;
constexpr uint32_t kSubgroupsPerWorkgroupId = 37, kLocalSizeId = 38, kLocalSizeHintId = 39;

/// Returns the mode that has literals in place of constants; 0 for other modes.
uint32_t with_literals(uint32_t mode) {
  switch (mode) {
    case kSubgroupsPerWorkgroupId:
      return kSubgroupsPerWorkgroup;
    case kLocalSizeId:
      return kLocalSize;
    case kLocalSizeHintId:
      return kLocalSizeHint;
    default:
      return 0;
  }
}

class Preparation {
 public:
  Preparation(const Module& module, const SpecValues& values)
      : declared_(module),
        values_(values),
        queries_(module),
        extended_(module),
        pipes_(module),
        types_(result_types(module)),
        builtins_(module, declared_, types_),
        reads_(module, declared_, types_),
        bound_(module.bound()) {
    module.each([&](const Instruction& one) { note(one); });
  }

  uint32_t bound() const { return bound_; }

  /// Appends the replacement of `one`, or `one` itself.
  void rewrite(const Instruction& one, std::vector<uint32_t>& words) {
    const auto& operands = one.operands;
    if (is_remark(one) || is_for_optnone(one)) return;
    switch (one.opcode) {
      case OpCapability:
        if (operands[0] == kExpectAssumeKHR || is_for_builtin_calls(one)) return;
        break;
      case OpExtension:
        if (string_at(one, 0) == "SPV_KHR_expect_assume" || is_for_builtin_calls(one)) return;
        break;
      case OpAssumeTrueKHR:
        return;
      case OpExpectKHR:
        return append(words, OpCopyObject, operands.first(3));
      case OpConstantNull:
        if (const Scalar* scalar = declared_.scalar(operands[0]))
          return append_zero(words, one, *scalar);
        break;
      case OpSpecConstant:
      case OpSpecConstantTrue:
      case OpSpecConstantFalse:
        if (specialise(one, words)) return;
        break;
      case OpExecutionModeId:
        if (literal_mode(one, words)) return;
        break;
      case OpVectorShuffle:
        if (shuffle(one, words)) return;
        break;
      case OpFunction:
        if (!std::exchange(functions_begun_, true)) declare(words);
        return append(words, one.opcode, without_optnone(one));
      case OpGetKernelMaxNumSubgroups:
      case OpGetKernelLocalSizeForSubgroupCount:
        if (queries_.rewrite(one, bound_, words)) return;
        break;
      case OpIAddCarry:
      case OpISubBorrow:
      case OpUMulExtended:
      case OpSMulExtended:
        if (extended_.rewrite(one, words)) return;
        break;
      case OpCompositeConstruct:
      case OpCompositeExtract:
      case OpCompositeInsert:
      case OpCopyLogical:
        if (Composites(declared_, types_, numbers_, bound_).rewrite(one, words)) return;
        break;
      case OpTypePipeStorage:
      case OpConstantPipeStorage:
      case OpCreatePipeFromPipeStorage:
        if (pipes_.rewrite(one, bound_, words)) return;
        break;
      case OpCopyMemory:
        if (copy_memory(one, words)) return;
        break;
      case OpSizeOf:
        if (size_of(one, words)) return;
        break;
      case OpImageSampleExplicitLod:
      case OpImageRead:
      case OpImageWrite:
        return append(words, one.opcode, without_nontemporal(one));
      default:
        if (builtins_.rewrite(one, bound_, words) || reads_.rewrite(one, bound_, words)) return;
        break;
    }
    append(words, one.opcode, operands);
  }

 private:
  void note(const Instruction& one) {
    if (one.opcode == OpSizeOf) size_type_ = one.operands[0];
    note_number(one);
  }

  /// Appends the declarations that come before the module's functions.
  void declare(std::vector<uint32_t>& words) {
    queries_.declare(bound_, words);
    extended_.declare(declared_, bound_, words);
    builtins_.declare(bound_, words);
    pipes_.declare(bound_, words);
    if (size_type_ == 0) return;
    one_ = bound_++;
    append(words, OpConstant, std::array{size_type_, one_, 1u});
  }

  void note_number(const Instruction& one) {
    if (one.opcode != OpConstant && one.opcode != OpSpecConstant) return;
    numbers_[one.operands[1]] = one.operands[2];
    const uint32_t* id = declared_.spec_id(one.operands[1]);
    const auto value = id ? values_.find(*id) : values_.end();
    if (value != values_.end()) numbers_[one.operands[1]] = static_cast<uint32_t>(value->second);
  }

  /// Appends a mode with literals, as the translator knows no others. Constants have their values
  /// by now.
  bool literal_mode(const Instruction& one, std::vector<uint32_t>& words) const {
    std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
    operands[1] = with_literals(operands[1]);
    if (operands[1] == 0) return false;
    for (size_t i = 2; i < operands.size(); ++i) {
      const auto number = numbers_.find(operands[i]);
      if (number == numbers_.end()) return false;
      operands[i] = number->second;
    }
    append(words, OpExecutionMode, operands);
    return true;
  }

  bool specialise(const Instruction& one, std::vector<uint32_t>& words) const {
    const uint32_t* id = declared_.spec_id(one.operands[1]);
    const auto value = id ? values_.find(*id) : values_.end();
    const Scalar* scalar = declared_.scalar(one.operands[0]);
    if (value == values_.end() || !scalar || scalar->bits > 64) return false;
    append_value(words, one, *scalar, value->second);
    return true;
  }

  /// Makes the shorter vector of a shuffle longer: the translator wants both of one length, the
  /// specification does not.
  bool shuffle(const Instruction& one, std::vector<uint32_t>& words) {
    std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
    const uint32_t types[2] = {types_[operands[2]], types_[operands[3]]};
    const uint32_t sizes[2] = {declared_.components(types[0]), declared_.components(types[1])};
    if (sizes[0] == sizes[1] || sizes[0] == 0 || sizes[1] == 0) return false;
    const unsigned shorter = sizes[0] < sizes[1] ? 0 : 1, longer = 1 - shorter;
    uint32_t& vector = operands[2 + shorter];
    std::vector<uint32_t> widened(4 + sizes[longer], kUndefined);
    widened[0] = types[longer];
    widened[1] = bound_++;
    widened[2] = widened[3] = vector;
    std::iota(widened.begin() + 4, widened.begin() + 4 + sizes[shorter], 0);
    append(words, OpVectorShuffle, widened);
    vector = widened[1];
    for (size_t i = 4; i < operands.size() && shorter == 0; ++i) {
      if (operands[i] != kUndefined && operands[i] >= sizes[0]) operands[i] += sizes[1] - sizes[0];
    }
    append(words, OpVectorShuffle, operands);
    return true;
  }

  /// Appends OpLoad and OpStore for OpCopyMemory, which the translator does not handle.
  bool copy_memory(const Instruction& one, std::vector<uint32_t>& words) {
    constexpr uint32_t kAligned = 2;
    const auto to = one.operands[0], from = one.operands[1];
    const uint32_t type = declared_.pointee(types_[from]);
    if (type == 0) return false;
    // SPIR-V 1.4 may have the operands of the store, then those of the load.
    const auto access = one.operands.subspan(2);
    const size_t length = access.empty() ? 0 : access[0] & kAligned ? 2 : 1;
    const auto of_store = access.first(std::min(length, access.size()));
    const auto of_load = access.size() > length ? access.subspan(length) : of_store;
    std::vector<uint32_t> load = {type, bound_++, from}, store = {to, load[1]};
    load.insert(load.end(), of_load.begin(), of_load.end());
    store.insert(store.end(), of_store.begin(), of_store.end());
    append(words, OpLoad, load);
    append(words, OpStore, store);
    return true;
  }

  /// Computes the distance from `pointer` to the next element.
  bool size_of(const Instruction& one, std::vector<uint32_t>& words) {
    const auto type = one.operands[0], result = one.operands[1], pointer = one.operands[2];
    if (type != size_type_ || one_ == 0) return false;
    const uint32_t next = bound_++, begin = bound_++, end = bound_++;
    append(words, OpPtrAccessChain, std::array{types_[pointer], next, pointer, one_});
    append(words, OpConvertPtrToU, std::array{type, begin, pointer});
    append(words, OpConvertPtrToU, std::array{type, end, next});
    append(words, OpISub, std::array{type, result, end, begin});
    return true;
  }

  const Declarations declared_;
  const SpecValues& values_;
  BlockQueries queries_;
  ExtendedArithmetic extended_;
  PipeStorage pipes_;
  uint32_t size_type_ = 0, one_ = 0;  // for OpSizeOf: its type, and a 1 of it
  bool functions_begun_ = false;
  std::map<uint32_t, uint32_t> types_;
  BuiltinCalls builtins_;
  const BuiltinReads reads_;
  std::map<uint32_t, uint32_t> numbers_;  // low words of constants, by id
  uint32_t bound_;                        // the first free id
};

}  // namespace

Module prepared(const Module& module, const SpecValues& values) {
  Preparation preparation(module, values);
  Module out = module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
    preparation.rewrite(one, words);
  });
  out.set_bound(preparation.bound());
  return out;
}

}  // namespace heddle::compiler::spirv
