// SPDX-License-Identifier: Apache-2.0
// Commands on images (§5.3.3 to 5.3.6).
#include "icd/entry.h"
#include "runtime/image/image_commands.h"
#include "runtime/memory/validate.h"

using namespace heddle;

namespace {

struct HostTransfer {
  cl_command_queue queue;
  cl_mem image;
  cl_bool blocking;
  HostAccess access;  ///< Read: from the image to host memory
  cl_uint num_events;
  const cl_event* events;
  cl_event* event;
};

Status transfer(const HostTransfer& t, const size_t* origin, const size_t* region,
                const HostImage& host) {
  const Ref<Queue> queue = TRY(host_queue(t.queue));
  const Ref<Memory> image = TRY(image_for(*queue, t.image));
  TRY(require(host.pointer, CL_INVALID_VALUE, "ptr is null"));
  WaitList waits = TRY(wait_list(*queue, t.num_events, t.events));
  TRY(host_access(*image, t.access));
  return enqueue_image_transfer(*queue, t.access, {*image, origin}, region, host,
                                {std::move(waits), t.event, t.blocking != CL_FALSE});
}

struct BufferCopy {
  cl_command_queue queue;
  cl_command_type type;
  cl_mem image, buffer;
  cl_uint num_events;
  const cl_event* events;
  cl_event* event;
};

Status copy(const BufferCopy& c, const size_t* origin, const size_t* region, size_t offset) {
  const Ref<Queue> queue = TRY(host_queue(c.queue));
  const Ref<Memory> image = TRY(image_for(*queue, c.image));
  const Ref<Memory> buffer = TRY(buffer_for(*queue, c.buffer));
  WaitList waits = TRY(wait_list(*queue, c.num_events, c.events));
  return enqueue_image_buffer_copy(*queue, c.type, {*image, origin}, region, *buffer, offset,
                                   {std::move(waits), c.event});
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image,
                                      cl_bool blocking_read, const size_t* origin,
                                      const size_t* region, size_t row_pitch, size_t slice_pitch,
                                      void* ptr, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return transfer({command_queue, image, blocking_read, HostAccess::Read, num_events_in_wait_list,
                     event_wait_list, event},
                    origin, region, {ptr, row_pitch, slice_pitch});
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                       cl_bool blocking_write, const size_t* origin,
                                       const size_t* region, size_t input_row_pitch,
                                       size_t input_slice_pitch, const void* ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return transfer({command_queue, image, blocking_write, HostAccess::Write,
                     num_events_in_wait_list, event_wait_list, event},
                    origin, region, {const_cast<void*>(ptr), input_row_pitch, input_slice_pitch});
  });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
                                      cl_mem dst_image, const size_t* src_origin,
                                      const size_t* dst_origin, const size_t* region,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> source = TRY(image_for(*queue, src_image));
    const Ref<Memory> target = TRY(image_for(*queue, dst_image));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_image_copy(*queue, {*source, src_origin}, {*target, dst_origin}, region,
                              {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                              cl_mem dst_buffer, const size_t* src_origin,
                                              const size_t* region, size_t dst_offset,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return copy({command_queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, src_image, dst_buffer,
                 num_events_in_wait_list, event_wait_list, event},
                src_origin, region, dst_offset);
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                              cl_mem dst_image, size_t src_offset,
                                              const size_t* dst_origin, const size_t* region,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&] {
    return copy({command_queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, dst_image, src_buffer,
                 num_events_in_wait_list, event_wait_list, event},
                dst_origin, region, src_offset);
  });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
                                      const void* fill_color, const size_t* origin,
                                      const size_t* region, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> target = TRY(image_for(*queue, image));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_image_fill(*queue, {*target, origin}, region, fill_color,
                              {std::move(waits), event});
  });
}

void* CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                                    cl_bool blocking_map, cl_map_flags map_flags,
                                    const size_t* origin, const size_t* region,
                                    size_t* image_row_pitch, size_t* image_slice_pitch,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event,
                                    cl_int* errcode_ret) {
  return map_pointer(__func__, errcode_ret, [&]() -> Result<void*> {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Memory> memory = TRY(image_for(*queue, image));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_image_map(*queue, {*memory, origin}, region, map_flags, image_row_pitch,
                             image_slice_pitch,
                             {std::move(waits), event, blocking_map != CL_FALSE});
  });
}
