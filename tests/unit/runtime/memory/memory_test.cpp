// SPDX-License-Identifier: Apache-2.0
// What memory objects are made of: storage, mapped regions, flags, and the checks of rectangles
// against brute force.
#include "runtime/memory/memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <vector>

#include "platform/device.h"
#include "platform/memory_use.h"
#include "runtime/memory/large_blocks.h"
#include "runtime/memory/memory_flags.h"
#include "runtime/memory/validate.h"

namespace heddle {
namespace {

TEST(Storage, IsAlignedAndUsable) {
  for (size_t size :
       {size_t{1}, size_t{127}, size_t{4096}, Storage::kLarge - 1, Storage::kLarge,
        Storage::kLarge + 1, 2 * LargeBlocks::kHugePage, 5 * LargeBlocks::kHugePage + 100}) {
    Storage storage = std::move(Storage::allocate(1, size)).value();
    const size_t align = size >= 2 * LargeBlocks::kHugePage ? LargeBlocks::kHugePage
                         : size >= Storage::kLarge          ? LargeBlocks::kPage
                                                            : Storage::kAlign;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(storage.data()) % align, 0u);
    std::memset(storage.data(), 1, size);
    Storage moved = std::move(storage);
    EXPECT_EQ(storage.data(), nullptr);
    EXPECT_EQ(moved.data()[size - 1], std::byte{1});
  }
  EXPECT_EQ(Storage::allocate(1, SIZE_MAX).error().code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_EQ(Storage::allocate(1, SIZE_MAX / 4).error().code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST(Storage, SmallOnesAreCleared) {
  for (size_t size : {size_t{1}, size_t{532}, Storage::kLarge - 1}) {
    // What is freed is what the heap hands out next.
    for (int i = 0; i < 4; ++i) {
      Storage storage = std::move(Storage::allocate(1, size)).value();
      EXPECT_TRUE(std::all_of(storage.data(), storage.data() + size,
                              [](std::byte b) { return b == std::byte{0}; }));
      std::memset(storage.data(), 0xff, size);
    }
  }
}

/// More than global memory would be the end of the process, when it is written to.
TEST(Storage, IsNoMoreThanThereIs) {
  const uint64_t before = global_memory_in_use();
  const size_t most = Device::global_mem_size(), part = most / 8 & ~(LargeBlocks::kHugePage - 1);
  {
    std::vector<Storage> all;
    for (int i = 0; i < 7; ++i) all.push_back(std::move(Storage::allocate(1, part)).value());
    EXPECT_GE(global_memory_in_use(), before + 7 * part);
    EXPECT_EQ(Storage::allocate(1, most - 7 * part).error().code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_EQ(Storage::allocate(1, 2 * part).error().code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_TRUE(Storage::allocate(1, 100)) << "what was refused does not count";
    char memory[64];
    const Storage borrowed = Storage::borrow(memory);
    Storage moved = std::move(all.back());
    all.pop_back();
    EXPECT_FALSE(Storage::allocate(1, 2 * part));
    moved = Storage();
    EXPECT_TRUE(Storage::allocate(1, part));
  }
  EXPECT_EQ(global_memory_in_use(), before);
}

TEST(LargeBlocks, GivesWhatCameBackToTheNextOfItsSize) {
  constexpr size_t kSize = 8 << 20;
  LargeBlocks blocks(3 * kSize, kSize);
  const LargeBlocks::Block first = blocks.take(kSize - 100, 1), second = blocks.take(kSize, 1);
  ASSERT_TRUE(first.data && second.data);
  EXPECT_NE(first.data, second.data);
  EXPECT_EQ(first.size, kSize);  // whole pages
  std::memset(first.data, 1, first.size);
  blocks.give_back(first);
  blocks.give_back(second);
  EXPECT_EQ(blocks.take(kSize - 5000, 1).data, second.data);  // the last
  const LargeBlocks::Block small = blocks.take(kSize / 2, 1), large = blocks.take(kSize + 1, 1);
  EXPECT_NE(small.data, first.data);  // more than a quarter would be left
  EXPECT_NE(large.data, first.data);
  EXPECT_EQ(blocks.take(kSize, 1).data, first.data);
  for (const LargeBlocks::Block& block : {first, second, small, large}) blocks.give_back(block);
}

TEST(LargeBlocks, ShowNobodyWhatOthersLeft) {
  constexpr size_t kSize = 1 << 20;
  for (const bool is_offered : {false, true}) {
    LargeBlocks blocks(8 * kSize, 2 * kSize);
    const auto filled = [&](uint64_t context) {
      const LargeBlocks::Block block = blocks.take(kSize, context);
      std::memset(block.data, static_cast<int>(context), kSize);
      return block;
    };
    const LargeBlocks::Block one = filled(1), two = filled(2);
    for (const LargeBlocks::Block& block : {one, two}) blocks.give_back(block);
    if (is_offered) {
      const std::array others = {filled(3), filled(3)};
      for (const LargeBlocks::Block& block : others) blocks.give_back(block);
    }
    // Each gets its own back, the older one, too.
    EXPECT_EQ(blocks.take(kSize, 1).data, one.data);
    if (!is_offered) EXPECT_EQ(std::to_integer<int>(one.data[kSize - 1]), 1);
    const LargeBlocks::Block taken = blocks.take(kSize, 4);
    EXPECT_EQ(taken.context, 4u);
    EXPECT_TRUE(std::all_of(taken.data, taken.data + kSize,
                            [](std::byte byte) { return byte == std::byte{0}; }));
    blocks.give_back(one);
    blocks.give_back(taken);
  }
}

TEST(LargeBlocks, KeepsNoMoreThanItMay) {
  constexpr size_t kSize = 4 << 20;
  LargeBlocks blocks(2 * kSize, kSize);
  std::vector<LargeBlocks::Block> taken;
  for (int i = 0; i < 3; ++i) taken.push_back(blocks.take(kSize, 1));
  const LargeBlocks::Block too_large = blocks.take(3 * kSize, 1);
  for (const LargeBlocks::Block& block : taken) blocks.give_back(block);
  blocks.give_back(too_large);  // leaves the others where they are
  EXPECT_EQ(blocks.take(kSize, 1).data, taken[2].data);
  EXPECT_EQ(blocks.take(kSize, 1).data, taken[1].data);
  // The oldest and the one too large are the system's again.
  unsigned char resident = 0;
  EXPECT_EQ(mincore(taken[0].data, 1, &resident), -1);
  EXPECT_EQ(mincore(too_large.data, 1, &resident), -1);
  blocks.give_back(taken[1]);
  blocks.give_back(taken[2]);
}

TEST(Mappings, AgainstBruteForce) {
  std::mt19937 random(3);
  Mappings mappings;
  struct Mapped {
    size_t begin, end;
    bool writable;
    uint64_t id;
  };
  std::vector<Mapped> now;
  std::vector<char> store(256);
  for (int round = 0; round < 20000; ++round) {
    if (random() % 2 || now.empty()) {
      const size_t begin = random() % 200, end = begin + 1 + random() % 20;
      const bool writable = random() % 2;
      const bool overlap = writable && std::ranges::any_of(now, [&](const Mapped& m) {
                             return m.writable && begin < m.end && m.begin < end;
                           });
      auto made = mappings.map({nullptr, &store[begin], begin, end, writable, {}});
      ASSERT_EQ(static_cast<bool>(made), !overlap);
      if (made) now.push_back({begin, end, writable, made.value()});
    } else {
      const size_t which = random() % now.size();
      ASSERT_TRUE(mappings.drop(now[which].id, &store[now[which].begin]));
      ASSERT_FALSE(mappings.drop(now[which].id, &store[now[which].begin]));
      now.erase(now.begin() + static_cast<std::ptrdiff_t>(which));
    }
  }
}

TEST(MemoryFlags, HostPointerAgreement) {
  int byte = 0;
  EXPECT_TRUE(host_pointer(CL_MEM_USE_HOST_PTR, &byte));
  EXPECT_EQ(host_pointer(CL_MEM_USE_HOST_PTR, nullptr).error().code, CL_INVALID_HOST_PTR);
  EXPECT_EQ(host_pointer(CL_MEM_ALLOC_HOST_PTR, &byte).error().code, CL_INVALID_HOST_PTR);
  EXPECT_EQ(inherited_flags(0, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR).value(),
            cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR});
}

std::set<size_t> BytesOf(const RectLayout& r, const size_t* region) {
  std::set<size_t> bytes;
  for (size_t z = 0; z < region[2]; ++z) {
    for (size_t y = 0; y < region[1]; ++y) {
      for (size_t x = 0; x < region[0]; ++x)
        bytes.insert(r.offset + z * r.slice_pitch + y * r.row_pitch + x);
    }
  }
  return bytes;
}

TEST(Rectangles, OverlapAgainstBruteForce) {
  std::mt19937 random(11);
  const auto pick = [&](size_t low, size_t high) { return low + random() % (high - low + 1); };
  int found = 0, conservative = 0;
  for (int round = 0; round < 3000; ++round) {
    const size_t region[3] = {pick(1, 4), pick(1, 3), pick(1, 3)};
    const size_t row = region[0] + pick(0, 6), slice = row * (region[1] + pick(0, 3));
    const auto layout = [&](size_t r, size_t s) {
      const size_t origin[3] = {pick(0, r), pick(0, 3), pick(0, 3)};
      return rect_layout(origin, region, r, s).value();
    };
    const bool same = round % 2;
    const size_t other_row = same ? row : region[0] + pick(0, 6);
    const size_t other_slice = same ? slice : other_row * (region[1] + pick(0, 3));
    const RectLayout a = layout(row, slice), b = layout(other_row, other_slice);
    const auto in_a = BytesOf(a, region), in_b = BytesOf(b, region);
    EXPECT_EQ(*in_a.begin(), a.offset);
    EXPECT_EQ(*in_a.rbegin() + 1, a.end);
    const bool truth = std::ranges::any_of(in_a, [&](size_t x) { return in_b.contains(x); });
    const bool said = rects_overlap(a, b, region);
    found += truth;
    conservative += said && !truth;
    if (truth) EXPECT_TRUE(said);
    if (!same) EXPECT_EQ(said, truth);
  }
  EXPECT_GT(found, 500);
  EXPECT_LT(conservative, 300) << "appendix D errs on the safe side, but not often";
}

TEST(Rectangles, NothingWraps) {
  const size_t region[3] = {16, 4, 2}, zero[3] = {};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t huge : {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX - 15}) {
      size_t origin[3] = {}, large[3] = {16, 4, 2};
      origin[i] = huge;
      large[i] = huge;
      const auto moved = rect_layout(origin, region, 64, 1024);
      if (moved) EXPECT_GE(moved.value().end, huge);
      const auto grown = rect_layout(zero, large, 0, 0);
      if (grown) EXPECT_GE(grown.value().end, huge);
    }
  }
}

}  // namespace
}  // namespace heddle
