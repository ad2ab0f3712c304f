// SPDX-License-Identifier: Apache-2.0
// The table of functions that compiled code may call (hd_services).
#pragma once

#include <atomic>

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
  /// Notes that the launch failed; the first reason stays.
  void fail(uint32_t why) {
    uint32_t none = 0;
    failure_.compare_exchange_strong(none, why, std::memory_order_relaxed);
  }
  /// Handles hd_services.stopped.
  virtual void stopped(const hd_check_site* /*site*/) noexcept {}
  /// Returns HD_FAILURE_..., or 0.
  uint32_t failure() const { return failure_.load(std::memory_order_relaxed); }
  /// Forgets the failure of a launch that runs again.
  void recover() { failure_.store(0, std::memory_order_relaxed); }

 protected:
  ~LaunchSink() = default;

 private:
  PrintfBuffer printed_;
  std::atomic<uint32_t> failure_{0};
};

const hd_services& launch_services();

}  // namespace heddle::cpu
