// SPDX-License-Identifier: Apache-2.0
#include "device.h"

namespace kernels {

namespace {

std::string text(cl_device_id device, cl_device_info what) {
  size_t size = 0;
  check(clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string result(size, '\0');
  check(clGetDeviceInfo(device, what, size, result.data(), nullptr), "clGetDeviceInfo");
  result.resize(result.find('\0'));
  return result;
}

}  // namespace

Device::Device() {
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id_, nullptr), "clGetDeviceIDs");
  cl_int error = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &id_, nullptr, nullptr, &error));
  check(error, "clCreateContext");
  queue_.reset(clCreateCommandQueueWithProperties(context(), id_, nullptr, &error));
  check(error, "clCreateCommandQueueWithProperties");
  name_ = text(id_, CL_DEVICE_NAME) + ", " + text(id_, CL_DRIVER_VERSION);
  extensions_ = " " + text(id_, CL_DEVICE_EXTENSIONS) + " ";
}

bool Device::has(const std::string& extension) const {
  return extensions_.find(" " + extension + " ") != std::string::npos;
}

}  // namespace kernels
