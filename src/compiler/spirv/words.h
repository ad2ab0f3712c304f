// SPDX-License-Identifier: Apache-2.0
// A SPIR-V module as its words: a header of five, then instructions, each with its length and
// opcode in the first word. Only the places of operands are known here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::compiler::spirv {

/// Opcodes, capabilities and the like that are used here, by the names of the SPIR-V specification.
enum Op : uint16_t {
  OpUndef = 1,
  OpName = 5,
  OpString = 7,
  OpLine = 8,
  OpExtension = 10,
  OpExtInstImport = 11,
  OpExtInst = 12,
  OpMemoryModel = 14,
  OpEntryPoint = 15,
  OpExecutionMode = 16,
  OpCapability = 17,
  OpTypeVoid = 19,
  OpTypeBool = 20,
  OpTypeInt = 21,
  OpTypeFloat = 22,
  OpTypeVector = 23,
  OpTypeArray = 28,
  OpTypeStruct = 30,
  OpTypePointer = 32,
  OpTypeFunction = 33,
  OpConstantFalse = 42,
  OpConstant = 43,
  OpConstantComposite = 44,
  OpConstantNull = 46,
  OpSpecConstantTrue = 48,
  OpSpecConstantFalse = 49,
  OpSpecConstant = 50,
  OpSpecConstantComposite = 51,
  OpSpecConstantOp = 52,
  OpFunction = 54,
  OpFunctionParameter = 55,
  OpFunctionEnd = 56,
  OpFunctionCall = 57,
  OpVariable = 59,
  OpLoad = 61,
  OpStore = 62,
  OpCopyMemory = 63,
  OpCopyMemorySized = 64,
  OpAccessChain = 65,
  OpInBoundsAccessChain = 66,
  OpPtrAccessChain = 67,
  OpInBoundsPtrAccessChain = 70,
  OpDecorate = 71,
  OpGroupDecorate = 74,
  OpVectorExtractDynamic = 77,
  OpVectorShuffle = 79,
  OpCompositeConstruct = 80,
  OpCompositeExtract = 81,
  OpCompositeInsert = 82,
  OpCopyObject = 83,
  OpImageSampleExplicitLod = 88,
  OpImageRead = 98,
  OpImageWrite = 99,
  OpUConvert = 113,
  OpSConvert = 114,
  OpFConvert = 115,
  OpConvertPtrToU = 117,
  OpConvertUToPtr = 120,
  OpPtrCastToGeneric = 121,
  OpGenericCastToPtr = 122,
  OpBitcast = 124,
  OpISub = 130,
  OpSDiv = 135,
  OpIAddCarry = 149,
  OpISubBorrow = 150,
  OpUMulExtended = 151,
  OpSMulExtended = 152,
  OpAny = 154,
  OpAll = 155,
  OpSelect = 169,
  OpIEqual = 170,
  OpINotEqual = 171,
  OpUGreaterThan = 172,
  OpUGreaterThanEqual = 174,
  OpULessThan = 176,
  OpSLessThan = 177,
  OpULessThanEqual = 178,
  OpBitFieldInsert = 201,
  OpBitFieldSExtract = 202,
  OpBitFieldUExtract = 203,
  OpBitReverse = 204,
  OpAtomicCompareExchange = 230,
  OpAtomicCompareExchangeWeak = 231,
  OpPhi = 245,
  OpLoopMerge = 246,
  OpSelectionMerge = 247,
  OpLabel = 248,
  OpBranch = 249,
  OpBranchConditional = 250,
  OpSwitch = 251,
  OpReturn = 253,
  OpGroupAsyncCopy = 259,
  OpGetKernelWorkGroupSize = 295,
  OpNoLine = 317,
  OpSizeOf = 321,
  OpTypePipeStorage = 322,
  OpConstantPipeStorage = 323,
  OpCreatePipeFromPipeStorage = 324,
  OpGetKernelLocalSizeForSubgroupCount = 325,
  OpGetKernelMaxNumSubgroups = 326,
  OpTypeNamedBarrier = 327,
  OpNamedBarrierInitialize = 328,
  OpMemoryNamedBarrier = 329,
  OpExecutionModeId = 331,
  OpDecorateId = 332,
  OpCopyLogical = 400,
  OpPtrEqual = 401,
  OpPtrNotEqual = 402,
  OpPtrDiff = 403,
  OpGroupNonUniformRotateKHR = 4431,
  OpReadClockKHR = 5056,
  OpSubgroupBlockReadINTEL = 5575,
  OpSubgroupBlockWriteINTEL = 5576,
  OpSubgroupImageBlockReadINTEL = 5577,
  OpSubgroupImageBlockWriteINTEL = 5578,
  OpAtomicFMinEXT = 5614,
  OpAtomicFMaxEXT = 5615,
  OpAssumeTrueKHR = 5630,
  OpExpectKHR = 5631,
  OpDecorateString = 5632,
  OpMemberDecorateString = 5633,
  OpAtomicFAddEXT = 6035,
  OpConvertFToBF16INTEL = 6116,
  OpConvertBF16ToFINTEL = 6117,
  OpGroupIMulKHR = 6401,
  OpGroupFMulKHR = 6402,
  OpGroupBitwiseAndKHR = 6403,
  OpGroupBitwiseOrKHR = 6404,
  OpGroupBitwiseXorKHR = 6405,
  OpGroupLogicalAndKHR = 6406,
  OpGroupLogicalOrKHR = 6407,
  OpGroupLogicalXorKHR = 6408,
};

inline constexpr uint32_t kMagic = 0x07230203;
inline constexpr size_t kHeaderWords = 5;
inline constexpr uint32_t kVersion14 = 0x00010400;  // version 1.4 of SPIR-V
inline constexpr uint32_t kLinkageAttributes = 41;  // a decoration

struct Instruction {
  uint16_t opcode = 0;
  std::span<const uint32_t> operands;  ///< the words after the first one
};

class Module {
 public:
  /// Reads words of either endianness. Returns nothing if `bytes` is no sequence of words with a
  /// header of SPIR-V, or an instruction reaches over the end.
  static std::optional<Module> read(std::span<const unsigned char> bytes);

  const std::vector<uint32_t>& words() const { return words_; }
  uint32_t version() const { return words_[1]; }
  void set_version(uint32_t version) { words_[1] = version; }
  /// Returns the tool that wrote it, by its number in SPIR-V's registry.
  uint32_t generator() const { return words_[2] >> 16; }
  /// Returns a number that is above all ids.
  uint32_t bound() const { return words_[3]; }
  void set_bound(uint32_t bound) { words_[3] = bound; }

  /// Calls `see` with each instruction.
  template <class See>
  void each(See&& see) const {
    for (size_t at = kHeaderWords; at < words_.size(); at += words_[at] >> 16) see(instruction(at));
  }

  /// Returns a module in which each instruction is replaced by the words that `rewrite(instruction,
  /// words)` appends to `words`.
  template <class Rewrite>
  Module rewritten(Rewrite&& rewrite) const {
    Module out;
    out.words_.assign(words_.begin(), words_.begin() + kHeaderWords);
    each([&](const Instruction& one) { rewrite(one, out.words_); });
    return out;
  }

 private:
  Instruction instruction(size_t at) const {
    const size_t length = words_[at] >> 16;
    return {static_cast<uint16_t>(words_[at]), std::span(words_).subspan(at + 1, length - 1)};
  }

  std::vector<uint32_t> words_;
};

/// Appends a literal string. Its last word has a zero byte.
void append_string(std::vector<uint32_t>& operands, std::string_view text);
/// Appends an instruction.
void append(std::vector<uint32_t>& words, uint16_t opcode, std::span<const uint32_t> operands);
/// Returns the string that begins at operand `index`; up to the last operand if it has no end.
std::string string_at(const Instruction& instruction, size_t index);

}  // namespace heddle::compiler::spirv
