// SPDX-License-Identifier: Apache-2.0
#include "abi/program_record.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle {
namespace {

constexpr size_t kHeaderSize = 32;
constexpr size_t kChecksumAt = 24;

ProgramRecord sample() {
  ProgramRecord record;
  record.kind = ProgramKind::Executable;
  record.options = "-cl-std=CL2.0 -DN=4";
  record.cpu = "+avx2,+fma";
  record.sub_group_size = 32;
  record.from_source = true;
  record.uniform_groups_only = false;
  KernelRecord kernel;
  kernel.name = "scale";
  kernel.attributes = "reqd_work_group_size(8,1,1)";
  kernel.args = {{"data", "float*", ArgKind::Pointer, AddressSpace::Global, Access::None,
                  ImageType::None, kRestrict, 8, 0, 4},
                 {"factor", "float", ArgKind::Value, AddressSpace::Private, Access::None,
                  ImageType::None, 0, 4, 8, 1}};
  kernel.args[0].is_streamed = kernel.args[0].is_read = true;
  kernel.has_arg_info = true;
  kernel.arg_block_size = 16;
  kernel.required_group_size = {8, 1, 1};
  kernel.local_size = 256;
  kernel.context_fixed = 128;
  kernel.context_per_item = 16;
  kernel.max_group_size = 4096;
  kernel.lane_width = 8;
  kernel.lane_dimension = 1;
  kernel.linear_lanes = true;
  kernel.uses_sub_groups = true;
  kernel.sub_group_size = 64;
  kernel.required_sub_group_size = 16;
  kernel.wants_local_size = true;
  kernel.streamed_per_item = 4;
  kernel.any_order = true;
  kernel.assumes_apart = true;
  kernel.report = "width 8";
  kernel.object = {0x7f, 'E', 'L', 'F'};
  kernel.lines = {{"a.cl", "b.h"}, {{1, 0, 0, 3, 5}, {1, 16, 1, 0, 0}}};
  record.kernels = {kernel, kernel};
  record.kernels[1].name = "other";
  record.kernels[1].object.clear();
  record.globals.size = 64;
  record.globals.variables_size = 40;
  record.globals.init = {1, 2, 3};
  record.globals.relocations = {{8, 16}, {56, 64}};
  record.ir = {'B', 'C', 0xc0, 0xde};
  return record;
}

/// Makes the checksum right again, so that what lies behind it is tested.
void reseal(std::vector<unsigned char>& bytes) {
  const uint64_t size = bytes.size() - kHeaderSize;
  std::memcpy(bytes.data() + 16, &size, 8);
  const uint64_t sum = XXH3_64bits(bytes.data() + kHeaderSize, size);
  std::memcpy(bytes.data() + kChecksumAt, &sum, 8);
}

TEST(ProgramRecord, SurvivesTheRoundTrip) {
  const ProgramRecord in = sample();
  const auto bytes = serialize(in);
  const auto out = deserialize(bytes);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->options, in.options);
  EXPECT_EQ(out->cpu, in.cpu);
  EXPECT_EQ(out->sub_group_size, 32u);
  EXPECT_TRUE(out->from_source);
  EXPECT_FALSE(out->uniform_groups_only);
  ASSERT_EQ(out->kernels.size(), 2u);
  const KernelRecord& kernel = out->kernels[0];
  EXPECT_EQ(kernel.name, "scale");
  EXPECT_EQ(kernel.lane_width, 8u);
  EXPECT_TRUE(kernel.linear_lanes);
  EXPECT_TRUE(kernel.uses_sub_groups);
  EXPECT_EQ(kernel.sub_group_size, 64u);
  EXPECT_EQ(kernel.required_sub_group_size, 16u);
  EXPECT_EQ(kernel.lane_dimension, 1u);
  EXPECT_TRUE(kernel.wants_local_size);
  EXPECT_TRUE(kernel.assumes_apart);
  ASSERT_EQ(kernel.args.size(), 2u);
  EXPECT_EQ(kernel.args[0].type_name, "float*");
  EXPECT_EQ(kernel.args[0].qualifiers, kRestrict);
  EXPECT_EQ(kernel.args[1].offset, 8u);
  EXPECT_TRUE(kernel.args[0].is_streamed && kernel.args[0].is_read);
  EXPECT_EQ(kernel.streamed_per_item, 4u);
  EXPECT_TRUE(kernel.any_order);
  EXPECT_EQ(kernel.required_group_size, in.kernels[0].required_group_size);
  EXPECT_EQ(kernel.object, in.kernels[0].object);
  EXPECT_EQ(kernel.lines.files, in.kernels[0].lines.files);
  ASSERT_EQ(kernel.lines.lines.size(), 2u);
  EXPECT_EQ(kernel.lines.lines[0].line, 3u);
  EXPECT_EQ(kernel.lines.lines[0].column, 5u);
  EXPECT_EQ(kernel.lines.lines[1].offset, 16u);
  EXPECT_EQ(kernel.lines.lines[1].file, 1u);
  EXPECT_EQ(out->globals.init, in.globals.init);
  ASSERT_EQ(out->globals.relocations.size(), 2u);
  EXPECT_EQ(out->globals.relocations[1].target, 64u);
  EXPECT_EQ(out->ir, in.ir);
  EXPECT_EQ(serialize(*out), bytes);
}

TEST(ProgramRecord, RejectsALineOfAFileThatIsNotThere) {
  ProgramRecord record = sample();
  EXPECT_TRUE(deserialize(serialize(record)));
  record.kernels[0].lines.lines[0].file = 2;
  EXPECT_FALSE(deserialize(serialize(record)));
}

TEST(ProgramRecord, RejectsEveryTruncationAndExtension) {
  const auto bytes = serialize(sample());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(deserialize(std::span(bytes).first(size))) << size;
    if (size < kHeaderSize) continue;
    std::vector<unsigned char> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    reseal(cut);
    EXPECT_FALSE(deserialize(cut)) << size;
  }
  auto longer = bytes;
  longer.push_back(0);
  EXPECT_FALSE(deserialize(longer));
  reseal(longer);
  EXPECT_FALSE(deserialize(longer));
}

TEST(ProgramRecord, RejectsEveryFlippedBit) {
  const auto bytes = serialize(sample());
  for (size_t i = 0; i < bytes.size(); ++i) {
    auto bad = bytes;
    bad[i] ^= 0x10;
    EXPECT_FALSE(deserialize(bad)) << i;
  }
}

TEST(ProgramRecord, RejectsWhatMakesNoSense) {
  const auto rejected = [](auto&& change) {
    ProgramRecord record = sample();
    change(record);
    return !deserialize(serialize(record));
  };
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[1].offset = 13; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[0].offset = ~0u; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[1].is_streamed = true; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[1].is_read = true; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[0].size = 4; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[0].pointee_align = 0; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].args[0].kind = static_cast<ArgKind>(99); }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].arg_block_size = 0xffffffff; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].name.clear(); }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].name = std::string("a\0b", 3); }));
  for (const uint32_t width : {0u, 3u, 1u << 20}) {
    EXPECT_TRUE(rejected([&](auto& r) { r.kernels[0].lane_width = width; }));
  }
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].lane_dimension = 3; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kernels[0].required_sub_group_size = 3; }));
  EXPECT_TRUE(rejected([](auto& r) { r.kind = static_cast<ProgramKind>(7); }));
  EXPECT_TRUE(rejected([](auto& r) { r.globals.align = 48; }));
  EXPECT_TRUE(rejected([](auto& r) { r.globals.align = 0; }));
  EXPECT_TRUE(rejected([](auto& r) { r.globals.init.resize(65); }));
  EXPECT_TRUE(rejected([](auto& r) { r.globals.relocations[0].at = 57; }));
  EXPECT_TRUE(rejected([](auto& r) { r.globals.relocations[0].at = ~uint64_t{0}; }));
  EXPECT_TRUE(rejected([](auto& r) { r.globals.relocations[0].target = 65; }));
  EXPECT_FALSE(rejected([](auto&) {}));
}

// The short form of tests/fuzz/program_record_fuzz.cpp: mutated records with a right checksum are
// parsed or refused, and nothing else happens (the sanitizer builds watch).
TEST(ProgramRecord, WithstandsMutations) {
  const auto bytes = serialize(sample());
  std::mt19937 random(7);
  size_t accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    auto bad = bytes;
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      unsigned char& byte = bad[kHeaderSize + random() % (bad.size() - kHeaderSize)];
      byte = random() % 2 ? static_cast<unsigned char>(random()) : static_cast<unsigned char>(255);
    }
    reseal(bad);
    if (const auto record = deserialize(bad)) {
      ++accepted;
      EXPECT_TRUE(deserialize(serialize(*record)));
    }
  }
  EXPECT_GT(accepted, 0u);
}

}  // namespace
}  // namespace heddle
