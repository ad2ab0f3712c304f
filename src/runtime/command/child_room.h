// SPDX-License-Identifier: Apache-2.0
// The room in a device queue (OpenCL C 2.0 §6.13.17). A kernel that enqueues runs on a worker, and
// all workers may run such kernels. Then nobody is left to run children, and `do { r =
// enqueue_kernel(...) } while (r)` would never end. So the thread that enqueues runs children
// itself, within the kernel, on memory of their own: the new one if it waits for nothing, else
// those that are ready.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/command/command.h"
#include "runtime/command/ending.h"
#include "runtime/command/executor.h"

namespace heddle {

/// A count of the commands of kernels in a device queue, with its limit.
class ChildRoom {
 public:
  /// `most` is the number that the queue holds at once. Kernels that run within others to make
  /// room, on each of `units`, find as much room again, so that they can end.
  ChildRoom(uint32_t most, uint32_t units);
  ChildRoom(const ChildRoom&) = delete;
  ChildRoom& operator=(const ChildRoom&) = delete;

  enum class Place : uint8_t {
    None,   ///< no room until the kernel that enqueues has ended, or too many kernels run within
            ///< each other
    Taken,  ///< a place, until give_back()
    Here,   ///< a place, and the child is to run within the kernel (WithinKernel)
  };
  /// Takes a place in `queue`, whose room this is, for a child of a kernel that this thread runs
  /// for a command of `parents`. `ready`: the child waits for nothing.
  Place take(const QueueTraits& queue, const QueueTraits& parents, const Command& child,
             bool ready);
  void give_back() { unfinished_.fetch_sub(1); }

  /// Counts a child whose last dependency is met: it will end by itself. Holds until `rests`.
  void goes_on() { active_.fetch_add(1); }
  /// Says that a child has no work of its own left.
  void rests() { active_.fetch_sub(1); }

  /// A scope in which the thread runs a child of the queue.
  class Running {
   public:
    explicit Running(ChildRoom& room);
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running();

    // Counts for this thread's children, while it is busy with something else.
    static void all_rest();
    static void all_go_on();

   private:
    ChildRoom& room_;
    Running* const outer_;
  };

 private:
  /// Returns the limit for the jobs that this thread runs.
  uint32_t limit() const;
  /// Runs or awaits jobs until there is room. Returns false if there will be none.
  bool make(const QueueTraits& queue);

  const uint32_t most_, most_within_;
  std::atomic<uint32_t> unfinished_{0};
  std::atomic<int32_t> active_{0};  // children that go on, without those that wait for room
};

/// A scope in which the thread, which is in a kernel that enqueues, runs other jobs or waits for
/// them. Its outer work waits. Jobs that become ready meanwhile go to the pool, except `here`.
class WithinKernel {
 public:
  explicit WithinKernel(const Command* here = nullptr);
  WithinKernel(const WithinKernel&) = delete;
  WithinKernel& operator=(const WithinKernel&) = delete;
  ~WithinKernel();

  /// Returns the number of such scopes on this thread.
  static uint32_t depth();

 private:
  const Executor::Within executor_;
  const Ending::Within endings_;
};

}  // namespace heddle
