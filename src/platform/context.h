// SPDX-License-Identifier: Apache-2.0
// A context (§4.4). What is made in it holds it, so it outlives the application's last release
// where that is needed.
#pragma once

#include <string>
#include <vector>

#include "platform/device.h"
#include "platform/info.h"
#include "platform/object.h"

namespace heddle {

class Context : public Object<Context, _cl_context, CL_INVALID_CONTEXT, 256> {
 public:
  using Notify = void(CL_CALLBACK*)(const char* errinfo, const void* private_info, size_t cb,
                                    void* user_data);
  using Properties = std::vector<cl_context_properties>;

  /// clCreateContext. `properties` and `devices` are as the application gave them.
  static Result<Ref<Context>> create(const cl_context_properties* properties, cl_uint num_devices,
                                     const cl_device_id* devices, Notify notify, void* user_data);
  /// clCreateContextFromType.
  static Result<Ref<Context>> create(const cl_context_properties* properties, cl_device_type type,
                                     Notify notify, void* user_data);

  Context(std::vector<Ref<Device>> devices, Properties properties, Notify notify, void* user_data);

  /// In the order given to clCreateContext, without duplicates.
  const std::vector<Ref<Device>>& devices() const { return devices_; }
  bool has(const Device& device) const;

  /// Reports an error that happened at run time, outside of an API call's answer, to the
  /// application's callback and to the log: `context.notify("clEnqueueNDRangeKernel:
  /// CL_OUT_OF_RESOURCES (no memory for the group)")`.
  void notify(const std::string& errinfo) const;
  /// The same from an Error; `what` names the command.
  void notify(const char* what, const Error& error) const;

  Status info(cl_context_info id, const InfoSink& sink) const;

 private:
  const std::vector<Ref<Device>> devices_;
  const Properties properties_;  ///< with the terminating 0; empty if none were given
  const Notify notify_;
  void* const user_data_;
};

}  // namespace heddle
