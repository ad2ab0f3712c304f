// SPDX-License-Identifier: Apache-2.0
// Recorded kernels that are updated.
#include <array>
#include <atomic>
#include <thread>

#include "../fake/fixture.h"
#include "runtime/command_buffer/command_buffer.h"

namespace heddle::test {
namespace {

using MutableCommandTest = FakeCompilerTest;

TEST_F(MutableCommandTest, AnUpdateDoesNotDisturbQueries) {
  cl_program program = built("kernel fill");
  cl_int error = -1;
  cl_kernel kernel = ::clCreateKernel(program, "fill", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_mem out = buffer(64);
  set_args(kernel, out, 7);

  const khr::Properties properties[] = {khr::kCommandBufferFlags, khr::kFlagMutable, 0};
  const Ref<CommandBuffer> commands = CommandBuffer::create(1, &queue, properties).value();
  const Sizes3 ones{1, 1, 1}, twos{2, 2, 2};
  khr::MutableCommandHandle handle = nullptr;
  const NDRangeRequest request{3, nullptr, ones.data(), nullptr};
  ASSERT_TRUE(commands->append_kernel(*static_cast<Queue*>(queue), *static_cast<Kernel*>(kernel),
                                      request, nullptr, {}, &handle));
  ASSERT_TRUE(commands->finalize());

  // The two threads take turns, but nothing orders their accesses: ThreadSanitizer sees a race.
  std::atomic<int> turn = 0;
  constexpr int kUpdates = 200;
  const auto wait_for = [&](int parity) {
    while (turn.load(std::memory_order_relaxed) % 2 != parity) std::this_thread::yield();
  };
  std::thread asking([&] {
    const auto& command = *static_cast<MutableCommand*>(handle);
    for (int i = 0; i < kUpdates; ++i) {
      wait_for(0);
      std::array<size_t, 3> sizes{};
      size_t bytes = 0;
      EXPECT_TRUE(
          command.info(khr::kMutableDispatchGlobalWorkSize, {sizeof(sizes), sizes.data(), &bytes}));
      EXPECT_EQ(bytes, sizeof(sizes));
      EXPECT_EQ(sizes, i % 2 ? twos : ones);
      turn.fetch_add(1, std::memory_order_relaxed);
    }
  });
  for (int i = 0; i < kUpdates; ++i) {
    wait_for(1);
    const khr::MutableDispatchConfig config{.command = handle,
                                            .global_work_size = (i % 2 ? ones : twos).data()};
    const cl_uint type = khr::kStructureMutableDispatchConfig;
    const void* configs[] = {&config};
    EXPECT_TRUE(commands->update(1, &type, configs));
    turn.fetch_add(1, std::memory_order_relaxed);
  }
  asking.join();

  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  EXPECT_EQ(::clReleaseMemObject(out), CL_SUCCESS);
}

}  // namespace
}  // namespace heddle::test
