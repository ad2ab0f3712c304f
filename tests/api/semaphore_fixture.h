// SPDX-License-Identifier: Apache-2.0
// What the tests of semaphores share: the functions, which are found by name.
#pragma once

#include "command_test.h"
#include "platform/later_extensions.h"

using heddle::khr::Properties;
using heddle::khr::SemaphoreHandle;
using List = std::vector<Properties>;

inline const List kBinary = {heddle::khr::kSemaphoreType, heddle::khr::kSemaphoreTypeBinary, 0};

class SemaphoreTest : public CommandTest {
 protected:
  template <class F>
  F* Find(const char* name) {
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr);
    return reinterpret_cast<F*>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
  void SetUp() override {
    CommandTest::SetUp();
    create = Find<SemaphoreHandle(cl_context, const Properties*, cl_int*)>(
        "clCreateSemaphoreWithPropertiesKHR");
    retain = Find<cl_int(SemaphoreHandle)>("clRetainSemaphoreKHR");
    release = Find<cl_int(SemaphoreHandle)>("clReleaseSemaphoreKHR");
    wait = Find<Enqueue>("clEnqueueWaitSemaphoresKHR");
    signal = Find<Enqueue>("clEnqueueSignalSemaphoresKHR");
    info = Find<cl_int(SemaphoreHandle, cl_uint, size_t, void*, size_t*)>("clGetSemaphoreInfoKHR");
    handle_for = Find<cl_int(SemaphoreHandle, cl_device_id, cl_uint, size_t, void*, size_t*)>(
        "clGetSemaphoreHandleForTypeKHR");
    ASSERT_TRUE(create && retain && release && wait && signal && info && handle_for);
    other = OutOfOrder();
  }
  SemaphoreHandle Make(const List& properties = kBinary, cl_context in = nullptr,
                       cl_int expected = CL_SUCCESS) {
    cl_int error = 1;
    SemaphoreHandle made = create(in ? in : context, properties.data(), &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return made;
  }
  cl_ulong Payload(SemaphoreHandle semaphore) {
    cl_ulong payload = 7;
    EXPECT_EQ(info(semaphore, heddle::khr::kSemaphorePayload, sizeof(payload), &payload, nullptr),
              CL_SUCCESS);
    return payload;
  }
  /// A list of one event.
  const cl_event* Ptr(const Event& event) {
    list = event;
    return &list;
  }
  cl_int Wait(const Event& event) { return clWaitForEvents(1, Ptr(event)); }

  using Enqueue = cl_int(cl_command_queue, cl_uint, const SemaphoreHandle*, const cl_ulong*,
                         cl_uint, const cl_event*, cl_event*);
  SemaphoreHandle (*create)(cl_context, const Properties*, cl_int*);
  cl_int (*retain)(SemaphoreHandle);
  cl_int (*release)(SemaphoreHandle);
  Enqueue *wait, *signal;
  cl_int (*info)(SemaphoreHandle, cl_uint, size_t, void*, size_t*);
  cl_int (*handle_for)(SemaphoreHandle, cl_device_id, cl_uint, size_t, void*, size_t*);
  cl_command_queue other = nullptr;  // out of order
  cl_event list = nullptr;
};
