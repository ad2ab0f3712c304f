// SPDX-License-Identifier: Apache-2.0
// Queries of kernels (§5.9.4).
#include <CL/cl_heddle.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "platform/info.h"
#include "runtime/code/compiler_door.h"
#include "runtime/kernel/kernel.h"
#include "runtime/launch/sub_groups.h"
#include "support/checked.h"
#include "support/cpu_features.h"

namespace heddle {
namespace {

/// Tells whether the program came from a binary. A binary remembers its origin; SPIR is as good as
/// a source (cl_khr_spir).
bool from_binary(const Kernel& kernel) {
  return std::ranges::any_of(kernel.program().states(), [](const Program::DeviceState& state) {
    return state.loaded && state.loaded->record().kind != ProgramKind::Intermediate;
  });
}

bool from_source(const Kernel& kernel) {
  return !from_binary(kernel) && kernel.on_devices()->front()->program_record().from_source;
}

constexpr std::tuple kKernelInfo{
    Row{CL_KERNEL_FUNCTION_NAME, [](const Kernel& kernel) { return kernel.declared().name; }},
    Row{CL_KERNEL_NUM_ARGS,
        [](const Kernel& kernel) { return static_cast<cl_uint>(kernel.declared().args.size()); }},
    Row{CL_KERNEL_REFERENCE_COUNT, &Kernel::user_count},
    Row{CL_KERNEL_CONTEXT, [](const Kernel& kernel) -> cl_context { return &kernel.context(); }},
    Row{CL_KERNEL_PROGRAM, [](const Kernel& kernel) -> cl_program { return &kernel.program(); }},
    // Empty unless the program came from OpenCL C source.
    Row{CL_KERNEL_ATTRIBUTES,
        [](const Kernel& kernel) {
          return from_source(kernel) ? kernel.declared().attributes : std::string();
        }},
};

cl_kernel_arg_address_qualifier address(const ArgRecord& arg) {
  switch (arg.address_space) {
    case AddressSpace::Global:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case AddressSpace::Constant:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case AddressSpace::Local:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    case AddressSpace::Private:
      break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier access(const ArgRecord& arg) {
  switch (arg.access) {
    case Access::ReadOnly:
      return CL_KERNEL_ARG_ACCESS_READ_ONLY;
    case Access::WriteOnly:
      return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    case Access::ReadWrite:
      return CL_KERNEL_ARG_ACCESS_READ_WRITE;
    case Access::None:
      break;
  }
  return CL_KERNEL_ARG_ACCESS_NONE;
}

static_assert(kConst == CL_KERNEL_ARG_TYPE_CONST && kRestrict == CL_KERNEL_ARG_TYPE_RESTRICT &&
              kVolatile == CL_KERNEL_ARG_TYPE_VOLATILE && kPipe == CL_KERNEL_ARG_TYPE_PIPE);

constexpr std::tuple kArgInfo{
    Row{CL_KERNEL_ARG_ADDRESS_QUALIFIER, &address},
    Row{CL_KERNEL_ARG_ACCESS_QUALIFIER, &access},
    Row{CL_KERNEL_ARG_TYPE_NAME, &ArgRecord::type_name},
    Row{CL_KERNEL_ARG_TYPE_QUALIFIER,
        [](const ArgRecord& arg) { return cl_kernel_arg_type_qualifier{arg.qualifiers}; }},
    Row{CL_KERNEL_ARG_NAME, &ArgRecord::name},
};

/// A kernel on the device of a query.
struct Asked {
  const Kernel& kernel;
  const KernelRecord& record;
};

constexpr std::tuple kWorkGroupInfo{
    Row{CL_KERNEL_WORK_GROUP_SIZE,
        [](const Asked& asked) -> size_t { return asked.record.max_group_size; }},
    Row{CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
        [](const Asked& asked) {
          const auto& size = asked.record.required_group_size;
          return std::array<size_t, 3>{size[0], size[1], size[2]};
        }},
    Row{CL_KERNEL_LOCAL_MEM_SIZE,
        [](const Asked& asked) -> cl_ulong {
          return asked.kernel.args().local_memory(asked.record);
        }},
    // Groups of whole vectors leave no lane idle: vectors of the kernel's own width, or else of
    // 32-bit values.
    Row{CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
        [](const Asked& asked) -> size_t {
          if (asked.record.lane_width > 1) return asked.record.lane_width;
          return vector_bytes(compile_target().cpu).floats / sizeof(cl_float);
        }},
    Row{CL_KERNEL_PRIVATE_MEM_SIZE,
        [](const Asked& asked) -> cl_ulong { return asked.record.private_size; }},
    // None is set aside: registers are spilled to the worker's stack.
    Row{CL_KERNEL_SPILL_MEM_SIZE_INTEL, [](const Asked&) { return cl_ulong{0}; }},
    // CL_KERNEL_GLOBAL_WORK_SIZE is for custom devices and built-in kernels: unknown here,
    // CL_INVALID_VALUE.
};

/// cl_heddle_kernel_report. The answers need the code itself.
constexpr std::tuple kReport{
    Row{CL_KERNEL_REPORT_HEDDLE, &KernelRecord::report},
    Row{CL_KERNEL_VECTOR_WIDTH_HEDDLE,
        [](const KernelRecord& r) -> cl_uint { return r.lane_width; }},
};

/// Returns the input of a query about sub-groups: a local size, or a number.
std::vector<size_t> input_sizes(size_t input_size, const void* input) {
  std::vector<size_t> sizes(input ? input_size / sizeof(size_t) : 0);
  if (!sizes.empty()) std::memcpy(sizes.data(), input, sizes.size() * sizeof(size_t));
  return sizes;
}

/// Returns one to three sizes; fails if `input` is something else.
Result<size_t> items_of(size_t input_size, const void* input) {
  const auto sizes = input_sizes(input_size, input);
  TRY(require(input_size % sizeof(size_t) == 0 && !sizes.empty() && sizes.size() <= 3,
              CL_INVALID_VALUE, "input_value is not a local work size"));
  size_t items = 1;
  for (const size_t size : sizes) items = checked_mul(items, size).value_or(~size_t{0});
  return items;
}

/// Answers CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, with as many dimensions as there is room for.
Status local_size_for(const KernelRecord& record, size_t input_size, const void* input,
                      const InfoSink& sink) {
  const auto count = input_sizes(input_size, input);
  TRY(require(input_size == sizeof(size_t) && count.size() == 1, CL_INVALID_VALUE,
              "input_value is not a number of sub-groups"));
  const size_t room = sink.capacity / sizeof(size_t);
  TRY(require(!sink.out || (room >= 1 && room <= 3 && sink.capacity % sizeof(size_t) == 0),
              CL_INVALID_VALUE, "param_value_size is not that of a local work size"));
  const size_t items = items_for_sub_groups(record, count[0], record.max_group_size);
  std::vector<size_t> sizes(std::clamp<size_t>(room, 1, 3), items ? 1 : 0);
  sizes[0] = items;
  return put(sink, sizes);
}

}  // namespace

Status Kernel::info(cl_kernel_info id, const InfoSink& sink) const {
  return query(kKernelInfo, *this, id, sink);
}

Status Kernel::arg_info(cl_uint index, cl_kernel_arg_info id, const InfoSink& sink) const {
  TRY(require(index < declared().args.size(), CL_INVALID_ARG_INDEX, "no such argument"));
  // Available for sources only (§5.9.4).
  TRY(require(declared().has_arg_info && !from_binary(*this), CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
              "the program was not built from source with -cl-kernel-arg-info"));
  return query(kArgInfo, declared().args[index], id, sink);
}

Status Kernel::work_group_info(cl_device_id device, cl_kernel_work_group_info id,
                               const InfoSink& sink) const {
  KernelOnDevice* const on_device = TRY(on_queried(device));
  if (id == CL_KERNEL_REPORT_HEDDLE || id == CL_KERNEL_VECTOR_WIDTH_HEDDLE) {
    TRY(on_device->prepare());
    return query(kReport, on_device->record(), id, sink);
  }
  return query(kWorkGroupInfo, Asked{*this, *TRY(on_device->sizes())}, id, sink);
}

Status Kernel::sub_group_info(cl_device_id device, cl_kernel_sub_group_info id, size_t input_size,
                              const void* input, const InfoSink& sink) const {
  KernelOnDevice* const on_device = TRY(on_queried(device));
  const KernelRecord& record = *TRY(on_device->sizes());
  switch (id) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
      return put(sink, max_sub_group_size(record, TRY(items_of(input_size, input))));
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
      return put(sink, num_sub_groups(record, TRY(items_of(input_size, input))));
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
      return local_size_for(record, input_size, input, sink);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return put(sink, num_sub_groups(record, record.max_group_size));
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:  // OpenCL C has no such attribute
      return put(sink, size_t{record.required_sub_groups});
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
      return put(sink, size_t{record.required_sub_group_size});
    default:
      return Error{CL_INVALID_VALUE, "unknown param_name"};
  }
}

}  // namespace heddle
