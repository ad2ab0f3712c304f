// SPDX-License-Identifier: Apache-2.0
// The live allocations of clSVMAlloc and cl_intel_unified_shared_memory, by address. A look-up
// costs the logarithm of their number.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "platform/context.h"
#include "platform/device.h"
#include "runtime/memory/placement.h"
#include "runtime/memory/storage.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

struct Allocation {
  enum class Kind : uint8_t { SVM, Host, Device, Shared };  // all but the first are USM

  Ref<Context> context;
  Kind kind;
  Ref<Device> device;  ///< for USM that belongs to one, else null
  cl_bitfield flags;   ///< CL_MEM_ALLOC_FLAGS_INTEL
  size_t size;
  Storage storage;
  Placement placement = {};

  bool is_usm() const { return kind != Kind::SVM; }
  std::span<const std::byte> bytes() const { return {storage.data(), size}; }
};

class Allocations {
 public:
  static Allocations& all();

  void* add(Allocation allocation);
  /// Takes out the allocation of `context` at exactly this address; the memory is freed with the
  /// result.
  std::optional<Allocation> take(const Context& context, const void* pointer, bool is_usm);
  /// Places the part of `range` that is in the allocation of `context` that it begins in, if there
  /// is one.
  void place(const Context& context, std::span<const std::byte> range, uint32_t node) noexcept;
  /// Calls `look(allocation)` with the allocation that `pointer` points into, or with null: the
  /// memory is the system's. Nothing is freed meanwhile.
  template <class Look>
  auto find(const void* pointer, Look&& look) {
    const SharedLock lock(mutex_);
    return look(find(pointer));
  }

 private:
  Allocation* find(const void* pointer) REQUIRES_SHARED(mutex_);

  HeldAtFork<SharedMutex> mutex_;
  std::map<uintptr_t, Allocation> by_address_ GUARDED_BY(mutex_);
};

}  // namespace heddle
