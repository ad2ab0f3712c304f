// SPDX-License-Identifier: Apache-2.0
// A program as any other, for limits.py: builds and runs a kernel. Exits with 0 after a right
// result, with 1 after an error code, with 2 after a wrong result.
//
//     resource_program [SOURCE OPTIONS]
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

namespace {

constexpr size_t kCount = size_t{1} << 18;
constexpr const char* kSource =
    "kernel void k(global float* out, global const float* in, local float* tile) {\n"
    "  const size_t i = get_global_id(0), l = get_local_id(0);\n"
    "  tile[l] = in[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  float sum = 0;\n"
    "  for (size_t j = 0; j < get_local_size(0); ++j) sum += sqrt(tile[j]);\n"
    "  out[i] = sum;\n"
    "}\n";

void check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::printf("%s: %d\n", what, error);
  std::exit(1);
}

cl_program build(cl_context context, cl_device_id device, const std::string& source,
                 const char* options) {
  cl_int error = CL_SUCCESS;
  const char* text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  if (error != CL_SUCCESS) {
    std::string log(4096, '\0');
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                              nullptr) == CL_SUCCESS)
      std::printf("%s\n", log.c_str());
  }
  check(error, "clBuildProgram");
  return program;
}

void run(const std::string& source, const char* options) {
  cl_int error = CL_SUCCESS;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
  cl_program program = build(context, device, source, options);
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  check(error, "clCreateKernel");
  std::vector<float> host(kCount, 4.0F);
  constexpr size_t kBytes = kCount * sizeof(float), kLocal = 64;
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, nullptr, &error);
  check(error, "clCreateBuffer");
  cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, kBytes, host.data(), &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof(out), &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(in), &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, kLocal * sizeof(float), nullptr), "clSetKernelArg");
  for (int launch = 0; launch < 4; ++launch) {  // variants are compiled meanwhile
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kCount, &kLocal, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
  }
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, kBytes, host.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (const float each : host)
    if (each != 2.0F * kLocal) std::exit(2);
  for (cl_mem each : {out, in}) check(clReleaseMemObject(each), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
}

}  // namespace

int main(int count, char** arguments) try {
  std::string source = kSource;
  if (count > 1) {
    std::ifstream file(arguments[1]);
    source.assign(std::istreambuf_iterator<char>(file), {});
  }
  run(source, count > 2 ? arguments[2] : "");
  return 0;
} catch (const std::bad_alloc&) {
  return 1;  // the program's own memory
}
