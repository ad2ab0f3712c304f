// SPDX-License-Identifier: Apache-2.0
// A context with a default device queue, and kernels that enqueue.
#pragma once

#include "command_test.h"

class DeviceEnqueueTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    device_queue = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  }
  void TearDown() override {
    device_queue.reset();
    CommandTest::TearDown();
  }
  /// Runs kernel `k` of `source` over `global` work-items with a buffer of `count` zeros.
  std::vector<int> RunKernel(const std::string& source, size_t global, size_t count,
                             const char* options = "-cl-std=CL2.0", size_t local = 0) {
    Program program = Build(source, options);
    if (!program) return {};
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(std::vector<int>(count));
    SetArg<cl_mem>(kernel, 0, out);
    EXPECT_TRUE(Returns([&] { Run(kernel, global, local); }));
    return Read<int>(out, count);
  }

  Queue device_queue;
};
