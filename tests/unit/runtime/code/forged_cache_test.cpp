// SPDX-License-Identifier: Apache-2.0
// Files of the cache that somebody has changed, with checksums that say that all is well.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "support/hash.h"
#include "variants_fixture.h"

namespace heddle::test {
namespace {

using ForgedCacheTest = VariantsTest;

enum class Part : uint8_t { Objects, IR };

/// The record with objects, or intermediate code, that are none; nothing if there were none.
std::vector<unsigned char> forged(std::span<const unsigned char> record, Part part) {
  auto parsed = deserialize(record);
  bool is_forged = false;
  if (part == Part::IR) {
    is_forged = !parsed->ir.empty();
    if (is_forged) parsed->ir[0] = 'D';
    return is_forged ? serialize(*parsed) : std::vector<unsigned char>();
  }
  for (KernelRecord& kernel : parsed->kernels) {
    if (kernel.object.empty()) continue;
    kernel.object[1] = 'e';  // of "ELF"
    is_forged = true;
  }
  return is_forged ? serialize(*parsed) : std::vector<unsigned char>();
}

/// Forges what is in the cache, with checksums that say that all is well.
int forge_cache(Part part) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(cache_directory + "/heddle-kernels")) {
    if (entry.path().extension() != ".hdk") continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), {});
    constexpr size_t kHeader = 40, kKeySize = 16, kChecksum = 32;
    uint64_t key_size = 0, log_size = 0;
    std::memcpy(&key_size, &bytes[kKeySize], sizeof(key_size));
    std::memcpy(&log_size, &bytes[kHeader + key_size], sizeof(log_size));
    const size_t at = kHeader + key_size + sizeof(log_size) + log_size;
    const auto* const begin = reinterpret_cast<const unsigned char*>(bytes.data());
    const auto record = forged({begin + at, bytes.size() - at}, part);
    if (record.size() != bytes.size() - at) continue;
    std::ranges::copy(record, bytes.begin() + static_cast<ptrdiff_t>(at));
    const std::string_view rest = std::string_view(bytes).substr(kHeader);
    const uint64_t checksum =
        Hasher().field(rest.substr(0, key_size)).field(rest.substr(key_size)).digest().low;
    std::memcpy(&bytes[kChecksum], &checksum, sizeof(checksum));
    file.seekp(0);
    file << bytes;
    ++count;
  }
  return count;
}

TEST_F(ForgedCacheTest, AForgedObjectOfTheCacheIsMadeAnew) {
  const std::string text = "lazy kernel sized kernel forged";
  for (const bool is_forged : {false, true, false}) {
    if (is_forged) EXPECT_GT(forge_cache(Part::Objects), 0);
    EXPECT_EQ(::clUnloadPlatformCompiler(&platform()), CL_SUCCESS);  // forgets what is in memory
    cl_program program = built(text);
    cl_kernel kernel = made(program, "forged");
    const int before = generated().generic;
    EXPECT_EQ(run(kernel, 64, 16), CL_SUCCESS) << is_forged;
    EXPECT_EQ(read(out, 64)[0], 7);
    if (is_forged) EXPECT_GT(generated().generic, before);
    release(kernel);
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  }
}

TEST_F(ForgedCacheTest, ForgedIRInTheCacheIsMadeAnew) {
  const std::string text = "lazy kernel sized kernel forged_ir kernel second";
  EXPECT_EQ(::clReleaseProgram(built(text)), CL_SUCCESS);
  EXPECT_GT(forge_cache(Part::IR), 0);
  for (const bool is_forged : {true, false}) {
    EXPECT_EQ(::clUnloadPlatformCompiler(&platform()), CL_SUCCESS);  // forgets what is in memory
    const int before = compilations();
    cl_program program = built(text);
    EXPECT_EQ(compilations(), before);  // it comes from the file
    for (const char* name : {"forged_ir", "second"}) {
      cl_kernel kernel = made(program, name);
      EXPECT_EQ(run(kernel, 64, 16), CL_SUCCESS) << is_forged;
      EXPECT_EQ(read(out, 64)[0], 7);
      release(kernel);
    }
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  }
}

TEST_F(ForgedCacheTest, ForgedIRInTheCacheIsCompiledAnewToBeLinked) {
  const char* const source = "kernel forged_input";
  for (const bool is_forged : {false, true, false}) {
    if (is_forged) EXPECT_GT(forge_cache(Part::IR), 0);
    EXPECT_EQ(::clUnloadPlatformCompiler(&platform()), CL_SUCCESS);
    cl_program program = ::clCreateProgramWithSource(context, 1, const_cast<const char**>(&source),
                                                     nullptr, nullptr);
    EXPECT_EQ(::clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    cl_int error = -1;
    // Another option for another key: what was linked is in the cache, too.
    cl_program linked =
        ::clLinkProgram(context, 0, nullptr, is_forged ? "-cl-fast-relaxed-math" : "", 1, &program,
                        nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS) << is_forged;
    EXPECT_EQ(::clReleaseProgram(linked), CL_SUCCESS);
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  }
}

}  // namespace
}  // namespace heddle::test
