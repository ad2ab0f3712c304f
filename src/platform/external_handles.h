// SPDX-License-Identifier: Apache-2.0
// Which handles of other APIs and processes can be imported (cl_khr_external_memory,
// cl_khr_external_semaphore): what the
// kernel of this machine lacks is not claimed. Every device can do the same, so the platform can
// too.
#pragma once

#include <CL/cl.h>

#include <vector>

namespace heddle {

/// What the kernel can share beyond files. Dma-bufs and sync files have no feature test of their
/// own: they are there if something is there that makes them.
struct KernelSharing {
  bool dma_bufs;
  bool sync_files;
};
/// Of this machine, looked up once.
const KernelSharing& kernel_sharing();

using HandleTypes = std::vector<cl_uint>;
/// CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR. Images in imported memory are taken for
/// linear, whatever the type.
HandleTypes importable_memory(const KernelSharing& kernel = kernel_sharing());
/// CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR.
HandleTypes importable_semaphores(const KernelSharing& kernel = kernel_sharing());
/// CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR. A sync file is made by a driver in the kernel.
HandleTypes exportable_semaphores();

}  // namespace heddle
