// SPDX-License-Identifier: Apache-2.0
// Type-stable storage for the objects of one handle type: slots of one size in one reserved range
// of addresses that is never given back, so that asking about any pointer, however wild, is safe.
// The count of an object's references lies in its slot, outside of the bytes that its destructor
// and the optimiser may touch, and says whether the object lives.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "support/mutex.h"

namespace heddle {

class ObjectPool {
 public:
  explicit ObjectPool(size_t object_size);
  ~ObjectPool();
  ObjectPool(const ObjectPool&) = delete;
  ObjectPool& operator=(const ObjectPool&) = delete;

  /// A number of references, and a bit that is set until the application gets the object: its
  /// handle is not valid before.
  using Count = std::atomic<uint32_t>;
  static constexpr uint32_t kUnpublished = uint32_t{1} << 31;

  /// Returns storage for one object, aligned to 64 bytes, with one reference, not published. Throws
  /// std::bad_alloc when the range is used up.
  void* allocate();
  /// Keeps the slot of an object without references, or one that was never published, for the next
  /// object.
  void deallocate(void* object);
  /// Makes the object's handle valid.
  static void publish(void* object) {
    if (count(object).load(std::memory_order_relaxed) & kUnpublished)
      count(object).fetch_and(~kUnpublished, std::memory_order_release);
  }
  static Count& count(void* object) {
    return *reinterpret_cast<Count*>(static_cast<char*>(object) - kAlign);
  }

  /// Takes a reference. Returns false unless this is the exact address of a published object that
  /// has one.
  bool try_retain(void* object) const {
    if (!is_slots(object)) return false;
    Count& refs = count(object);
    uint32_t now = refs.load(std::memory_order_relaxed);
    while (now != 0 && !(now & kUnpublished)) {
      if (refs.compare_exchange_weak(now, now + 1, std::memory_order_acquire)) return true;
    }
    return false;
  }

  /// Tells whether try_retain would succeed, for objects that nobody can release meanwhile.
  bool alive(void* object) const {
    const uint32_t now = is_slots(object) ? count(object).load(std::memory_order_acquire) : 0;
    return now != 0 && !(now & kUnpublished);
  }

 private:
  static constexpr size_t kAlign = 64;
  struct Slot;
  struct Forks;

  /// Tells whether an object may be there. The pointer may be any: it is not followed.
  bool is_slots(const void* object) const {
    const auto address = reinterpret_cast<uintptr_t>(object);
    const auto first = reinterpret_cast<uintptr_t>(begin_) + kAlign;
    const auto end = reinterpret_cast<uintptr_t>(used_end_.load(std::memory_order_acquire));
    return address >= first && address < end && ((address - first) & (slot_size_ - 1)) == 0;
  }

  const size_t slot_size_;  // a power of two: every call with a handle divides by it
  char* begin_ = nullptr;   // the reserved range
  char* end_ = nullptr;
  std::atomic<char*> used_end_{nullptr};  // slots below have been handed out at least once
  Mutex mutex_;
  char* committed_end_ GUARDED_BY(mutex_) = nullptr;
  Slot* free_ GUARDED_BY(mutex_) = nullptr;
  ObjectPool* next_pool_ = nullptr;  // guarded by the mutex of the list of pools
};

}  // namespace heddle
