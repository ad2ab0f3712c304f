// SPDX-License-Identifier: Apache-2.0
#include "roofline.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <barrier>
#include <cstdlib>
#include <memory>
#include <new>
#include <sstream>
#include <thread>
#include <utility>

#include "clock.h"

namespace heddle::bench {
namespace {

constexpr int kRepeats = 48;  // short ones: some of them meet an idle machine

typedef float Float4 __attribute__((vector_size(16)));
typedef float Float8 __attribute__((vector_size(32)));
typedef float Float16 __attribute__((vector_size(64)));
typedef double Double2 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef double Double8 __attribute__((vector_size(64)));

volatile double g_sink;  // what is stored here is not optimised away

/// Independent chains of a * x + y, enough of them to hide the latency; returns the operations
/// done.
template <typename V, typename T>
[[gnu::always_inline]] inline double multiply_add(size_t rounds) {
  constexpr int kChains = 12;
  V chains[kChains], factor, addend;
  for (size_t lane = 0; lane < sizeof(V) / sizeof(T); ++lane) {
    factor[lane] = static_cast<T>(0.999);
    addend[lane] = static_cast<T>(0.001);
  }
  for (int k = 0; k < kChains; ++k) chains[k] = factor * static_cast<T>(k + 1);
  for (size_t i = 0; i < rounds; ++i) {
#pragma clang loop unroll(full)
    for (int k = 0; k < kChains; ++k) chains[k] = chains[k] * factor + addend;
  }
  V sum = chains[0];
  for (int k = 1; k < kChains; ++k) sum += chains[k];
  g_sink = static_cast<double>(sum[0]);
  return 2.0 * kChains * (sizeof(V) / sizeof(T)) * static_cast<double>(rounds);
}

[[gnu::target("avx512f")]] double float_avx512(size_t n) {
  return multiply_add<Float16, float>(n);
}
[[gnu::target("avx512f")]] double double_avx512(size_t n) {
  return multiply_add<Double8, double>(n);
}
[[gnu::target("avx2,fma")]] double float_avx2(size_t n) {
  return multiply_add<Float8, float>(n);
}
[[gnu::target("avx2,fma")]] double double_avx2(size_t n) {
  return multiply_add<Double4, double>(n);
}
double float_sse(size_t n) {
  return multiply_add<Float4, float>(n);
}
double double_sse(size_t n) {
  return multiply_add<Double2, double>(n);
}

/// The best rate of `work(thread, repeat)` on all threads at once; it returns what it has done.
template <typename Work>
double best_rate(unsigned threads, Work work) {
  std::vector<double> done(threads), start(threads), end(threads);
  std::barrier<> ready(threads);
  double best = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<std::jthread> running;
    for (unsigned t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        ready.arrive_and_wait();
        start[t] = now_us();
        done[t] = work(t, repeat);
        end[t] = now_us();
      });
    }
    running.clear();  // joins
    double sum = 0;
    for (double amount : done) sum += amount;
    const double first = *std::min_element(start.begin(), start.end());
    best = std::max(best, sum / (*std::max_element(end.begin(), end.end()) - first) * 1e6);
  }
  return best;
}

void measure_arithmetic(unsigned threads, Peaks& peaks) {
  constexpr size_t kRounds = 400'000;
  auto run_float = float_sse;
  auto run_double = double_sse;
  if (__builtin_cpu_supports("avx512f")) {
    run_float = float_avx512, run_double = double_avx512;
  } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    run_float = float_avx2, run_double = double_avx2;
  }
  peaks.float_flops = best_rate(threads, [&](unsigned, int) { return run_float(kRounds); });
  peaks.double_flops = best_rate(threads, [&](unsigned, int) { return run_double(kRounds); });
}

#define HEDDLE_FOR_EACH_TARGET [[gnu::target_clones("avx512f", "avx2", "default")]]

struct Streams {
  double *a, *b, *c;
  size_t count;
};

HEDDLE_FOR_EACH_TARGET double read(const Streams& s) {
  Double8 sums[4] = {};
  for (size_t i = 0; i + 32 <= s.count; i += 32) {
    for (size_t k = 0; k < 4; ++k) {
      Double8 block;
      __builtin_memcpy(&block, s.a + i + 8 * k, sizeof block);
      sums[k] += block;
    }
  }
  g_sink = (sums[0] + sums[1] + sums[2] + sums[3])[0];
  return 8.0 * static_cast<double>(s.count);
}

HEDDLE_FOR_EACH_TARGET double copy(const Streams& s) {
  for (size_t i = 0; i < s.count; ++i) s.b[i] = s.a[i];
  g_sink = s.b[s.count / 2];
  return 16.0 * static_cast<double>(s.count);
}

HEDDLE_FOR_EACH_TARGET double triad(const Streams& s) {
  for (size_t i = 0; i < s.count; ++i) s.c[i] = s.a[i] + 3.0 * s.b[i];
  g_sink = s.c[s.count / 2];
  return 24.0 * static_cast<double>(s.count);
}

using Memory = std::unique_ptr<double[], decltype(&std::free)>;

/// Zeros in huge pages, so that the TLB is not what is measured.
Memory allocate(size_t count) {
  constexpr size_t kHugePage = 2 << 20;
  const size_t bytes = (count * sizeof(double) + kHugePage - 1) / kHugePage * kHugePage;
  double* memory = static_cast<double*>(std::aligned_alloc(kHugePage, bytes));
  if (!memory) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::fill_n(memory, count, 0.0);
  return {memory, std::free};
}

/// Bytes per second of read, copy and triad when all streams together take `bytes`. A repeat goes
/// through the next `part` of them: short, and yet from memory if all of them are larger than the
/// caches.
std::vector<double> measure_streams(unsigned threads, size_t bytes, size_t part) {
  constexpr double kAtLeast = 16e6;  // bytes a repeat
  constexpr size_t kApart =
      1096;  // so that the streams of a thread do not meet in the same cache sets
  std::vector<double> rates;
  const size_t streams[] = {1, 2, 3};
  double (*const kernels[])(const Streams&) = {read, copy, triad};
  for (int k = 0; k < 3; ++k) {
    const size_t scale = sizeof(double) * streams[k] * threads;
    const size_t count = bytes / scale, each = std::min(count, part / scale) / 64 * 64;
    std::vector<Memory> memory;
    for (unsigned i = 0; i < 3 * threads; ++i) {
      memory.push_back(allocate(i % 3 < streams[k] ? count + 2 * kApart : 2 * kApart));
    }
    rates.push_back(best_rate(threads, [&](unsigned t, int repeat) {
      const size_t first = static_cast<size_t>(repeat) % (count / each) * each;
      const auto stream = [&](unsigned i) { return memory[3 * t + i].get() + i * kApart + first; };
      double done = 0;
      do done += kernels[k]({stream(0), stream(1), stream(2), each});
      while (done < kAtLeast / threads);
      return done;
    }));
  }
  return rates;
}

size_t cache_size(int name, size_t otherwise) {
  const long size = sysconf(name);
  return size > 0 ? static_cast<size_t>(size) : otherwise;
}

using Field = std::pair<const char*, double Peaks::*>;
constexpr Field kFields[] = {
    {"float_flops", &Peaks::float_flops},
    {"double_flops", &Peaks::double_flops},
    {"l2", &Peaks::l2},
    {"l3", &Peaks::l3},
    {"memory", &Peaks::memory},
    {"memory_read", &Peaks::memory_read},
    {"memory_copy", &Peaks::memory_copy},
    {"memory_triad", &Peaks::memory_triad},
    {"l2_size", &Peaks::l2_size},
    {"l3_size", &Peaks::l3_size},
};

}  // namespace

Peaks measure_peaks(unsigned threads) {
  constexpr size_t kMemory = 256 << 20;
  constexpr size_t kLargestL3 =
      32 << 20;  // a virtual machine may report all caches of its host together
  Peaks peaks;
  measure_arithmetic(threads, peaks);
  const auto best = [](const std::vector<double>& rates) {
    return *std::max_element(rates.begin(), rates.end());
  };
  peaks.l2_size = static_cast<double>(threads * cache_size(_SC_LEVEL2_CACHE_SIZE, 1 << 20));
  peaks.l3_size =
      static_cast<double>(std::min(cache_size(_SC_LEVEL3_CACHE_SIZE, kLargestL3), kLargestL3));
  peaks.l2 = best(measure_streams(threads, static_cast<size_t>(peaks.l2_size) / 2, kMemory));
  peaks.l3 = best(measure_streams(threads, static_cast<size_t>(peaks.l3_size) / 2, kMemory));
  const std::vector<double> memory = measure_streams(threads, kMemory, kMemory / 8);
  peaks.memory_read = memory[0], peaks.memory_copy = memory[1], peaks.memory_triad = memory[2];
  peaks.memory = best(memory);
  return peaks;
}

std::string to_text(const Peaks& peaks) {
  std::ostringstream text;
  for (const auto& [name, field] : kFields) {
    text << (field == kFields[0].second ? "" : ",") << name << '=' << peaks.*field;
  }
  return text.str();
}

std::optional<Peaks> peaks_from_text(const std::string& text) {
  Peaks peaks;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    const size_t sign = part.find('=');
    const auto field = std::find_if(std::begin(kFields), std::end(kFields), [&](const Field& f) {
      return part.substr(0, sign) == f.first;
    });
    if (sign == std::string::npos || field == std::end(kFields)) return std::nullopt;
    peaks.*(field->second) = std::strtod(part.c_str() + sign + 1, nullptr);
  }
  return peaks;
}

double limit_us(const Bench& bench, const Peaks& peaks) {
  double resident = 0;
  for (const Argument& argument : bench.arguments) {
    if (argument.is_buffer()) resident += static_cast<double>(argument.size);
  }
  const double bandwidth = resident <= peaks.l2_size   ? peaks.l2
                           : resident <= peaks.l3_size ? peaks.l3
                                                       : peaks.memory;
  const double rate =
      bench.precision == Precision::kDouble ? peaks.double_flops : peaks.float_flops;
  double limit = 0;
  if (rate > 0) limit = bench.flops / rate;
  if (bandwidth > 0) limit = std::max(limit, bench.bytes / bandwidth);
  return 1e6 * limit;
}

}  // namespace heddle::bench
