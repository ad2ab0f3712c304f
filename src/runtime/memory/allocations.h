// SPDX-License-Identifier: Apache-2.0
// What clSVMAlloc and the allocations of cl_intel_unified_shared_memory have returned and nobody
// has freed, by address. Looking a pointer up costs the logarithm of their number.
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
#include "support/mutex.h"

namespace heddle {

struct Allocation {
  enum class Kind : uint8_t { SVM, Host, Device, Shared };  // all but the first: USM

  Ref<Context> context;
  Kind kind;
  Ref<Device> device;  ///< of USM that belongs to one, else null
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
  /// Of `context`, at exactly this address; the memory is freed with the result.
  std::optional<Allocation> take(const Context& context, const void* pointer, bool is_usm);
  /// Places what of `range` is in the allocation of `context` that it begins in, if there is one.
  void place(const Context& context, std::span<const std::byte> range, uint32_t node) noexcept;
  /// `look(allocation)` of the one that `pointer` points into, or of null: the memory is the
  /// system's. Nothing is freed meanwhile.
  template <class Look>
  auto find(const void* pointer, Look&& look) {
    const SharedLock lock(mutex_);
    return look(find(pointer));
  }

 private:
  Allocation* find(const void* pointer) REQUIRES_SHARED(mutex_);

  SharedMutex mutex_;
  std::map<uintptr_t, Allocation> by_address_ GUARDED_BY(mutex_);
};

}  // namespace heddle
