// SPDX-License-Identifier: Apache-2.0
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "kernel_source.h"
#include "picture.h"

namespace {

void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "render: %s failed with error %d\n", what, status);
  std::exit(1);
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string device_text(cl_device_id device, cl_device_info what) {
  size_t size = 0;
  check(clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  check(clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
  text.resize(size ? size - 1 : 0);
  return text;
}

cl_program build(cl_context context, cl_device_id device) {
  cl_int status;
  const char* sources[] = {kSceneSource, kKernelSource};
  cl_program program = clCreateProgramWithSource(context, 2, sources, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  // So that / and sqrt round as they do on the host.
  cl_device_fp_config config = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr),
        "clGetDeviceInfo");
  const bool exact = config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  status = clBuildProgram(program, 1, &device,
                          exact ? "-cl-fp32-correctly-rounded-divide-sqrt" : "", nullptr, nullptr);
  if (status != CL_SUCCESS) {
    size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    std::fprintf(stderr, "%s\n", log.c_str());
  }
  check(status, "clBuildProgram");
  return program;
}

template <typename... Args>
void set_args(cl_kernel kernel, const Args&... args) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof args, &args), "clSetKernelArg"), ...);
}

cl_kernel create_kernel(cl_program program, const char* name) {
  cl_int status;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  check(status, "clCreateKernel");
  return kernel;
}

cl_mem create_buffer(cl_context context, size_t size) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &status);
  check(status, "clCreateBuffer");
  return buffer;
}

}  // namespace

Picture render_on_device(const Job& job, const Progress& progress) {
  Picture picture;
  cl_int status;
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  picture.device =
      device_text(device, CL_DEVICE_NAME) + ", " + device_text(device, CL_DEVICE_VERSION);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");

  const double start = now();
  cl_program program = build(context, device);
  cl_kernel render = create_kernel(program, "render");
  cl_kernel develop = create_kernel(program, "develop");
  picture.build_seconds = now() - start;

  const size_t pixels = size_t{job.width} * job.height;
  cl_mem sum = create_buffer(context, pixels * sizeof(cl_float4));
  cl_mem result = create_buffer(context, pixels * sizeof(cl_uchar4));
  const cl_float zero = 0;
  check(clEnqueueFillBuffer(queue, sum, &zero, sizeof zero, 0, pixels * sizeof(cl_float4), 0,
                            nullptr, nullptr),
        "clEnqueueFillBuffer");

  const double started = now();
  const size_t size[2] = {job.width, job.height};
  const unsigned at_once = std::max(1u, job.samples / 16);
  for (unsigned done = 0; done < job.samples;) {
    const cl_uint count = std::min(at_once, job.samples - done);
    set_args(render, sum, cl_uint{job.width}, cl_uint{job.height}, cl_uint{done}, count);
    check(clEnqueueNDRangeKernel(queue, render, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    progress(done += count);
  }
  set_args(develop, sum, result);
  check(clEnqueueNDRangeKernel(queue, develop, 1, nullptr, &pixels, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  picture.rgba.resize(pixels * sizeof(cl_uchar4));
  check(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, picture.rgba.size(), picture.rgba.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  picture.seconds = now() - started;

  clReleaseMemObject(sum);
  clReleaseMemObject(result);
  clReleaseKernel(render);
  clReleaseKernel(develop);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return picture;
}
