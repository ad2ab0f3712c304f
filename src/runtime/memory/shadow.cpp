// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/shadow.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <new>
#include <set>
#include <tuple>
#include <vector>

#include "abi/checks.h"
#include "platform/process_checks.h"
#include "support/file.h"
#include "support/fork_lock.h"
#include "support/log.h"
#include "support/mutex.h"
#include "support/options.h"
#include "support/zero_pages.h"

namespace heddle {
namespace {

using Leaf = std::byte;

constexpr size_t kLeaves = size_t{1} << HD_SHADOW_INDEX_BITS;
constexpr size_t kCovered = size_t{1} << HD_SHADOW_SHIFT;  // bytes that a leaf is the shadow of

/// The table of leaves.
struct Table {
  hd_shadow shared{};
  std::atomic<Leaf*>* leaves;

  explicit Table(std::byte* memory) : leaves(reinterpret_cast<std::atomic<Leaf*>*>(memory)) {
    shared.leaves = reinterpret_cast<void* const*>(leaves);
    shared.nothing = memory + HD_SHADOW_LEAVES;
    shared.sink = memory + HD_SHADOW_LEAVES + 2 * HD_SHADOW_PART;
  }

  /// Null if there are no addresses for it.
  static Table* the() {
    std::byte* const memory = shadow_memory();
    if (!memory) return nullptr;
    static Table& table = *new Table(memory);  // leaked on purpose: kernels may run at the end
    return &table;
  }
};

/// Returns the leaf of an address; makes it if it is wanted and there is none. Null: no leaf.
Leaf* leaf_of(uintptr_t address, bool wanted) {
  Table* const table = Table::the();
  if (!table) return nullptr;
  std::atomic<Leaf*>& entry = table->leaves[(address >> HD_SHADOW_SHIFT) % kLeaves];
  return wanted ? get_or_reserve(entry, 2 * HD_SHADOW_PART) : entry.load(std::memory_order_acquire);
}

/// Calls `work(address, leaf, size)` for the parts of a range, each with one leaf, which may be
/// null.
template <class Work>
void each_part(const void* begin, size_t size, bool wanted, Work&& work) {
  auto address = reinterpret_cast<uintptr_t>(begin);
  while (size > 0) {
    const size_t part = std::min(size, kCovered - address % kCovered);
    work(address, leaf_of(address, wanted), part);
    address += part;
    size -= part;
  }
}

std::byte* shadow_at(Leaf* leaf, uintptr_t address) {
  return leaf + address % kCovered;
}

uint32_t& origin_at(Leaf* leaf, uintptr_t address) {
  return *reinterpret_cast<uint32_t*>(leaf + HD_SHADOW_PART + address % kCovered / 4 * 4);
}

/// Clears shadow. Whole pages go back to the system, which has them as zeros.
void clear(std::byte* shadow, size_t size) {
  constexpr size_t kPage = 4096, kMany = size_t{1} << 20;
  const auto begin = reinterpret_cast<uintptr_t>(shadow);
  const uintptr_t first = (begin + kPage - 1) / kPage * kPage,
                  last = (begin + size) / kPage * kPage;
  if (size < kMany || madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED) != 0) {
    std::memset(shadow, 0, size);
    return;
  }
  std::memset(shadow, 0, first - begin);
  std::memset(reinterpret_cast<void*>(last), 0, begin + size - last);
}

struct Origins {
  HeldAtFork<Mutex> mutex;
  std::vector<Origin> all GUARDED_BY(mutex);
  std::map<std::tuple<std::string, std::string, uint64_t>, uint32_t> numbers GUARDED_BY(mutex);

  static Origins& the() {
    static Origins& origins = *new Origins;  // leaked on purpose, as above
    return origins;
  }
};

constexpr uint64_t kMostOfBuffer = uint64_t{1} << 47;

/// Bytes of a range that nobody has written.
struct Unwritten {
  size_t bytes = 0;     ///< their number
  uint64_t first = 0;   ///< the address of the first one
  uint32_t origin = 0;  ///< its origin
};

Unwritten count_unwritten(const void* begin, size_t size) {
  Unwritten found;
  each_part(begin, size, /*wanted=*/false, [&](uintptr_t address, Leaf* leaf, size_t part) {
    for (size_t i = 0; leaf && i < part; ++i) {
      if (shadow_at(leaf, address)[i] == std::byte{0}) continue;
      if (found.bytes++ > 0) continue;
      found.first = address + i;
      found.origin = origin_at(leaf, address + i);
    }
  });
  return found;
}

/// Tells whether a read of this origin was not reported before.
bool is_new_read(uint32_t origin) {
  static Mutex& mutex = *new Mutex;  // leaked on purpose, as above
  static std::set<uint32_t>& reported = *new std::set<uint32_t>;
  const Lock lock(mutex);
  return reported.insert(origin).second;
}

}  // namespace

bool shadows_buffers() {
  return process_checks() & kCheckUninitialised;
}

const hd_shadow& shadow_table() {
  const Table* const table = Table::the();
  if (!table) throw std::bad_alloc();
  return table->shared;
}

uint32_t origin_number(const Origin& origin) {
  Origins& origins = Origins::the();
  const Lock lock(origins.mutex);
  const auto [at, is_new] = origins.numbers.try_emplace(
      {origin.text, origin.place, origin.begin}, static_cast<uint32_t>(origins.all.size() + 1));
  if (is_new) origins.all.push_back(origin);
  return at->second;
}

std::optional<Origin> origin_of(uint32_t number) {
  Origins& origins = Origins::the();
  const Lock lock(origins.mutex);
  if (number == 0 || number > origins.all.size()) return std::nullopt;
  return origins.all[number - 1];
}

void poison(const void* begin, size_t size, uint32_t origin) noexcept {
  each_part(begin, size, /*wanted=*/true, [&](uintptr_t address, Leaf* leaf, size_t part) {
    if (!leaf) return;
    std::memset(shadow_at(leaf, address), 0xff, part);
    std::fill(&origin_at(leaf, address), &origin_at(leaf, address + part - 1) + 1, origin);
  });
}

void clear_shadow(const void* begin, size_t size) noexcept {
  each_part(begin, size, /*wanted=*/false, [](uintptr_t address, Leaf* leaf, size_t part) {
    if (leaf) clear(shadow_at(leaf, address), part);
  });
}

void copy_shadow(const void* target, const void* source, size_t size) noexcept {
  const auto from = reinterpret_cast<uintptr_t>(source), to = reinterpret_cast<uintptr_t>(target);
  if (from == to) return;
  const bool backwards = from < to && to < from + size;  // overlaps, as memmove allows
  for (size_t done = 0; done < size;) {
    const size_t left = size - done;
    uintptr_t f = from + done, t = to + done;
    size_t part = std::min({left, kCovered - f % kCovered, kCovered - t % kCovered});
    if (backwards) {
      const uintptr_t last_f = from + left - 1, last_t = to + left - 1;
      part = std::min({left, last_f % kCovered + 1, last_t % kCovered + 1});
      f = last_f + 1 - part;
      t = last_t + 1 - part;
    }
    done += part;
    Leaf *source_leaf = leaf_of(f, false), *target_leaf = leaf_of(t, source_leaf != nullptr);
    if (!target_leaf) continue;
    if (!source_leaf) {
      std::memset(shadow_at(target_leaf, t), 0, part);
      continue;
    }
    std::memmove(shadow_at(target_leaf, t), shadow_at(source_leaf, f), part);
    const size_t words = &origin_at(source_leaf, f + part - 1) - &origin_at(source_leaf, f) + 1;
    const size_t room = &origin_at(target_leaf, t + part - 1) - &origin_at(target_leaf, t) + 1;
    std::memmove(&origin_at(target_leaf, t), &origin_at(source_leaf, f),
                 std::min(words, room) * sizeof(uint32_t));
  }
}

void begin_shadow(const void* data, size_t size, bool is_written) noexcept {
  if (is_written) return clear_shadow(data, size);
  uint32_t origin = 0;
  try {
    origin = origin_number({.text = "a buffer of " + std::to_string(size) + " bytes",
                            .begin = reinterpret_cast<uint64_t>(data)});
  } catch (...) {
    origin = 0;  // the report does not say of which buffer
  }
  poison(data, size, origin);
}

void note_copy(cl_command_type type, const void* target, const void* source, size_t size) noexcept {
  if (!shadows_buffers()) return;
  switch (type) {
    case CL_COMMAND_READ_BUFFER:
    case CL_COMMAND_READ_BUFFER_RECT:
      return report_read(source, size);
    case CL_COMMAND_COPY_BUFFER:
    case CL_COMMAND_COPY_BUFFER_RECT:
      return copy_shadow(target, source, size);
    default:
      return clear_shadow(target, size);
  }
}

void report_read(const void* begin, size_t size) noexcept {
  if (!shadows_buffers() || !options().check_reads) return;
  try {
    const Unwritten found = count_unwritten(begin, size);
    if (found.bytes == 0) return;
    const auto origin = origin_of(found.origin);
    if (!is_new_read(found.origin)) return;
    const std::string bytes = std::to_string(found.bytes) + (found.bytes == 1 ? " byte" : " bytes");
    std::string line = "heddle-check: the host reads " + bytes + " that nobody has written";
    if (origin) line += ": of " + origin->text;
    if (origin && origin->begin != 0 && found.first - origin->begin < kMostOfBuffer)
      line += ", from byte " + std::to_string(found.first - origin->begin) + " on";
    line += ".\n";
    write_once(STDERR_FILENO, line.data(), line.size());
  } catch (...) {
    log::error("no memory to report a buffer that the host reads");
  }
}

}  // namespace heddle
