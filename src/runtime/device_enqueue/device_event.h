// SPDX-License-Identifier: Apache-2.0
// Events that a kernel makes (clk_event_t, OpenCL C 2.0 §6.13.17). They are visible to that kernel
// and its children, so all of them go when it is complete, released or not. A handle that was
// released too often still leads to an event of the list, never to freed memory.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <deque>

#include "runtime/command/command.h"
#include "support/mutex.h"

namespace heddle {

class DeviceEvents {
 public:
  struct Event {
    DeviceEvents* owner = nullptr;
    uint32_t references GUARDED_BY(owner->mutex_) = 0;
    Ref<Completion> completion GUARDED_BY(owner->mutex_);
    /// `completion`, unless it is a user event.
    Command* command GUARDED_BY(owner->mutex_) = nullptr;
    /// The last capture of its profiling times, which those that wait for the event wait for, too.
    Ref<Completion> capture GUARDED_BY(owner->mutex_);
    bool set GUARDED_BY(owner->mutex_) = false;  ///< a user event that has its status
    Event* next_free GUARDED_BY(owner->mutex_) = nullptr;
  };

  DeviceEvents() = default;
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;

  /// Adds an event with one reference. `command` may be null.
  Event* add(Ref<Completion> completion, Command* command);

  // These take an event of any list: a block may capture the event of its parent.
  static void retain(Event& event);
  static void release(Event& event);
  /// Returns the completion of the event; null if it was released.
  static Ref<Completion> completion(Event& event);
  /// Returns the last capture of its profiling times; null if there is none.
  static Ref<Completion> capture(Event& event);
  static void set_capture(Event& event, Ref<Completion> capture);
  /// Returns its command, if it is one.
  static Ref<Command> command(Event& event);
  /// Marks a user event as set, and returns its completion; null if it had a status.
  static Ref<Completion> take_unset(Event& event);

 private:
  Mutex mutex_;
  std::deque<Event> events_ GUARDED_BY(mutex_);
  Event* free_ GUARDED_BY(mutex_) = nullptr;
};

using DeviceEvent = DeviceEvents::Event;

}  // namespace heddle
