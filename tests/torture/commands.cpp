// SPDX-License-Identifier: Apache-2.0
// Launches, transfers, waits and command-buffers.
#include "at.h"

namespace torture {
namespace {

void CL_CALLBACK event_changed(cl_event event, cl_int, void*) {
  cl_int status = 0;
  note(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr));
}

}  // namespace

// ---- Kernels. No two threads may use one at the same time (§A.2).

void set_argument(At a) {
  const std::lock_guard lock(a.w.of_kernels);
  const cl_kernel kernel = a.w.kernels.any(a.r);
  const auto index = static_cast<cl_uint>(a.r.below(4));
  const cl_mem memory = a.w.memories.any(a.r);
  const cl_sampler sampler = a.w.samplers.any(a.r);
  const cl_command_queue queue = a.w.queues.any(a.r);
  const cl_uint value = 3;
  switch (a.r.below(6)) {
    case 0:
      note(clSetKernelArg(kernel, index, sizeof(value), &value));
      break;
    case 1:
      note(clSetKernelArg(kernel, index, 64, nullptr));
      break;
    case 2:
      note(clSetKernelArg(kernel, index, sizeof(sampler), &sampler));
      break;
    case 3:
      note(clSetKernelArg(kernel, index, sizeof(queue), &queue));
      break;
    default:
      note(clSetKernelArg(kernel, index, sizeof(memory), &memory));
  }
}

void launch(At a) {
  const size_t global[] = {a.r.of<size_t>({1, 16, 64, 4096, 0}), 1, 1};
  const size_t local[] = {a.r.of<size_t>({1, 16, 3, 0, 1 << 20}), 1, 1};
  const auto dimensions = a.r.of<cl_uint>({1, 1, 1, 2, 3, 4});
  const cl_kernel kernel = a.w.kernels.any(a.r);
  const cl_command_queue queue = a.w.queues.any(a.r);
  const std::lock_guard lock(a.w.of_kernels);
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global,
                                  a.r.one_in(2) ? local : nullptr, count, list, event);
  });
}

void set_and_launch(At a) {
  // A kernel of its own, with all its arguments: most of these run.
  cl_int code = 0;
  const cl_kernel kernel = made(
      clCreateKernel(a.w.programs.any(a.r), a.r.of<const char*>({"put", "copy", "say"}), &code),
      code);
  if (!kernel) return;
  const cl_mem memories[] = {a.w.memories.any(a.r), a.w.memories.any(a.r)};
  const cl_uint value = 5;
  // Another thread may know it by the stale handle of one that was in its place.
  const std::lock_guard lock(a.w.of_kernels);
  note(clSetKernelArg(kernel, 0, sizeof(cl_mem), &memories[0]));
  if (note(clSetKernelArg(kernel, 1, sizeof(cl_mem), &memories[1])) == CL_SUCCESS)
    note(clSetKernelArg(kernel, 2, 64, nullptr));
  else
    note(clSetKernelArg(kernel, 1, sizeof(value), &value));
  const size_t global = 64, local = 16;
  const cl_command_queue queue = a.w.queues.any(a.r);
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, count, list, event);
  });
  note(clReleaseKernel(kernel));
}

// ---- Commands.

void transfer(At a) {
  const cl_command_queue queue = a.w.queues.any(a.r);
  const cl_mem one = a.w.memories.any(a.r), other = a.w.memories.any(a.r);
  const cl_bool blocks = a.r.one_in(8) ? CL_TRUE : CL_FALSE;
  const size_t offset = a.offset(), size = a.size();
  const size_t origin[] = {0, 0, 0}, region[] = {4, a.r.of<size_t>({1, 2, 0}), 1};
  const cl_uint pattern = 7;
  void* const host = a.host();
  if (blocks) a.w.settle();
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    switch (a.r.below(11)) {
      case 0:
        return clEnqueueReadBuffer(queue, one, blocks, offset, size, host, count, list, event);
      case 1:
        return clEnqueueWriteBuffer(queue, one, blocks, offset, size, host, count, list, event);
      case 2:
        return clEnqueueCopyBuffer(queue, one, other, offset, 0, size, count, list, event);
      case 3:
        return clEnqueueFillBuffer(queue, one, &pattern, 4, offset, size, count, list, event);
      case 4:
        return clEnqueueReadBufferRect(queue, one, blocks, origin, origin, region, 8, 0, 8, 0, host,
                                       count, list, event);
      case 5:
        return clEnqueueReadImage(queue, one, blocks, origin, region, 0, 0, host, count, list,
                                  event);
      case 6:
        return clEnqueueWriteImage(queue, one, blocks, origin, region, 0, 0, host, count, list,
                                   event);
      case 7:
        return clEnqueueCopyImage(queue, one, other, origin, origin, region, count, list, event);
      case 8:
        return clEnqueueCopyImageToBuffer(queue, one, other, origin, region, 0, count, list, event);
      case 9:
        return clEnqueueMigrateMemObjects(queue, 1, &one, 0, count, list, event);
      default:
        return clEnqueueCopyBufferRect(queue, one, other, origin, origin, region, 8, 0, 8, 0, count,
                                       list, event);
    }
  });
}

void map(At a) {
  const cl_command_queue queue = a.w.queues.any(a.r);
  const cl_mem memory = a.w.memories.any(a.r);
  cl_int code = 0;
  a.w.settle();
  void* const pointer = made(clEnqueueMapBuffer(queue, memory, CL_FALSE, CL_MAP_READ, a.offset(),
                                                a.size(), 0, nullptr, nullptr, &code),
                             code);
  if (!pointer && !a.r.one_in(4)) return;
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    return clEnqueueUnmapMemObject(queue, memory, pointer, count, list, event);
  });
}

void order(At a) {
  const cl_command_queue queue = a.w.queues.any(a.r);
  const khr::SemaphoreHandle semaphore = a.w.semaphores.any(a.r);
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    switch (a.r.below(3)) {
      case 0:
        return clEnqueueMarkerWithWaitList(queue, count, list, event);
      case 1:
        return a.x.signal(queue, 1, &semaphore, nullptr, count, list, event);
      default:
        return clEnqueueBarrierWithWaitList(queue, count, list, event);
    }
  });
}

void wait(At a) {
  a.w.settle();
  const cl_event events[] = {a.w.events.any(a.r), a.w.events.any(a.r)};
  const cl_command_queue queue = a.w.queues.any(a.r);
  switch (a.r.below(4)) {
    case 0:
      note(clWaitForEvents(static_cast<cl_uint>(1 + a.r.below(2)), events));
      break;
    case 1:
      note(clFinish(queue));
      break;
    case 2:
      note(clSetEventCallback(events[0], CL_COMPLETE, event_changed, nullptr));
      break;
    default:
      note(clFlush(queue));
  }
}

void use_allocation(At a) {
  void* const pointer = a.w.allocations.any(a.r);
  const cl_uint pattern = 9;
  // None was freed.
  if (!pointer || pointer == &no_object) return;
  const cl_command_queue queue = a.w.queues.any(a.r);
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    return clEnqueueSVMMemFill(queue, pointer, &pattern, 4, 64, count, list, event);
  });
}

// ---- Command-buffers.

void record(At a) {
  const auto buffer = a.w.buffers.any(a.r);
  const auto queue = a.r.one_in(3) ? a.w.queues.any(a.r) : nullptr;
  const size_t global = 64;
  khr::MutableCommandHandle handle = nullptr;
  if (a.r.one_in(2)) {
    note(a.x.record_copy(buffer, queue, nullptr, a.w.memories.any(a.r), a.w.memories.any(a.r), 0, 0,
                         64, 0, nullptr, nullptr, nullptr));
    return;
  }
  const std::lock_guard lock(a.w.of_kernels);
  if (note(a.x.record_kernel(buffer, queue, nullptr, a.w.kernels.any(a.r), 1, nullptr, &global,
                             nullptr, 0, nullptr, nullptr, &handle)) == CL_SUCCESS)
    a.w.mutables.add(handle, a.r);
}

void replay(At a) {
  const auto buffer = a.w.buffers.any(a.r);
  if (a.r.one_in(3)) note(a.x.finalize(buffer));
  cl_command_queue queues[] = {a.w.queues.any(a.r), a.w.queues.any(a.r)};
  const auto num_queues = a.r.of<cl_uint>({0, 0, 1, 2});
  a.enqueue([&](cl_uint count, const cl_event* list, cl_event* event) {
    return a.x.enqueue_buffer(num_queues, num_queues ? queues : nullptr, buffer, count, list,
                              event);
  });
}

void change(At a) {
  khr::MutableDispatchConfig config{};
  config.command = a.w.mutables.any(a.r);
  const size_t global = 16;
  const cl_mem memory = a.w.memories.any(a.r);
  const khr::MutableDispatchArg argument{0, sizeof(memory), &memory};
  config.work_dim = 1;
  config.global_work_size = &global;
  config.num_args = a.r.one_in(2);
  config.arg_list = config.num_args ? &argument : nullptr;
  const cl_uint type = khr::kStructureMutableDispatchConfig;
  const void* list = &config;
  note(a.x.update(a.w.buffers.any(a.r), 1, &type, &list));
  cl_command_queue queue = nullptr;
  note(a.x.mutable_info(config.command, khr::kMutableCommandQueue, sizeof(queue), &queue, nullptr));
}

}  // namespace torture
