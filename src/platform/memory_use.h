// SPDX-License-Identifier: Apache-2.0
// The memory that the driver has allocated for objects of this process: buffers, images, pipes, SVM
// and USM, program-scope variables. Host and device have one memory, so whoever takes more than
// CL_DEVICE_GLOBAL_MEM_SIZE would be ended by the system some time later, when it is written to.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

/// False, and nothing was taken, if that would be more than there is.
bool take_global_memory(size_t size) noexcept;
void give_back_global_memory(size_t size) noexcept;
/// In bytes.
uint64_t global_memory_in_use() noexcept;

}  // namespace heddle
