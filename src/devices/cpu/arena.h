// SPDX-License-Identifier: Apache-2.0
// The memory that a worker gives to the launches it runs: one mapping, grown geometrically and
// kept. A launch of another owner than the last one finds zeros in it.
#pragma once

#include <cstddef>

#include "abi/kernel_abi.h"
#include "devices/cpu/job.h"

namespace heddle::cpu {

class Arena {
 public:
  Arena() = default;
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Makes room for a launch; null if the memory cannot be had. The caller fills in the stack
  /// bounds.
  hd_worker* reserve(size_t local_memory, size_t context, uint64_t owner);

 private:
  bool grow(size_t bytes);

  unsigned char* memory_ = nullptr;
  size_t capacity_ = 0;
  size_t used_ = 0;  // bytes that launches of owner_ may have written to
  uint64_t owner_ = 0;
  hd_worker view_{};
};

/// The Worker of a thread that is not the pool's.
class HelperWorker final : public Worker {
 public:
  hd_worker* arena(size_t local_memory, size_t context, uint64_t owner) override;

 private:
  Arena arena_;
};

struct ThreadHelper;

/// A loan of a HelperWorker of the calling thread's that no outer scope uses. They die with the
/// thread.
class HelperScope {
 public:
  HelperScope();
  ~HelperScope();
  HelperScope(const HelperScope&) = delete;
  HelperScope& operator=(const HelperScope&) = delete;
  Worker& worker();

 private:
  ThreadHelper* helper_;
};

}  // namespace heddle::cpu
