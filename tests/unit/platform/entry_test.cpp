// SPDX-License-Identifier: Apache-2.0
// The border: no exception crosses it, and an error gives its code and nothing else.
#include "icd/entry.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "platform/context.h"
#include "platform/platform.h"

namespace heddle {
namespace {

TEST(Entry, CallReturnsTheCode) {
  EXPECT_EQ(call("f", []() -> Status { return {}; }), CL_SUCCESS);
  EXPECT_EQ(call("f", []() -> Status { return Error{CL_INVALID_VALUE, "why"}; }), CL_INVALID_VALUE);
}

TEST(Entry, ExceptionsBecomeCodes) {
  EXPECT_EQ(call("f", []() -> Status { throw std::bad_alloc(); }), CL_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(call("f", []() -> Status { throw std::runtime_error("x"); }), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(call("f", []() -> Status { throw 1; }), CL_OUT_OF_RESOURCES);
  cl_int code = 1;
  EXPECT_EQ(create("f", &code, []() -> Result<Ref<Context>> { throw std::bad_alloc(); }), nullptr);
  EXPECT_EQ(code, CL_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(map_pointer("f", &code, []() -> Result<void*> { throw 1; }), nullptr);
  EXPECT_EQ(code, CL_OUT_OF_RESOURCES);
}

TEST(Entry, CreateHandsOverTheReference) {
  cl_int code = 1;
  cl_device_id device = &platform().device();
  cl_context made =
      create("f", &code, [&] { return Context::create(nullptr, 1, &device, nullptr, nullptr); });
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(handle<Context>(made).value()->user_count(), 1u);
  EXPECT_TRUE(handle<Context>(made).value()->user_release());
  EXPECT_FALSE(static_cast<bool>(Context::from(made)));
  EXPECT_EQ(create("f", nullptr,
                   []() -> Result<Ref<Context>> {
                     return Error{CL_INVALID_VALUE, "why"};
                   }),
            nullptr);
}

TEST(Entry, MapReturnsThePointer) {
  int target = 0;
  cl_int code = 1;
  EXPECT_EQ(map_pointer("f", &code, [&]() -> Result<void*> { return &target; }), &target);
  EXPECT_EQ(code, CL_SUCCESS);
}

}  // namespace
}  // namespace heddle
