// SPDX-License-Identifier: Apache-2.0
// The platform layer's entry points (§4.1–4.4). clGetPlatformInfo is in exported.h's namespace.
#include <algorithm>
#include <span>

#include "icd/entry.h"
#include "icd/exported.h"
#include "platform/context.h"
#include "platform/device.h"
#include "platform/error_names.h"
#include "platform/platform.h"
#include "platform/sub_device.h"
#include "runtime/command/terminate.h"
#include "runtime/gl/share_group.h"
#include "support/clock.h"
#include "support/log.h"

using namespace heddle;

namespace heddle {

cl_int report(const char* function, const Error& error) noexcept {
  if (log::enabled(log::Level::Error)) {
    try {
      log::error(describe(function, error));
    } catch (...) {
      return error.code;  // no memory for the text: the code must do
    }
  }
  return error.code;
}

namespace {

// Returns a list of one object, for platforms and devices alike.
template <class Handle>
Status put_one(Handle handle, cl_uint num_entries, Handle* list, cl_uint* count) {
  TRY(require(list || count, CL_INVALID_VALUE, "neither a list nor a count is asked for"));
  TRY(require(!list || num_entries, CL_INVALID_VALUE, "a list of zero entries"));
  if (list) list[0] = handle;
  if (count) *count = 1;
  return {};
}

}  // namespace

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                     size_t param_value_size, void* param_value,
                                     size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Platform>(platform))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace heddle

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms,
                                    cl_uint* num_platforms) {
  return call(__func__, [&] {
    return put_one<cl_platform_id>(&heddle::platform(), num_entries, platforms, num_platforms);
  });
}

/// Loaders look it up and have no function of this name that it could bind to.
HEDDLE_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                        cl_platform_id* platforms,
                                                        cl_uint* num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);  // ours: it is hidden
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                  cl_uint num_entries, cl_device_id* devices,
                                  cl_uint* num_devices) {
  return call(__func__, [&]() -> Status {
    Device* const device = TRY(TRY(handle<Platform>(platform))->find_device(device_type));
    return put_one<cl_device_id>(device, num_entries, devices, num_devices);
  });
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                   size_t param_value_size, void* param_value,
                                   size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Device>(device))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                      const cl_device_partition_property* properties,
                                      cl_uint num_devices, cl_device_id* out_devices,
                                      cl_uint* num_devices_ret) {
  return call(__func__, [&]() -> Status {
    const Ref<Device> device = TRY(handle<Device>(in_device));
    const size_t count = TRY(partition_count(*device, properties));
    TRY(require(!out_devices || num_devices >= count, CL_INVALID_VALUE,
                "out_devices is too small"));
    if (out_devices) {
      auto parts = TRY(partition(*device, properties));
      std::ranges::transform(parts, out_devices,
                             [](Ref<Device>& part) { return hand_over(std::move(part)); });
    }
    if (num_devices_ret) *num_devices_ret = static_cast<cl_uint>(count);
    return {};
  });
}

cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Device>(device))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return call(__func__, [&]() -> Status {
    const bool released = TRY(handle<Device>(device))->user_release();
    return require(released, CL_INVALID_DEVICE, "released more often than retained");
  });
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp,
                                           cl_ulong* host_timestamp) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Device>(device));
    TRY(require(device_timestamp && host_timestamp, CL_INVALID_VALUE, "a timestamp is null"));
    *device_timestamp = *host_timestamp = now_ns();
    return {};
  });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Device>(device));
    TRY(require(host_timestamp, CL_INVALID_VALUE, "host_timestamp is null"));
    *host_timestamp = now_ns();
    return {};
  });
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                                       const cl_device_id* devices, Context::Notify pfn_notify,
                                       void* user_data, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return gl::joined(Context::create(properties, num_devices, devices, pfn_notify, user_data));
  });
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties* properties,
                                               cl_device_type device_type,
                                               Context::Notify pfn_notify, void* user_data,
                                               cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&] {
    return gl::joined(Context::create(properties, device_type, pfn_notify, user_data));
  });
}

cl_int CL_API_CALL clRetainContext(cl_context context) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Context>(context))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return call(__func__, [&]() -> Status {
    const bool released = TRY(handle<Context>(context))->user_release();
    return require(released, CL_INVALID_CONTEXT, "released more often than retained");
  });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
                                                  void(CL_CALLBACK* pfn_notify)(cl_context, void*),
                                                  void* user_data) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Context>(context))->set_destructor_callback(pfn_notify, user_data);
  });
}

/// cl_khr_terminate_context
cl_int CL_API_CALL clTerminateContextKHR(cl_context context) {
  return call(__func__,
              [&]() -> Status { return terminate_context(*TRY(handle<Context>(context))); });
}

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Context>(context))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}
