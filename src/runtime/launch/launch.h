// SPDX-License-Identifier: Apache-2.0
// What compiled code is told of a launch, and what memory its groups need.
#pragma once

#include "abi/kernel_abi.h"
#include "abi/program_record.h"
#include "devices/cpu/nd_range.h"
#include "platform/context.h"
#include "platform/device.h"
#include "runtime/launch/index_space.h"
#include "support/result.h"

namespace heddle {

/// Of argument blocks and contexts.
inline constexpr uint64_t kBlockAlign = 128;
/// Per worker; a launch whose groups need more context is refused.
inline constexpr uint64_t kMaxContext = uint64_t{1} << 30;

/// Bytes of context for a group (kernel_abi.h), or the largest number.
uint64_t context_size(const KernelRecord& record, Sizes3 local);

/// What compiled code is told of a launch, but for what NDRangeJob fills in.
/// `args`: as long as `record` says.
hd_launch launch_of(const NDRange& range, const KernelRecord& record, const unsigned char* args,
                    unsigned char* globals, const Context* context = nullptr);
/// `local_memory`: bytes of a group, arguments included. `context`: see Context::number().
/// CL_OUT_OF_RESOURCES if the groups need more than the device has.
Result<cpu::LaunchSizes> launch_sizes(const NDRange& range, const KernelRecord& record,
                                      size_t local_memory, const Device& device, uint64_t context);

/// Where a local argument of `size` bytes lies in a group's local memory, of which `end` bytes are
/// taken; they are `size` more then. Both stick at the largest size_t.
size_t place_local(size_t& end, size_t size);

}  // namespace heddle
