// SPDX-License-Identifier: Apache-2.0
// Command queues, flush and finish (§5.1, 5.15).
#include "icd/entry.h"
#include "runtime/command/device_queue.h"
#include "runtime/command/enqueue.h"
#include "runtime/memory/validate.h"

using namespace heddle;

cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties* properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Queue>> {
    const Ref<Context> in = TRY(usable_context(context));
    return Queue::create(*in, *TRY(handle<Device>(device)), properties);
  });
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Queue>> {
    const Ref<Context> in = TRY(usable_context(context));
    return Queue::create_host_queue(*in, *TRY(handle<Device>(device)), properties);
  });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Queue>(command_queue))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return call(__func__, [&]() -> Status {
    return require(TRY(handle<Queue>(command_queue))->user_release(), CL_INVALID_COMMAND_QUEUE,
                   "released more often than retained");
  });
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue,
                                         cl_command_queue_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Queue>(command_queue))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

// Only OpenCL 1.0 could change a queue (App. E).
cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                             cl_command_queue_properties, cl_bool,
                                             cl_command_queue_properties*) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Queue>(command_queue));
    return Error{CL_INVALID_OPERATION, "properties are set when a queue is created"};
  });
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue command_queue) {
  return call(__func__, [&]() -> Status {
    const Ref<Context> in = TRY(usable_context(context));
    const Ref<Device> of = TRY(handle<Device>(device));
    TRY(require(in->has(*of), CL_INVALID_DEVICE, "the device is not of the context"));
    return set_default_queue(*in, *of, *TRY(handle<Queue>(command_queue)));
  });
}

cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return call(__func__, [&]() -> Status {
    TRY(any_host_queue(command_queue))->flush();
    return {};
  });
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(any_host_queue(command_queue));
    finish(*queue);
    return {};
  });
}
