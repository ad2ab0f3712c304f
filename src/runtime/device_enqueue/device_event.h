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

class DeviceEvents;

struct DeviceEvent {
  DeviceEvents* owner = nullptr;
  uint32_t references = 0;
  Ref<Completion> completion;
  Command* command = nullptr;  ///< `completion`, unless it is a user event
  bool set = false;            ///< a user event that has its status
  DeviceEvent* next_free = nullptr;
};

class DeviceEvents {
 public:
  DeviceEvents() = default;
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;

  /// Adds an event with one reference. `command` may be null.
  DeviceEvent* add(Ref<Completion> completion, Command* command);

  // These take an event of any list: a block may capture the event of its parent.
  static void retain(DeviceEvent& event);
  static void release(DeviceEvent& event);
  /// Returns the completion of the event; null if it was released.
  static Ref<Completion> completion(DeviceEvent& event);
  /// Returns its command, if it is one.
  static Ref<Command> command(DeviceEvent& event);
  /// Marks a user event as set, and returns its completion; null if it had a status.
  static Ref<Completion> take_unset(DeviceEvent& event);

 private:
  Mutex mutex_;  // guards the fields of the events, too
  std::deque<DeviceEvent> events_ GUARDED_BY(mutex_);
  DeviceEvent* free_ GUARDED_BY(mutex_) = nullptr;
};

}  // namespace heddle
