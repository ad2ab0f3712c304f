// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace heddle {

/// At most `N` objects that are made when somebody first asks for them, and stay. Never locks.
template <class T, size_t N>
class AppendOnly {
 public:
  AppendOnly() = default;
  AppendOnly(const AppendOnly&) = delete;
  AppendOnly& operator=(const AppendOnly&) = delete;
  ~AppendOnly() {
    for (auto& place : places_) delete place.load(std::memory_order_acquire);
  }

  /// Returns the object for which `is_it` is true, which is asked about each from the first on; at
  /// their end that which `make` makes, a std::unique_ptr. Null if that is null, or if there is no
  /// place.
  template <class IsIt, class Make>
  T* get(const IsIt& is_it, const Make& make) {
    for (auto& place : places_) {
      T* object = place.load(std::memory_order_acquire);
      if (!object) {
        std::unique_ptr<T> made = make();
        if (!made) return nullptr;
        // Another thread may fill the place first.
        if (place.compare_exchange_strong(object, made.get(), std::memory_order_acq_rel))
          return made.release();
      }
      if (is_it(*object)) return object;
    }
    return nullptr;
  }
  /// Returns the object for which `is_it` is true; null if there is none.
  template <class IsIt>
  T* find(const IsIt& is_it) {
    return get(is_it, [] { return std::unique_ptr<T>(); });
  }

 private:
  std::array<std::atomic<T*>, N> places_{};  // filled from the front, never changed
};

}  // namespace heddle
