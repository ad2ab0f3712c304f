// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/live_memory.h"

#include <deque>
#include <map>

#include "abi/checks.h"
#include "platform/process_checks.h"
#include "runtime/memory/allocations.h"
#include "runtime/memory/shadow.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {
namespace {

constexpr size_t kMostReleased = size_t{256} << 20;  // bytes

struct Range {
  size_t size;
  bool is_read_only;
  const Context* context;  // the buffer's
};
using Ranges = std::map<uintptr_t, Range>;

/// Returns the range that the address lies in, or the end.
Ranges::const_iterator find(const Ranges& ranges, uintptr_t address) {
  const auto after = ranges.upper_bound(address);
  if (after == ranges.begin()) return ranges.end();
  const auto at = std::prev(after);
  return address - at->first < at->second.size ? at : ranges.end();
}

struct Released {
  Storage storage;
  size_t size;
};

struct LiveMemory {
  HeldAtFork<Mutex> mutex;
  Ranges buffers GUARDED_BY(mutex);
  Ranges released GUARDED_BY(mutex);
  std::deque<Released> kept GUARDED_BY(mutex);  // the oldest first
  size_t kept_bytes GUARDED_BY(mutex) = 0;

  static LiveMemory& all() {
    static LiveMemory& all = *new LiveMemory;  // leaked on purpose: no static destructors
    return all;
  }
};

uintptr_t address_of(const void* data) {
  return reinterpret_cast<uintptr_t>(data);
}

}  // namespace

bool checks_memory() {
  return process_checks() & kCheckMemory;
}

bool notes_buffers() {
  return checks_memory() || guards_accesses();
}

void note_buffer(const Context& context, const void* data, size_t size, bool is_read_only) {
  LiveMemory& live = LiveMemory::all();
  const Lock lock(live.mutex);
  live.buffers.insert_or_assign(address_of(data), Range{size, is_read_only, &context});
}

void forget_buffer(const void* data) {
  LiveMemory& live = LiveMemory::all();
  const Lock lock(live.mutex);
  live.buffers.erase(address_of(data));
}

void keep_released(Storage storage, size_t size) {
  std::deque<Released> gone;  // freed without the lock
  LiveMemory& live = LiveMemory::all();
  const Lock lock(live.mutex);
  live.released.insert_or_assign(address_of(storage.data()), Range{size, false, nullptr});
  live.kept.push_back({std::move(storage), size});
  live.kept_bytes += size;
  while (live.kept_bytes > kMostReleased) {
    Released& oldest = live.kept.front();
    live.released.erase(address_of(oldest.storage.data()));
    live.kept_bytes -= oldest.size;
    gone.push_back(std::move(oldest));
    live.kept.pop_front();
  }
}

void end_allocation(Storage storage, size_t size) {
  if (shadows_buffers()) clear_shadow(storage.data(), size);
  if (checks_memory()) keep_released(std::move(storage), size);
}

hd_bounds live_bounds(uint64_t address) {
  {
    LiveMemory& live = LiveMemory::all();
    const Lock lock(live.mutex);
    if (const auto at = find(live.buffers, address); at != live.buffers.end()) {
      const auto& [size, is_read_only, context] = at->second;
      return {at->first, size, is_read_only ? 0 : size};
    }
    if (const auto at = find(live.released, address); at != live.released.end())
      return {at->first, 0, 0};
  }
  return Allocations::all().find(
      reinterpret_cast<const void*>(address), [&](const Allocation* found) {
        if (!found) return unknown_bounds(address);
        const auto bytes = found->bytes();
        return hd_bounds{address_of(bytes.data()), bytes.size(), bytes.size()};
      });
}

hd_bounds bounds_in(const Context& context, uint64_t address) {
  {
    LiveMemory& live = LiveMemory::all();
    const Lock lock(live.mutex);
    const auto at = find(live.buffers, address);
    if (at != live.buffers.end() && at->second.context == &context)
      return {at->first, at->second.size, at->second.size};
  }
  return Allocations::all().find(
      reinterpret_cast<const void*>(address), [&](const Allocation* found) {
        if (!found || found->context.get() != &context) return hd_bounds{0, 0, 0};
        const auto bytes = found->bytes();
        return hd_bounds{address_of(bytes.data()), bytes.size(), bytes.size()};
      });
}

std::optional<size_t> released_bytes(uint64_t address) {
  LiveMemory& live = LiveMemory::all();
  const Lock lock(live.mutex);
  const auto at = find(live.released, address);
  return at == live.released.end() ? std::nullopt : std::optional(at->second.size);
}

}  // namespace heddle
