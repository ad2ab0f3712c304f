// SPDX-License-Identifier: Apache-2.0
// What calls of cl_khr_command_buffer refuse, and what its queries answer.
#include "command_buffer_fixture.h"

namespace {

using Api = CommandBufferFunctions;

class CommandBufferErrorsTest : public CommandBufferFixture {
 protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    memory = Buffer(4096);
    another = Buffer(4096);
    image = Image(Desc2D(16, 16));
    svm = static_cast<unsigned char*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0));
    kernel = KernelWith("count", memory.operator cl_mem(), cl_uint{1});
  }
  void TearDown() override {
    kernel.reset();
    clSVMFree(context, svm);
    for (Mem* each : {&memory, &another, &image}) each->reset();
    CommandBufferFixture::TearDown();
  }

  /// A call with good arguments of its own; the rest is the test's.
  using Call = std::function<cl_int(khr::CommandBufferHandle, cl_command_queue,
                                    const khr::Properties*, cl_uint, const khr::SyncPoint*,
                                    khr::SyncPoint*, khr::MutableCommandHandle*)>;
  template <class Record, class... What>
  static Call With(Record record, What... what) {
    return [=](khr::CommandBufferHandle to, cl_command_queue in, const khr::Properties* properties,
               cl_uint count, const khr::SyncPoint* list, khr::SyncPoint* point,
               khr::MutableCommandHandle* handle) {
      return record(to, in, properties, what..., count, list, point, handle);
    };
  }
  struct Named {
    const char* name;
    Call call;
    bool is_kernel = false;
  };
  std::vector<Named> Calls() {
    const cl_mem a = memory, b = another, i = image;
    const void* pattern = &kPattern;
    return {
        {"barrier", With(Khr().barrier)},
        {"copy", With(Khr().copy, a, b, size_t{0}, size_t{0}, size_t{4})},
        {"copy_rect", With(Khr().copy_rect, a, b, +kZero, +kZero, +kOne, size_t{0}, size_t{0},
                           size_t{0}, size_t{0})},
        {"copy_to_image", With(Khr().copy_to_image, a, i, size_t{0}, +kZero, +kOne)},
        {"copy_image", With(Khr().copy_image, i, i, +kZero, +kFive, +kOne)},
        {"copy_from_image", With(Khr().copy_from_image, i, a, +kZero, +kOne, size_t{0})},
        {"fill", With(Khr().fill, a, pattern, size_t{4}, size_t{0}, size_t{4})},
        {"fill_image", With(Khr().fill_image, i, pattern, +kZero, +kOne)},
        {"svm_copy", With(Khr().svm_copy, static_cast<void*>(svm),
                          static_cast<const void*>(svm + 64), size_t{4})},
        {"svm_fill", With(Khr().svm_fill, static_cast<void*>(svm), pattern, size_t{4}, size_t{8})},
        {"kernel",
         With(Khr().kernel, kernel.operator cl_kernel(), cl_uint{1}, Api::Sizes{}, +kOne,
              Api::Sizes{}),
         true},
    };
  }

  /// What the enqueue refuses, the recording refuses with the same error.
  template <class Record, class Enqueue, class... What>
  void Refused(cl_int error, Record record, Enqueue enqueue, What... what) {
    const CommandBuffer buffer = NewBuffer(queue);
    EXPECT_EQ(enqueue(queue, what..., 0, nullptr, nullptr), error);
    khr::SyncPoint point = 77;
    EXPECT_EQ(record(buffer, nullptr, nullptr, what..., 0, nullptr, &point, nullptr), error);
    EXPECT_EQ(Khr().barrier(buffer, nullptr, nullptr, 0, nullptr, &point, nullptr), CL_SUCCESS);
    EXPECT_EQ(point, 1u) << "nothing was recorded";
  }

  static constexpr size_t kZero[3] = {0, 0, 0}, kOne[3] = {1, 1, 1}, kFive[3] = {5, 5, 0};
  static constexpr cl_uint kPattern[4] = {1, 2, 3, 4};
  Mem memory, another, image;
  unsigned char* svm = nullptr;
  Kernel kernel;
};

TEST_F(CommandBufferErrorsTest, EveryRecording) {
  const khr::Properties unknown[] = {0x1293, 1, 0}, none[] = {0};
  khr::MutableCommandHandle handle = nullptr;
  for (const Named& each : Calls()) {
    SCOPED_TRACE(each.name);
    const CommandBuffer buffer = NewBuffer(queue);
    khr::SyncPoint point = 77;
    for (auto bad : BadHandles<khr::CommandBufferHandle>())
      EXPECT_EQ(each.call(bad, nullptr, nullptr, 0, nullptr, &point, nullptr),
                khr::kInvalidCommandBuffer);
    EXPECT_EQ(each.call(buffer, Second(), nullptr, 0, nullptr, &point, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(each.call(buffer, nullptr, unknown, 0, nullptr, &point, nullptr), CL_INVALID_VALUE);
    if (!each.is_kernel)
      EXPECT_EQ(each.call(buffer, nullptr, nullptr, 0, nullptr, &point, &handle), CL_INVALID_VALUE);
    const khr::SyncPoint zero[] = {0}, one[] = {1, 1}, two[] = {1, 2}, far[] = {UINT32_MAX};
    for (const auto& [count, list] :
         std::initializer_list<std::pair<cl_uint, const khr::SyncPoint*>>{
             {1, nullptr}, {0, one}, {1, zero}, {1, one}, {1, far}})
      EXPECT_EQ(each.call(buffer, nullptr, nullptr, count, list, &point, nullptr),
                khr::kInvalidSyncPointWaitList);
    EXPECT_EQ(point, 77u);
    EXPECT_EQ(handle, nullptr);
    EXPECT_EQ(each.call(buffer, nullptr, none, 0, nullptr, &point, nullptr), CL_SUCCESS);
    EXPECT_EQ(point, 1u);
    EXPECT_EQ(each.call(buffer, nullptr, nullptr, 2, two, &point, nullptr),
              khr::kInvalidSyncPointWaitList);
    EXPECT_EQ(each.call(buffer, nullptr, nullptr, 2, one, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(each.call(buffer, nullptr, nullptr, 2, two, &point, nullptr), CL_SUCCESS);
    EXPECT_EQ(point, 3u);
    EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
    EXPECT_EQ(each.call(buffer, nullptr, nullptr, 0, nullptr, &point, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(CommandBufferErrorsTest, WhatAnEnqueueRefuses) {
  const cl_mem a = memory, b = another, i = image, null = nullptr;
  const Context elsewhere = NewContext();
  cl_int error = -1;
  const Mem strange = clCreateBuffer(elsewhere, 0, 64, nullptr, &error);
  const cl_mem s = strange;
  const void *pattern = &kPattern, *nothing = nullptr;
  const size_t zero = 0, far = 4096, four = 4;
  Refused(CL_INVALID_MEM_OBJECT, Khr().copy, clEnqueueCopyBuffer, null, b, zero, zero, four);
  Refused(CL_INVALID_MEM_OBJECT, Khr().copy, clEnqueueCopyBuffer, a, i, zero, zero, four);
  Refused(CL_INVALID_CONTEXT, Khr().copy, clEnqueueCopyBuffer, a, s, zero, zero, four);
  Refused(CL_INVALID_VALUE, Khr().copy, clEnqueueCopyBuffer, a, b, far, zero, four);
  Refused(CL_INVALID_VALUE, Khr().copy, clEnqueueCopyBuffer, a, b, zero, SIZE_MAX, four);
  Refused(CL_MEM_COPY_OVERLAP, Khr().copy, clEnqueueCopyBuffer, a, a, zero, size_t{2}, four);
  Refused(CL_INVALID_VALUE, Khr().copy_rect, clEnqueueCopyBufferRect, a, b, +kZero, +kZero, +kZero,
          zero, zero, zero, zero);
  Refused(CL_INVALID_VALUE, Khr().copy_rect, clEnqueueCopyBufferRect, a, b, Api::Sizes{}, +kZero,
          +kOne, zero, zero, zero, zero);
  Refused(CL_MEM_COPY_OVERLAP, Khr().copy_rect, clEnqueueCopyBufferRect, a, a, +kZero, +kZero,
          +kOne, zero, zero, zero, zero);
  Refused(CL_INVALID_VALUE, Khr().fill, clEnqueueFillBuffer, a, nothing, four, zero, four);
  Refused(CL_INVALID_VALUE, Khr().fill, clEnqueueFillBuffer, a, pattern, size_t{3}, zero,
          size_t{6});
  Refused(CL_INVALID_VALUE, Khr().fill, clEnqueueFillBuffer, a, pattern, four, size_t{2}, four);
  Refused(CL_INVALID_VALUE, Khr().fill, clEnqueueFillBuffer, a, pattern, four, far, four);
  Refused(CL_INVALID_MEM_OBJECT, Khr().fill_image, clEnqueueFillImage, a, pattern, +kZero, +kOne);
  Refused(CL_INVALID_VALUE, Khr().fill_image, clEnqueueFillImage, i, nothing, +kZero, +kOne);
  const size_t beyond[3] = {16, 0, 0};
  Refused(CL_INVALID_VALUE, Khr().fill_image, clEnqueueFillImage, i, pattern, +beyond, +kOne);
  Refused(CL_INVALID_VALUE, Khr().copy_image, clEnqueueCopyImage, i, i, +beyond, +kZero, +kOne);
  Refused(CL_MEM_COPY_OVERLAP, Khr().copy_image, clEnqueueCopyImage, i, i, +kZero, +kZero, +kOne);
  const Mem floats = Image(Desc2D(4, 4), {CL_R, CL_FLOAT});
  const Mem halves = Image(Desc2D(4, 4), {CL_RG, CL_HALF_FLOAT});
  Refused(CL_IMAGE_FORMAT_MISMATCH, Khr().copy_image, clEnqueueCopyImage, floats.operator cl_mem(),
          halves.operator cl_mem(), +kZero, +kZero, +kOne);
  Refused(CL_INVALID_VALUE, Khr().copy_from_image, clEnqueueCopyImageToBuffer, i, a, +kZero, +kOne,
          far);
  Refused(CL_INVALID_MEM_OBJECT, Khr().copy_to_image, clEnqueueCopyBufferToImage, i, i, zero,
          +kZero, +kOne);
  Refused(CL_INVALID_VALUE, Khr().svm_fill, clEnqueueSVMMemFill, static_cast<void*>(nullptr),
          pattern, four, four);
  Refused(CL_INVALID_VALUE, Khr().svm_fill, clEnqueueSVMMemFill, static_cast<void*>(svm), pattern,
          size_t{5}, size_t{10});
  const CommandBuffer buffer = NewBuffer(queue);
  for (const auto& [to, from] : {std::pair<void*, const void*>{nullptr, svm}, {svm, nullptr}})
    EXPECT_EQ(Khr().svm_copy(buffer, nullptr, nullptr, to, from, 4, 0, nullptr, nullptr, nullptr),
              CL_INVALID_VALUE);
}

TEST_F(CommandBufferErrorsTest, Kernels) {
  const cl_kernel good = kernel;
  const Api::Sizes none = nullptr;
  const size_t ten[3] = {10, 10, 10}, zero[3] = {0, 0, 0}, far[3] = {SIZE_MAX, 0, 0};
  Refused(CL_INVALID_WORK_DIMENSION, Khr().kernel, clEnqueueNDRangeKernel, good, cl_uint{0}, none,
          +ten, none);
  Refused(CL_INVALID_WORK_DIMENSION, Khr().kernel, clEnqueueNDRangeKernel, good, cl_uint{4}, none,
          +ten, none);
  Refused(CL_INVALID_WORK_GROUP_SIZE, Khr().kernel, clEnqueueNDRangeKernel, good, cl_uint{1}, none,
          +ten, +zero);
  Refused(CL_INVALID_GLOBAL_OFFSET, Khr().kernel, clEnqueueNDRangeKernel, good, cl_uint{1}, +far,
          +ten, none);
  Kernel empty = MakeKernel(program, "count");
  Refused(CL_INVALID_KERNEL_ARGS, Khr().kernel, clEnqueueNDRangeKernel, empty.operator cl_kernel(),
          cl_uint{1}, none, +ten, none);
  const CommandBuffer buffer = NewBuffer(queue);
  for (cl_kernel bad : BadHandles<cl_kernel>())
    EXPECT_EQ(Khr().kernel(buffer, nullptr, nullptr, bad, 1, nullptr, ten, nullptr, 0, nullptr,
                           nullptr, nullptr),
              CL_INVALID_KERNEL);
  const Context elsewhere = NewContext();
  const Queue strange = NewQueue(0, elsewhere);
  const CommandBuffer other = NewBuffer(strange);
  EXPECT_EQ(Khr().kernel(other, nullptr, nullptr, good, 1, nullptr, ten, nullptr, 0, nullptr,
                         nullptr, nullptr),
            CL_INVALID_CONTEXT);
  const Program device_side = Build(
      "kernel void parent(global int* p) {\n"
      "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ *p = 1; "
      "});\n"
      "}",
      "-cl-std=CL2.0");
  const Kernel parent = MakeKernel(device_side, "parent");
  SetArgs(parent, memory.operator cl_mem());
  EXPECT_EQ(Khr().kernel(buffer, nullptr, nullptr, parent, 1, nullptr, kOne, nullptr, 0, nullptr,
                         nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(CommandBufferErrorsTest, Create) {
  const auto error_of = [&](cl_uint count, const cl_command_queue* queues,
                            std::vector<khr::Properties> properties) {
    cl_int error = 1;
    properties.push_back(0);
    const khr::CommandBufferHandle made = Khr().create(count, queues, properties.data(), &error);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    if (made) EXPECT_EQ(Khr().release(made), CL_SUCCESS);
    return error;
  };
  const cl_command_queue two[] = {queue, Second()};
  EXPECT_EQ(error_of(1, two, {}), CL_SUCCESS);
  EXPECT_EQ(error_of(0, two, {}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(0, nullptr, {}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(1, nullptr, {}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(2, two, {}), CL_SUCCESS);
  for (cl_command_queue bad : BadHandles<cl_command_queue>())
    EXPECT_EQ(error_of(1, &bad, {}), CL_INVALID_COMMAND_QUEUE);
  const khr::Properties flags = khr::kCommandBufferFlags, asserts = khr::kCommandBufferAsserts;
  EXPECT_EQ(error_of(1, two, {flags, 3, asserts, 1}), CL_SUCCESS);
  EXPECT_EQ(error_of(1, two, {flags, 0, asserts, 0}), CL_SUCCESS);
  EXPECT_EQ(error_of(1, two, {flags, 8}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(1, two, {asserts, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(1, two, {flags, 1, flags, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(1, two, {asserts, 1, flags, 1, asserts, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(1, two, {0x1234, 1}), CL_INVALID_VALUE);
  const CommandBuffer plain = Khr().create(1, two, nullptr, nullptr);
  EXPECT_NE(plain.operator khr::CommandBufferHandle(), nullptr);
}

TEST_F(CommandBufferErrorsTest, Enqueue) {
  for (auto bad : BadHandles<khr::CommandBufferHandle>()) {
    EXPECT_EQ(Khr().enqueue(0, nullptr, bad, 0, nullptr, nullptr), khr::kInvalidCommandBuffer);
    EXPECT_EQ(Khr().finalize(bad), khr::kInvalidCommandBuffer);
    EXPECT_EQ(Khr().retain(bad), khr::kInvalidCommandBuffer);
    EXPECT_EQ(Khr().release(bad), khr::kInvalidCommandBuffer);
    EXPECT_EQ(Khr().buffer_info(bad, khr::kCommandBufferState, 0, nullptr, nullptr),
              khr::kInvalidCommandBuffer);
  }
  EXPECT_EQ(Khr().enqueue(0, nullptr, reinterpret_cast<khr::CommandBufferHandle>(context), 0,
                          nullptr, nullptr),
            khr::kInvalidCommandBuffer);
  const CommandBuffer buffer = NewBuffer(queue);
  EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(Khr().finalize(buffer), CL_INVALID_OPERATION);
  cl_event const untouched = reinterpret_cast<cl_event>(uintptr_t{0x1234});
  cl_event event = untouched;
  const auto error_of = [&](cl_uint count, cl_command_queue* queues) {
    return Khr().enqueue(count, queues, buffer, 0, nullptr, &event);
  };
  cl_command_queue two[] = {queue, queue};
  EXPECT_EQ(error_of(1, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(0, two), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(2, two), CL_INVALID_VALUE);
  for (cl_command_queue bad : BadHandles<cl_command_queue>())
    EXPECT_EQ(error_of(1, &bad), CL_INVALID_COMMAND_QUEUE);
  const Context elsewhere = NewContext();
  const Queue strange = NewQueue(0, elsewhere);
  cl_command_queue one = strange;
  EXPECT_EQ(error_of(1, &one), CL_INVALID_CONTEXT);
  const Queue on_device = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  one = on_device;
  EXPECT_EQ(error_of(1, &one), khr::kIncompatibleCommandQueue);
  EXPECT_EQ(event, untouched);
}

TEST_F(CommandBufferErrorsTest, Queries) {
  const khr::Properties list[] = {khr::kCommandBufferAsserts, 1, khr::kCommandBufferFlags, 2, 0};
  CommandBuffer buffer = Khr().create(1, &queue, list, nullptr);
  const khr::CommandBufferHandle handle = buffer;
  const auto get = [&]<class T>(T, cl_uint what) {
    return Info<T>(Khr().buffer_info, handle, what);
  };
  EXPECT_EQ(get(cl_uint{}, khr::kCommandBufferNumQueues), 1u);
  EXPECT_EQ(get(cl_command_queue{}, khr::kCommandBufferQueues), queue);
  EXPECT_EQ(get(cl_context{}, khr::kCommandBufferContext), context);
  EXPECT_EQ(get(cl_uint{}, khr::kCommandBufferReferenceCount), 1u);
  EXPECT_EQ(Khr().retain(buffer), CL_SUCCESS);
  EXPECT_EQ(get(cl_uint{}, khr::kCommandBufferReferenceCount), 2u);
  EXPECT_EQ(Khr().release(buffer), CL_SUCCESS);
  EXPECT_EQ(StateOf(buffer), khr::kRecording);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(StateOf(buffer), khr::kExecutable);
  EXPECT_EQ(
      InfoArray<khr::Properties>(Khr().buffer_info, handle, khr::kCommandBufferPropertiesArray),
      std::vector<khr::Properties>(std::begin(list), std::end(list)));
  for (cl_uint what = khr::kCommandBufferQueues; what <= khr::kCommandBufferContext; ++what)
    CheckQueryProtocol(Khr().buffer_info, handle, what);
  EXPECT_EQ(Khr().buffer_info(handle, 0x1234, 0, nullptr, nullptr), CL_INVALID_VALUE);
  const CommandBuffer plain = Khr().create(1, &queue, nullptr, nullptr);
  EXPECT_EQ(InfoArray<khr::Properties>(Khr().buffer_info, plain.operator khr::CommandBufferHandle(),
                                       khr::kCommandBufferPropertiesArray)
                .size(),
            0u);

  const std::string extensions = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE(extensions.find("cl_khr_command_buffer "), std::string::npos);
  EXPECT_NE(extensions.find("cl_khr_command_buffer_mutable_dispatch"), std::string::npos);
  EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, khr::kDeviceCommandBufferCapabilities),
            khr::kCapabilityKernelPrintf | khr::kCapabilityDeviceSideEnqueue |
                khr::kCapabilitySimultaneousUse | khr::kCapabilityMultipleQueue);
  EXPECT_EQ(
      Info<cl_bitfield>(clGetDeviceInfo, device, khr::kDeviceCommandBufferSupportedQueueProperties),
      cl_bitfield{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
  EXPECT_EQ(
      Info<cl_bitfield>(clGetDeviceInfo, device, khr::kDeviceCommandBufferRequiredQueueProperties),
      0u);
  EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, khr::kDeviceMutableDispatchCapabilities),
            cl_bitfield{khr::kAllFields});
}

}  // namespace
