// SPDX-License-Identifier: Apache-2.0
// The constant properties of a queue: all that a command knows of it.
#pragma once

#include <CL/cl.h>

#include "platform/context.h"
#include "platform/device.h"

namespace heddle {

class Command;
class QueueTraits;

/// The functions that a queue has for its commands, which know neither it nor their executor.
struct CommandFunctions {
  /// Runs or submits a command without unmet dependencies.
  void (*ready)(Command& command) noexcept;
  /// Ends a command whose work is over.
  void (*end)(Command& command, cl_int status) noexcept;
  /// Releases a queue on behalf of a command that was in flight.
  void (*release)(QueueTraits& queue);
};

class QueueTraits {
 public:
  QueueTraits(Context& context, Device& device, cl_command_queue_properties properties,
              int priority, const CommandFunctions& functions)
      : context_(context),
        device_(device),
        units_(device.units()),
        properties_(properties),
        priority_(priority),
        functions_(functions) {}

  Context& context() const { return *context_; }
  Device& device() const { return *device_; }
  cl_command_queue_properties properties() const { return properties_; }
  bool in_order() const { return !(properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  bool profiling() const { return properties_ & CL_QUEUE_PROFILING_ENABLE; }
  bool on_device() const { return properties_ & CL_QUEUE_ON_DEVICE; }
  /// Returns the compute units that run its commands (null: all).
  const cpu::UnitSet& units() const { return units_; }
  int priority() const { return priority_; }
  const CommandFunctions& functions() const { return functions_; }

 private:
  const Ref<Context> context_;
  const Ref<Device> device_;
  const cpu::UnitSet units_;
  const cl_command_queue_properties properties_;
  const int priority_;
  const CommandFunctions& functions_;
};

}  // namespace heddle
