// SPDX-License-Identifier: Apache-2.0
// The table that loaders call through ([EX2.3]). Its type is ours: that of the headers ends where
// their version of OpenCL does, and a loader that is newer than they are would read past its end.
#pragma once

#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include <cstddef>

namespace heddle {

/// Suggests a local size (OpenCL 3.1; headers before 2026 do not have it). Only the table uses it:
/// no application asks for it by name.
cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue,
                                                     cl_kernel kernel, cl_uint work_dim,
                                                     const size_t* global_work_offset,
                                                     const size_t* global_work_size,
                                                     size_t* suggested_local_work_size);

/// The entries in the order of the registry's cl_icd.h, which only ever grows at its end.
struct DispatchTable {
  /// An entry that no loader for Linux calls (Direct3D, DirectX).
  using OfWindows = void*;
  /// A function of any parameters that returns an error code.
  using Later = cl_int(CL_API_CALL*)();
  static constexpr size_t kNumLater = 32;

#define HEDDLE_ENTRY(name) decltype(&::name) name
  // OpenCL 1.0
  HEDDLE_ENTRY(clGetPlatformIDs);
  HEDDLE_ENTRY(clGetPlatformInfo);
  HEDDLE_ENTRY(clGetDeviceIDs);
  HEDDLE_ENTRY(clGetDeviceInfo);
  HEDDLE_ENTRY(clCreateContext);
  HEDDLE_ENTRY(clCreateContextFromType);
  HEDDLE_ENTRY(clRetainContext);
  HEDDLE_ENTRY(clReleaseContext);
  HEDDLE_ENTRY(clGetContextInfo);
  HEDDLE_ENTRY(clCreateCommandQueue);
  HEDDLE_ENTRY(clRetainCommandQueue);
  HEDDLE_ENTRY(clReleaseCommandQueue);
  HEDDLE_ENTRY(clGetCommandQueueInfo);
  HEDDLE_ENTRY(clSetCommandQueueProperty);
  HEDDLE_ENTRY(clCreateBuffer);
  HEDDLE_ENTRY(clCreateImage2D);
  HEDDLE_ENTRY(clCreateImage3D);
  HEDDLE_ENTRY(clRetainMemObject);
  HEDDLE_ENTRY(clReleaseMemObject);
  HEDDLE_ENTRY(clGetSupportedImageFormats);
  HEDDLE_ENTRY(clGetMemObjectInfo);
  HEDDLE_ENTRY(clGetImageInfo);
  HEDDLE_ENTRY(clCreateSampler);
  HEDDLE_ENTRY(clRetainSampler);
  HEDDLE_ENTRY(clReleaseSampler);
  HEDDLE_ENTRY(clGetSamplerInfo);
  HEDDLE_ENTRY(clCreateProgramWithSource);
  HEDDLE_ENTRY(clCreateProgramWithBinary);
  HEDDLE_ENTRY(clRetainProgram);
  HEDDLE_ENTRY(clReleaseProgram);
  HEDDLE_ENTRY(clBuildProgram);
  HEDDLE_ENTRY(clUnloadCompiler);
  HEDDLE_ENTRY(clGetProgramInfo);
  HEDDLE_ENTRY(clGetProgramBuildInfo);
  HEDDLE_ENTRY(clCreateKernel);
  HEDDLE_ENTRY(clCreateKernelsInProgram);
  HEDDLE_ENTRY(clRetainKernel);
  HEDDLE_ENTRY(clReleaseKernel);
  HEDDLE_ENTRY(clSetKernelArg);
  HEDDLE_ENTRY(clGetKernelInfo);
  HEDDLE_ENTRY(clGetKernelWorkGroupInfo);
  HEDDLE_ENTRY(clWaitForEvents);
  HEDDLE_ENTRY(clGetEventInfo);
  HEDDLE_ENTRY(clRetainEvent);
  HEDDLE_ENTRY(clReleaseEvent);
  HEDDLE_ENTRY(clGetEventProfilingInfo);
  HEDDLE_ENTRY(clFlush);
  HEDDLE_ENTRY(clFinish);
  HEDDLE_ENTRY(clEnqueueReadBuffer);
  HEDDLE_ENTRY(clEnqueueWriteBuffer);
  HEDDLE_ENTRY(clEnqueueCopyBuffer);
  HEDDLE_ENTRY(clEnqueueReadImage);
  HEDDLE_ENTRY(clEnqueueWriteImage);
  HEDDLE_ENTRY(clEnqueueCopyImage);
  HEDDLE_ENTRY(clEnqueueCopyImageToBuffer);
  HEDDLE_ENTRY(clEnqueueCopyBufferToImage);
  HEDDLE_ENTRY(clEnqueueMapBuffer);
  HEDDLE_ENTRY(clEnqueueMapImage);
  HEDDLE_ENTRY(clEnqueueUnmapMemObject);
  HEDDLE_ENTRY(clEnqueueNDRangeKernel);
  HEDDLE_ENTRY(clEnqueueTask);
  HEDDLE_ENTRY(clEnqueueNativeKernel);
  HEDDLE_ENTRY(clEnqueueMarker);
  HEDDLE_ENTRY(clEnqueueWaitForEvents);
  HEDDLE_ENTRY(clEnqueueBarrier);
  HEDDLE_ENTRY(clGetExtensionFunctionAddress);
  HEDDLE_ENTRY(clCreateFromGLBuffer);
  HEDDLE_ENTRY(clCreateFromGLTexture2D);
  HEDDLE_ENTRY(clCreateFromGLTexture3D);
  HEDDLE_ENTRY(clCreateFromGLRenderbuffer);
  HEDDLE_ENTRY(clGetGLObjectInfo);
  HEDDLE_ENTRY(clGetGLTextureInfo);
  HEDDLE_ENTRY(clEnqueueAcquireGLObjects);
  HEDDLE_ENTRY(clEnqueueReleaseGLObjects);
  HEDDLE_ENTRY(clGetGLContextInfoKHR);
  // cl_khr_d3d10_sharing
  OfWindows clGetDeviceIDsFromD3D10KHR;
  OfWindows clCreateFromD3D10BufferKHR;
  OfWindows clCreateFromD3D10Texture2DKHR;
  OfWindows clCreateFromD3D10Texture3DKHR;
  OfWindows clEnqueueAcquireD3D10ObjectsKHR;
  OfWindows clEnqueueReleaseD3D10ObjectsKHR;

  // OpenCL 1.1
  HEDDLE_ENTRY(clSetEventCallback);
  HEDDLE_ENTRY(clCreateSubBuffer);
  HEDDLE_ENTRY(clSetMemObjectDestructorCallback);
  HEDDLE_ENTRY(clCreateUserEvent);
  HEDDLE_ENTRY(clSetUserEventStatus);
  HEDDLE_ENTRY(clEnqueueReadBufferRect);
  HEDDLE_ENTRY(clEnqueueWriteBufferRect);
  HEDDLE_ENTRY(clEnqueueCopyBufferRect);

  // cl_ext_device_fission
  HEDDLE_ENTRY(clCreateSubDevicesEXT);
  HEDDLE_ENTRY(clRetainDeviceEXT);
  HEDDLE_ENTRY(clReleaseDeviceEXT);

  // cl_khr_gl_event
  HEDDLE_ENTRY(clCreateEventFromGLsyncKHR);

  // OpenCL 1.2
  HEDDLE_ENTRY(clCreateSubDevices);
  HEDDLE_ENTRY(clRetainDevice);
  HEDDLE_ENTRY(clReleaseDevice);
  HEDDLE_ENTRY(clCreateImage);
  HEDDLE_ENTRY(clCreateProgramWithBuiltInKernels);
  HEDDLE_ENTRY(clCompileProgram);
  HEDDLE_ENTRY(clLinkProgram);
  HEDDLE_ENTRY(clUnloadPlatformCompiler);
  HEDDLE_ENTRY(clGetKernelArgInfo);
  HEDDLE_ENTRY(clEnqueueFillBuffer);
  HEDDLE_ENTRY(clEnqueueFillImage);
  HEDDLE_ENTRY(clEnqueueMigrateMemObjects);
  HEDDLE_ENTRY(clEnqueueMarkerWithWaitList);
  HEDDLE_ENTRY(clEnqueueBarrierWithWaitList);
  HEDDLE_ENTRY(clGetExtensionFunctionAddressForPlatform);
  HEDDLE_ENTRY(clCreateFromGLTexture);

  // cl_khr_d3d11_sharing
  OfWindows clGetDeviceIDsFromD3D11KHR;
  OfWindows clCreateFromD3D11BufferKHR;
  OfWindows clCreateFromD3D11Texture2DKHR;
  OfWindows clCreateFromD3D11Texture3DKHR;
  OfWindows clCreateFromDX9MediaSurfaceKHR;
  OfWindows clEnqueueAcquireD3D11ObjectsKHR;
  OfWindows clEnqueueReleaseD3D11ObjectsKHR;

  // cl_khr_dx9_media_sharing
  OfWindows clGetDeviceIDsFromDX9MediaAdapterKHR;
  OfWindows clEnqueueAcquireDX9MediaSurfacesKHR;
  OfWindows clEnqueueReleaseDX9MediaSurfacesKHR;

  // cl_khr_egl_image
  HEDDLE_ENTRY(clCreateFromEGLImageKHR);
  HEDDLE_ENTRY(clEnqueueAcquireEGLObjectsKHR);
  HEDDLE_ENTRY(clEnqueueReleaseEGLObjectsKHR);

  // cl_khr_egl_event
  HEDDLE_ENTRY(clCreateEventFromEGLSyncKHR);

  // OpenCL 2.0
  HEDDLE_ENTRY(clCreateCommandQueueWithProperties);
  HEDDLE_ENTRY(clCreatePipe);
  HEDDLE_ENTRY(clGetPipeInfo);
  HEDDLE_ENTRY(clSVMAlloc);
  HEDDLE_ENTRY(clSVMFree);
  HEDDLE_ENTRY(clEnqueueSVMFree);
  HEDDLE_ENTRY(clEnqueueSVMMemcpy);
  HEDDLE_ENTRY(clEnqueueSVMMemFill);
  HEDDLE_ENTRY(clEnqueueSVMMap);
  HEDDLE_ENTRY(clEnqueueSVMUnmap);
  HEDDLE_ENTRY(clCreateSamplerWithProperties);
  HEDDLE_ENTRY(clSetKernelArgSVMPointer);
  HEDDLE_ENTRY(clSetKernelExecInfo);

  // cl_khr_sub_groups
  HEDDLE_ENTRY(clGetKernelSubGroupInfoKHR);

  // OpenCL 2.1
  HEDDLE_ENTRY(clCloneKernel);
  HEDDLE_ENTRY(clCreateProgramWithIL);
  HEDDLE_ENTRY(clEnqueueSVMMigrateMem);
  HEDDLE_ENTRY(clGetDeviceAndHostTimer);
  HEDDLE_ENTRY(clGetHostTimer);
  HEDDLE_ENTRY(clGetKernelSubGroupInfo);
  HEDDLE_ENTRY(clSetDefaultDeviceCommandQueue);

  // OpenCL 2.2
  HEDDLE_ENTRY(clSetProgramReleaseCallback);
  HEDDLE_ENTRY(clSetProgramSpecializationConstant);

  // OpenCL 3.0
  HEDDLE_ENTRY(clCreateBufferWithProperties);
  HEDDLE_ENTRY(clCreateImageWithProperties);
  HEDDLE_ENTRY(clSetContextDestructorCallback);

  // OpenCL 3.1
  decltype(&heddle::clGetKernelSuggestedLocalWorkSize) clGetKernelSuggestedLocalWorkSize;
#undef HEDDLE_ENTRY

  /// Entries of versions to come.
  Later later[kNumLater];
};
static_assert(offsetof(DispatchTable, clGetKernelSuggestedLocalWorkSize) == 149 * sizeof(void*));
static_assert(sizeof(DispatchTable) == (149 + 1 + DispatchTable::kNumLater) * sizeof(void*));

}  // namespace heddle

extern "C" const heddle::DispatchTable heddle_dispatch;
