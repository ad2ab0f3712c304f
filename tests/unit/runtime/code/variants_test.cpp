// SPDX-License-Identifier: Apache-2.0
// Variants of a kernel: made for one local size in the background, for large ids, or ahead of the
// call that asks for the kernel. The fake compiler's are told by their record: 8 bytes of context
// for each work-item where it knows the local size, else 16.
#include "runtime/code/variants.h"

#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <thread>

#include "../../../fork.h"
#include "../fake/fixture.h"
#include "runtime/launch/launch.h"
#include "support/hash.h"

namespace heddle::test {
namespace {

template <class Condition>
bool eventually(Condition&& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

class VariantsTest : public FakeCompilerTest {
 protected:
  void SetUp() override {
    FakeCompilerTest::SetUp();
    delay_generating(0);
    out = buffer(kItems);
  }
  void TearDown() override {
    delay_generating(0);
    EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
    FakeCompilerTest::TearDown();
  }
  /// Sources differ, so that no test finds what another compiled.
  cl_kernel kernel_of(const std::string& name, const std::string& more = "") {
    static int number = 0;
    cl_program program =
        built("kernel " + name + " kernel other" + std::to_string(++number) + " " + more);
    cl_kernel kernel = made(program, name);
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
    return kernel;
  }
  cl_kernel made(cl_program program, const std::string& name) {
    cl_int error = -1;
    cl_kernel kernel = ::clCreateKernel(program, name.c_str(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    set_args(kernel, out, 7);
    return kernel;
  }
  static void release(cl_kernel kernel) { EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS); }

  cl_int run(cl_kernel kernel, size_t global, size_t local, size_t offset = 0) {
    const cl_int error =
        ::clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, nullptr, nullptr);
    EXPECT_EQ(::clFinish(queue), CL_SUCCESS);
    return error;
  }
  /// Whether a launch with full groups would run a variant for their size. Counts as a launch.
  bool sized(cl_kernel kernel, size_t local, size_t global = 0) {
    const KernelRecord* record = variant(kernel, local, global ? global : local);
    return record && record->context_per_item == 8;
  }
  const KernelRecord* variant(cl_kernel kernel, size_t local, size_t global) {
    NDRange range;
    range.global[0] = global;
    range.local[0] = local;
    const auto found = static_cast<Kernel*>(kernel)
                           ->on(*static_cast<Device*>(device))
                           ->variant_for(range, /*reaches_large=*/false);
    EXPECT_TRUE(found);
    return found ? found.value()->record : nullptr;
  }

  static constexpr size_t kItems = 1 << 17;
  cl_mem out = nullptr;
};

TEST_F(VariantsTest, TheSecondLaunchOfASizeAsksForIt) {
  cl_kernel kernel = kernel_of("sized");
  const int before = generated().sized;
  EXPECT_EQ(run(kernel, 64, 16), CL_SUCCESS);
  EXPECT_EQ(run(kernel, 64, 32), CL_SUCCESS);
  EXPECT_EQ(generated().sized, before);
  EXPECT_EQ(run(kernel, 64, 16), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return sized(kernel, 16); }));
  EXPECT_EQ(generated().sized, before + 1);
  EXPECT_EQ(run(kernel, 64, 16), CL_SUCCESS);
  EXPECT_EQ(read(out, 64)[4 * 63], 7);
  EXPECT_FALSE(sized(kernel, 16, 24));  // the last group is not full
  release(kernel);
}

TEST_F(VariantsTest, TheFirstLaunchDoesIfItIsLarge) {
  cl_kernel kernel = kernel_of("sized");
  EXPECT_EQ(run(kernel, kItems, 64), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return sized(kernel, 64); }));
  release(kernel);
}

TEST_F(VariantsTest, OnlyKernelsThatProfit) {
  cl_kernel plain = kernel_of("fill"), required = kernel_of("sized_required", "uniform");
  const int before = generated().sized;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(run(plain, kItems, 64), CL_SUCCESS);
    EXPECT_EQ(run(required, kItems, 8), CL_SUCCESS);  // known to the general variant
  }
  EXPECT_EQ(generated().sized, before);
  for (cl_kernel kernel : {plain, required}) release(kernel);
}

TEST_F(VariantsTest, FewSizesAreCompiledForAtOnce) {
  cl_kernel kernel = kernel_of("sized");
  const int before = generated().sized;
  for (size_t local = 1; local <= 40; ++local) {
    sized(kernel, local);
    sized(kernel, local);
    eventually([&] { return generated().sized == before + std::min(static_cast<int>(local), 4); });
  }
  EXPECT_EQ(generated().sized, before + 4);
  for (int i = 0; i < 40; ++i) sized(kernel, 10);  // it is there to stay
  EXPECT_TRUE(eventually([&] { return sized(kernel, 10); }));
  EXPECT_EQ(generated().sized, before + 5);
  release(kernel);
}

TEST_F(VariantsTest, FewWorkItemsEndSoonerOneByOne) {
  cl_kernel kernel = kernel_of("gathers");
  const auto is_scalar = [&](size_t global) {
    const KernelRecord* record = variant(kernel, 1, global);
    return record && record->lane_width == 1;
  };
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(is_scalar(4));  // most such launches are short
  EXPECT_TRUE(eventually([&] { return is_scalar(4); }));
  EXPECT_TRUE(is_scalar(5));
  for (int i = 0; i < 40; ++i) EXPECT_FALSE(is_scalar(100'000));
  EXPECT_EQ(run(kernel, 4, 1), CL_SUCCESS);
  EXPECT_EQ(run(kernel, 100'000, 1), CL_SUCCESS);
  release(kernel);
}

TEST_F(VariantsTest, LongLaunchesOfFewWorkItemsNeedNotBeMany) {
  using Advice = KernelVariants::Advice;
  KernelVariants variants;
  const auto launched = [&](const std::array<uint64_t, 3>& size, uint64_t ns) {
    VariantKey key{.local_size = size};
    key.sub_group_size = 1;
    return variants.launched(*variants.get(key), {1, ns});
  };
  EXPECT_EQ(launched({}, 0), Advice::Look);  // nobody knows yet
  EXPECT_EQ(launched({}, 1'000'000), Advice::Nothing);
  EXPECT_EQ(launched({}, 10'000'000), Advice::Compile);
  EXPECT_EQ(launched({1, 1, 1}, 0), Advice::Look);
  int more = 0;
  while (launched({1, 1, 1}, 1'000'000) == Advice::Nothing) ++more;
  EXPECT_LT(more, 10);
}

TEST_F(VariantsTest, ANewProgramFindsThemInTheCache) {
  const std::string text = "kernel sized kernel cached";
  cl_program program = built(text);
  cl_kernel kernel = made(program, "sized");
  sized(kernel, 24);
  sized(kernel, 24);
  EXPECT_TRUE(eventually([&] { return sized(kernel, 24); }));
  const int before = generated().sized;
  release(kernel);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  for (const bool forget : {false, true}) {  // in memory, on disk
    if (forget) {
      EXPECT_EQ(::clUnloadPlatformCompiler(&platform()), CL_SUCCESS);
    }
    cl_program again = built(text + (forget ? "" : " "));
    cl_kernel found = made(again, "sized");
    EXPECT_TRUE(sized(found, 24));
    EXPECT_EQ(generated().sized, before);
    release(found);
    EXPECT_EQ(::clReleaseProgram(again), CL_SUCCESS);
  }
}

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

TEST_F(VariantsTest, AForgedObjectOfTheCacheIsMadeAnew) {
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

TEST_F(VariantsTest, ForgedIRInTheCacheIsMadeAnew) {
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

TEST_F(VariantsTest, ForgedIRInTheCacheIsCompiledAnewToBeLinked) {
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

TEST_F(VariantsTest, WhatFailsIsTriedOnce) {
  for (const char* name : {"unsizable", "misfit"}) {
    cl_kernel kernel = kernel_of(name);
    const int before = generated().sized;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(run(kernel, kItems, 64), CL_SUCCESS);
    EXPECT_TRUE(eventually([&] { return generated().sized == before + 1; }));
    for (int i = 0; i < 40; ++i) EXPECT_FALSE(sized(kernel, 64));
    EXPECT_EQ(generated().sized, before + 1);
    EXPECT_EQ(read(out, kItems)[4 * (kItems - 1)], 7);
    release(kernel);
  }
}

TEST_F(VariantsTest, EverythingMayBeReleasedMeanwhile) {
  const int before = generated().sized;
  cl_kernel kernel = kernel_of("sized");
  hold_compiler(true);
  EXPECT_EQ(run(kernel, kItems, 64), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return generated().sized == before + 1; }));
  release(kernel);
  hold_compiler(false);
}

TEST_F(VariantsTest, LargeIdsHaveAVariantOfTheirOwn) {
  cl_kernel kernel = kernel_of("fill");
  const int before = generated().wide;
  const auto range_at = [](size_t offset) {
    NDRange range;
    range.offset[1] = offset;
    return range;
  };
  const auto* on_device = static_cast<Kernel*>(kernel)->on(*static_cast<Device*>(device));
  const auto* usual = on_device->variant_for(range_at(0), /*reaches_large=*/false).value();
  EXPECT_EQ(on_device->variant_for(range_at(1000000), /*reaches_large=*/false).value(), usual);
  EXPECT_EQ(generated().wide, before);
  const auto* wide =
      on_device->variant_for(range_at((size_t{1} << 31) - 1), /*reaches_large=*/false).value();
  EXPECT_NE(wide, usual);
  EXPECT_EQ(on_device->variant_for(range_at(size_t{1} << 40), /*reaches_large=*/false).value(),
            wide);
  EXPECT_EQ(
      on_device->variant_for(range_at((size_t{1} << 31) - 64), /*reaches_large=*/false).value(),
      wide);
  EXPECT_EQ(generated().wide, before + 1);
  release(kernel);
}

TEST_F(VariantsTest, ManyThreadsMayLaunch) {
  cl_kernel kernel = kernel_of("sized");
  const int before = generated().sized;
  std::atomic<int> seen{0}, launches{0};
  hold_compiler(true);  // variants come while kernels are launched
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000 && seen < 1000; ++i) {
        for (const size_t local : {8, 16, 32}) seen += sized(kernel, local);
        ++launches;
        std::this_thread::yield();
      }
    });
  }
  EXPECT_TRUE(eventually([&] { return launches > 100; }));
  hold_compiler(false);
  for (std::thread& thread : threads) thread.join();
  for (const size_t local : {8, 16, 32}) {
    EXPECT_TRUE(eventually([&] { return sized(kernel, local); }));
  }
  EXPECT_EQ(generated().sized, before + 3);
  release(kernel);
}

TEST_F(VariantsTest, AChildOfForkAsksForItsOwn) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP();
#endif
  delay_generating(50);
  cl_kernel kernel = kernel_of("sized");
  sized(kernel, 8);
  sized(kernel, 8);  // is being compiled now
  for (int i = 0; i < 4; ++i) {
    sized(kernel, 16 << i, kItems * 8);
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(30);
      const bool well = eventually([&] { return sized(kernel, 8) && sized(kernel, 16 << i); });
      ::_exit(well ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  EXPECT_TRUE(eventually([&] { return sized(kernel, 8); }));
  release(kernel);
}

TEST_F(VariantsTest, KernelsOfALargeProgramAreGeneratedAhead) {
  delay_generating(10);
  std::string text = "lazy";
  constexpr int kKernels = 24;
  for (int i = 0; i < kKernels; ++i) text += " kernel k" + std::to_string(i);
  cl_program program = built(text);
  const int before = generated().generic;
  std::vector<cl_kernel> kernels{made(program, "k0")};
  const int units = static_cast<int>(platform().device().max_compute_units());
  EXPECT_LE(generated().generic, before + units);  // one for each
  for (int i = 1; i < kKernels; ++i) kernels.push_back(made(program, "k" + std::to_string(i)));
  EXPECT_EQ(generated().generic, before + kKernels);  // each once
  EXPECT_EQ(run(kernels.back(), 64, 16), CL_SUCCESS);
  // Its code, and on other units that of kernels after it.
  EXPECT_TRUE(eventually(
      [&] { return generated().generic == before + kKernels + std::min(units, kKernels); }));
  EXPECT_EQ(read(out, 64)[0], 7);
  for (cl_kernel kernel : kernels) release(kernel);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

TEST_F(VariantsTest, KernelsThatWereCreatedAreGeneratedAhead) {
  const int units = static_cast<int>(platform().device().max_compute_units());
  if (units < 2) GTEST_SKIP();
  std::string text = "lazy";
  for (int i = 0; i < 2 * units + 20; ++i) text += " kernel bare" + std::to_string(i);
  cl_program program = built(text);
  const int before = generated().generic;
  const auto create = [&](int i) {
    return ::clCreateKernel(program, ("bare" + std::to_string(i)).c_str(), nullptr);
  };
  cl_kernel late = create(units + 10), first = create(0);
  EXPECT_EQ(generated().generic, before);  // code waits until somebody asks
  const auto launch = [&](cl_kernel kernel) {
    const cl_int value = 7;
    EXPECT_EQ(::clSetKernelArg(kernel, 0, sizeof(out), &out), CL_SUCCESS);
    EXPECT_EQ(::clSetKernelArg(kernel, 1, sizeof(value), &value), CL_SUCCESS);
    EXPECT_EQ(run(kernel, 4, 4), CL_SUCCESS);
  };
  launch(first);  // `late` and, on other units, those behind `first`
  EXPECT_TRUE(eventually([&] { return generated().generic == before + units; }));
  hold_compiler(true);  // nothing can be generated for it now
  std::atomic<bool> launched{false};
  std::thread launcher([&] {
    launch(late);
    launched = true;
  });
  EXPECT_TRUE(eventually([&] { return launched.load(); }));
  hold_compiler(false);
  launcher.join();
  release(late);
  release(first);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
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

TEST(KernelVariantTest, OneMakesItAndOthersWait) {
  KernelVariant variant;
  EXPECT_EQ(variant.ready(), nullptr);
  EXPECT_TRUE(variant.begin());
  EXPECT_FALSE(variant.begin());
  variant.abandon();
  EXPECT_TRUE(variant.begin());
  std::thread waiter([&] { EXPECT_EQ(variant.wait().error().why, "no"); });
  variant.fail({CL_OUT_OF_RESOURCES, "no"});
  waiter.join();
  EXPECT_FALSE(variant.begin());
  EXPECT_TRUE(variant.begin(/*again=*/true));
  auto record = std::make_unique<KernelRecord>();
  const KernelRecord* expected = record.get();
  std::thread second([&] { EXPECT_EQ(variant.wait().value()->record, expected); });
  variant.finish(std::move(record), nullptr);
  second.join();
  EXPECT_FALSE(variant.begin(/*again=*/true));
}

TEST(KernelVariantsTest, KnowsItsModes) {
  using Mode = KernelVariants::Mode;
  EXPECT_EQ(KernelVariants::parse_mode("background"), Mode::Background);
  EXPECT_EQ(KernelVariants::parse_mode("wait"), Mode::Wait);
  EXPECT_EQ(KernelVariants::parse_mode("off"), Mode::Off);
  EXPECT_EQ(KernelVariants::parse_mode("sometimes"), Mode::Off);
}

VariantKey key_of(std::array<uint64_t, 3> size, std::vector<hd_argument_facts> facts = {}) {
  VariantKey key;
  key.local_size = size;
  key.arguments = std::move(facts);
  return key;
}

TEST(KernelVariantsTest, HasRoomForWhatLaunchesNeed) {
  KernelVariants variants;
  EXPECT_EQ(&variants.get({})->variant, &variants.general());
  auto* first = variants.get(key_of({1, 2, 3}));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(variants.get(key_of({1, 2, 3})), first);
  for (uint64_t i = 1; i < KernelVariants::kMostForSpeed; ++i)
    EXPECT_NE(variants.get(key_of({i, 1, 1})), nullptr);
  EXPECT_EQ(variants.get(key_of({99, 1, 1})), nullptr);
  EXPECT_EQ(variants.get(key_of({1, 2, 3})), first);
  std::set<KernelVariants::Entry*> needed;
  for (unsigned bits = 0; bits < 16; ++bits) {
    VariantKey key;
    key.wide_ids = (bits & 1) != 0;
    key.linear_lanes = (bits & 2) != 0;
    key.sizes_only = (bits & 4) != 0;
    if ((bits & 8) != 0) key.arguments = overlapping_arguments(3);
    EXPECT_FALSE(is_for_speed(key));
    needed.insert(variants.get(key));
  }
  EXPECT_EQ(needed.size(), 16U);
  EXPECT_FALSE(needed.contains(nullptr));
}

TEST(KernelVariantsTest, TellsFactsApart) {
  const std::vector<hd_argument_facts> rgba8{{HD_FACTS_IMAGE, CL_RGBA, CL_UNORM_INT8, 4, 1, 0, 0}};
  const std::vector<hd_argument_facts> far{{HD_FACTS_IMAGE, CL_RGBA, CL_UNORM_INT8, 4, 0, 0, 0}};
  const std::vector<hd_argument_facts> sampler{{HD_FACTS_SAMPLER, 0, 0, 0, 0, 0, 0x10}};
  KernelVariants variants;
  auto* plain = variants.get({});
  auto* image = variants.get(key_of({}, rgba8));
  EXPECT_NE(plain, image);
  EXPECT_NE(image, variants.get(key_of({}, far)));
  EXPECT_NE(image, variants.get(key_of({}, sampler)));
  EXPECT_NE(image, variants.get(key_of({8, 8, 1}, rgba8)));
  EXPECT_EQ(image, variants.get(key_of({}, rgba8)));
  EXPECT_EQ(plain, variants.get({}));
}

TEST(ProgramCodeTest, FindsKernelsByName) {
  constexpr size_t kMany = 1000;
  ProgramRecord record;
  const auto add = [&](std::string name) -> KernelRecord& {
    record.kernels.emplace_back().name = std::move(name);
    return record.kernels.back();
  };
  // What clCreateKernel does not know hides no kernel of its name.
  add("k7").is_block = true;
  add("k8").role = KernelRole::Initializer;
  for (size_t i = 0; i < kMany; ++i) add("k" + std::to_string(i));
  add("block").is_block = true;
  const ProgramCode code(std::move(record), "");
  for (size_t i = 0; i < kMany; ++i) EXPECT_EQ(code.find("k" + std::to_string(i)), i + 2);
  for (const char* none : {"block", "", "k", "k1000"}) EXPECT_FALSE(code.find(none)) << none;
}

}  // namespace
}  // namespace heddle::test
