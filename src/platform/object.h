// SPDX-License-Identifier: Apache-2.0
// The base of every cl_* object. The first word of a handle is the ICD dispatch pointer ([EX2.3]).
// Objects live in type-stable slots of one address range for each type (object_pool.h), with their
// counts outside the object: a null, stale, wrong-typed or wild handle is rejected with the right
// CL_INVALID_* and never followed.
//
// There are two counts: the application's (clRetain*, clRelease*, CL_*_REFERENCE_COUNT) and ours.
// The application's count as a whole owns one of ours, so an object dies when the application and
// everything inside has let it go. From then on its handle is stale, also for the callbacks that
// its destructor calls. An entry point works on a reference that it holds (`handle`): another
// thread that releases the object too often, which is wrong, does not take it away.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "platform/object_pool.h"
#include "support/ref.h"
#include "support/result.h"

namespace heddle {
struct DispatchTable;  // src/icd/dispatch_table.h
}
extern "C" const heddle::DispatchTable heddle_dispatch;

#define HEDDLE_DEFINE_HANDLE(name)                            \
  struct name {                                               \
    const heddle::DispatchTable* dispatch = &heddle_dispatch; \
  }
HEDDLE_DEFINE_HANDLE(_cl_platform_id);
HEDDLE_DEFINE_HANDLE(_cl_device_id);
HEDDLE_DEFINE_HANDLE(_cl_context);
HEDDLE_DEFINE_HANDLE(_cl_command_queue);
HEDDLE_DEFINE_HANDLE(_cl_mem);
HEDDLE_DEFINE_HANDLE(_cl_program);
HEDDLE_DEFINE_HANDLE(_cl_kernel);
HEDDLE_DEFINE_HANDLE(_cl_event);
HEDDLE_DEFINE_HANDLE(_cl_sampler);
HEDDLE_DEFINE_HANDLE(_cl_command_buffer_khr);
HEDDLE_DEFINE_HANDLE(_cl_mutable_command_khr);
HEDDLE_DEFINE_HANDLE(_cl_semaphore_khr);
#undef HEDDLE_DEFINE_HANDLE

namespace heddle {

/// A CRTP base. `Handle` is the struct that C handles point to, `Invalid` the error code for a bad
/// one, `SlotSize` at least sizeof(Self). Self must not be polymorphic: a vtable pointer would
/// stand where the dispatch pointer belongs.
template <class Self, class Handle, cl_int Invalid, size_t SlotSize>
class Object : public Handle {
 public:
  using handle_type = Handle*;
  static constexpr cl_int invalid = Invalid;

  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  static void* operator new(size_t size) {
    if (size > SlotSize) throw std::bad_alloc();
    return pool().allocate();
  }
  static void operator delete(void* object) { pool().deallocate(object); }

  /// Adds a reference to those that the caller knows to exist.
  void retain() {
    [[maybe_unused]] const uint32_t before = count().fetch_add(1, std::memory_order_relaxed);
    assert((before & ~ObjectPool::kUnpublished) != 0);
  }
  /// Takes a reference for whoever knows of the object until its destructor tells them. Returns
  /// false if it is being destroyed.
  bool try_retain() {
    uint32_t now = count().load(std::memory_order_relaxed);
    while ((now & ~ObjectPool::kUnpublished) != 0) {
      if (count().compare_exchange_weak(now, now + 1, std::memory_order_acquire)) return true;
    }
    return false;
  }
  void release() {
    const uint32_t before = count().fetch_sub(1, std::memory_order_acq_rel);
    if ((before & ~ObjectPool::kUnpublished) == 1) delete static_cast<Self*>(this);
  }

  /// Adds to the application's count. A new object has 1. An object that only we keep alive (count
  /// 0) may be retained again: it is still reachable through queries such as CL_KERNEL_PROGRAM.
  void user_retain() {
    retain();  // first: another thread may release the application's count as soon as it is there
    if (user_.fetch_add(1, std::memory_order_relaxed) != 0) release();
  }
  /// Returns false if the application has no reference left to release.
  bool user_release() {
    uint32_t count = user_.load(std::memory_order_relaxed);
    do {
      if (count == 0) return false;
    } while (!user_.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel));
    if (count == 1) release();
    return true;
  }
  cl_uint user_count() const { return user_.load(std::memory_order_relaxed); }

  /// Returns the object at any pointer, with a reference; null if it is no live object of this
  /// type.
  static Ref<Self> from(const void* handle) {
    void* const object = const_cast<void*>(handle);
    if (!pool().try_retain(object)) return nullptr;
    return Ref<Self>::adopt(static_cast<Self*>(static_cast<Handle*>(object)));
  }
  /// Does the same without a reference. No other thread may use the object.
  static Self* borrowed(const void* handle) {
    void* const object = const_cast<void*>(handle);
    return pool().alive(object) ? static_cast<Self*>(static_cast<Handle*>(object)) : nullptr;
  }
  /// Makes the object's handle valid, which it is not from the start.
  void publish() { ObjectPool::publish(this); }

 protected:
  ~Object() = default;

 private:
  friend Self;
  Object() = default;

  static ObjectPool& pool() {
    static ObjectPool& pool =
        *new ObjectPool(SlotSize);  // leaked on purpose: no static destructors
    return pool;
  }
  ObjectPool::Count& count() { return ObjectPool::count(this); }

  std::atomic<uint32_t> user_{1};
};

/// Returns the object of a handle that came from the application, held for the call.
template <class T>
Result<Ref<T>> handle(typename T::handle_type h) {
  static_assert(!std::is_polymorphic_v<T>);
  Ref<T> object = T::from(h);
  if (!object) return Error{T::invalid, "the handle is not of a live object of this type"};
  return object;
}

/// Makes an object, owned: `make<Context>(...)`. Throws std::bad_alloc, which the entry point turns
/// into CL_OUT_OF_HOST_MEMORY.
template <class T, class... Args>
Ref<T> make(Args&&... args) {
  return Ref<T>::adopt(new T(std::forward<Args>(args)...));
}

/// Gives the reference to the application and makes the handle valid. An object that the
/// application never got has no valid handle, even if another one was in its place before.
template <class T>
typename T::handle_type hand_over(Ref<T> object) {
  object->publish();
  return object.leak();
}

}  // namespace heddle
