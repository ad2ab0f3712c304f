// SPDX-License-Identifier: Apache-2.0
// The smallest useful OpenCL program: adds two vectors on the first device of the first platform.
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCount = 1 << 20 };

static const char* kSource =
    "__kernel void add(__global const float* a, __global const float* b, __global float* c) {\n"
    "  size_t i = get_global_id(0);\n"
    "  c[i] = a[i] + b[i];\n"
    "}\n";

static void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) {
    fprintf(stderr, "%s: error %d\n", what, status);
    exit(1);
  }
}

int main(void) {
  cl_int status;
  cl_platform_id platform;
  cl_device_id device;
  char name[256];
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL), "clGetDeviceInfo");

  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  check(status, "clCreateCommandQueueWithProperties");
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, NULL, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "add", &status);
  check(status, "clCreateKernel");

  static float a[kCount], b[kCount], c[kCount];
  for (int i = 0; i < kCount; ++i) {
    a[i] = (float)i;
    b[i] = (float)(2 * i);
  }
  cl_mem buffers[3];
  float* arrays[3] = {a, b, c};
  for (cl_uint i = 0; i < 3; ++i) {
    // The device works in the arrays themselves: a CPU needs no copy.
    buffers[i] = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof a, arrays[i], &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
  }
  const size_t size = kCount;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), "enqueue");
  check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "read");

  for (int i = 0; i < kCount; ++i) {
    if (c[i] != a[i] + b[i]) return fprintf(stderr, "wrong at %d: %g\n", i, c[i]), 1;
  }
  printf("%s: added %d numbers, all right\n", name, kCount);
  for (int i = 0; i < 3; ++i) clReleaseMemObject(buffers[i]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
