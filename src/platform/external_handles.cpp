// SPDX-License-Identifier: Apache-2.0
#include "platform/external_handles.h"

#include <unistd.h>

#include <algorithm>
#include <initializer_list>

#include "platform/later_extensions.h"

namespace heddle {
namespace {

bool any_there(std::initializer_list<const char*> paths) {
  return std::ranges::any_of(paths, [](const char* path) { return access(path, F_OK) == 0; });
}

}  // namespace

const KernelSharing& kernel_sharing() {
  static const KernelSharing found{
      .dma_bufs = any_there({"/dev/udmabuf", "/dev/dma_heap", "/dev/dri"}),
      .sync_files = any_there({"/dev/sw_sync", "/sys/kernel/debug/sync/sw_sync", "/dev/dri"})};
  return found;
}

HandleTypes importable_memory(const KernelSharing& kernel) {
  HandleTypes types{khr::kMemoryHandleOpaqueFd};
  if (kernel.dma_bufs) types.push_back(khr::kMemoryHandleDmaBuf);
  return types;
}

HandleTypes importable_semaphores(const KernelSharing& kernel) {
  HandleTypes types{khr::kSemaphoreHandleOpaqueFd};
  if (kernel.sync_files) types.push_back(khr::kSemaphoreHandleSyncFd);
  return types;
}

HandleTypes exportable_semaphores() {
  return {khr::kSemaphoreHandleOpaqueFd};
}

}  // namespace heddle
