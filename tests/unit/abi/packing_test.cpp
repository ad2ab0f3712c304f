// SPDX-License-Identifier: Apache-2.0
#include "abi/packing.h"

#include <gtest/gtest.h>

namespace heddle {

struct Part {
  std::string name;
  std::array<uint16_t, 2> sizes{};
  bool operator==(const Part&) const = default;
};
struct Whole {
  uint32_t number = 0;
  bool flag = false;
  std::vector<unsigned char> bytes;
  std::vector<Part> parts;
  bool operator==(const Whole&) const = default;
};

template <class V, MaybeConst<Part> R>
void fields(V& v, R& r) {
  v(r.name), v(r.sizes);
}
template <class V, MaybeConst<Whole> R>
void fields(V& v, R& r) {
  v(r.number), v(r.flag), v(r.bytes), v(r.parts);
}

namespace {

using Bytes = std::vector<unsigned char>;
using Strings = Unpacker::Strings;

Bytes packed(const Whole& whole) {
  Packer packer;
  packer(whole);
  return packer.out;
}

/// Unpacks into `whole`. Returns false if the bytes are not those of one.
bool unpack(const Bytes& bytes, Whole& whole, Strings strings = Strings::WithoutNul) {
  Unpacker unpacker(bytes, strings);
  unpacker(whole);
  return unpacker.is_complete();
}

const Whole kWhole{7, true, {1, 2, 0}, {{"one", {1, 2}}, {"", {3, 4}}}};
// The places of things in it: 4 bytes of the number, the flag, a length and 3 bytes, a length.
constexpr size_t kFlag = 4, kCount = 5 + 8 + 3, kName = kCount + 8 + 8;

TEST(Packing, BothDirectionsAgree) {
  Whole read;
  ASSERT_TRUE(unpack(packed(kWhole), read));
  EXPECT_EQ(read, kWhole);
}

TEST(Packing, EveryByteIsNeeded) {
  const Bytes whole = packed(kWhole);
  Whole read;
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(unpack({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)}, read))
        << size;
  Bytes more = whole;
  more.push_back(0);
  EXPECT_FALSE(unpack(more, read));
}

TEST(Packing, BoolsAreNoOtherNumbers) {
  Bytes bytes = packed(kWhole);
  ASSERT_EQ(bytes[kFlag], 1);
  bytes[kFlag] = 2;
  Whole read;
  EXPECT_FALSE(unpack(bytes, read));
}

TEST(Packing, ForgedLengthsAllocateNothing) {
  for (const size_t place : {size_t{5}, kCount, kCount + 8}) {
    Bytes bytes = packed(kWhole);
    for (size_t i = 0; i < 8; ++i) bytes[place + i] = 0x7f;
    Whole read;
    EXPECT_FALSE(unpack(bytes, read)) << place;
    EXPECT_LE(read.parts.size(), 1u);
  }
}

TEST(Packing, NulsAreForSomeStringsOnly) {
  Bytes bytes = packed(kWhole);
  ASSERT_EQ(bytes[kName + 1], 'n');
  bytes[kName + 1] = 0;
  Whole read;
  EXPECT_FALSE(unpack(bytes, read));
  Whole any;
  EXPECT_TRUE(unpack(bytes, any, Strings::Any));
  EXPECT_EQ(any.parts[0].name, std::string("o\0e", 3));
}

}  // namespace
}  // namespace heddle
