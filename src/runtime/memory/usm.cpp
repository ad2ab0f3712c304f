// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/usm.h"

#include <CL/cl_heddle.h>

#include <tuple>

#include "platform/property_list.h"
#include "runtime/command/enlisted.h"
#include "runtime/memory/live_memory.h"
#include "support/checked.h"

namespace heddle {
namespace {

/// Reads the flags: CL_INVALID_PROPERTY.
Result<cl_bitfield> parse_flags(const khr::Properties* properties, Allocation::Kind kind) {
  static constexpr KnownProperty known[] = {{khr::kMemAllocFlags}};
  const PropertyList list =
      TRY(PropertyList::read(properties, known, CL_INVALID_PROPERTY, "an allocation"));
  const cl_bitfield given = list.value(khr::kMemAllocFlags).value_or(0);
  const cl_bitfield placement = given & khr::kMemAllocPlacement;
  TRY(require(!(given & ~(khr::kMemAllocWriteCombined | khr::kMemAllocPlacement)),
              CL_INVALID_PROPERTY, "unknown flags of an allocation"));
  TRY(require(
      !placement || (kind == Allocation::Kind::Shared && placement != khr::kMemAllocPlacement),
      CL_INVALID_PROPERTY, "an initial placement is for shared memory, and only one"));
  return given;
}

struct Told {
  cl_uint type = khr::kMemTypeUnknown;
  const void* base = nullptr;
  size_t size = 0;
  cl_device_id device = nullptr;
  cl_bitfield flags = 0;
  // cl_heddle_memory_placement, for shared virtual memory, too.
  cl_int node = -1;
  cl_uint placements = 0;
  cl_ulong placed = 0;
};

cl_uint type_of(Allocation::Kind kind) {
  switch (kind) {
    case Allocation::Kind::Host:
      return khr::kMemTypeHost;
    case Allocation::Kind::Device:
      return khr::kMemTypeDevice;
    case Allocation::Kind::Shared:
      return khr::kMemTypeShared;
    case Allocation::Kind::SVM:
      break;
  }
  return khr::kMemTypeUnknown;
}

}  // namespace

Result<void*> usm_alloc(Context& context, const USMRequest& request) {
  Ref<Device> device;
  if (request.device || request.kind == Allocation::Kind::Device) {
    device = TRY(handle<Device>(request.device));
    TRY(require(context.has(*device), CL_INVALID_DEVICE, "the device is not of the context"));
  }
  TRY(require(Storage::is_alignment(request.alignment), CL_INVALID_VALUE,
              "alignment is no power of two up to 2 MB"));
  const cl_bitfield flags = TRY(parse_flags(request.properties, request.kind));
  TRY(require(request.size != 0 && request.size <= Device::max_mem_alloc_size(),
              CL_INVALID_BUFFER_SIZE, "size is 0 or above CL_DEVICE_MAX_MEM_ALLOC_SIZE"));
  auto storage = Storage::allocate(context.number(), request.size, request.alignment);
  // The calls have no CL_MEM_OBJECT_ALLOCATION_FAILURE.
  if (!storage) return Error{CL_OUT_OF_RESOURCES, storage.error().why};
  return Allocations::all().add({.context = Ref(context),
                                 .kind = request.kind,
                                 .device = std::move(device),
                                 .flags = flags,
                                 .size = request.size,
                                 .storage = std::move(storage).value()});
}

Status usm_free(Context& context, void* pointer, bool blocking) {
  if (!pointer) return {};
  const auto is_there = [&](const Allocation* found) {
    return found && found->is_usm() && found->context.get() == &context &&
           found->storage.data() == pointer;
  };
  const Error unknown{CL_INVALID_VALUE, "not a pointer that was allocated in this context"};
  if (!Allocations::all().find(pointer, is_there)) return unknown;
  if (blocking) {
    for (const Ref<Queue>& queue : Enlisted<Queue>::all().of(context))
      if (!queue->on_device()) queue->wait_for_all();
  }
  auto taken = Allocations::all().take(context, pointer, /*is_usm=*/true);
  if (!taken) return unknown;
  end_allocation(std::move(taken->storage), taken->size);
  return {};
}

Status usm_info(const Context& context, const void* pointer, cl_uint id, const InfoSink& sink) {
  const Told told = Allocations::all().find(pointer, [&](const Allocation* found) -> Told {
    if (!found || found->context.get() != &context) return {};
    Told all{.node = found->placement.node(),
             .placements = found->placement.count(),
             .placed = found->placement.bytes()};
    if (!found->is_usm()) return all;
    all.type = type_of(found->kind);
    all.base = found->storage.data();
    all.size = found->size;
    all.device = found->device.get();
    all.flags = found->flags;
    return all;
  });
  static constexpr std::tuple table{
      Row{khr::kMemAllocType, &Told::type},
      Row{khr::kMemAllocBasePtr, &Told::base},
      Row{khr::kMemAllocSize, &Told::size},
      Row{khr::kMemAllocDevice, &Told::device},
      Row{cl_uint{khr::kMemAllocFlags}, &Told::flags},
      Row{CL_MEM_NUMA_NODE_HEDDLE, &Told::node},
      Row{CL_MEM_PLACEMENTS_HEDDLE, &Told::placements},
      Row{CL_MEM_PLACED_BYTES_HEDDLE, &Told::placed},
  };
  return query(table, told, id, sink);
}

}  // namespace heddle
