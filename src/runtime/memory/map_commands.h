// SPDX-License-Identifier: Apache-2.0
// Commands that move no bytes, because host and device share them: map, unmap and migrate
// (§5.2.4, 5.5.2, 5.5.4). They keep their place among the other commands.
#pragma once

#include <span>
#include <vector>

#include "runtime/memory/transfer.h"

namespace heddle {

inline constexpr cl_map_flags kMapForWriting = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

/// CL_INVALID_VALUE for flags that do not exist or exclude each other.
Status valid_map_flags(cl_map_flags flags);
/// The same and CL_INVALID_OPERATION where the CL_MEM_HOST_* flags of a buffer or image forbid
/// the access.
Status check_map_flags(const Memory& memory, cl_map_flags flags);

/// Maps the bytes from `pointer` on that make up `size` bytes of `memory`, or only a box of them;
/// the result is `pointer`.
/// CL_INVALID_OPERATION if they overlap a region mapped for writing and this is one, too.
Result<void*> enqueue_map(Queue& queue, cl_command_type type, Memory& memory, cl_map_flags flags,
                          std::byte* pointer, size_t size, const EnqueueArgs& args,
                          const std::optional<Mappings::Box>& box = {});
/// clEnqueueUnmapMemObject, for buffers and images.
Status enqueue_unmap(Queue& queue, Memory& memory, void* pointer, const EnqueueArgs& args);
/// clEnqueueMigrateMemObjects and its EXT twin. All devices work in the same memory, of which the
/// pages go to the NUMA node of the queue's device if that is on one; to the host: they may go
/// anywhere.
Status enqueue_migrate(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                       bool to_host, const EnqueueArgs& args);
/// The same for shared virtual memory, each range within one allocation; what is in none when the
/// command runs stays where it is.
Status enqueue_migrate(Queue& queue, cl_command_type type,
                       std::vector<std::span<const std::byte>> ranges, bool to_host,
                       const EnqueueArgs& args);

}  // namespace heddle
