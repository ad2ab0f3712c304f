// SPDX-License-Identifier: Apache-2.0
// Pipes, and kernels that take them.
#pragma once

#include "command_test.h"

class PipeTest : public CommandTest {
 protected:
  Mem Pipe(cl_uint packet_size, cl_uint max_packets) {
    cl_int error = -1;
    Mem pipe = clCreatePipe(context, 0, packet_size, max_packets, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return pipe;
  }
  Program Build20(const std::string& source) { return Build(source, "-cl-std=CL2.0"); }

  template <class T>
  static void Set(cl_kernel kernel, cl_uint index, const T& value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(value), &value), CL_SUCCESS);
  }
  static void Set(cl_kernel kernel, cl_uint index, const Mem& mem) {
    Set(kernel, index, static_cast<cl_mem>(mem));
  }
  void Run(cl_kernel kernel, size_t items, size_t local = 0) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, local ? &local : nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};
