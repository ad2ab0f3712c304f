// SPDX-License-Identifier: Apache-2.0
// The memory that the driver has allocated for objects of this process: buffers, images, pipes, SVM
// and USM, program-scope variables. Host and device share one memory. The system would end a
// process that takes more than CL_DEVICE_GLOBAL_MEM_SIZE some time later, when it writes to the
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

/// Reserves `size` bytes. Returns false, and takes nothing, if that is more than there is.
bool take_global_memory(size_t size) noexcept;
void give_back_global_memory(size_t size) noexcept;
/// Returns bytes.
uint64_t global_memory_in_use() noexcept;

}  // namespace heddle
