// SPDX-License-Identifier: Apache-2.0
// Builds and runs small programs, some of them again and again, and checks what they compute.
#include <CL/cl.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr cl_uint kItems = 64;

/// False, with a line on stderr, if a call failed or a result is wrong.
bool build_and_run(cl_context context, cl_command_queue queue, cl_uint factor) {
  const std::string source =
      "kernel void k(global uint* p) { p[get_global_id(0)] = " + std::to_string(factor) +
      "u * (uint)get_global_id(0) + 1; }";
  const char* text = source.c_str();
  const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  cl_int error = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  const cl_kernel kernel = error ? nullptr : clCreateKernel(program, "k", &error);
  const cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, kItems * sizeof(cl_uint), nullptr, nullptr);
  std::vector<cl_uint> found(kItems);
  const size_t items = kItems;
  if (!error) error = clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  if (!error)
    error = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  if (!error)
    error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_uint), found.data(),
                                0, nullptr, nullptr);
  if (error) std::fprintf(stderr, "factor %u: error %d\n", factor, error);
  bool is_right = error == CL_SUCCESS;
  for (cl_uint i = 0; is_right && i < kItems; ++i) {
    is_right = found[i] == factor * i + 1;
    if (!is_right) std::fprintf(stderr, "factor %u: item %u is %u\n", factor, i, found[i]);
  }
  if (kernel) clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  return is_right;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Builds and runs programs on the first OpenCL device, and checks their results.");
  uint64_t seed = 1;
  unsigned builds = 100, different = 20;
  app.add_option("--seed", seed, "of the choice of programs")->capture_default_str();
  app.add_option("--builds", builds, "how many")->capture_default_str();
  app.add_option("--different", different, "programs to choose from")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_command_queue queue =
      clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  std::mt19937_64 random(seed);
  bool is_right = true;
  for (unsigned i = 0; i < builds; ++i)
    is_right &= build_and_run(context, queue, static_cast<cl_uint>(random() % different));
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return is_right ? 0 : 1;
}
