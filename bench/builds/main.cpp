// SPDX-License-Identifier: Apache-2.0
// Builds one file of OpenCL C, or one .spv of SPIR-V, for the first device that the loader shows,
// creates every kernel and asks for its sizes; with --launch each one also runs, one work-item with
// one zeroed buffer for all of its pointers. Prints the CPU time of the process (user and system,
// seconds) before the build, and how many kernels there are: build_times.py subtracts the first
// from what the whole process took.
#include <CL/cl.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "open_device.h"

namespace {

void require(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d\n", what, status);
  std::exit(1);
}

double cpu_seconds() {
  rusage self{}, children{};
  getrusage(RUSAGE_SELF, &self);
  getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(self.ru_utime) + seconds(self.ru_stime) + seconds(children.ru_utime) +
         seconds(children.ru_stime);
}

cl_program create(const OpenDevice& open, const std::string& source, bool is_spirv) {
  cl_int status;
  const char* text = source.c_str();
  cl_program program = is_spirv
                           ? clCreateProgramWithIL(open.context, text, source.size(), &status)
                           : clCreateProgramWithSource(open.context, 1, &text, nullptr, &status);
  require(status, is_spirv ? "clCreateProgramWithIL" : "clCreateProgramWithSource");
  return program;
}

cl_program build(const OpenDevice& open, cl_program program, const char* options) {
  const cl_int status = clBuildProgram(program, 1, &open.device, options, nullptr, nullptr);
  if (status == CL_SUCCESS) return program;
  std::vector<char> log(1 << 20);
  clGetProgramBuildInfo(program, open.device, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(),
                        nullptr);
  std::fprintf(stderr, "%.2000s\n", log.data());
  require(status, "clBuildProgram");
  return program;
}

std::vector<cl_kernel> create_kernels(cl_program program) {
  cl_uint count = 0;
  require(clCreateKernelsInProgram(program, 0, nullptr, &count), "clCreateKernelsInProgram");
  std::vector<cl_kernel> kernels(count);
  require(clCreateKernelsInProgram(program, count, kernels.data(), nullptr),
          "clCreateKernelsInProgram");
  return kernels;
}

void ask_sizes(cl_kernel kernel, cl_device_id device) {
  size_t size;
  cl_ulong bytes;
  require(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size,
                                   nullptr),
          "CL_KERNEL_WORK_GROUP_SIZE");
  require(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                   sizeof size, &size, nullptr),
          "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE");
  require(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes,
                                   nullptr),
          "CL_KERNEL_PRIVATE_MEM_SIZE");
}

/// Tries each size that an argument may have: 8 bytes of the buffer's handle first, then values of
/// zeros, then local memory. False if the argument is none of these (an image).
bool set_argument(cl_kernel kernel, cl_uint index, cl_mem buffer) {
  if (clSetKernelArg(kernel, index, sizeof buffer, &buffer) == CL_SUCCESS) return true;
  const char zeros[128] = {};
  for (size_t size = 1; size <= sizeof zeros; ++size)
    if (clSetKernelArg(kernel, index, size, zeros) == CL_SUCCESS) return true;
  return clSetKernelArg(kernel, index, 4096, nullptr) == CL_SUCCESS;
}

void launch(const OpenDevice& open, cl_kernel kernel, cl_mem buffer) {
  cl_uint count = 0;
  require(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr),
          "CL_KERNEL_NUM_ARGS");
  for (cl_uint i = 0; i < count; ++i)
    if (!set_argument(kernel, i, buffer)) return;
  size_t required[3] = {};
  require(clGetKernelWorkGroupInfo(kernel, open.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof required, required, nullptr),
          "CL_KERNEL_COMPILE_WORK_GROUP_SIZE");
  const size_t one[3] = {1, 1, 1};
  require(clEnqueueNDRangeKernel(open.queue, kernel, 3, nullptr, required[0] ? required : one,
                                 nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

}  // namespace

int main(int count, char** words) {
  const bool launches = count == 4 && std::strcmp(words[3], "--launch") == 0;
  if (count != 3 && !launches) {
    std::fprintf(stderr, "usage: build-time FILE OPTIONS [--launch]\n");
    return 2;
  }
  std::ifstream file(words[1]);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  require(file ? CL_SUCCESS : 1, words[1]);
  const OpenDevice open = open_device(require);
  cl_int status;
  cl_mem buffer = clCreateBuffer(open.context, CL_MEM_READ_WRITE, 1 << 20, nullptr, &status);
  require(status, "clCreateBuffer");
  const cl_uint zero = 0;
  require(
      clEnqueueFillBuffer(open.queue, buffer, &zero, sizeof zero, 0, 1 << 20, 0, nullptr, nullptr),
      "clEnqueueFillBuffer");
  require(clFinish(open.queue), "clFinish");
  const double before = cpu_seconds();
  const bool is_spirv = std::string_view(words[1]).ends_with(".spv");
  cl_program program = build(open, create(open, source, is_spirv), words[2]);
  const auto kernels = create_kernels(program);
  for (cl_kernel kernel : kernels) ask_sizes(kernel, open.device);
  for (cl_kernel kernel : kernels)
    if (launches) launch(open, kernel, buffer);
  require(clFinish(open.queue), "clFinish");
  std::printf("%f %zu\n", before, kernels.size());
  for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(open.queue);
  clReleaseContext(open.context);
  return 0;
}
