// SPDX-License-Identifier: Apache-2.0
// The first device of the first platform, and OpenCL objects that release themselves.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace kernels {

struct Release {
  void operator()(cl_context object) const { clReleaseContext(object); }
  void operator()(cl_command_queue object) const { clReleaseCommandQueue(object); }
  void operator()(cl_mem object) const { clReleaseMemObject(object); }
  void operator()(cl_program object) const { clReleaseProgram(object); }
  void operator()(cl_kernel object) const { clReleaseKernel(object); }
  void operator()(cl_event object) const { clReleaseEvent(object); }
  void operator()(cl_sampler object) const { clReleaseSampler(object); }
};
template <class T>
using Owned = std::unique_ptr<std::remove_pointer_t<T>, Release>;

inline void check(cl_int error, const std::string& what) {
  if (error != CL_SUCCESS) throw std::runtime_error(what + ": error " + std::to_string(error));
}

class Device {
 public:
  Device();

  cl_device_id id() const { return id_; }
  cl_context context() const { return context_.get(); }
  cl_command_queue queue() const { return queue_.get(); }
  const std::string& name() const { return name_; }
  bool has(const std::string& extension) const;

 private:
  cl_device_id id_ = nullptr;
  Owned<cl_context> context_;
  Owned<cl_command_queue> queue_;
  std::string name_, extensions_;
};

}  // namespace kernels
