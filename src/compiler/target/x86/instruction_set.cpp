// SPDX-License-Identifier: Apache-2.0
#include "compiler/target/x86/instruction_set.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>

namespace heddle::compiler {
using namespace llvm;

namespace x86 {

namespace {

constexpr TargetCosts kCosts = {.register_cycles = 0.5,
                                .overlapped_part = 1,
                                .multiple_test = 9,
                                .multiple_test_once = 8,
                                .float_division = 5,
                                .double_division = 8,
                                .float_root = 6,
                                .double_root = 12,
                                .mispredicted_branch = 12,
                                .gathered_lane = 1.6,
                                .lane_by_lane = 2.0,
                                .scattered_lane = 2.2,
                                .search_registers = 20,
                                .jam_vector_registers = 15,
                                .jam_scalar_registers = 13};

/// The costs of AVX-512: two units take the longest registers (one, before Zen 5), three or four
/// the shorter ones.
constexpr TargetCosts costs_of_avx512() {
  TargetCosts costs = kCosts;
  costs.register_cycles = 0.65;
  costs.overlapped_part = 0.75;
  costs.multiple_test = 4;
  costs.multiple_test_once = 40;
  costs.search_registers = 28;
  costs.jam_vector_registers = 30;
  return costs;
}

constexpr TargetCosts kAvx512Costs = costs_of_avx512();

/// The costs of processors with arithmetic of half, whose gathers are faster than scalar loads.
constexpr TargetCosts costs_of_avx512_fp16() {
  TargetCosts costs = kAvx512Costs;
  costs.gathered_lane = 0.85;
  return costs;
}

constexpr TargetCosts kAvx512Fp16Costs = costs_of_avx512_fp16();

unsigned length(const Value* vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

/// Chooses an instruction for vectors of 4, 8 or 16 words.
Intrinsic::ID by_words(unsigned words, Intrinsic::ID four, Intrinsic::ID eight,
                       Intrinsic::ID sixteen) {
  return words == 4 ? four : words == 8 ? eight : sixteen;
}

Value* byte_products(IRBuilder<>& at, Intrinsic::ID id, Value* a, Value* b) {
  auto* bytes = FixedVectorType::get(at.getInt8Ty(), 4 * length(a));
  Constant* zero = Constant::getNullValue(a->getType());
  return at.CreateIntrinsic(id, {}, {zero, at.CreateBitCast(a, bytes), at.CreateBitCast(b, bytes)});
}

}  // namespace

X86InstructionSet::X86InstructionSet(const TargetMachine& machine) {
  const auto has = [&](const char* features) {
    return machine.getMCSubtargetInfo()->checkFeatures(features);
  };
  avx2_ = has("+avx2");
  avx512_f_ = has("+avx512f");
  avx512_vl_ = has("+avx512vl");
  avx512_ = avx2_ && has("+avx512f,+avx512bw,+avx512dq,+avx512vl");
  permutes_bytes_ = avx512_ && has("+avx512vbmi");
  mixes_bytes_ = has("+avx512vl,+avx512vbmi");
  fma_ = has("+fma");
  half_arithmetic_ = has("+avx512fp16");
  half_conversions_ = has("+f16c");
  avx512_vnni_ = has("+avx512vnni");
  avx_vnni_ = has("+avxvnni");
  avx_vnni_int8_ = has("+avxvnniint8");
}

const TargetCosts& X86InstructionSet::costs() const {
  return !avx512_ ? kCosts : half_arithmetic_ ? kAvx512Fp16Costs : kAvx512Costs;
}

unsigned X86InstructionSet::lookup_bits(unsigned element, unsigned lanes) const {
  switch (element) {
    case 8:
      if (permutes_bytes_) return 2048;
      // Four instructions for each 128 bits of the table: no more than loads of all lanes take.
      return 128 * std::clamp(lanes / 4, 1U, 4U);
    case 16:
      return avx512_ ? 1024 : 0;
    case 32:
      return avx512_f_ ? 1024 : avx2_ ? 256 : 0;
    case 64:
      return avx512_f_ ? 1024 : 0;
    default:
      return 0;
  }
}

void X86InstructionSet::emit_stream_fence(Builder& at) const {
  at.CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
}

Value* X86InstructionSet::mixed_byte_products(Builder& at, Value* a, Value* b) const {
  const Intrinsic::ID id =
      by_words(length(a), Intrinsic::x86_avx512_vpdpbusd_128, Intrinsic::x86_avx512_vpdpbusd_256,
               Intrinsic::x86_avx512_vpdpbusd_512);
  return byte_products(at, id, a, b);
}

Value* X86InstructionSet::same_byte_products(Builder& at, Value* a, Value* b,
                                             bool are_signed) const {
  const bool is_short = length(a) == 4;
  const Intrinsic::ID id =
      are_signed ? is_short ? Intrinsic::x86_avx2_vpdpbssd_128 : Intrinsic::x86_avx2_vpdpbssd_256
      : is_short ? Intrinsic::x86_avx2_vpdpbuud_128
                 : Intrinsic::x86_avx2_vpdpbuud_256;
  return byte_products(at, id, a, b);
}

Value* X86InstructionSet::pair_products(Builder& at, Value* a, Value* b) const {
  const Intrinsic::ID id =
      by_words(length(a) / 2, Intrinsic::x86_sse2_pmadd_wd, Intrinsic::x86_avx2_pmadd_wd,
               Intrinsic::x86_avx512_pmaddw_d_512);
  return at.CreateIntrinsic(id, {}, {a, b});
}

Value* X86InstructionSet::directed_multiply_add(Builder& at, Value* a, Value* b, Value* c,
                                                RoundingMode mode) const {
  constexpr int kWithoutExceptions = 8, kDown = 1, kUp = 2, kToZero = 3;
  const int direction = mode == RoundingMode::TowardNegative   ? kDown
                        : mode == RoundingMode::TowardPositive ? kUp
                                                               : kToZero;
  return at.CreateIntrinsic(Intrinsic::x86_avx512_vfmadd_ps_512, {},
                            {a, b, c, at.getInt32(kWithoutExceptions | direction)});
}

Value* X86InstructionSet::begin_flushing(Builder& at) const {
  constexpr uint32_t kResultsToZero = 1U << 15, kOperandsAreZero = 1U << 6;  // bits of MXCSR
  Type* word = at.getInt32Ty();
  Value *before = at.CreateAlloca(word), *flushing = at.CreateAlloca(word);
  at.CreateIntrinsic(Intrinsic::x86_sse_stmxcsr, {}, {before});
  Value* control = at.CreateLoad(word, before);
  at.CreateStore(at.CreateOr(control, kResultsToZero | kOperandsAreZero), flushing);
  at.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, {}, {flushing});
  return before;
}

void X86InstructionSet::end_flushing(Builder& at, Value* before) const {
  at.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, {}, {before});
}

}  // namespace x86

std::unique_ptr<const InstructionSet> make_instruction_set(const TargetMachine& machine) {
  return std::make_unique<x86::X86InstructionSet>(machine);
}

}  // namespace heddle::compiler
