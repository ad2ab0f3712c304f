// SPDX-License-Identifier: Apache-2.0
// Sharing with OpenGL in a process that has none: this test links no library of OpenGL's.
#include <CL/cl_gl.h>
#include <dlfcn.h>

#include "api_test.h"

namespace {

using GlAbsentTest = ApiTest;

TEST_F(GlAbsentTest, NoWindowSystem) {
  for (const cl_context_properties display : {CL_EGL_DISPLAY_KHR, CL_GLX_DISPLAY_KHR}) {
    const cl_context_properties list[] = {CL_GL_CONTEXT_KHR, 0x1000, display, 0x2000, 0};
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateContext(list, 1, &device, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_OPERATION);
    cl_device_id found = nullptr;
    EXPECT_EQ(Driver().clGetGLContextInfoKHR(list, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR,
                                             sizeof(found), &found, nullptr),
              CL_INVALID_OPERATION);
  }
}

// What plugin hosts and scripting languages do: the library is in nobody's global scope.
TEST_F(GlAbsentTest, LocalLibrariesAreFound) {
  if (!dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL)) GTEST_SKIP() << "there is no EGL";
  const cl_context_properties list[] = {CL_GL_CONTEXT_KHR, 0x1000, CL_EGL_DISPLAY_KHR, 0x2000, 0};
  cl_int error = 1;
  EXPECT_EQ(Driver().clCreateContext(list, 1, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
}

}  // namespace
