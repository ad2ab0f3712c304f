// SPDX-License-Identifier: Apache-2.0
// Tools of the torture's actions.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "world.h"

namespace torture {

constexpr size_t kSmallest = 256;  // bytes of a memory object; kernels touch no more

/// Notes what a call returned. Codes that no specification knows end the program.
cl_int note(cl_int code);

/// The same of a call that makes an object: it has one or an error.
template <class Handle>
Handle made(Handle handle, cl_int code) {
  note(code);
  if ((handle != nullptr) != (code == CL_SUCCESS)) {
    std::fprintf(stderr, "a call returned %d and the handle %p\n", code,
                 reinterpret_cast<void*>(handle));
    std::abort();
  }
  return handle;
}

template <class F>
F* named(World& world, const char* name) {
  void* found = clGetExtensionFunctionAddressForPlatform(world.platform, name);
  if (!found) {
    std::fprintf(stderr, "no %s\n", name);
    std::abort();
  }
  return reinterpret_cast<F*>(found);
}

struct Extensions {
  explicit Extensions(World& w)
      : create_buffer(named<decltype(create_buffer)::Type>(w, "clCreateCommandBufferKHR")),
        retain_buffer(named<decltype(retain_buffer)::Type>(w, "clRetainCommandBufferKHR")),
        release_buffer(named<decltype(release_buffer)::Type>(w, "clReleaseCommandBufferKHR")),
        finalize(named<decltype(finalize)::Type>(w, "clFinalizeCommandBufferKHR")),
        enqueue_buffer(named<decltype(enqueue_buffer)::Type>(w, "clEnqueueCommandBufferKHR")),
        record_kernel(named<decltype(record_kernel)::Type>(w, "clCommandNDRangeKernelKHR")),
        record_copy(named<decltype(record_copy)::Type>(w, "clCommandCopyBufferKHR")),
        update(named<decltype(update)::Type>(w, "clUpdateMutableCommandsKHR")),
        mutable_info(named<decltype(mutable_info)::Type>(w, "clGetMutableCommandInfoKHR")),
        buffer_info(named<decltype(buffer_info)::Type>(w, "clGetCommandBufferInfoKHR")),
        create_semaphore(
            named<decltype(create_semaphore)::Type>(w, "clCreateSemaphoreWithPropertiesKHR")),
        retain_semaphore(named<decltype(retain_semaphore)::Type>(w, "clRetainSemaphoreKHR")),
        release_semaphore(named<decltype(release_semaphore)::Type>(w, "clReleaseSemaphoreKHR")),
        signal(named<decltype(signal)::Type>(w, "clEnqueueSignalSemaphoresKHR")),
        semaphore_info(named<decltype(semaphore_info)::Type>(w, "clGetSemaphoreInfoKHR")) {}

  template <class F>
  struct Function {
    using Type = F;
    F* function;
    Function(F* f) : function(f) {}
    template <class... Args>
    auto operator()(Args... args) const {
      return function(args...);
    }
  };
  using Buffer = khr::CommandBufferHandle;
  using Semaphore = khr::SemaphoreHandle;
  Function<Buffer(cl_uint, const cl_command_queue*, const khr::Properties*, cl_int*)> create_buffer;
  Function<cl_int(Buffer)> retain_buffer, release_buffer, finalize;
  Function<cl_int(cl_uint, cl_command_queue*, Buffer, cl_uint, const cl_event*, cl_event*)>
      enqueue_buffer;
  Function<cl_int(Buffer, cl_command_queue, const khr::Properties*, cl_kernel, cl_uint,
                  const size_t*, const size_t*, const size_t*, cl_uint, const khr::SyncPoint*,
                  khr::SyncPoint*, khr::MutableCommandHandle*)>
      record_kernel;
  Function<cl_int(Buffer, cl_command_queue, const khr::Properties*, cl_mem, cl_mem, size_t, size_t,
                  size_t, cl_uint, const khr::SyncPoint*, khr::SyncPoint*,
                  khr::MutableCommandHandle*)>
      record_copy;
  Function<cl_int(Buffer, cl_uint, const cl_uint*, const void**)> update;
  Function<cl_int(khr::MutableCommandHandle, cl_uint, size_t, void*, size_t*)> mutable_info;
  Function<cl_int(Buffer, cl_uint, size_t, void*, size_t*)> buffer_info;
  Function<Semaphore(cl_context, const khr::Properties*, cl_int*)> create_semaphore;
  Function<cl_int(Semaphore)> retain_semaphore, release_semaphore;
  Function<cl_int(cl_command_queue, cl_uint, const Semaphore*, const cl_ulong*, cl_uint,
                  const cl_event*, cl_event*)>
      signal;
  Function<cl_int(Semaphore, cl_uint, size_t, void*, size_t*)> semaphore_info;
};

/// One call's surroundings.
struct At {
  World& w;
  Random& r;
  const Extensions& x;

  /// Up to three events, of which one may be none.
  struct Waits {
    cl_uint count;
    cl_event events[3];
    const cl_event* list() const { return count ? events : nullptr; }
  };
  Waits waits() {
    Waits made{};
    if (r.one_in(3)) made.count = static_cast<cl_uint>(r.below(4));
    for (cl_uint i = 0; i < made.count; ++i) made.events[i] = w.events.any(r);
    return made;
  }
  /// A place for an event, kept if it was filled.
  template <class Enqueue>
  void enqueue(Enqueue&& call) {
    const Waits list = waits();
    cl_event event = nullptr;
    const bool wants = r.one_in(2);
    const cl_int code = note(call(list.count, list.list(), wants ? &event : nullptr));
    if (code != CL_SUCCESS || !event) return;
    if (const cl_event old = w.events.add(event, r)) note(clReleaseEvent(old));
  }
  template <class Handle, class Release>
  void keep(Handles<Handle>& in, Handle handle, Release release) {
    if (const Handle old = in.add(handle, r)) note(release(old));
  }
  size_t offset() { return r.of<size_t>({0, 0, 4, 128, 1 << 20, SIZE_MAX}); }
  size_t size() { return r.of<size_t>({4, 16, 64, 128, 0, SIZE_MAX}); }
  void* host() { return w.scratch.data() + r.below(64) * 256; }
};

// The actions; each chooses its objects, and whether it is legal.
void new_context(At a);
void new_queue(At a);
void new_memory(At a);
void new_program(At a);
void build(At a);
void new_kernel(At a);
void new_event(At a);
void new_other(At a);
void new_allocation(At a);
void release(At a);
void unbalance(At a);
void set_argument(At a);
void launch(At a);
void set_and_launch(At a);
void transfer(At a);
void map(At a);
void order(At a);
void wait(At a);
void use_allocation(At a);
void record(At a);
void replay(At a);
void change(At a);
void ask(At a);

}  // namespace torture
