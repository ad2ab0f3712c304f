// SPDX-License-Identifier: Apache-2.0
// A kernel object (§5.9): one kernel function of a program, with argument values. It attaches
// itself to its program, which cannot be built while it lives.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string_view>
#include <vector>

#include "platform/info.h"
#include "platform/object.h"
#include "runtime/kernel/kernel_args.h"
#include "runtime/program/kernel_on_device.h"
#include "runtime/program/program.h"

namespace heddle {

class Kernel : public Object<Kernel, _cl_kernel, CL_INVALID_KERNEL, 384> {
 public:
  using OnDevices = std::vector<std::unique_ptr<KernelOnDevice>>;

  /// Implements clCreateKernel.
  static Result<Ref<Kernel>> create(Program& program, const char* name);
  /// Implements clCreateKernelsInProgram, for all kernels whose definition is the same on all
  /// devices.
  static Result<std::vector<Ref<Kernel>>> create_all(Program& program);
  /// Implements clCloneKernel.
  static Result<Ref<Kernel>> clone(const Kernel& source);

  /// `program` counts this kernel as attached already.
  Kernel(Program& program, std::shared_ptr<const OnDevices> on_devices);
  ~Kernel();

  Program& program() const { return *program_; }
  Context& context() const { return program_->context(); }
  /// Returns the facts that are the same on all devices, and known before code is generated.
  const KernelRecord& declared() const { return on_devices_->front()->declared(); }
  /// Returns the kernel on each device. Commands hold it: it keeps code, variables and all else
  /// that a launch needs.
  const std::shared_ptr<const OnDevices>& on_devices() const { return on_devices_; }
  /// Returns the kernel for `device`, or for the nearest parent of it with an executable (§5.8.9).
  /// Null if there is none.
  KernelOnDevice* on(const Device& device) const;
  /// Returns the kernel for the device of a query: null stands for the only one. CL_INVALID_DEVICE.
  Result<KernelOnDevice*> on_queried(cl_device_id device) const;

  KernelArgs& args() { return args_; }
  const KernelArgs& args() const { return args_; }
  /// Implements clSetKernelExecInfo.
  Status set_exec_info(cl_kernel_exec_info id, size_t size, const void* value);

  Status info(cl_kernel_info id, const InfoSink& sink) const;
  Status arg_info(cl_uint index, cl_kernel_arg_info id, const InfoSink& sink) const;
  Status work_group_info(cl_device_id device, cl_kernel_work_group_info id,
                         const InfoSink& sink) const;
  Status sub_group_info(cl_device_id device, cl_kernel_sub_group_info id, size_t input_size,
                        const void* input, const InfoSink& sink) const;

 private:
  const Ref<Program> program_;
  const std::shared_ptr<const OnDevices> on_devices_;  // never empty
  KernelArgs args_;
};

}  // namespace heddle
