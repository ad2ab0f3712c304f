// SPDX-License-Identifier: Apache-2.0
// Type-stable storage for the objects behind handles of one type: slots of one size in one reserved
// range of addresses that is never given back, so that asking about any pointer, however wild, is
// safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace heddle {

class ObjectPool {
 public:
  explicit ObjectPool(size_t object_size);
  ~ObjectPool();
  ObjectPool(const ObjectPool&) = delete;
  ObjectPool& operator=(const ObjectPool&) = delete;

  /// Storage for one object, aligned to 64 bytes, tagged alive. Throws std::bad_alloc when the
  /// range is used up.
  void* allocate();
  /// Tags the slot dead, then keeps it for the next object.
  void deallocate(void* object);
  /// True only for the exact address of an object that lives now.
  bool alive(const void* object) const;

 private:
  struct Slot;
  struct Forks;
  Slot* slot_of(const void* object) const;

  const size_t slot_size_;
  char* begin_ = nullptr;  // of the reserved range
  char* end_ = nullptr;
  std::atomic<char*> used_end_{nullptr};  // slots below have been handed out at least once
  char* committed_end_ = nullptr;         // guarded by mutex_
  Slot* free_ = nullptr;                  // guarded by mutex_
  std::mutex mutex_;                      // guards the free list and growth
  ObjectPool* next_pool_ = nullptr;       // guarded by the mutex of the list of pools
};

}  // namespace heddle
