// SPDX-License-Identifier: Apache-2.0
// Variants of a kernel: made for one local size in the background, for large ids, for few
// work-items.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "../../../fork.h"
#include "variants_fixture.h"

namespace heddle::test {
namespace {

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

}  // namespace
}  // namespace heddle::test
