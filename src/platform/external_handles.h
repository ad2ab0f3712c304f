// SPDX-License-Identifier: Apache-2.0
// Handles of other APIs and processes that can be imported (cl_khr_external_memory,
// cl_khr_external_semaphore). Only those that this machine's kernel supports are listed. Every
// device supports the same, so the platform does, too.
#pragma once

#include <CL/cl.h>

#include <vector>

namespace heddle {

/// The kernel's means of sharing beyond files. Dma-bufs and sync files have no feature test of
/// their own: the test is for something that makes them.
struct KernelSharing {
  bool dma_bufs;
  bool sync_files;
};
/// Returns those of this machine, looked up once.
const KernelSharing& kernel_sharing();

using HandleTypes = std::vector<cl_uint>;
/// Answers CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR. Images in imported memory are assumed
/// to be linear, whatever the type.
HandleTypes importable_memory(const KernelSharing& kernel = kernel_sharing());
/// Answers CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR.
HandleTypes importable_semaphores(const KernelSharing& kernel = kernel_sharing());
/// Answers CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR. Only a driver in the kernel makes sync
/// files.
HandleTypes exportable_semaphores();

}  // namespace heddle
