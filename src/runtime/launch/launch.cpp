// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/launch.h"

#include <cstring>
#include <optional>

#include "devices/cpu/topology.h"
#include "support/checked.h"

namespace heddle {
namespace {

/// Tells whether a launch goes through so much memory that the caches keep nothing for the next
/// one. A launch that writes where it reads does not count: the lines are in the caches anyway, and
/// non-temporal stores would throw them out.
bool streams(const KernelRecord& record, const NDRange& range, const unsigned char* args) {
  if (record.streamed_per_item == 0) return false;
  const uint64_t least = cpu::topology().streamed_bytes();
  const auto items = checked_mul(range.global[0], range.global[1], range.global[2]);
  const auto bytes = items ? checked_mul(*items, record.streamed_per_item) : std::nullopt;
  if (bytes && *bytes < 3 * least) return false;
  const auto address = [&](const ArgRecord& arg) {
    uintptr_t pointer;
    std::memcpy(&pointer, args + arg.offset, sizeof(pointer));
    return pointer;
  };
  for (const ArgRecord& written : record.args) {
    for (const ArgRecord& read : record.args) {
      if (!written.is_streamed || !read.is_read) continue;
      const uintptr_t to = address(written), from = address(read);
      if ((to < from ? from - to : to - from) < least) return false;
    }
  }
  return true;
}

}  // namespace

hd_launch launch_of(const NDRange& range, const KernelRecord& record, const unsigned char* args,
                    unsigned char* globals, const Context* context) {
  static constexpr uint32_t kNever = 0;
  hd_launch launch{};
  launch.abi_version = HD_ABI_VERSION;
  launch.work_dim = range.work_dim;
  for (size_t d = 0; d < 3; ++d) {
    launch.global_size[d] = range.global[d];
    launch.global_offset[d] = range.offset[d];
    launch.enqueued_local_size[d] = range.local[d];
    launch.num_groups[d] = (range.global[d] - 1) / range.local[d] + 1;
  }
  launch.args = args;
  launch.globals = globals;
  launch.streams = streams(record, range, args);
  launch.stop = context ? context->stop_flag() : &kNever;
  return launch;
}

Result<cpu::LaunchSizes> launch_sizes(const NDRange& range, const KernelRecord& record,
                                      size_t local_memory, const Device& device, uint64_t context) {
  cpu::LaunchSizes sizes{
      .local_memory = local_memory, .context = context_size(record, range.local), .owner = context};
  if (!record.uses_barriers && sizes.local_memory == 0) {  // nothing depends on where groups end
    sizes.lane_width = record.lane_width;
    sizes.lane_dimension = record.lane_dimension;
    sizes.lane_rows = record.lane_rows;
  }
  TRY(require(sizes.local_memory <= device.local_mem_size(), CL_OUT_OF_RESOURCES,
              "the kernel needs more local memory than there is"));
  TRY(require(sizes.context <= kMaxContext, CL_OUT_OF_RESOURCES,
              "the work-groups need more private memory than there is"));
  return sizes;
}

uint64_t context_size(const KernelRecord& record, Sizes3 local) {
  if (record.context_fixed == 0 && record.context_per_item == 0) return 0;
  if (record.linear_lanes)
    local = {checked_mul(local[0], local[1], local[2]).value_or(~size_t{0}), 1, 1};
  size_t& along = local[record.lane_dimension];
  along = checked_align_up(along, size_t{record.lane_width}).value_or(~size_t{0});
  const auto items = checked_mul(local[0], local[1], local[2]);
  const auto fixed = checked_align_up(record.context_fixed, uint64_t{HD_MAX_TYPE_ALIGN});
  const auto grown = items ? checked_mul(record.context_per_item, *items) : std::nullopt;
  const auto each = grown ? checked_align_up(*grown, uint64_t{HD_MAX_TYPE_ALIGN}) : std::nullopt;
  return (fixed && each ? checked_add(*fixed, *each) : std::nullopt).value_or(UINT64_MAX);
}

cl_int launch_status(uint32_t failure) {
  if (failure == 0) return CL_COMPLETE;
  return failure == HD_FAILURE_NAMED_BARRIER ? CL_INVALID_OPERATION : CL_OUT_OF_RESOURCES;
}

const char* launch_failure(uint32_t failure) {
  return failure == HD_FAILURE_MEMORY
             ? "no memory for the work-groups of a kernel"
             : "a named barrier of a kernel waits for more sub-groups than its work-group has, or "
               "for none";
}

size_t place_local(size_t& end, size_t size) {
  constexpr size_t kAlign = HD_MAX_TYPE_ALIGN;
  size_t begin = 0;
  size_t next = 0;
  if (__builtin_add_overflow(end, kAlign - 1, &begin)) return end = SIZE_MAX;
  begin &= ~(kAlign - 1);
  end = __builtin_add_overflow(begin, size, &next) ? SIZE_MAX : next;
  return begin;
}

}  // namespace heddle
