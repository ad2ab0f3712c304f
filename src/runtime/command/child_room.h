// SPDX-License-Identifier: Apache-2.0
// Room in a device queue (OpenCL C 2.0 §6.13.17). A kernel that enqueues runs on a worker, and all
// workers may run such kernels: nobody is left to run children, and `do { r = enqueue_kernel(...) }
// while (r)` would never end. So the thread that enqueues runs children itself, within the kernel,
// on memory of their own: the new one if it waits for nothing, else those that are ready.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/command/command.h"
#include "runtime/command/ending.h"

namespace heddle {

/// How many commands of kernels a device queue has.
class ChildRoom {
 public:
  /// `most`: what the queue holds at once. Kernels that run within others to make room, on each of
  /// `units`, find as much again: they are to end.
  ChildRoom(uint32_t most, uint32_t units);
  ChildRoom(const ChildRoom&) = delete;
  ChildRoom& operator=(const ChildRoom&) = delete;

  enum class Place : uint8_t {
    None,  ///< and there will be none until the kernel that enqueues has ended, or too many kernels
           ///< run within each other
    Taken,  ///< until give_back()
    Here,   ///< the same, and the child is to run within the kernel (WithinKernel)
  };
  /// For a child of a kernel that this thread runs for a command of `parents`, in `queue`, whose
  /// room this is. `ready`: it waits for nothing.
  Place take(const QueueTraits& queue, const QueueTraits& parents, const Command& child,
             bool ready);
  void give_back() { unfinished_.fetch_sub(1); }

  /// A child has no dependency left. What is true until `rests`: it will end by itself.
  void goes_on() { active_.fetch_add(1); }
  /// Nothing of its own is left to do.
  void rests() { active_.fetch_sub(1); }

  /// While one exists, its thread runs a child of the queue.
  class Running {
   public:
    explicit Running(ChildRoom& room);
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running();

    // Those of this thread, which is busy with something else.
    static void all_rest();
    static void all_go_on();

   private:
    ChildRoom& room_;
    Running* const outer_;
  };

 private:
  /// For what this thread runs.
  uint32_t limit() const;
  /// Until there is room, or no hope of it.
  bool make(const QueueTraits& queue);

  const uint32_t most_, most_within_;
  std::atomic<uint32_t> unfinished_{0};
  std::atomic<int32_t> active_{0};  // those that go on, without what waits for room
};

/// While one exists, its thread, which is in a kernel that enqueues, runs other jobs or waits for
/// them. What it was about before waits; what the jobs make ready goes to the pool,
/// but for `here`.
class WithinKernel {
 public:
  explicit WithinKernel(const Command* here = nullptr);
  WithinKernel(const WithinKernel&) = delete;
  WithinKernel& operator=(const WithinKernel&) = delete;
  ~WithinKernel();

  /// How many there are on this thread.
  static uint32_t depth();

 private:
  const Executor::Within executor_;
  const Ending::Within endings_;
};

}  // namespace heddle
