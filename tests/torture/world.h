// SPDX-License-Identifier: Apache-2.0
// The world of the torture of calls: objects of all kinds, alive and released, and choices by a seed.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "platform/later_extensions.h"

namespace torture {

namespace khr = heddle::khr;

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  size_t below(size_t bound) { return bound ? engine_() % bound : 0; }
  bool one_in(size_t n) { return below(n) == 0; }
  template <class T>
  T of(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

/// Begins as an object does: the loader follows every handle.
struct NoObject {
  const void* dispatch;
  unsigned char rest[256];
};
inline NoObject no_object{};

/// Handles of one type that threads share. Those that were released stay among them.
template <class Handle>
class Handles {
 public:
  explicit Handles(size_t most) : most_(most) {}

  /// Null is not kept. Returns one that is to be released where there are too many.
  Handle add(Handle handle, Random& random) {
    if (!handle) return nullptr;
    const std::lock_guard lock(mutex_);
    if (live_.size() < most_) {
      live_.push_back(handle);
      return nullptr;
    }
    return std::exchange(live_[random.below(live_.size())], handle);
  }
  /// Mostly one that lives; else one that was released, a null or one that no call returned.
  Handle any(Random& random) {
    const std::lock_guard lock(mutex_);
    if (random.one_in(40)) return random.one_in(2) ? nullptr : reinterpret_cast<Handle>(&no_object);
    if (!stale_.empty() && (live_.empty() || random.one_in(8)))
      return stale_[random.below(stale_.size())];
    return live_.empty() ? nullptr : live_[random.below(live_.size())];
  }
  /// One to release, which counts as released from now on; null if there is none.
  Handle take(Random& random) {
    const std::lock_guard lock(mutex_);
    if (live_.empty()) return nullptr;
    const size_t i = random.below(live_.size());
    const Handle taken = live_[i];
    live_[i] = live_.back();
    live_.pop_back();
    if (stale_.size() < 64)
      stale_.push_back(taken);
    else
      stale_[random.below(stale_.size())] = taken;
    return taken;
  }

 private:
  const size_t most_;
  std::mutex mutex_;  // guards what follows
  std::vector<Handle> live_, stale_;
};

/// The objects that all threads share.
struct World {
  World();

  /// Sets all user events that were made so far: what waits for them ends.
  void settle();

  cl_platform_id platform = nullptr;
  cl_device_id root = nullptr;
  Handles<cl_device_id> devices{4};
  Handles<cl_context> contexts{3};
  Handles<cl_command_queue> queues{8};
  Handles<cl_mem> memories{24};
  Handles<cl_sampler> samplers{4};
  Handles<cl_program> programs{6};
  Handles<cl_kernel> kernels{12};
  Handles<cl_event> events{24};
  Handles<khr::CommandBufferHandle> buffers{4};
  Handles<khr::MutableCommandHandle> mutables{8};
  Handles<khr::SemaphoreHandle> semaphores{6};
  Handles<void*> allocations{8};
  std::mutex of_kernels;  // who sets arguments or launches has it
  std::mutex mutex;       // guards unset
  std::vector<cl_event> unset;
  /// Host memory that commands may still write to when nobody knows of them.
  std::array<unsigned char, 1 << 16> scratch{};
};

/// Makes one call, or a few that belong together.
void call(World& world, Random& random);

/// Calls so far of all threads, and how many of them succeeded.
struct Counts {
  uint64_t calls, successes;
};
Counts counts();

}  // namespace torture
