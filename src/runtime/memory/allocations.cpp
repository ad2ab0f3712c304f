// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/allocations.h"

#include <mutex>

namespace heddle {
namespace {

uintptr_t address(const void* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

}  // namespace

Allocations& Allocations::all() {
  static Allocations& all = *new Allocations;  // leaked on purpose: no static destructors
  return all;
}

void* Allocations::add(Allocation allocation) {
  void* const data = allocation.storage.data();
  const std::lock_guard lock(mutex_);
  by_address_.emplace(address(data), std::move(allocation));
  return data;
}

std::optional<Allocation> Allocations::take(const Context& context, const void* pointer,
                                            bool is_usm) {
  const std::lock_guard lock(mutex_);
  const auto found = by_address_.find(address(pointer));
  if (found == by_address_.end() || found->second.context.get() != &context ||
      found->second.is_usm() != is_usm)
    return std::nullopt;
  std::optional<Allocation> taken(std::move(found->second));
  by_address_.erase(found);
  return taken;
}

const Allocation* Allocations::find(const void* pointer) const {
  const auto behind = by_address_.upper_bound(address(pointer));
  if (behind == by_address_.begin()) return nullptr;
  const auto at = std::prev(behind);
  return address(pointer) - at->first < at->second.size ? &at->second : nullptr;
}

}  // namespace heddle
