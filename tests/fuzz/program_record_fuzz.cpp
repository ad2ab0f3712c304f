// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for program records, which are what program binaries and cache entries hold. The
// checksum is made right first, because the fuzzer would never find it. Inputs have no header.
#include <cstdlib>
#include <cstring>

#include "abi/program_record.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kHeaderSize = 32;
  std::vector<unsigned char> bytes(kHeaderSize);
  bytes.insert(bytes.end(), data, data + size);
  const auto honest = heddle::serialize({});  // has the versions
  const uint64_t sizes[2] = {size, XXH3_64bits(bytes.data() + kHeaderSize, size)};
  std::memcpy(bytes.data(), honest.data(), 16);
  std::memcpy(bytes.data() + 16, sizes, 16);
  const auto record = heddle::deserialize(bytes);
  // What was accepted must be written back as it was read.
  if (record && heddle::serialize(*record) != bytes) std::abort();
  return 0;
}
