// SPDX-License-Identifier: Apache-2.0
// One compilation of a kernel function: not there yet, on its way, ready or failed. Finding it
// ready takes one load; nothing here takes a lock, so a fork at any moment leaves nothing held in
// the child, where a compilation that was on its way may begin anew.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "abi/program_record.h"
#include "abi/variant_key.h"
#include "devices/cpu/loader.h"
#include "support/result.h"

namespace heddle {

class KernelVariant {
 public:
  struct Ready {
    const KernelRecord* record = nullptr;
    std::shared_ptr<const cpu::LoadedKernel> loaded;
  };

  KernelVariant() = default;
  KernelVariant(const KernelVariant&) = delete;
  KernelVariant& operator=(const KernelVariant&) = delete;
  ~KernelVariant();

  /// Null unless it is ready. Stays valid as long as this.
  const Ready* ready() const {
    return (state_.load(std::memory_order_acquire) & kKind) == kReady ? &ready_ : nullptr;
  }
  /// Whether somebody in this process is making it.
  bool is_on_its_way() const;
  /// Whether the caller is to make the variant, and then call `finish`: yes for one caller, again
  /// in a child of a fork that left the first behind, and after a failure if `again`.
  bool begin(bool again = false);
  /// `record` is of the variant and has been loaded. It is kept alive elsewhere, or by `owned`.
  void finish(const KernelRecord& record, std::shared_ptr<const cpu::LoadedKernel> loaded);
  void finish(std::unique_ptr<const KernelRecord> owned,
              std::shared_ptr<const cpu::LoadedKernel> loaded);
  void fail(Error error);
  /// As if `begin` had not been called.
  void abandon() { settle(kIdle); }
  /// After a `begin`, the caller's own or another's: sleeps until the variant is ready, has failed
  /// or was abandoned.
  Result<const Ready*> wait() const;

 private:
  // The two low bits of the state say which; above them, while it is being made, in which process.
  static constexpr uint32_t kKind = 3, kIdle = 0, kPending = 1, kReady = 2, kFailed = 3;
  struct Failure {
    Error error;
    const Failure* older = nullptr;  // readers may still be at it
  };

  void settle(uint32_t state);

  mutable std::atomic<uint32_t> state_{kIdle};
  Ready ready_;  // once kReady
  std::unique_ptr<const KernelRecord> owned_;
  std::atomic<const Failure*> failure_{nullptr};
};

}  // namespace heddle
