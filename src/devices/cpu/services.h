// SPDX-License-Identifier: Apache-2.0
// The table of functions that compiled code may call (hd_services).
#pragma once

#include "abi/kernel_abi.h"
#include "devices/cpu/device_enqueue.h"
#include "devices/cpu/printf.h"

namespace heddle::cpu {

/// The object that the services of a running kernel work on: hd_launch.sink.
class LaunchSink {
 public:
  PrintfBuffer& printed() { return printed_; }
  /// Returns the object that enqueues for the launch; null if its code has no such call.
  virtual DeviceEnqueue* device_enqueue() noexcept { return nullptr; }

 protected:
  ~LaunchSink() = default;

 private:
  PrintfBuffer printed_;
};

const hd_services& launch_services();

}  // namespace heddle::cpu
