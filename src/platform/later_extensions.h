// SPDX-License-Identifier: Apache-2.0
// Types and values of extensions in revisions that the oldest supported headers (2023) lack or
// define differently. They are the registry's, under names of our own where they could collide.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstddef>

struct _cl_command_buffer_khr;
struct _cl_mutable_command_khr;
struct _cl_semaphore_khr;

namespace heddle::khr {

// ---- cl_khr_command_buffer 0.9.8

using CommandBufferHandle = ::_cl_command_buffer_khr*;
using MutableCommandHandle = ::_cl_mutable_command_khr*;
using SyncPoint = cl_uint;
using Properties = cl_ulong;  ///< names and values, ended by a 0

inline constexpr cl_uint kDeviceCommandBufferCapabilities = 0x12A9;
inline constexpr cl_uint kDeviceCommandBufferSupportedQueueProperties = 0x129A;
inline constexpr cl_uint kDeviceCommandBufferRequiredQueueProperties = 0x12AA;
inline constexpr cl_bitfield kCapabilityKernelPrintf = 1 << 0;
inline constexpr cl_bitfield kCapabilityDeviceSideEnqueue = 1 << 1;
inline constexpr cl_bitfield kCapabilitySimultaneousUse = 1 << 2;
inline constexpr cl_bitfield kCapabilityMultipleQueue = 1 << 4;

inline constexpr Properties kCommandBufferFlags = 0x1293;
inline constexpr cl_bitfield kFlagSimultaneousUse = 1 << 0;
inline constexpr cl_bitfield kFlagMutable = 1 << 1;
inline constexpr cl_bitfield kFlagDeviceSideSync = 1 << 2;
inline constexpr cl_bitfield kAllCommandBufferFlags = (1 << 3) - 1;

inline constexpr cl_int kInvalidCommandBuffer = -1138;
inline constexpr cl_int kInvalidSyncPointWaitList = -1139;
inline constexpr cl_int kIncompatibleCommandQueue = -1140;

inline constexpr cl_uint kCommandBufferQueues = 0x1294;
inline constexpr cl_uint kCommandBufferNumQueues = 0x1295;
inline constexpr cl_uint kCommandBufferReferenceCount = 0x1296;
inline constexpr cl_uint kCommandBufferState = 0x1297;
inline constexpr cl_uint kCommandBufferPropertiesArray = 0x1298;
inline constexpr cl_uint kCommandBufferContext = 0x1299;

enum State : cl_uint { kRecording = 0, kExecutable = 1, kFinalized = 2 };

inline constexpr cl_command_type kCommandCommandBuffer = 0x12A8;

// ---- cl_khr_command_buffer_multi_device 0.9.2

inline constexpr cl_uint kPlatformCommandBufferCapabilities = 0x0908;
inline constexpr cl_bitfield kPlatformUniversalSync = 1 << 0;
inline constexpr cl_bitfield kPlatformRemapQueues = 1 << 1;
inline constexpr cl_bitfield kPlatformAutomaticRemap = 1 << 2;
inline constexpr cl_uint kDeviceCommandBufferNumSyncDevices = 0x12AB;
inline constexpr cl_uint kDeviceCommandBufferSyncDevices = 0x12AC;

// ---- cl_khr_command_buffer_mutable_dispatch 0.9.5

inline constexpr Properties kCommandBufferAsserts = 0x12B7;
inline constexpr Properties kMutableDispatchAsserts = 0x12B8;
inline constexpr cl_bitfield kAssertNoAdditionalWorkGroups = 1 << 0;

inline constexpr cl_int kInvalidMutableCommand = -1141;
inline constexpr cl_uint kDeviceMutableDispatchCapabilities = 0x12B0;
inline constexpr Properties kMutableDispatchUpdatableFields = 0x12B1;
enum Field : cl_bitfield {
  kGlobalOffset = 1 << 0,
  kGlobalSize = 1 << 1,
  kLocalSize = 1 << 2,
  kArguments = 1 << 3,
  kExecInfo = 1 << 4,
  kAllFields = (1 << 5) - 1,
};

inline constexpr cl_uint kMutableCommandQueue = 0x12A0;
inline constexpr cl_uint kMutableCommandCommandBuffer = 0x12A1;
inline constexpr cl_uint kMutableCommandType = 0x12AD;
inline constexpr cl_uint kMutableCommandPropertiesArray = 0x12A2;
inline constexpr cl_uint kMutableDispatchKernel = 0x12A3;
inline constexpr cl_uint kMutableDispatchDimensions = 0x12A4;
inline constexpr cl_uint kMutableDispatchGlobalWorkOffset = 0x12A5;
inline constexpr cl_uint kMutableDispatchGlobalWorkSize = 0x12A6;
inline constexpr cl_uint kMutableDispatchLocalWorkSize = 0x12A7;

inline constexpr cl_uint kStructureMutableDispatchConfig = 0;

struct MutableDispatchArg {
  cl_uint arg_index;
  size_t arg_size;
  const void* arg_value;
};
struct MutableDispatchExecInfo {
  cl_uint param_name;
  size_t param_value_size;
  const void* param_value;
};
struct MutableDispatchConfig {
  MutableCommandHandle command{};
  cl_uint num_args{};
  cl_uint num_svm_args{};
  cl_uint num_exec_infos{};
  cl_uint work_dim{};
  const MutableDispatchArg* arg_list{};
  const MutableDispatchArg* arg_svm_list{};
  const MutableDispatchExecInfo* exec_info_list{};
  const size_t* global_work_offset{};
  const size_t* global_work_size{};
  const size_t* local_work_size{};
};

// ---- cl_khr_semaphore 1.0.0

using SemaphoreHandle = ::_cl_semaphore_khr*;

inline constexpr cl_uint kPlatformSemaphoreTypes = 0x2036;
inline constexpr cl_uint kDeviceSemaphoreTypes = 0x204C;
inline constexpr cl_uint kSemaphoreTypeBinary = 1;

inline constexpr Properties kSemaphoreType = 0x203D;
inline constexpr Properties kSemaphoreDeviceHandleList = 0x2053;
inline constexpr Properties kSemaphoreDeviceHandleListEnd = 0;

inline constexpr cl_uint kSemaphoreContext = 0x2039;
inline constexpr cl_uint kSemaphoreReferenceCount = 0x203A;
inline constexpr cl_uint kSemaphoreProperties = 0x203B;
inline constexpr cl_uint kSemaphorePayload = 0x203C;

inline constexpr cl_command_type kCommandSemaphoreWait = 0x2042;
inline constexpr cl_command_type kCommandSemaphoreSignal = 0x2043;
inline constexpr cl_int kInvalidSemaphore = -1142;

// ---- cl_khr_external_semaphore 1.0.1, with ..._opaque_fd 1.0.0 and ..._sync_fd 1.0.1

inline constexpr cl_uint kPlatformSemaphoreImportHandleTypes = 0x2037;
inline constexpr cl_uint kPlatformSemaphoreExportHandleTypes = 0x2038;
inline constexpr cl_uint kDeviceSemaphoreImportHandleTypes = 0x204D;
inline constexpr cl_uint kDeviceSemaphoreExportHandleTypes = 0x204E;

inline constexpr cl_uint kSemaphoreHandleOpaqueFd = 0x2055;
inline constexpr cl_uint kSemaphoreHandleSyncFd = 0x2058;
inline constexpr Properties kSemaphoreExportHandleTypes = 0x203F;
inline constexpr cl_uint kSemaphoreExportable = 0x2054;

// ---- cl_khr_external_memory 1.0.1, with ..._opaque_fd 1.0.0 and ..._dma_buf 1.0.0

inline constexpr cl_uint kPlatformExternalMemoryImportHandleTypes = 0x2044;
inline constexpr cl_uint kDeviceExternalMemoryImportHandleTypes = 0x204F;
inline constexpr cl_uint kDeviceExternalMemoryAssumeLinearImages = 0x2052;

inline constexpr cl_uint kMemoryHandleOpaqueFd = 0x2060;
inline constexpr cl_uint kMemoryHandleDmaBuf = 0x2067;
inline constexpr Properties kMemDeviceHandleList = 0x2051;

inline constexpr cl_command_type kCommandAcquireExternalMemory = 0x2047;
inline constexpr cl_command_type kCommandReleaseExternalMemory = 0x2048;

// ---- cl_ext_buffer_device_address 1.0.2

using DeviceAddress = cl_ulong;
inline constexpr cl_mem_properties kMemDevicePrivateAddress = 0x5000;
inline constexpr cl_uint kMemDeviceAddress = 0x5001;
inline constexpr cl_uint kExecInfoDevicePtrs = 0x5002;

// ---- cl_ext_image_requirements_info 0.5.0, cl_ext_image_from_buffer 1.0.0

inline constexpr cl_uint kImageRequirementsRowPitchAlignment = 0x1290;
inline constexpr cl_uint kImageRequirementsSlicePitchAlignment = 0x1291;
inline constexpr cl_uint kImageRequirementsBaseAddressAlignment = 0x1292;
inline constexpr cl_uint kImageRequirementsSize = 0x12B2;
inline constexpr cl_uint kImageRequirementsMaxWidth = 0x12B3;
inline constexpr cl_uint kImageRequirementsMaxHeight = 0x12B4;
inline constexpr cl_uint kImageRequirementsMaxDepth = 0x12B5;
inline constexpr cl_uint kImageRequirementsMaxArraySize = 0x12B6;

// ---- cl_ext_immutable_memory_objects 1.0.0

inline constexpr cl_mem_flags kMemImmutable = 1 << 6;

// ---- cl_ext_float_atomics 1.0.0

inline constexpr cl_uint kDeviceSingleFloatAtomics = 0x4231;
inline constexpr cl_uint kDeviceDoubleFloatAtomics = 0x4232;
inline constexpr cl_uint kDeviceHalfFloatAtomics = 0x4233;
/// Load, store and exchange; add; minimum and maximum: in global memory, and in local memory.
inline constexpr cl_bitfield kAllFloatAtomics = 0x70007;

// ---- cl_khr_kernel_clock 1.0.0

inline constexpr cl_uint kDeviceKernelClockCapabilities = 0x1076;
/// Device, work-group, sub-group.
inline constexpr cl_bitfield kAllClockScopes = 0x7;

// ---- cl_khr_spirv_queries 1.0.0

inline constexpr cl_uint kDeviceSpirvInstructionSets = 0x12B9;
inline constexpr cl_uint kDeviceSpirvExtensions = 0x12BA;
inline constexpr cl_uint kDeviceSpirvCapabilities = 0x12BB;

// ---- cl_intel_unified_shared_memory 1.2.0

inline constexpr cl_uint kDeviceHostMemCapabilities = 0x4190;
inline constexpr cl_uint kDeviceDeviceMemCapabilities = 0x4191;
inline constexpr cl_uint kDeviceSingleDeviceSharedMemCapabilities = 0x4192;
inline constexpr cl_uint kDeviceCrossDeviceSharedMemCapabilities = 0x4193;
inline constexpr cl_uint kDeviceSharedSystemMemCapabilities = 0x4194;
/// Access, atomic access, concurrent access, concurrent atomic access.
inline constexpr cl_bitfield kAllUSMAccess = 0xf;

inline constexpr Properties kMemAllocFlags = 0x4195;
inline constexpr cl_bitfield kMemAllocWriteCombined = 1 << 0;
inline constexpr cl_bitfield kMemAllocPlacement = 1 << 1 | 1 << 2;  ///< device, host

inline constexpr cl_uint kMemTypeUnknown = 0x4196;
inline constexpr cl_uint kMemTypeHost = 0x4197;
inline constexpr cl_uint kMemTypeDevice = 0x4198;
inline constexpr cl_uint kMemTypeShared = 0x4199;

inline constexpr cl_uint kMemAllocType = 0x419A;
inline constexpr cl_uint kMemAllocBasePtr = 0x419B;
inline constexpr cl_uint kMemAllocSize = 0x419C;
inline constexpr cl_uint kMemAllocDevice = 0x419D;

inline constexpr cl_uint kExecInfoIndirectHostAccess = 0x4200;
inline constexpr cl_uint kExecInfoIndirectDeviceAccess = 0x4201;
inline constexpr cl_uint kExecInfoIndirectSharedAccess = 0x4202;
inline constexpr cl_uint kExecInfoUSMPtrs = 0x4203;

inline constexpr cl_command_type kCommandMemFill = 0x4204;
inline constexpr cl_command_type kCommandMemcpy = 0x4205;
inline constexpr cl_command_type kCommandMigrateMem = 0x4206;
inline constexpr cl_command_type kCommandMemAdvise = 0x4207;

}  // namespace heddle::khr
