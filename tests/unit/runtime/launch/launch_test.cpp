// SPDX-License-Identifier: Apache-2.0
// The context of a launch, and whether it goes past the caches: through how much memory it goes,
// and where it reads.
#include "runtime/launch/launch.h"

#include <gtest/gtest.h>

#include <array>

#include "devices/cpu/topology.h"

namespace heddle {
namespace {

constexpr uintptr_t kPlace = uintptr_t{1} << 40;

/// Of a kernel that writes through its second argument, behind what it reads through the first and
/// something that is no pointer.
KernelRecord writer() {
  KernelRecord record;
  record.args.resize(3);
  for (size_t i = 0; i < 3; ++i) record.args[i].offset = static_cast<uint32_t>(i) * 8;
  record.args[0].is_read = true;
  record.args[2].is_streamed = true;
  record.streamed_per_item = 4;
  return record;
}

bool streams(const KernelRecord& record, uintptr_t read, uintptr_t written, size_t items) {
  const NDRange range{.work_dim = 1, .global = {items, 1, 1}, .local = {1, 1, 1}};
  // Around the block lies what is nobody's argument.
  const std::array<uintptr_t, 9> words{read, read, read, read, 7, written, read, read, read};
  const auto* const block = reinterpret_cast<const unsigned char*>(words.data() + 3);
  return launch_of(range, record, block, nullptr).streams != 0;
}

TEST(Launch, StreamsFarFromWhereItReads) {
  const uint64_t least = cpu::topology().streamed_bytes();
  const size_t items = 3 * least / 4 + 1;
  const KernelRecord record = writer();
  EXPECT_TRUE(streams(record, kPlace, kPlace + least, items));
  EXPECT_TRUE(streams(record, kPlace + least, kPlace, items));
  EXPECT_FALSE(streams(record, kPlace, kPlace + least - 1, items));
  EXPECT_FALSE(streams(record, kPlace + least - 1, kPlace, items));
  EXPECT_FALSE(streams(record, kPlace, kPlace, items));
}

TEST(Launch, StreamsWhatIsTooMuchForCaches) {
  const uint64_t least = cpu::topology().streamed_bytes();
  const size_t items = (3 * least + 3) / 4;
  KernelRecord record = writer();
  EXPECT_TRUE(streams(record, kPlace, 2 * kPlace, items));
  EXPECT_FALSE(streams(record, kPlace, 2 * kPlace, items - 1));
  EXPECT_TRUE(
      streams(record, kPlace, 2 * kPlace, SIZE_MAX / 2));  // bytes that are too many to count
  record.args[0].is_read = false;
  EXPECT_TRUE(streams(record, kPlace, kPlace, items));
  record.streamed_per_item = 0;
  EXPECT_FALSE(streams(record, kPlace, 2 * kPlace, items));
}

TEST(ContextSize, CountsWholeVectors) {
  KernelRecord record;
  record.context_fixed = 100;
  record.context_per_item = 16;
  EXPECT_EQ(context_size(record, {3, 5, 1}), 128u + 256);
  record.lane_width = 32;
  EXPECT_EQ(context_size(record, {3, 5, 1}), 128u + 32 * 5 * 16);
  EXPECT_EQ(context_size(record, {33, 1, 2}), 128u + 64 * 2 * 16);
  record.lane_dimension = 1;
  EXPECT_EQ(context_size(record, {3, 5, 1}), 128u + 3 * 32 * 16);
  EXPECT_EQ(context_size(record, {1, ~size_t{0}, 1}), ~uint64_t{0});
  record.context_per_item = ~uint64_t{0};
  EXPECT_EQ(context_size(record, {3, 5, 1}), ~uint64_t{0});
}

}  // namespace
}  // namespace heddle
