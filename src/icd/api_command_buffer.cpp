// SPDX-License-Identifier: Apache-2.0
// Command-buffers and mutable dispatch. The loader knows none of these functions: applications get
// them by name (extension_address.cpp).
#include <span>

#include "icd/entry.h"
#include "icd/extension_function.h"
#include "runtime/command_buffer/command_buffer.h"
#include "runtime/image/image_commands.h"
#include "runtime/memory/svm.h"
#include "runtime/memory/transfer.h"
#include "runtime/memory/validate.h"

namespace heddle {
namespace {

/// The arguments that every recording call has.
struct Recording {
  khr::CommandBufferHandle buffer;
  cl_command_queue queue;
  const khr::Properties* properties;
  cl_uint num_sync_points;
  const khr::SyncPoint* wait_list;
  khr::SyncPoint* sync_point;
  khr::MutableCommandHandle* handle;

  SyncArgs sync() const { return {num_sync_points, wait_list, sync_point}; }
};

/// Records the command that `make(queue, args)` enqueues.
template <class Make>
cl_int record(const char* function, const Recording& to, Make&& make) noexcept {
  return call(function, [&]() -> Status {
    const Ref<CommandBuffer> buffer = TRY(handle<CommandBuffer>(to.buffer));
    const Ref<Queue> queue = TRY(buffer->recording_queue(to.queue, to.sync()));
    TRY(require(!to.properties || !*to.properties, CL_INVALID_VALUE,
                "the command has no such property"));
    TRY(require(!to.handle, CL_INVALID_VALUE, "only kernels have handles"));
    Ref<Command> command;
    EnqueueArgs args;
    args.recorded = &command;
    TRY(make(*queue, args));
    return buffer->append(*queue, std::move(command), to.sync());
  });
}

khr::CommandBufferHandle CL_API_CALL create_command_buffer(cl_uint num_queues,
                                                           const cl_command_queue* queues,
                                                           const khr::Properties* properties,
                                                           cl_int* errcode_ret) {
  return create("clCreateCommandBufferKHR", errcode_ret,
                [&] { return CommandBuffer::create(num_queues, queues, properties); });
}

cl_int CL_API_CALL retain_command_buffer(khr::CommandBufferHandle command_buffer) {
  return call("clRetainCommandBufferKHR", [&]() -> Status {
    TRY(handle<CommandBuffer>(command_buffer))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL release_command_buffer(khr::CommandBufferHandle command_buffer) {
  return call("clReleaseCommandBufferKHR", [&]() -> Status {
    return require(TRY(handle<CommandBuffer>(command_buffer))->user_release(),
                   khr::kInvalidCommandBuffer, "released more often than retained");
  });
}

cl_int CL_API_CALL finalize_command_buffer(khr::CommandBufferHandle command_buffer) {
  return call("clFinalizeCommandBufferKHR",
              [&]() -> Status { return TRY(handle<CommandBuffer>(command_buffer))->finalize(); });
}

cl_int CL_API_CALL enqueue_command_buffer(cl_uint num_queues, cl_command_queue* queues,
                                          khr::CommandBufferHandle command_buffer,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  return call("clEnqueueCommandBufferKHR", [&]() -> Status {
    return TRY(handle<CommandBuffer>(command_buffer))
        ->enqueue({queues, num_queues}, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL command_barrier(khr::CommandBufferHandle command_buffer,
                                   cl_command_queue command_queue,
                                   const khr::Properties* properties, cl_uint num_sync_points,
                                   const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
                                   khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandBarrierWithWaitListKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [](Queue&, const EnqueueArgs&) { return Status(); });
}

cl_int CL_API_CALL command_copy_buffer(khr::CommandBufferHandle command_buffer,
                                       cl_command_queue command_queue,
                                       const khr::Properties* properties, cl_mem src_buffer,
                                       cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                       size_t size, cl_uint num_sync_points,
                                       const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
                                       khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandCopyBufferKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  const Ref<Memory> source = TRY(buffer_for(queue, src_buffer));
                  const Ref<Memory> target = TRY(buffer_for(queue, dst_buffer));
                  return enqueue_buffer_copy(queue, *source, *target, src_offset, dst_offset, size,
                                             args);
                });
}

cl_int CL_API_CALL command_copy_buffer_rect(
    khr::CommandBufferHandle command_buffer, cl_command_queue command_queue,
    const khr::Properties* properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t* src_origin, const size_t* dst_origin, const size_t* region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_sync_points,
    const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
    khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandCopyBufferRectKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  const Ref<Memory> source = TRY(buffer_for(queue, src_buffer));
                  const Ref<Memory> target = TRY(buffer_for(queue, dst_buffer));
                  return enqueue_buffer_rect_copy(
                      queue, *source, *target, {src_origin, src_row_pitch, src_slice_pitch},
                      {dst_origin, dst_row_pitch, dst_slice_pitch}, region, args);
                });
}

cl_int CL_API_CALL command_copy_buffer_to_image(
    khr::CommandBufferHandle command_buffer, cl_command_queue command_queue,
    const khr::Properties* properties, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
    const size_t* dst_origin, const size_t* region, cl_uint num_sync_points,
    const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
    khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandCopyBufferToImageKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  const Ref<Memory> image = TRY(image_for(queue, dst_image));
                  const Ref<Memory> buffer = TRY(buffer_for(queue, src_buffer));
                  return enqueue_image_buffer_copy(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                                                   {*image, dst_origin}, region, *buffer,
                                                   src_offset, args);
                });
}

cl_int CL_API_CALL command_copy_image(khr::CommandBufferHandle command_buffer,
                                      cl_command_queue command_queue,
                                      const khr::Properties* properties, cl_mem src_image,
                                      cl_mem dst_image, const size_t* src_origin,
                                      const size_t* dst_origin, const size_t* region,
                                      cl_uint num_sync_points, const khr::SyncPoint* wait_list,
                                      khr::SyncPoint* sync_point,
                                      khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandCopyImageKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  const Ref<Memory> source = TRY(image_for(queue, src_image));
                  const Ref<Memory> target = TRY(image_for(queue, dst_image));
                  return enqueue_image_copy(queue, {*source, src_origin}, {*target, dst_origin},
                                            region, args);
                });
}

cl_int CL_API_CALL command_copy_image_to_buffer(
    khr::CommandBufferHandle command_buffer, cl_command_queue command_queue,
    const khr::Properties* properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t* src_origin, const size_t* region, size_t dst_offset, cl_uint num_sync_points,
    const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
    khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandCopyImageToBufferKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  const Ref<Memory> image = TRY(image_for(queue, src_image));
                  const Ref<Memory> buffer = TRY(buffer_for(queue, dst_buffer));
                  return enqueue_image_buffer_copy(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                                                   {*image, src_origin}, region, *buffer,
                                                   dst_offset, args);
                });
}

cl_int CL_API_CALL command_fill_buffer(khr::CommandBufferHandle command_buffer,
                                       cl_command_queue command_queue,
                                       const khr::Properties* properties, cl_mem buffer,
                                       const void* pattern, size_t pattern_size, size_t offset,
                                       size_t size, cl_uint num_sync_points,
                                       const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
                                       khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandFillBufferKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  return enqueue_buffer_fill(queue, *TRY(buffer_for(queue, buffer)), pattern,
                                             pattern_size, offset, size, args);
                });
}

cl_int CL_API_CALL command_fill_image(khr::CommandBufferHandle command_buffer,
                                      cl_command_queue command_queue,
                                      const khr::Properties* properties, cl_mem image,
                                      const void* fill_color, const size_t* origin,
                                      const size_t* region, cl_uint num_sync_points,
                                      const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
                                      khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandFillImageKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  return enqueue_image_fill(queue, {*TRY(image_for(queue, image)), origin}, region,
                                            fill_color, args);
                });
}

cl_int CL_API_CALL command_svm_memcpy(khr::CommandBufferHandle command_buffer,
                                      cl_command_queue command_queue,
                                      const khr::Properties* properties, void* dst_ptr,
                                      const void* src_ptr, size_t size, cl_uint num_sync_points,
                                      const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
                                      khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandSVMMemcpyKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) -> Status {
                  TRY(require(dst_ptr && src_ptr, CL_INVALID_VALUE, "a pointer is null"));
                  return enqueue_svm_memcpy(queue, dst_ptr, src_ptr, size, args);
                });
}

cl_int CL_API_CALL command_svm_mem_fill(khr::CommandBufferHandle command_buffer,
                                        cl_command_queue command_queue,
                                        const khr::Properties* properties, void* svm_ptr,
                                        const void* pattern, size_t pattern_size, size_t size,
                                        cl_uint num_sync_points, const khr::SyncPoint* wait_list,
                                        khr::SyncPoint* sync_point,
                                        khr::MutableCommandHandle* mutable_handle) {
  return record("clCommandSVMMemFillKHR",
                {command_buffer, command_queue, properties, num_sync_points, wait_list, sync_point,
                 mutable_handle},
                [&](Queue& queue, const EnqueueArgs& args) {
                  return enqueue_svm_fill(queue, svm_ptr, pattern, pattern_size, size, args);
                });
}

cl_int CL_API_CALL command_nd_range_kernel(
    khr::CommandBufferHandle command_buffer, cl_command_queue command_queue,
    const khr::Properties* properties, cl_kernel kernel, cl_uint work_dim,
    const size_t* global_work_offset, const size_t* global_work_size, const size_t* local_work_size,
    cl_uint num_sync_points, const khr::SyncPoint* wait_list, khr::SyncPoint* sync_point,
    khr::MutableCommandHandle* mutable_handle) {
  return call("clCommandNDRangeKernelKHR", [&]() -> Status {
    const SyncArgs sync{num_sync_points, wait_list, sync_point};
    const Ref<CommandBuffer> buffer = TRY(handle<CommandBuffer>(command_buffer));
    const Ref<Queue> queue = TRY(buffer->recording_queue(command_queue, sync));
    return buffer->append_kernel(*queue, *TRY(handle<Kernel>(kernel)),
                                 {work_dim, global_work_offset, global_work_size, local_work_size},
                                 properties, sync, mutable_handle);
  });
}

cl_int CL_API_CALL update_mutable_commands(khr::CommandBufferHandle command_buffer,
                                           cl_uint num_configs, const cl_uint* config_types,
                                           const void** configs) {
  return call("clUpdateMutableCommandsKHR", [&]() -> Status {
    return TRY(handle<CommandBuffer>(command_buffer))->update(num_configs, config_types, configs);
  });
}

khr::CommandBufferHandle CL_API_CALL remap_command_buffer(
    khr::CommandBufferHandle command_buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue* queues, cl_uint num_handles, const khr::MutableCommandHandle* handles,
    khr::MutableCommandHandle* handles_ret, cl_int* errcode_ret) {
  return create("clRemapCommandBufferKHR", errcode_ret, [&]() -> Result<Ref<CommandBuffer>> {
    return TRY(handle<CommandBuffer>(command_buffer))
        ->remap(automatic, {queues, num_queues}, {handles, num_handles}, handles_ret);
  });
}

cl_int CL_API_CALL get_command_buffer_info(khr::CommandBufferHandle command_buffer,
                                           cl_uint param_name, size_t param_value_size,
                                           void* param_value, size_t* param_value_size_ret) {
  return call("clGetCommandBufferInfoKHR", [&]() -> Status {
    return TRY(handle<CommandBuffer>(command_buffer))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL get_mutable_command_info(khr::MutableCommandHandle command, cl_uint param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret) {
  return call("clGetMutableCommandInfoKHR", [&]() -> Status {
    return TRY(handle<MutableCommand>(command))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace

std::span<const ExtensionFunction> command_buffer_functions() {
  static const ExtensionFunction functions[] = {
      {"clCreateCommandBufferKHR", reinterpret_cast<void*>(&create_command_buffer)},
      {"clRetainCommandBufferKHR", reinterpret_cast<void*>(&retain_command_buffer)},
      {"clReleaseCommandBufferKHR", reinterpret_cast<void*>(&release_command_buffer)},
      {"clFinalizeCommandBufferKHR", reinterpret_cast<void*>(&finalize_command_buffer)},
      {"clEnqueueCommandBufferKHR", reinterpret_cast<void*>(&enqueue_command_buffer)},
      {"clCommandBarrierWithWaitListKHR", reinterpret_cast<void*>(&command_barrier)},
      {"clCommandCopyBufferKHR", reinterpret_cast<void*>(&command_copy_buffer)},
      {"clCommandCopyBufferRectKHR", reinterpret_cast<void*>(&command_copy_buffer_rect)},
      {"clCommandCopyBufferToImageKHR", reinterpret_cast<void*>(&command_copy_buffer_to_image)},
      {"clCommandCopyImageKHR", reinterpret_cast<void*>(&command_copy_image)},
      {"clCommandCopyImageToBufferKHR", reinterpret_cast<void*>(&command_copy_image_to_buffer)},
      {"clCommandFillBufferKHR", reinterpret_cast<void*>(&command_fill_buffer)},
      {"clCommandFillImageKHR", reinterpret_cast<void*>(&command_fill_image)},
      {"clCommandSVMMemcpyKHR", reinterpret_cast<void*>(&command_svm_memcpy)},
      {"clCommandSVMMemFillKHR", reinterpret_cast<void*>(&command_svm_mem_fill)},
      {"clCommandNDRangeKernelKHR", reinterpret_cast<void*>(&command_nd_range_kernel)},
      {"clRemapCommandBufferKHR", reinterpret_cast<void*>(&remap_command_buffer)},
      {"clUpdateMutableCommandsKHR", reinterpret_cast<void*>(&update_mutable_commands)},
      {"clGetCommandBufferInfoKHR", reinterpret_cast<void*>(&get_command_buffer_info)},
      {"clGetMutableCommandInfoKHR", reinterpret_cast<void*>(&get_mutable_command_info)},
  };
  return functions;
}

}  // namespace heddle
