// SPDX-License-Identifier: Apache-2.0
// Commands on buffers and on memory objects in general (§5.2.2-5.2.4, 5.5.2, 5.5.4), and native
// kernels (§5.10).
#include <span>
#include <utility>

#include "icd/entry.h"
#include "runtime/kernel/native_kernel.h"
#include "runtime/memory/map_commands.h"
#include "runtime/memory/transfer.h"
#include "runtime/memory/validate.h"

using namespace heddle;

namespace {

// ---- Shared by the entry points below.

struct HostTransfer {
  cl_command_queue queue;
  cl_mem buffer;
  cl_bool blocking;
  const void* ptr;
  HostAccess access;  ///< Read: from the buffer to `ptr`
  cl_uint num_events;
  const cl_event* events;
  cl_event* event;

  bool reads() const { return access == HostAccess::Read; }
};

struct Checked {
  Ref<Queue> queue;
  Ref<Memory> buffer;
  EnqueueArgs args;
};

Result<Checked> check(const HostTransfer& t) {
  Ref<Queue> queue = TRY(host_queue(t.queue));
  Ref<Memory> buffer = TRY(buffer_for(*queue, t.buffer));
  TRY(require(t.ptr, CL_INVALID_VALUE, "ptr is null"));
  WaitList waits = TRY(wait_list(*queue, t.num_events, t.events));
  TRY(host_access(*buffer, t.access));
  return Checked{
      std::move(queue), std::move(buffer), {std::move(waits), t.event, t.blocking != CL_FALSE}};
}

/// Enqueues a transfer between a buffer and host memory.
Status transfer(const HostTransfer& t, size_t offset, size_t size) {
  auto [queue, buffer, args] = TRY(check(t));
  TRY(in_buffer(*buffer, offset, size));
  std::byte* device = buffer->data() + offset;
  auto* host = static_cast<std::byte*>(const_cast<void*>(t.ptr));
  const cl_command_type type = t.reads() ? CL_COMMAND_READ_BUFFER : CL_COMMAND_WRITE_BUFFER;
  return enqueue_copy(*queue, type, {.source = std::move(buffer), .target = nullptr},
                      t.reads() ? host : device, t.reads() ? device : host, size, args);
}

Status transfer(const HostTransfer& t, const RectArgument& buffer_rect,
                const RectArgument& host_rect, const size_t* region) {
  auto [queue, buffer, args] = TRY(check(t));
  TRY(rect_arguments(buffer_rect.origin, host_rect.origin, region));
  const RectLayout device =
      TRY(rect_layout(buffer_rect.origin, region, buffer_rect.row_pitch, buffer_rect.slice_pitch));
  const RectLayout host =
      TRY(rect_layout(host_rect.origin, region, host_rect.row_pitch, host_rect.slice_pitch));
  TRY(in_buffer(*buffer, 0, device.end));
  RectTransfer rect{buffer->data(),
                    static_cast<const std::byte*>(t.ptr),
                    device,
                    host,
                    {region[0], region[1], region[2]}};
  if (t.reads()) {
    rect.source = rect.target;
    rect.target = static_cast<std::byte*>(const_cast<void*>(t.ptr));
    std::swap(rect.target_layout, rect.source_layout);
  }
  const cl_command_type type =
      t.reads() ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT;
  return enqueue_rect(*queue, type, {.source = std::move(buffer), .target = nullptr}, rect, args);
}

cl_int migrate(const char* function, cl_command_queue command_queue, cl_command_type type,
               std::span<const cl_mem> objects, cl_mem_migration_flags flags,
               cl_mem_migration_flags known, cl_uint num_events, const cl_event* events,
               cl_event* event) {
  static_assert(CL_MIGRATE_MEM_OBJECT_HOST_EXT == CL_MIGRATE_MEM_OBJECT_HOST);
  return call(function, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    TRY(require(!objects.empty() && objects.data(), CL_INVALID_VALUE, "no memory objects given"));
    TRY(require(!(flags & ~known), CL_INVALID_VALUE, "unknown migration flags"));
    WaitList waits = TRY(wait_list(*queue, num_events, events));
    return enqueue_migrate(*queue, type, objects, flags & CL_MIGRATE_MEM_OBJECT_HOST,
                           {std::move(waits), event});
  });
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_read, size_t offset, size_t size, void* ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return transfer({command_queue, buffer, blocking_read, ptr, HostAccess::Read,
                     num_events_in_wait_list, event_wait_list, event},
                    offset, size);
  });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                        cl_bool blocking_write, size_t offset, size_t size,
                                        const void* ptr, cl_uint num_events_in_wait_list,
                                        const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return transfer({command_queue, buffer, blocking_write, ptr, HostAccess::Write,
                     num_events_in_wait_list, event_wait_list, event},
                    offset, size);
  });
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                           cl_bool blocking_read, const size_t* buffer_origin,
                                           const size_t* host_origin, const size_t* region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                           size_t host_row_pitch, size_t host_slice_pitch,
                                           void* ptr, cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return transfer({command_queue, buffer, blocking_read, ptr, HostAccess::Read,
                     num_events_in_wait_list, event_wait_list, event},
                    {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                    {host_origin, host_row_pitch, host_slice_pitch}, region);
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                            cl_bool blocking_write, const size_t* buffer_origin,
                                            const size_t* host_origin, const size_t* region,
                                            size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch,
                                            const void* ptr, cl_uint num_events_in_wait_list,
                                            const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return transfer({command_queue, buffer, blocking_write, ptr, HostAccess::Write,
                     num_events_in_wait_list, event_wait_list, event},
                    {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                    {host_origin, host_row_pitch, host_slice_pitch}, region);
  });
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                       cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> source = TRY(buffer_for(*queue, src_buffer));
    const Ref<Memory> target = TRY(buffer_for(*queue, dst_buffer));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_buffer_copy(*queue, *source, *target, src_offset, dst_offset, size,
                               {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
                                           cl_mem dst_buffer, const size_t* src_origin,
                                           const size_t* dst_origin, const size_t* region,
                                           size_t src_row_pitch, size_t src_slice_pitch,
                                           size_t dst_row_pitch, size_t dst_slice_pitch,
                                           cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> source = TRY(buffer_for(*queue, src_buffer));
    const Ref<Memory> target = TRY(buffer_for(*queue, dst_buffer));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_buffer_rect_copy(
        *queue, *source, *target, {src_origin, src_row_pitch, src_slice_pitch},
        {dst_origin, dst_row_pitch, dst_slice_pitch}, region, {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       const void* pattern, size_t pattern_size, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> target = TRY(buffer_for(*queue, buffer));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_buffer_fill(*queue, *target, pattern, pattern_size, offset, size,
                               {std::move(waits), event});
  });
}

void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                     cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                     size_t size, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event,
                                     cl_int* errcode_ret) {
  return map_pointer(__func__, errcode_ret, [&]() -> Result<void*> {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> memory = TRY(buffer_for(*queue, buffer));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    TRY(require(size != 0, CL_INVALID_VALUE, "size is 0"));
    TRY(in_buffer(*memory, offset, size));
    TRY(check_map_flags(*memory, map_flags));
    return enqueue_map(*queue, CL_COMMAND_MAP_BUFFER, *memory, map_flags, memory->data() + offset,
                       size, {std::move(waits), event, blocking_map != CL_FALSE});
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                                           void* mapped_ptr, cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> memory = TRY(handle<Memory>(memobj));
    TRY(require(memory->type() != CL_MEM_OBJECT_PIPE, CL_INVALID_MEM_OBJECT,
                "a pipe is never mapped"));
    TRY(same_context(*queue, *memory));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_unmap(*queue, *memory, mapped_ptr, {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue,
                                              cl_uint num_mem_objects, const cl_mem* mem_objects,
                                              cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  return migrate(__func__, command_queue, CL_COMMAND_MIGRATE_MEM_OBJECTS,
                 {mem_objects, num_mem_objects}, flags, known, num_events_in_wait_list,
                 event_wait_list, event);
}

// cl_ext_migrate_memobject
cl_int CL_API_CALL clEnqueueMigrateMemObjectEXT(cl_command_queue command_queue,
                                                cl_uint num_mem_objects, const cl_mem* mem_objects,
                                                cl_mem_migration_flags_ext flags,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  constexpr cl_mem_migration_flags_ext known = CL_MIGRATE_MEM_OBJECT_HOST_EXT;
  return migrate(__func__, command_queue, CL_COMMAND_MIGRATE_MEM_OBJECT_EXT,
                 {mem_objects, num_mem_objects}, flags, known, num_events_in_wait_list,
                 event_wait_list, event);
}

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue,
                                         void(CL_CALLBACK* user_func)(void*), void* args,
                                         size_t cb_args, cl_uint num_mem_objects,
                                         const cl_mem* mem_list, const void** args_mem_loc,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_native_kernel(
        *queue, {user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc},
        {std::move(waits), event});
  });
}
