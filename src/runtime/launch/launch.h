// SPDX-License-Identifier: Apache-2.0
// The facts that compiled code gets about a launch, and the memory that its groups need.
#pragma once

#include "abi/kernel_abi.h"
#include "abi/program_record.h"
#include "devices/cpu/nd_range.h"
#include "platform/context.h"
#include "platform/device.h"
#include "runtime/launch/index_space.h"
#include "support/result.h"

namespace heddle {

/// The most context of a worker; a launch whose groups need more is refused.
inline constexpr uint64_t kMaxContext = uint64_t{1} << 30;

/// Returns the bytes of context for a group (kernel_abi.h), or the largest number.
uint64_t context_size(const KernelRecord& record, Sizes3 local);

/// Makes the facts for compiled code, except those that NDRangeJob fills in. `args` is as long as
/// `record` says.
hd_launch launch_of(const NDRange& range, const KernelRecord& record, const unsigned char* args,
                    unsigned char* globals, const Context* context = nullptr);
/// Returns the sizes of a launch. `local_memory`: bytes of a group, arguments included. `context`:
/// see Context::number(). CL_OUT_OF_RESOURCES if the groups need more than the device has.
Result<cpu::LaunchSizes> launch_sizes(const NDRange& range, const KernelRecord& record,
                                      size_t local_memory, const Device& device, uint64_t context);

/// Returns the execution status of a command whose launch ended so (LaunchSink::failure).
cl_int launch_status(uint32_t failure);
/// Says why a launch failed.
const char* launch_failure(uint32_t failure);

/// Returns the offset of a local argument of `size` bytes in a group's local memory. Advances
/// `end`, the bytes that are taken, past it. Both saturate at the largest size_t.
size_t place_local(size_t& end, size_t size);

}  // namespace heddle
