// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>

namespace heddle {

/// Reserves `size` bytes of zeros, whose pages exist once something is written to them. Returns
/// null if there are no more addresses.
inline void* reserve_zeros(size_t size) {
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

/// Returns what `place` points to: `size` bytes of zeros that the first of all threads reserves.
/// Null if there are no more addresses.
template <class T>
T* get_or_reserve(std::atomic<T*>& place, size_t size) {
  T* known = place.load(std::memory_order_acquire);
  if (known) return known;
  void* const made = reserve_zeros(size);
  if (!made) return nullptr;
  if (place.compare_exchange_strong(known, static_cast<T*>(made), std::memory_order_acq_rel))
    return static_cast<T*>(made);
  munmap(made, size);
  return known;
}

}  // namespace heddle
