// SPDX-License-Identifier: Apache-2.0
// Commands that move no bytes, because host and device share them: map, unmap and migrate (§5.2.4,
// 5.5.2, 5.5.4). They are ordered among the other commands.
#pragma once

#include <span>
#include <vector>

#include "runtime/memory/transfer.h"

namespace heddle {

inline constexpr cl_map_flags kMapForWriting = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

/// Checks that flags exist and do not exclude each other: CL_INVALID_VALUE.
Status valid_map_flags(cl_map_flags flags);
/// Checks also that the CL_MEM_HOST_* flags of a buffer or image allow the access:
/// CL_INVALID_OPERATION.
Status check_map_flags(const Memory& memory, cl_map_flags flags);

/// Maps `size` bytes of `memory` from `pointer`, or only a box of them, and returns `pointer`.
/// CL_INVALID_OPERATION if both this region and one that it overlaps are mapped for writing.
Result<void*> enqueue_map(Queue& queue, cl_command_type type, Memory& memory, cl_map_flags flags,
                          std::byte* pointer, size_t size, const EnqueueArgs& args,
                          const std::optional<Mappings::Box>& box = {});
/// Enqueues clEnqueueUnmapMemObject, for buffers and images.
Status enqueue_unmap(Queue& queue, Memory& memory, void* pointer, const EnqueueArgs& args);
/// Enqueues clEnqueueMigrateMemObjects or its EXT twin. All devices work in the same memory. Its
/// pages go to the NUMA node of the queue's device if that is on one; to the host means anywhere.
Status enqueue_migrate(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                       bool to_host, const EnqueueArgs& args);
/// Does the same for shared virtual memory, each range within one allocation. Ranges in no
/// allocation when the command runs stay where they are.
Status enqueue_migrate(Queue& queue, cl_command_type type,
                       std::vector<std::span<const std::byte>> ranges, bool to_host,
                       const EnqueueArgs& args);

}  // namespace heddle
