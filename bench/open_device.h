// SPDX-License-Identifier: Apache-2.0
// The set-up that the benchmarks share: the first device there is, a context and a queue.
#pragma once

#include <CL/cl.h>

struct OpenDevice {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

/// require(status, what) does not return if a call failed.
template <typename Require>
OpenDevice open_device(Require require) {
  cl_int status;
  cl_platform_id platform;
  OpenDevice open;
  require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &open.device, nullptr), "clGetDeviceIDs");
  open.context = clCreateContext(nullptr, 1, &open.device, nullptr, nullptr, &status);
  require(status, "clCreateContext");
  open.queue = clCreateCommandQueueWithProperties(open.context, open.device, nullptr, &status);
  require(status, "clCreateCommandQueueWithProperties");
  return open;
}
