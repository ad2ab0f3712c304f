// SPDX-License-Identifier: Apache-2.0
// Calls with objects by chance: legal and illegal ones, of the core and of extensions. Kernels and
// commands stay within any buffer whatever they are given, so that nothing but the driver can fail.
#include <atomic>

#include "at.h"

namespace torture {
namespace {

std::atomic<uint64_t> calls{0}, successes{0};

using Action = void (*)(At);
struct Weighted {
  Action action;
  size_t weight;
};
constexpr Weighted kActions[] = {
    {new_context, 2}, {new_queue, 5},     {new_memory, 16}, {new_program, 3},     {build, 3},
    {new_kernel, 8},  {new_event, 6},     {new_other, 6},   {new_allocation, 1},  {release, 14},
    {unbalance, 12},  {set_argument, 20}, {launch, 10},     {set_and_launch, 16}, {transfer, 30},
    {map, 6},         {order, 8},         {wait, 10},       {use_allocation, 4},  {record, 8},
    {replay, 8},      {change, 4},        {ask, 30},
};

}  // namespace

/// Notes what a call returned. Codes that no specification knows end the program.
cl_int note(cl_int code) {
  calls.fetch_add(1, std::memory_order_relaxed);
  if (code == CL_SUCCESS) successes.fetch_add(1, std::memory_order_relaxed);
  if (code > 0 || code < -1200) {
    std::fprintf(stderr, "a call returned %d\n", code);
    std::abort();
  }
  return code;
}

// ---- Queries: any name, sizes that do and do not suit.

void ask(At a) {
  unsigned char answer[4096] = {};  // of null pointers, where binaries would go
  size_t size = 0;
  const size_t room = a.r.of<size_t>({0, 1, 4, 8, sizeof(answer)});
  void* const to = room ? answer : nullptr;
  const auto near = [&](cl_uint first) { return first + static_cast<cl_uint>(a.r.below(20)); };
  switch (a.r.below(13)) {
    case 0:
      note(clGetContextInfo(a.w.contexts.any(a.r), near(CL_CONTEXT_REFERENCE_COUNT), room, to,
                            &size));
      break;
    case 1:
      note(clGetCommandQueueInfo(a.w.queues.any(a.r), near(CL_QUEUE_CONTEXT), room, to, &size));
      break;
    case 2:
      note(clGetMemObjectInfo(a.w.memories.any(a.r), near(CL_MEM_TYPE), room, to, &size));
      break;
    case 3:
      note(clGetImageInfo(a.w.memories.any(a.r), near(CL_IMAGE_FORMAT), room, to, &size));
      break;
    case 4:
      note(clGetProgramInfo(a.w.programs.any(a.r), near(CL_PROGRAM_REFERENCE_COUNT), room, to,
                            &size));
      break;
    case 5:
      note(clGetKernelInfo(a.w.kernels.any(a.r), near(CL_KERNEL_FUNCTION_NAME), room, to, &size));
      break;
    case 6:
      note(clGetKernelWorkGroupInfo(a.w.kernels.any(a.r),
                                    a.r.one_in(2) ? nullptr : a.w.devices.any(a.r),
                                    near(CL_KERNEL_WORK_GROUP_SIZE), room, to, &size));
      break;
    case 7:
      note(clGetEventInfo(a.w.events.any(a.r), near(CL_EVENT_COMMAND_QUEUE), room, to, &size));
      break;
    case 8:
      note(clGetEventProfilingInfo(a.w.events.any(a.r), near(CL_PROFILING_COMMAND_QUEUED), room, to,
                                   &size));
      break;
    case 9:
      note(clGetSamplerInfo(a.w.samplers.any(a.r), near(CL_SAMPLER_REFERENCE_COUNT), room, to,
                            &size));
      break;
    case 10:
      note(clGetDeviceInfo(a.w.devices.any(a.r), near(CL_DEVICE_TYPE), room, to, &size));
      break;
    case 11:
      note(a.x.buffer_info(a.w.buffers.any(a.r), near(khr::kCommandBufferQueues), room, to, &size));
      break;
    default:
      note(a.x.semaphore_info(a.w.semaphores.any(a.r), near(khr::kSemaphoreContext), room, to,
                              &size));
  }
}

World::World() {
  note(clGetPlatformIDs(1, &platform, nullptr));
  note(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &root, nullptr));
  Random random(1);
  devices.add(root, random);
  no_object.dispatch = *reinterpret_cast<const void**>(platform);
}

void World::settle() {
  std::vector<cl_event> taken;
  {
    const std::lock_guard lock(mutex);
    taken.swap(unset);
  }
  // It may be gone, or another one in its place.
  for (cl_event event : taken) note(clSetUserEventStatus(event, CL_COMPLETE));
}

void call(World& world, Random& random) {
  static const Extensions extensions(world);
  static const size_t total = [] {
    size_t sum = 0;
    for (const Weighted& each : kActions) sum += each.weight;
    return sum;
  }();
  size_t at = random.below(total);
  for (const Weighted& each : kActions) {
    if (at < each.weight) return each.action({world, random, extensions});
    at -= each.weight;
  }
}

Counts counts() {
  return {calls, successes};
}

}  // namespace torture
