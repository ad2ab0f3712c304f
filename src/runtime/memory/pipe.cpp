// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/pipe.h"

#include <cstring>
#include <new>
#include <tuple>

#include "abi/kernel_abi.h"
#include "runtime/memory/memory_flags.h"
#include "support/checked.h"

namespace heddle {
namespace {

static_assert(offsetof(hd_pipe, write_position) == 64);
static_assert(offsetof(hd_pipe, read_position) == 128);

const hd_pipe& shared(const Memory& pipe) {
  return *reinterpret_cast<const hd_pipe*>(pipe.data());
}

/// The layout after the struct: turns and counts, which begin as zero, then packets.
struct Layout {
  size_t packets;
  size_t size;
};

Result<Layout> layout(size_t packet_size, size_t max_packets) {
  const auto words = checked_mul(max_packets, 2 * sizeof(uint32_t));
  const auto words_end = words ? checked_add(*words, sizeof(hd_pipe)) : std::nullopt;
  const auto packets = words_end ? checked_align_up(*words_end, Storage::kAlign) : std::nullopt;
  const auto bytes = checked_mul(max_packets, packet_size);
  const auto size = packets && bytes ? checked_add(*packets, *bytes) : std::nullopt;
  TRY(require(size && *size <= Device::max_mem_alloc_size(), CL_MEM_OBJECT_ALLOCATION_FAILURE,
              "the packets take more than CL_DEVICE_MAX_MEM_ALLOC_SIZE"));
  return Layout{*packets, *size};
}

}  // namespace

Result<Ref<Memory>> create_pipe(Context& context, cl_mem_flags flags, cl_uint packet_size,
                                cl_uint max_packets, const cl_pipe_properties* properties) {
  TRY(require(!(flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}), CL_INVALID_VALUE,
              "flags that are not for pipes"));
  TRY(require(!properties, CL_INVALID_VALUE, "properties must be null"));
  TRY(require(packet_size && max_packets && packet_size <= Device::pipe_max_packet_size(),
              CL_INVALID_PIPE_SIZE, "a size is zero or above CL_DEVICE_PIPE_MAX_PACKET_SIZE"));
  const auto [packets, size] = TRY(layout(packet_size, max_packets));
  Storage storage = TRY(Storage::allocate(context.number(), size));
  std::memset(storage.data(), 0, packets);
  auto* shared = new (storage.data()) hd_pipe{};
  shared->max_packets = max_packets;
  shared->packet_size = packet_size;
  shared->turns = reinterpret_cast<uint32_t*>(storage.data() + sizeof(hd_pipe));
  shared->counts = shared->turns + max_packets;
  shared->packets = reinterpret_cast<unsigned char*>(storage.data() + packets);
  // Flags of 0 mean CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS (§5.4.1). No host call works on
  // pipes, whatever the flags.
  const cl_mem_flags complete = flags ? TRY(memory_flags(flags, kDeviceAccess | kHostAccess))
                                      : CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
  return make<Memory>(context, CL_MEM_OBJECT_PIPE, complete, size, std::move(storage), nullptr);
}

Status pipe_info(const Memory& pipe, cl_pipe_info id, const InfoSink& sink) {
  static constexpr std::tuple table{
      Row{CL_PIPE_PACKET_SIZE, [](const Memory& m) -> cl_uint { return shared(m).packet_size; }},
      Row{CL_PIPE_MAX_PACKETS, [](const Memory& m) -> cl_uint { return shared(m).max_packets; }},
      Row{CL_PIPE_PROPERTIES,
          [](const Memory&) { return std::vector<cl_pipe_properties>(); }},  // there are none
  };
  TRY(require(pipe.type() == CL_MEM_OBJECT_PIPE, CL_INVALID_MEM_OBJECT, "not a pipe"));
  return query(table, pipe, id, sink);
}

}  // namespace heddle
