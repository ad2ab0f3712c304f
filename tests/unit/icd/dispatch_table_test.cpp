// SPDX-License-Identifier: Apache-2.0
// The table against that of the headers that it is compiled with, whatever their version.
#include "icd/dispatch_table.h"

#include <CL/cl_icd.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using heddle::DispatchTable;

#define SAME_PLACE(name)                                                            \
  static_assert(offsetof(DispatchTable, name) == offsetof(cl_icd_dispatch, name) && \
                    sizeof(DispatchTable::name) == sizeof(cl_icd_dispatch::name),   \
                "cl_icd.h has it elsewhere")
SAME_PLACE(clGetPlatformIDs);
SAME_PLACE(clGetPlatformInfo);
SAME_PLACE(clGetDeviceIDs);
SAME_PLACE(clGetDeviceInfo);
SAME_PLACE(clCreateContext);
SAME_PLACE(clCreateContextFromType);
SAME_PLACE(clRetainContext);
SAME_PLACE(clReleaseContext);
SAME_PLACE(clGetContextInfo);
SAME_PLACE(clCreateCommandQueue);
SAME_PLACE(clRetainCommandQueue);
SAME_PLACE(clReleaseCommandQueue);
SAME_PLACE(clGetCommandQueueInfo);
SAME_PLACE(clSetCommandQueueProperty);
SAME_PLACE(clCreateBuffer);
SAME_PLACE(clCreateImage2D);
SAME_PLACE(clCreateImage3D);
SAME_PLACE(clRetainMemObject);
SAME_PLACE(clReleaseMemObject);
SAME_PLACE(clGetSupportedImageFormats);
SAME_PLACE(clGetMemObjectInfo);
SAME_PLACE(clGetImageInfo);
SAME_PLACE(clCreateSampler);
SAME_PLACE(clRetainSampler);
SAME_PLACE(clReleaseSampler);
SAME_PLACE(clGetSamplerInfo);
SAME_PLACE(clCreateProgramWithSource);
SAME_PLACE(clCreateProgramWithBinary);
SAME_PLACE(clRetainProgram);
SAME_PLACE(clReleaseProgram);
SAME_PLACE(clBuildProgram);
SAME_PLACE(clUnloadCompiler);
SAME_PLACE(clGetProgramInfo);
SAME_PLACE(clGetProgramBuildInfo);
SAME_PLACE(clCreateKernel);
SAME_PLACE(clCreateKernelsInProgram);
SAME_PLACE(clRetainKernel);
SAME_PLACE(clReleaseKernel);
SAME_PLACE(clSetKernelArg);
SAME_PLACE(clGetKernelInfo);
SAME_PLACE(clGetKernelWorkGroupInfo);
SAME_PLACE(clWaitForEvents);
SAME_PLACE(clGetEventInfo);
SAME_PLACE(clRetainEvent);
SAME_PLACE(clReleaseEvent);
SAME_PLACE(clGetEventProfilingInfo);
SAME_PLACE(clFlush);
SAME_PLACE(clFinish);
SAME_PLACE(clEnqueueReadBuffer);
SAME_PLACE(clEnqueueWriteBuffer);
SAME_PLACE(clEnqueueCopyBuffer);
SAME_PLACE(clEnqueueReadImage);
SAME_PLACE(clEnqueueWriteImage);
SAME_PLACE(clEnqueueCopyImage);
SAME_PLACE(clEnqueueCopyImageToBuffer);
SAME_PLACE(clEnqueueCopyBufferToImage);
SAME_PLACE(clEnqueueMapBuffer);
SAME_PLACE(clEnqueueMapImage);
SAME_PLACE(clEnqueueUnmapMemObject);
SAME_PLACE(clEnqueueNDRangeKernel);
SAME_PLACE(clEnqueueTask);
SAME_PLACE(clEnqueueNativeKernel);
SAME_PLACE(clEnqueueMarker);
SAME_PLACE(clEnqueueWaitForEvents);
SAME_PLACE(clEnqueueBarrier);
SAME_PLACE(clGetExtensionFunctionAddress);
SAME_PLACE(clCreateFromGLBuffer);
SAME_PLACE(clCreateFromGLTexture2D);
SAME_PLACE(clCreateFromGLTexture3D);
SAME_PLACE(clCreateFromGLRenderbuffer);
SAME_PLACE(clGetGLObjectInfo);
SAME_PLACE(clGetGLTextureInfo);
SAME_PLACE(clEnqueueAcquireGLObjects);
SAME_PLACE(clEnqueueReleaseGLObjects);
SAME_PLACE(clGetGLContextInfoKHR);
SAME_PLACE(clGetDeviceIDsFromD3D10KHR);
SAME_PLACE(clCreateFromD3D10BufferKHR);
SAME_PLACE(clCreateFromD3D10Texture2DKHR);
SAME_PLACE(clCreateFromD3D10Texture3DKHR);
SAME_PLACE(clEnqueueAcquireD3D10ObjectsKHR);
SAME_PLACE(clEnqueueReleaseD3D10ObjectsKHR);
SAME_PLACE(clSetEventCallback);
SAME_PLACE(clCreateSubBuffer);
SAME_PLACE(clSetMemObjectDestructorCallback);
SAME_PLACE(clCreateUserEvent);
SAME_PLACE(clSetUserEventStatus);
SAME_PLACE(clEnqueueReadBufferRect);
SAME_PLACE(clEnqueueWriteBufferRect);
SAME_PLACE(clEnqueueCopyBufferRect);
SAME_PLACE(clCreateSubDevicesEXT);
SAME_PLACE(clRetainDeviceEXT);
SAME_PLACE(clReleaseDeviceEXT);
SAME_PLACE(clCreateEventFromGLsyncKHR);
SAME_PLACE(clCreateSubDevices);
SAME_PLACE(clRetainDevice);
SAME_PLACE(clReleaseDevice);
SAME_PLACE(clCreateImage);
SAME_PLACE(clCreateProgramWithBuiltInKernels);
SAME_PLACE(clCompileProgram);
SAME_PLACE(clLinkProgram);
SAME_PLACE(clUnloadPlatformCompiler);
SAME_PLACE(clGetKernelArgInfo);
SAME_PLACE(clEnqueueFillBuffer);
SAME_PLACE(clEnqueueFillImage);
SAME_PLACE(clEnqueueMigrateMemObjects);
SAME_PLACE(clEnqueueMarkerWithWaitList);
SAME_PLACE(clEnqueueBarrierWithWaitList);
SAME_PLACE(clGetExtensionFunctionAddressForPlatform);
SAME_PLACE(clCreateFromGLTexture);
SAME_PLACE(clGetDeviceIDsFromD3D11KHR);
SAME_PLACE(clCreateFromD3D11BufferKHR);
SAME_PLACE(clCreateFromD3D11Texture2DKHR);
SAME_PLACE(clCreateFromD3D11Texture3DKHR);
SAME_PLACE(clCreateFromDX9MediaSurfaceKHR);
SAME_PLACE(clEnqueueAcquireD3D11ObjectsKHR);
SAME_PLACE(clEnqueueReleaseD3D11ObjectsKHR);
SAME_PLACE(clGetDeviceIDsFromDX9MediaAdapterKHR);
SAME_PLACE(clEnqueueAcquireDX9MediaSurfacesKHR);
SAME_PLACE(clEnqueueReleaseDX9MediaSurfacesKHR);
SAME_PLACE(clCreateFromEGLImageKHR);
SAME_PLACE(clEnqueueAcquireEGLObjectsKHR);
SAME_PLACE(clEnqueueReleaseEGLObjectsKHR);
SAME_PLACE(clCreateEventFromEGLSyncKHR);
SAME_PLACE(clCreateCommandQueueWithProperties);
SAME_PLACE(clCreatePipe);
SAME_PLACE(clGetPipeInfo);
SAME_PLACE(clSVMAlloc);
SAME_PLACE(clSVMFree);
SAME_PLACE(clEnqueueSVMFree);
SAME_PLACE(clEnqueueSVMMemcpy);
SAME_PLACE(clEnqueueSVMMemFill);
SAME_PLACE(clEnqueueSVMMap);
SAME_PLACE(clEnqueueSVMUnmap);
SAME_PLACE(clCreateSamplerWithProperties);
SAME_PLACE(clSetKernelArgSVMPointer);
SAME_PLACE(clSetKernelExecInfo);
SAME_PLACE(clGetKernelSubGroupInfoKHR);
SAME_PLACE(clCloneKernel);
SAME_PLACE(clCreateProgramWithIL);
SAME_PLACE(clEnqueueSVMMigrateMem);
SAME_PLACE(clGetDeviceAndHostTimer);
SAME_PLACE(clGetHostTimer);
SAME_PLACE(clGetKernelSubGroupInfo);
SAME_PLACE(clSetDefaultDeviceCommandQueue);
SAME_PLACE(clSetProgramReleaseCallback);
SAME_PLACE(clSetProgramSpecializationConstant);
SAME_PLACE(clCreateBufferWithProperties);
SAME_PLACE(clCreateImageWithProperties);
SAME_PLACE(clSetContextDestructorCallback);
#undef SAME_PLACE

/// Where headers of OpenCL 3.1 have its entry; ours, where they are older.
template <class Table>
constexpr size_t place_of_suggested_size() {
  if constexpr (requires(Table table) { table.clGetKernelSuggestedLocalWorkSize; })
    return offsetof(Table, clGetKernelSuggestedLocalWorkSize);
  return offsetof(DispatchTable, clGetKernelSuggestedLocalWorkSize);
}
static_assert(place_of_suggested_size<cl_icd_dispatch>() ==
              offsetof(DispatchTable, clGetKernelSuggestedLocalWorkSize));

// If this fails OpenCL has a new version: its entries have places in `later`.
static_assert(sizeof(cl_icd_dispatch) <= offsetof(DispatchTable, later));

TEST(DispatchTable, CanBeReadToItsEnd) {
  const auto* entry = reinterpret_cast<void* const*>(&heddle_dispatch);
  const auto* const end = entry + sizeof(DispatchTable) / sizeof(void*);
  const size_t of_windows =
      static_cast<size_t>(std::count(entry, end, static_cast<void*>(nullptr)));
  EXPECT_EQ(of_windows, 6u + 10u);  // Direct3D 10; Direct3D 11 and DX9
  EXPECT_TRUE(heddle_dispatch.clGetKernelSuggestedLocalWorkSize ==
              &heddle::clGetKernelSuggestedLocalWorkSize);
  for (const DispatchTable::Later later : heddle_dispatch.later) {
    ASSERT_NE(later, nullptr);
    EXPECT_EQ(later(), CL_INVALID_OPERATION);
  }
}

TEST(DispatchTable, TheEntryOf31Checks) {
  size_t local = 7;
  const size_t global = 64;
  EXPECT_EQ(heddle_dispatch.clGetKernelSuggestedLocalWorkSize(nullptr, nullptr, 1, nullptr, &global,
                                                              &local),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(local, 7u);
}

}  // namespace
