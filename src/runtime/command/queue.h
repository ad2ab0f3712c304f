// SPDX-License-Identifier: Apache-2.0
// A host command-queue (§5.1). It orders commands by dependencies and knows which are not yet
// submitted; it never runs through earlier commands:
// - in order: a command depends on the one before it;
// - out of order: a command depends on its wait list and the last barrier. For "everything before"
//   (markers and barriers without a list, clFinish) the queue keeps an epoch, a hidden command
//   whose unmet dependencies are the commands so far.
//
// Commands are gathered until the application flushes, waits, asks for a status or sets a callback,
// another queue waits for one of them, one is not small, or there are kGather.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>
#include <cstdint>
#include <span>

#include "platform/info.h"
#include "platform/object.h"
#include "runtime/command/child_room.h"
#include "runtime/command/command.h"
#include "runtime/command/fork_mutex.h"
#include "support/mutex.h"

namespace heddle {

class Queue : public Object<Queue, _cl_command_queue, CL_INVALID_COMMAND_QUEUE, 256>,
              public QueueTraits {
 public:
  /// Implements clCreateCommandQueueWithProperties; `properties` as given, may be null.
  static Result<Ref<Queue>> create(Context& context, Device& device,
                                   const cl_queue_properties* properties);
  /// Implements clCreateCommandQueue.
  static Result<Ref<Queue>> create_host_queue(Context& context, Device& device,
                                              cl_command_queue_properties properties);

  /// `size` is the bytes of a device queue (device_queue.h), 0 for a host queue.
  Queue(Context& context, Device& device, cl_command_queue_properties properties, int priority,
        cl_uint size = 0);
  ~Queue();

  /// The dependencies of a command without a wait list: those of its kind, or all earlier commands.
  enum class Order { Command, Marker, Barrier };
  /// Appends a command, for enqueue.h: it depends on `waits`, and as `order` says. `command` has
  /// room for so many dependencies and two more. Returns true if it is time to flush.
  bool append(Ref<Command> command, std::span<Completion* const> waits, Order order);
  static void make_room(Command& command, size_t waits) { command.reserve_dependencies(waits + 2); }
  /// One of several commands that belong together, for its queue.
  struct Part {
    Queue& queue;
    Ref<Command> command;
    std::span<Completion* const> waits;
  };
  /// Appends all parts, in this order. Another thread's commands stand before or after all of them,
  /// in each of the queues. Appends none if there is no memory.
  static void append_together(std::span<Part> parts);

  /// Runs `work()` here and now if the queue is in order, idle, not of a sub-device and not
  /// profiled; for tiny blocking commands without event and wait list. No other command of the
  /// queue runs meanwhile.
  template <class Work>
  bool run_if_idle(Work&& work) {
    if (!direct_) return false;
    const Lock lock(usable_mutex());
    if (!idle()) return false;
    work();
    return true;
  }

  /// Enqueues to a device queue a command of a kernel of a command of `parents`, and submits it at
  /// once. Returns false, and does nothing, if there is no room (ChildRoom::take) or no memory.
  struct ChildWait {
    Completion* completion;
    bool propagate;  ///< see Completion::Link
  };
  bool enqueue_child(Ref<Command> child, const QueueTraits& parents,
                     std::span<const ChildWait> waits) noexcept;
  ChildRoom& child_room() { return child_room_; }

  /// Checks, before anything happens to a command, that the process has memory for it
  /// (in_flight.h): CL_OUT_OF_RESOURCES.
  static Status room_for_command();

  void flush();
  /// Waits until every command so far is done.
  void wait_for_all();
  /// Waits for a command of this queue, and helps with those that it depends upon. Flushes.
  void wait(Command& command);

  /// Sets CL_QUEUE_PROPERTIES_ARRAY: the list that the queue was made with, and its 0; empty if
  /// there was none. Called by the maker of the queue.
  void set_properties_array(std::vector<cl_queue_properties> list) {
    properties_array_ = std::move(list);
  }

  /// Notes that an event of one of its commands has had a callback (event_callbacks.h).
  void watch() { watched_.store(true, std::memory_order_relaxed); }
  bool watched() const { return watched_.load(std::memory_order_relaxed); }

  Status info(cl_command_queue_info id, const InfoSink& sink) const;

  void user_retain() { Object::user_retain(); }
  /// Flushes at the last release. The caller holds a reference.
  bool user_release();

 private:
  class Epoch;

  Mutex& usable_mutex() RETURN_CAPABILITY(mutex_);
  bool idle() const REQUIRES(mutex_);
  void link(Command& command, std::span<Completion* const> waits, Order order) REQUIRES(mutex_);
  void gather(Ref<Command> command) REQUIRES(mutex_);
  void open_epoch(Ref<Command> epoch) REQUIRES(mutex_);
  void count_in_epoch(Command& command) REQUIRES(mutex_);
  Ref<Command> everything() REQUIRES(mutex_);
  Command* take_pending(uint64_t last);
  Command* take_first(uint64_t last) REQUIRES(mutex_);
  void wait_for(Completion& target, uint64_t last, bool everything, Command* first);

  static constexpr uint32_t kGather = 16;

  const bool direct_;
  const cl_uint size_;
  std::vector<cl_queue_properties> properties_array_;
  ChildRoom child_room_;  // for a device queue
  std::atomic<bool> watched_{false};

  ForkMutex mutex_;
  uint64_t sequence_ GUARDED_BY(mutex_) = 0;       // the newest command's number
  Command* pending_ GUARDED_BY(mutex_) = nullptr;  // not yet submitted, oldest first
  Command* newest_pending_ GUARDED_BY(mutex_) = nullptr;
  std::atomic<uint32_t> pending_count_{0};  // written with the mutex held
  /// In order: the newest command; out of order: the newest sealed epoch.
  Ref<Command> last_ GUARDED_BY(mutex_);
  Ref<Command> barrier_ GUARDED_BY(mutex_);  // out of order: the newest barrier
  Ref<Command> epoch_ GUARDED_BY(mutex_);  // out of order: counts every command so far; not sealed
};

/// Returns the queue that a command was made for.
inline Queue& queue_of(const Command& command) {
  return static_cast<Queue&>(command.queue());
}

}  // namespace heddle
