// SPDX-License-Identifier: Apache-2.0
// The mutator of the libFuzzer targets for SPIR-V. Bytes at random hardly ever are a module, so
// words are exchanged for others of the same module, and instructions are copied and erased.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

constexpr size_t kHeader = 5;
using Words = std::vector<uint32_t>;

Words words_of(const uint8_t* data, size_t size) {
  Words words(size / sizeof(uint32_t));
  // Both pointers of memcpy must be valid, even for no bytes: an empty vector has none.
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
  return words;
}

/// Where the instructions begin.
std::vector<size_t> instructions(const Words& words) {
  std::vector<size_t> begins;
  for (size_t at = kHeader; at < words.size(); at += words[at] >> 16) {
    const size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) break;
    begins.push_back(at);
  }
  return begins;
}

struct Mutator {
  Words& words;
  std::mt19937 random;

  size_t below(size_t limit) { return limit ? random() % limit : 0; }
  size_t operand(const std::vector<size_t>& begins) {
    for (int tries = 0; tries < 100; ++tries) {
      const size_t begin = begins[below(begins.size())];
      const size_t count = words[begin] >> 16;
      if (count > 1) return begin + 1 + below(count - 1);
    }
    return begins.front();
  }

  void run() {
    constexpr uint32_t kNumbers[] = {0, 1, 2, 3, 8, 16, 31, 32, 64, 0x7fffffff, 0xffffffff};
    const auto begins = instructions(words);
    if (begins.empty()) return;
    const size_t one = begins[below(begins.size())];
    const size_t count = words[one] >> 16;
    const auto first = words.begin() + static_cast<ptrdiff_t>(one);
    switch (below(7)) {
      case 0:
      case 1:
        words[operand(begins)] = words[operand(begins)];
        break;
      case 2:
        words[operand(begins)] = kNumbers[below(std::size(kNumbers))];
        break;
      case 3: {  // another instruction with as many operands
        const size_t other = begins[below(begins.size())];
        if (words[other] >> 16 == count) words[one] = words[other];
        break;
      }
      case 4:
        words[one] = (words[one] & 0xffff0000) | static_cast<uint32_t>(below(430));
        break;
      case 5:
        words.erase(first, first + static_cast<ptrdiff_t>(count));
        break;
      default: {
        const Words copy(first, first + static_cast<ptrdiff_t>(count));
        const size_t to = begins[below(begins.size())];
        words.insert(words.begin() + static_cast<ptrdiff_t>(to), copy.begin(), copy.end());
      }
    }
  }
};

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  Words words = words_of(data, size);
  if (seed % 32 == 0 || words.size() <= kHeader) return LLVMFuzzerMutate(data, size, max_size);
  Mutator mutator{words, std::mt19937(seed)};
  mutator.run();
  const size_t bytes = std::min(words.size() * sizeof(uint32_t), max_size);
  std::memcpy(data, words.data(), bytes);
  return bytes;
}
