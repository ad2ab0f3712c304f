// SPDX-License-Identifier: Apache-2.0
// What every measurement needs: a device, a queue, a way to build a tiny program.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "open_device.h"

inline void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "latency: %s failed with error %d\n", what, status);
  std::exit(1);
}

/// CLOCK_MONOTONIC in microseconds: the same in every process of the machine.
double now_us();
/// Resident memory of this process in MB.
double resident_mb();

struct Session : OpenDevice {
  Session();
  /// A kernel `tiny` of a program that no driver has seen: `number` is a constant in its source.
  cl_kernel build_tiny(uint64_t number) const;
  cl_kernel build(const std::string& source, const char* name) const;
  cl_mem create_buffer(size_t size) const;
};

/// One figure for one line of output.
struct Figure {
  const char* name;
  double value;
  const char* unit;
};

/// The figures of commands in a process that is warm.
std::vector<Figure> measure_commands(const Session& session);

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}
