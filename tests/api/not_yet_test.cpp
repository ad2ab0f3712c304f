// SPDX-License-Identifier: Apache-2.0
// What is not there yet (docs/status.md) says so: queries answer 0, calls return the documented
// errors and never crash.
#include <CL/cl_gl.h>

#include "api_test.h"

namespace {

using NotYet = ApiTest;

TEST_F(NotYet, Sharing) {
  cl_int error = 1;
  EXPECT_EQ(Driver().clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, 1, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(Driver().clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, 1, nullptr), nullptr);
  EXPECT_EQ(Driver().clEnqueueAcquireGLObjects(queue, 0, nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

}  // namespace
