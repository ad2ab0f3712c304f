// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/allocations.h"

#include <algorithm>

#include "support/mutex.h"

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
  const Lock lock(mutex_);
  by_address_.emplace(address(data), std::move(allocation));
  return data;
}

std::optional<Allocation> Allocations::take(const Context& context, const void* pointer,
                                            bool is_usm) {
  const Lock lock(mutex_);
  const auto found = by_address_.find(address(pointer));
  if (found == by_address_.end() || found->second.context.get() != &context ||
      found->second.is_usm() != is_usm)
    return std::nullopt;
  std::optional<Allocation> taken(std::move(found->second));
  taken->placement.forget({taken->storage.data(), taken->size});
  by_address_.erase(found);
  return taken;
}

void Allocations::place(const Context& context, std::span<const std::byte> range,
                        uint32_t node) noexcept {
  const SharedLock lock(mutex_);  // or another allocation might lie there meanwhile
  Allocation* const found = find(range.data());
  if (!found || found->context.get() != &context) return;
  const size_t begin = address(range.data()) - address(found->storage.data());
  const size_t size = std::min(range.size(), found->size - begin);
  found->placement.place({found->storage.data() + begin, size}, node);
}

Allocation* Allocations::find(const void* pointer) {
  const auto behind = by_address_.upper_bound(address(pointer));
  if (behind == by_address_.begin()) return nullptr;
  const auto at = std::prev(behind);
  return address(pointer) - at->first < at->second.size ? &at->second : nullptr;
}

}  // namespace heddle
