// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/large_blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "devices/cpu/topology.h"
#include "support/checked.h"
#include "support/mutex.h"

namespace heddle {

// Maps more, and unmaps the ends.
std::byte* map_pages(size_t size, size_t align) {
  const size_t more = align - LargeBlocks::kPage;
  void* range =
      mmap(nullptr, size + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (range == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<uintptr_t>(range);
  const uintptr_t aligned = align_up(begin, static_cast<uintptr_t>(align));
  if (aligned > begin) munmap(range, aligned - begin);
  if (const size_t tail = begin + more - aligned)
    munmap(reinterpret_cast<void*>(aligned + size), tail);
  return reinterpret_cast<std::byte*>(aligned);
}

namespace {

std::byte* map_block(size_t size, size_t align) {
  if (size < 2 * LargeBlocks::kHugePage)
    return map_pages(size, std::max(align, LargeBlocks::kPage));
  std::byte* data = map_pages(size, std::max(align, LargeBlocks::kHugePage));
  if (data) madvise(data, size, MADV_HUGEPAGE);
  return data;
}

/// Fills a block with zeros. New huge pages cost less than writing to the old ones. Returns false
/// if the old data may still be there.
bool clear(LargeBlocks::Block block) {
  if (block.size >= 2 * LargeBlocks::kHugePage)
    return madvise(block.data, block.size, MADV_DONTNEED) == 0;
  std::memset(block.data, 0, block.size);
  return true;
}

void unmap(LargeBlocks::Block block) {
  munmap(block.data, block.size);
}

}  // namespace

LargeBlocks& LargeBlocks::all() {
  constexpr uint64_t kPart = 16;  // the share of the process's memory
  constexpr size_t kRecent = size_t{64} << 20;
  // Never destroyed: objects may be released at exit.
  static auto& blocks = *new LargeBlocks(cpu::topology().memory_bytes / kPart, kRecent);
  return blocks;
}

LargeBlocks::~LargeBlocks() {
  for (const Kept* kept : {&kept_, &offered_}) std::ranges::for_each(kept->blocks, unmap);
}

void LargeBlocks::Kept::push(Block block) {
  blocks.push_back(block);
  bytes += block.size;
}

LargeBlocks::Block LargeBlocks::Kept::pop_oldest() {
  const Block block = blocks.front();
  blocks.pop_front();
  bytes -= block.size;
  return block;
}

std::optional<LargeBlocks::Block> LargeBlocks::Kept::take(size_t size, size_t align,
                                                          std::optional<uint64_t> context) {
  // The last one may still be in the caches.
  const auto found = std::find_if(blocks.rbegin(), blocks.rend(), [&](const Block& block) {
    return block.size >= size && block.size - size <= size / 4 &&
           reinterpret_cast<uintptr_t>(block.data) % align == 0 &&
           (!context || block.context == *context);
  });
  if (found == blocks.rend()) return std::nullopt;
  const Block block = *found;
  blocks.erase(std::next(found).base());
  bytes -= block.size;
  return block;
}

LargeBlocks::Block LargeBlocks::take(size_t size, uint64_t context, size_t align) {
  const auto rounded = checked_align_up(size, kPage);
  if (!rounded || *rounded > SIZE_MAX - std::max(align, kHugePage)) return {};
  std::optional<Block> others;
  {
    const Lock lock(mutex_);
    for (Kept* kept : {&kept_, &offered_})
      if (const auto block = kept->take(*rounded, align, context)) return *block;
    others = offered_.take(*rounded, align, std::nullopt);
    if (!others) others = kept_.take(*rounded, align, std::nullopt);
  }
  if (others && clear(*others)) return {others->data, others->size, context};
  if (others) unmap(*others);
  return {map_block(*rounded, align), *rounded, context};
}

void LargeBlocks::give_back(Block block) {
  if (block.size > most_) return unmap(block);
  const Lock lock(mutex_);
  kept_.push(block);
  while (kept_.bytes > recent_) {
    const Block old = kept_.pop_oldest();
    madvise(old.data, old.size, MADV_FREE);
    offered_.push(old);
  }
  while (kept_.bytes + offered_.bytes > most_)
    unmap((offered_.blocks.empty() ? kept_ : offered_).pop_oldest());
}

}  // namespace heddle
