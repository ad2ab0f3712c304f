// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for the whole way of a SPIR-V module through the driver: clCreateProgramWithIL,
// build, kernels. What the driver says about a module stands in for the coverage of its code where
// that is not instrumented.
#include <CL/cl.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Driver {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  Driver() {
    cl_platform_id platform = nullptr;
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    if (!error) error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (!error) context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (error) std::abort();
  }
};

// What libFuzzer takes for coverage.
__attribute__((section("__libfuzzer_extra_counters"))) unsigned char seen[1 << 16];

/// Numbers aside, which differ with every id.
void note(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  seen[std::hash<std::string_view>()(text) % sizeof(seen)] = 1;
}

void create_kernels(cl_program program) {
  cl_uint count = 0;
  if (clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS) return;
  std::vector<cl_kernel> kernels(count);
  if (clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) return;
  for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Driver& driver = *new Driver;
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(driver.context, data, size, &error);
  if (!program) return -1;  // not worth keeping
  error = clBuildProgram(program, 1, &driver.device, "", nullptr, nullptr);
  std::string log(2000, '\0');
  size_t length = 0;
  if (!clGetProgramBuildInfo(program, driver.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length)) {
    log.resize(length);
    clGetProgramBuildInfo(program, driver.device, CL_PROGRAM_BUILD_LOG, length, log.data(),
                          nullptr);
  }
  note(log + static_cast<char>('A' - error));
  if (error == CL_SUCCESS) create_kernels(program);
  clReleaseProgram(program);
  return 0;
}
