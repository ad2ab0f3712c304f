// SPDX-License-Identifier: Apache-2.0
// A host command-queue (§5.1). It orders commands by dependencies and knows which are not yet
// submitted; it never runs through earlier commands:
//  - in order: a command depends on the one before it;
//  - out of order: a command depends on its wait list and the last barrier. For "everything before"
//  (markers and barriers
//    without a list, clFinish) the queue keeps an epoch, a hidden command whose unmet dependencies
//    are the commands so far.
//
// Commands are gathered until the application flushes, waits, asks for a status or sets a callback,
// another queue waits for one of them, one is not small, or kGather are there.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

#include "platform/context.h"
#include "platform/device.h"
#include "platform/info.h"
#include "platform/object.h"
#include "runtime/command/child_room.h"
#include "runtime/command/command.h"

namespace heddle {

class Event;

/// A wait list that has been checked (validate.h). Borrows the application's array: valid during
/// the call.
struct WaitList {
  const cl_event* events = nullptr;
  cl_uint count = 0;
};

class Queue : public Object<Queue, _cl_command_queue, CL_INVALID_COMMAND_QUEUE, 256> {
 public:
  /// clCreateCommandQueueWithProperties; `properties` as given, may be null.
  static Result<Ref<Queue>> create(Context& context, Device& device,
                                   const cl_queue_properties* properties);

  /// `size`: bytes of a device queue (device_queue.h), 0 for a host queue.
  Queue(Context& context, Device& device, cl_command_queue_properties properties, int priority,
        cl_uint size = 0);
  ~Queue();

  Context& context() const { return *context_; }
  Device& device() const { return *device_; }
  bool in_order() const { return !(properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  bool profiling() const { return properties_ & CL_QUEUE_PROFILING_ENABLE; }
  bool on_device() const { return properties_ & CL_QUEUE_ON_DEVICE; }
  /// Which compute units run its commands (null: all), and how urgently.
  const cpu::UnitSet& units() const { return units_; }
  int priority() const { return priority_; }

  /// The one way into the queue. Makes an event if `event` is not null; on an error nothing is
  /// written to it. A blocking command returns when it is done (not when the queue is empty), with
  /// the command's error if it failed.
  Status enqueue(Ref<Command> command, const WaitList& waits, cl_event* event,
                 bool blocking = false);
  /// The same for markers and barriers: without a wait list they wait for all earlier commands; a
  /// barrier holds later ones back.
  enum class Sync { Marker, Barrier };
  Status enqueue_sync(Sync kind, const WaitList& waits, cl_event* event);
  /// Runs `work()` here and now if the queue is in order, idle, not of a sub-device and not
  /// profiled; for tiny blocking commands without event and wait list. No other command of the
  /// queue runs meanwhile.
  template <class Work>
  bool run_if_idle(Work&& work) {
    if (!direct_) return false;
    std::lock_guard lock(usable_mutex());
    if (!idle()) return false;
    work();
    return true;
  }

  /// Of a device queue: a command of a kernel of a command of `parents`, which is submitted at
  /// once. False if there is no room (ChildRoom::take) or no memory; nothing has happened then.
  struct ChildWait {
    Completion* completion;
    bool propagate;  ///< see Completion::Link
  };
  bool enqueue_child(Ref<Command> child, const Queue& parents,
                     std::span<const ChildWait> waits) noexcept;
  ChildRoom& child_room() { return child_room_; }
  // Of such a command: it is ready; all that is left to it is to wait for children of its own; it
  // is done.
  void child_goes_on(Command& child);
  void child_rests(Command& child);
  void child_ended(Command& child);

  void flush();
  /// clFinish: until every command so far is done, and the callbacks of their events have returned.
  void finish();
  /// Waits for a command of this queue, helping with what it depends upon. Flushes.
  void wait(Command& command);

  /// An event of one of its commands has had a callback (event_callbacks.h).
  void watch() { watched_.store(true, std::memory_order_relaxed); }
  bool watched() const { return watched_.load(std::memory_order_relaxed); }

  Status info(cl_command_queue_info id, const InfoSink& sink) const;

  void user_retain() { Object::user_retain(); }
  /// The last release flushes.
  bool user_release();

 private:
  friend class Command;
  class Epoch;

  enum class Order { Command, Marker, Barrier };

  std::mutex& usable_mutex();
  void after_fork();
  bool idle() const;
  Status enqueue(Ref<Command> command, const WaitList& waits, cl_event* event, bool blocking,
                 Order order);
  void flush_producers(const WaitList& waits);
  void link(Command& command, const WaitList& waits, Order order);
  void append(Ref<Command> command);
  void count_in_epoch(Command& command, Ref<Command> next_epoch);
  Ref<Command> everything();
  Command* take_pending(uint64_t last);
  void wait_for(Completion& target, uint64_t last, bool everything);

  static constexpr uint32_t kGather = 16;

  const Ref<Context> context_;
  const Ref<Device> device_;
  const cpu::UnitSet units_;
  const cl_command_queue_properties properties_;
  const int priority_;
  const bool direct_;
  const cl_uint size_;
  ChildRoom child_room_;  // of a device queue
  std::atomic<bool> watched_{false};

  std::mutex mutex_;            // guards what follows
  uint64_t sequence_ = 0;       // of the newest command
  Command* pending_ = nullptr;  // not yet submitted, oldest first
  Command* newest_pending_ = nullptr;
  std::atomic<uint32_t> pending_count_{0};
  Ref<Command> last_;     // in order: the newest command; out of order: the newest sealed epoch
  Ref<Command> barrier_;  // out of order: the newest barrier
  Ref<Command> epoch_;    // out of order: counts every command so far; not sealed
  std::atomic<uint32_t> generation_;  // see fork_generation()
};

}  // namespace heddle
