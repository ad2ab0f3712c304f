// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <ctime>

double now_us() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

double resident_mb() {
  std::FILE* file = std::fopen("/proc/self/status", "r");
  double kib = 0;
  char line[256];
  while (file && std::fgets(line, sizeof line, file)) {
    if (std::sscanf(line, "VmRSS: %lf", &kib) == 1) break;
  }
  if (file) std::fclose(file);
  return kib / 1024;
}

Session::Session() : OpenDevice(open_device(check)) {}

cl_kernel Session::build(const std::string& source, const char* name) const {
  cl_int status;
  const char* text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  check(status, "clCreateKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  return kernel;
}

cl_kernel Session::build_tiny(uint64_t number) const {
  return build(
      "__kernel void tiny(__global uint* x) {\n"
      "  size_t i = get_global_id(0);\n"
      "  x[i] = x[i] * 3 + " +
          std::to_string(number & 0x7fffffff) +
          "u;\n"
          "}\n",
      "tiny");
}

cl_mem Session::create_buffer(size_t size) const {
  cl_int status;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &status);
  check(status, "clCreateBuffer");
  return buffer;
}
