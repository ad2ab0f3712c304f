// SPDX-License-Identifier: Apache-2.0
// A compilation of a kernel function: not begun, under way, ready or failed. Finding it ready takes
// one load. Nothing here takes a lock, so a fork at any moment leaves nothing held in the child,
// where a compilation that was under way may begin anew.
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

  /// Returns null unless it is ready. The result stays valid as long as this.
  const Ready* ready() const {
    return (state_.load(std::memory_order_acquire) & kKind) == kReady ? &ready_ : nullptr;
  }
  /// Tells whether somebody in this process is making it.
  bool is_on_its_way() const;
  /// Tells whether the caller is to make the variant, and then call `finish`: true for one caller,
  /// again in a child of a fork that left the first one in the parent, and after a failure if
  /// `again`.
  bool begin(bool again = false);
  /// Finishes with the variant's record, which has been loaded. It is kept alive elsewhere, or by
  /// `owned`.
  void finish(const KernelRecord& record, std::shared_ptr<const cpu::LoadedKernel> loaded);
  void finish(std::unique_ptr<const KernelRecord> owned,
              std::shared_ptr<const cpu::LoadedKernel> loaded);
  void fail(Error error);
  /// Undoes `begin`.
  void abandon() { settle(kIdle); }
  /// Sleeps, after a `begin` of any caller, until the variant is ready, has failed or was
  /// abandoned.
  Result<const Ready*> wait() const;

 private:
  // The two low bits of the state are its kind; above them is, while it is being made, the process.
  static constexpr uint32_t kKind = 3, kIdle = 0, kPending = 1, kReady = 2, kFailed = 3;
  struct Failure {
    Error error;
    const Failure* older = nullptr;  // readers may still use it
  };

  void settle(uint32_t state);

  mutable std::atomic<uint32_t> state_{kIdle};
  Ready ready_;  // once kReady
  std::unique_ptr<const KernelRecord> owned_;
  std::atomic<const Failure*> failure_{nullptr};
};

}  // namespace heddle
