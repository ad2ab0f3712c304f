// SPDX-License-Identifier: Apache-2.0
// What is not there yet (docs/status.md) says so: queries answer 0, calls return the documented
// errors and never crash.
#include <CL/cl_gl.h>

#include "api_test.h"

namespace {

using NotYet = ApiTest;

TEST_F(NotYet, Queries) {
  EXPECT_EQ(Info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT), cl_bool{CL_FALSE});
  for (cl_uint param : {CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
                        CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_SAMPLERS,
                        CL_DEVICE_IMAGE_PITCH_ALIGNMENT, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT,
                        CL_DEVICE_MAX_PIPE_ARGS, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
                        CL_DEVICE_PIPE_MAX_PACKET_SIZE, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
                        CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, CL_DEVICE_MAX_ON_DEVICE_QUEUES,
                        CL_DEVICE_MAX_ON_DEVICE_EVENTS}) {
    EXPECT_EQ(Info<cl_uint>(clGetDeviceInfo, device, param), 0u) << std::hex << param;
  }
  for (cl_uint param :
       {CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_WIDTH,
        CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE,
        CL_DEVICE_IMAGE_MAX_ARRAY_SIZE}) {
    EXPECT_EQ(Info<size_t>(clGetDeviceInfo, device, param), 0u) << std::hex << param;
  }
  EXPECT_EQ(Info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES),
            0u);
  EXPECT_EQ(Info<cl_command_queue_properties>(clGetDeviceInfo, device,
                                              CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            0u);
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_IL_VERSION), "");
}

TEST_F(NotYet, CreateImages) {
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  cl_int error = 1;
  EXPECT_EQ(clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImage2D(context, CL_MEM_READ_ONLY, &format, 4, 4, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImage3D(context, CL_MEM_READ_ONLY, &format, 4, 4, 4, 0, 0, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, nullptr), nullptr);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateImage(bad, CL_MEM_READ_ONLY, &format, &desc, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(NotYet, SupportedImageFormats) {
  const auto get = clGetSupportedImageFormats;
  cl_uint count = 7;
  cl_image_format format;
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE3D, 1, &format, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, &format, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(get(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(get(context, cl_mem_flags{1} << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_VALUE);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(
        Driver().clGetSupportedImageFormats(bad, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
        CL_INVALID_CONTEXT);
  }
}

TEST_F(NotYet, ImageCommands) {
  Mem buffer = Buffer(64);
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  char data[64] = {};
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(
      clEnqueueReadImage(queue, buffer, CL_TRUE, origin, region, 0, 0, data, 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(
      clEnqueueWriteImage(queue, buffer, CL_TRUE, origin, region, 0, 0, data, 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImage(queue, buffer, buffer, origin, origin, region, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, buffer, buffer, origin, region, 0, 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(
      clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, origin, region, 0, nullptr, nullptr),
      CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillImage(queue, buffer, data, origin, region, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_int error = 1;
  size_t row = 0, slice = 0;
  EXPECT_EQ(clEnqueueMapImage(queue, buffer, CL_TRUE, CL_MAP_READ, origin, region, &row, &slice, 0,
                              nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(Driver().clEnqueueReadImage(bad, buffer, CL_TRUE, origin, region, 0, 0, data, 0,
                                          nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
  }
}

TEST_F(NotYet, Samplers) {
  cl_int error = 1;
  EXPECT_EQ(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateSamplerWithProperties(context, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateSamplerWithProperties(bad, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
  for (cl_sampler bad : BadHandles<cl_sampler>()) {
    EXPECT_EQ(Driver().clRetainSampler(bad), CL_INVALID_SAMPLER);
    EXPECT_EQ(Driver().clReleaseSampler(bad), CL_INVALID_SAMPLER);
    EXPECT_EQ(Driver().clGetSamplerInfo(bad, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr),
              CL_INVALID_SAMPLER);
  }
}

TEST_F(NotYet, Pipes) {
  cl_int error = 1;
  EXPECT_EQ(clCreatePipe(context, 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreatePipe(context, CL_MEM_READ_ONLY, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreatePipe(context, 0, 0, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PIPE_SIZE);
  Mem buffer = Buffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  for (cl_mem bad : BadHandles<cl_mem>()) {
    EXPECT_EQ(Driver().clGetPipeInfo(bad, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
  }
}

TEST_F(NotYet, SharedVirtualMemory) {
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0), nullptr);
  clSVMFree(context, nullptr);
  char here[64] = {};
  void* pointers[] = {here};
  const void* const_pointers[] = {here};
  EXPECT_EQ(clEnqueueSVMFree(queue, 1, pointers, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, pointers, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, here, here + 32, 8, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, nullptr, here, 8, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, here, here, 1, 8, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, here, here, 3, 9, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, here, 8, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, here, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, here, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, const_pointers, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, here, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(Driver().clEnqueueSVMUnmap(bad, here, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  }
}

TEST_F(NotYet, DeviceQueues) {
  const cl_queue_properties on_device[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error = 1;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, on_device, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(NotYet, SharingAndLaterVersions) {
  cl_int error = 1;
  EXPECT_EQ(Driver().clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, 1, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(Driver().clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, 1, nullptr), nullptr);
  EXPECT_EQ(Driver().clEnqueueAcquireGLObjects(queue, 0, nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(Driver().clCreateBufferWithProperties(context, nullptr, 0, 64, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(Driver().clSetContextDestructorCallback(context, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

}  // namespace
