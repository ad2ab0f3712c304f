// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/program_code.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "variants_fixture.h"

namespace heddle::test {
namespace {

using ProgramCodeTest = VariantsTest;

TEST_F(ProgramCodeTest, KernelsOfALargeProgramAreGeneratedAhead) {
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

TEST_F(ProgramCodeTest, KernelsThatWereCreatedAreGeneratedAhead) {
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

TEST(ProgramCode, FindsKernelsByName) {
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
