// SPDX-License-Identifier: Apache-2.0
// What the machine can do at best, measured with native code on as many threads as the device has
// compute units.
#pragma once

#include <optional>
#include <string>

#include "bench.h"

namespace heddle::bench {

struct Peaks {
  double float_flops = 0, double_flops = 0;  // per second
  double l2 = 0, l3 = 0, memory = 0;         // bytes per second: the best of read, copy and triad
  double memory_read = 0, memory_copy = 0, memory_triad = 0;
  double l2_size = 0, l3_size = 0;  // bytes, over all threads
};

Peaks measure_peaks(unsigned threads);

/// `name=value,...`: what --roofline prints and --peaks takes.
std::string to_text(const Peaks& peaks);
std::optional<Peaks> peaks_from_text(const std::string& text);

/// The shortest time in microseconds that the peaks allow; 0 if neither flops nor bytes are stated.
/// Bytes come from the nearest cache that holds all buffers of the benchmark.
double limit_us(const Bench& bench, const Peaks& peaks);

}  // namespace heddle::bench
