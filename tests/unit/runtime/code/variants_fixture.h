// SPDX-License-Identifier: Apache-2.0
// Kernels of the fake compiler, whose records tell variants apart: 8 bytes of context for each
// work-item where it knows the local size, else 16.
#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "../fake/fixture.h"

namespace heddle::test {

/// Waits until the condition holds. Returns false if it does not within ten seconds.
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

}  // namespace heddle::test
