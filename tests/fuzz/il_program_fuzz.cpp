// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for the whole way of a SPIR-V module through the driver: clCreateProgramWithIL,
// build, kernels. Bytes at random hardly ever are a module, so words are exchanged for others of
// the same module; what the driver says about it stands in for the coverage of its code.
//   clang++-22 -std=gnu++20 -g -O1 -fsanitize=fuzzer tests/fuzz/il_program_fuzz.cpp -lOpenCL \
//     -o fuzz && HEDDLE_CACHE=off OCL_ICD_VENDORS=.../vendors ./fuzz -max_len=16384 CORPUS
#include <CL/cl.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

constexpr size_t kHeader = 5;
using Words = std::vector<uint32_t>;

Words words_of(const uint8_t* data, size_t size) {
  Words words(size / sizeof(uint32_t));
  std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
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

struct Driver {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  Driver() {
    cl_platform_id platform = nullptr;
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    if (!error) error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (!error) context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (error) std::abort();
  }
};

// What libFuzzer takes for coverage.
__attribute__((section("__libfuzzer_extra_counters"))) unsigned char seen[1 << 16];

/// Numbers aside, which differ with every id.
void note(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  seen[std::hash<std::string_view>()(text) % sizeof(seen)] = 1;
}

void create_kernels(cl_program program) {
  cl_uint count = 0;
  if (clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS) return;
  std::vector<cl_kernel> kernels(count);
  if (clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) return;
  for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
}

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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Driver& driver = *new Driver;
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(driver.context, data, size, &error);
  if (!program) return -1;  // not worth keeping
  error = clBuildProgram(program, 1, &driver.device, "", nullptr, nullptr);
  std::string log(2000, '\0');
  size_t length = 0;
  if (!clGetProgramBuildInfo(program, driver.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length)) {
    log.resize(length);
    clGetProgramBuildInfo(program, driver.device, CL_PROGRAM_BUILD_LOG, length, log.data(),
                          nullptr);
  }
  note(log + static_cast<char>('A' - error));
  if (error == CL_SUCCESS) create_kernels(program);
  clReleaseProgram(program);
  return 0;
}
