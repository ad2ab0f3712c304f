// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/processor.h"

#include <emmintrin.h>
#include <ucontext.h>

namespace heddle::cpu {

const char* const kProcessorName = "x86-64 CPU";

void relax() {
  _mm_pause();
}

const uint32_t kKernelFloatSettings = 0x1f80;  // MXCSR's state after a reset

uint32_t float_settings() {
  return _mm_getcsr();
}

bool has_kernel_float_settings() {
  constexpr uint32_t kRaised = 0x3f;  // one more than FE_ALL_EXCEPT: denormal operands
  return (_mm_getcsr() & ~kRaised) == kKernelFloatSettings;
}

void set_float_settings(uint32_t settings) {
  _mm_setcsr(settings);
}

ProcessorFault fault_of(const void* context) {
  constexpr greg_t kPageFault = 14, kWrite = 2;
  const greg_t* registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  ProcessorFault fault;
  fault.instruction = static_cast<uint64_t>(registers[REG_RIP]);
  fault.has_address = registers[REG_TRAPNO] == kPageFault;
  fault.is_write = fault.has_address && (registers[REG_ERR] & kWrite) != 0;
  return fault;
}

namespace {

template <class Store>
void copy(std::byte* target, const std::byte* source, size_t size, Store&& store) {
  for (size_t done = 0; done < size; done += kCacheLine) {
    const auto* in = reinterpret_cast<const __m128i*>(source + done);
    auto* out = reinterpret_cast<__m128i*>(target + done);
    const __m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1);
    const __m128i c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
    store(out, a);
    store(out + 1, b);
    store(out + 2, c);
    store(out + 3, d);
  }
}

}  // namespace

void copy_lines(std::byte* target, const std::byte* source, size_t size) {
  copy(target, source, size, [](__m128i* at, __m128i words) { _mm_store_si128(at, words); });
}

void stream_lines(std::byte* target, const std::byte* source, size_t size) {
  copy(target, source, size, [](__m128i* at, __m128i words) { _mm_stream_si128(at, words); });
  _mm_sfence();
}

size_t stream_alignment() {
  return sizeof(__m128i);
}

void stream_pattern(std::byte* target, std::span<const std::byte, 128> pattern, size_t size) {
  for (size_t done = 0; done < size; done += pattern.size()) {
    auto* out = reinterpret_cast<__m128i*>(target + done);
    const auto* in = reinterpret_cast<const __m128i*>(pattern.data());
    for (size_t i = 0; i < pattern.size() / sizeof(__m128i); ++i)
      _mm_stream_si128(out + i, _mm_loadu_si128(in + i));
  }
  _mm_sfence();
}

}  // namespace heddle::cpu
