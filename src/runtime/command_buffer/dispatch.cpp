// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/dispatch.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "platform/property_list.h"

namespace heddle {
namespace {

void copy_sizes(Sizes3& to, const size_t* from, cl_uint work_dim) {
  if (from) std::copy_n(from, work_dim, to.begin());
}

/// Tells whether all groups are full; nothing if the driver chooses their size.
std::optional<bool> is_uniform(const Dispatch& dispatch) {
  if (!dispatch.has_local) return std::nullopt;
  for (cl_uint d = 0; d < dispatch.work_dim; ++d) {
    if (dispatch.local[d] == 0) return std::nullopt;  // an error that record() finds
    if (dispatch.global[d] % dispatch.local[d] != 0) return false;
  }
  return true;
}

Status list_given(const void* list, cl_uint count) {
  return require((list != nullptr) == (count != 0), CL_INVALID_VALUE,
                 "number and list of a configuration disagree");
}

Status may_change(bool changes, cl_bitfield fields, khr::Field field) {
  return require(!changes || (fields & field), CL_INVALID_OPERATION,
                 "the command was not recorded with this as an updatable field");
}

}  // namespace

Result<Dispatch> Dispatch::make(const Kernel& kernel, const NDRangeRequest& request) {
  TRY(require(request.work_dim >= 1 && request.work_dim <= 3, CL_INVALID_WORK_DIMENSION,
              "work_dim is not 1, 2 or 3"));
  Dispatch made{.kernel = TRY(Kernel::clone(kernel)),
                .work_dim = request.work_dim,
                .has_local = request.local != nullptr};
  copy_sizes(made.offset, request.offset, made.work_dim);
  copy_sizes(made.global, request.global, made.work_dim);
  copy_sizes(made.local, request.local, made.work_dim);
  return made;
}

Result<Dispatch> Dispatch::copy() const {
  Dispatch other = *this;
  other.kernel = TRY(Kernel::clone(*kernel));
  return other;
}

Result<Ref<Command>> Dispatch::record(Queue& queue) const {
  const NDRangeRequest request{work_dim, offset.data(), global.data(),
                               has_local ? local.data() : nullptr};
  Ref<Command> command;
  EnqueueArgs args;
  args.recorded = &command;
  if (!kernel->args().complete()) {
    TRY(check_index_space(queue, *kernel, request));
    return command;
  }
  TRY(enqueue_ndrange(queue, *kernel, request, args));
  return command;
}

Status Dispatch::update(const khr::MutableDispatchConfig& config, cl_bitfield fields) {
  TRY(require(config.work_dim == 0 || config.work_dim == work_dim, CL_INVALID_OPERATION,
              "work_dim is not that of the recorded command"));
  TRY(may_change(config.global_work_offset, fields, khr::kGlobalOffset));
  TRY(may_change(config.global_work_size, fields, khr::kGlobalSize));
  TRY(may_change(config.local_work_size, fields, khr::kLocalSize));
  TRY(may_change(config.num_args || config.num_svm_args, fields, khr::kArguments));
  TRY(may_change(config.num_exec_infos, fields, khr::kExecInfo));
  TRY(list_given(config.arg_list, config.num_args));
  TRY(list_given(config.arg_svm_list, config.num_svm_args));
  TRY(list_given(config.exec_info_list, config.num_exec_infos));

  const auto before = is_uniform(*this);
  copy_sizes(offset, config.global_work_offset, work_dim);
  copy_sizes(global, config.global_work_size, work_dim);
  copy_sizes(local, config.local_work_size, work_dim);
  has_local |= config.local_work_size != nullptr;
  const auto after = is_uniform(*this);
  TRY(require(!before || !after || *before == *after, CL_INVALID_OPERATION,
              "the sizes would change whether work-groups are uniform"));
  for (const auto& arg : std::span(config.arg_list, config.num_args))
    TRY(kernel->args().set(kernel->context(), arg.arg_index, arg.arg_size, arg.arg_value));
  for (const auto& arg : std::span(config.arg_svm_list, config.num_svm_args))
    TRY(kernel->args().set_svm_pointer(arg.arg_index, arg.arg_value));
  for (const auto& each : std::span(config.exec_info_list, config.num_exec_infos))
    TRY(kernel->set_exec_info(each.param_name, each.param_value_size, each.param_value));
  return {};
}

Result<DispatchProperties> DispatchProperties::parse(const khr::Properties* properties) {
  static constexpr KnownProperty known[] = {{khr::kMutableDispatchUpdatableFields},
                                            {khr::kMutableDispatchAsserts}};
  const PropertyList given =
      TRY(PropertyList::read(properties, known, CL_INVALID_VALUE, "a kernel command"));
  const auto fields = given.value(khr::kMutableDispatchUpdatableFields);
  const cl_bitfield asserts = given.value(khr::kMutableDispatchAsserts).value_or(0);
  TRY(require(!(fields.value_or(0) & ~cl_bitfield{khr::kAllFields}) &&
                  !(asserts & ~khr::kAssertNoAdditionalWorkGroups),
              CL_INVALID_VALUE, "unknown bits in a property of a kernel command"));
  DispatchProperties parsed;
  parsed.list = given.words();
  parsed.fields = fields.value_or(khr::kAllFields);
  parsed.may_lack_arguments = fields.value_or(0) & khr::kArguments;
  parsed.asserts_work_groups = asserts & khr::kAssertNoAdditionalWorkGroups;
  return parsed;
}

Result<Ref<MutableCommand>> MutableCommand::copy_for(khr::CommandBufferHandle buffer,
                                                     Queue& queue) const {
  return make<MutableCommand>(buffer, queue, index_, original_, TRY(dispatch()->copy()),
                              properties_);
}

std::vector<size_t> MutableCommand::dimensions(Sizes3 Dispatch::*sizes) const {
  const std::shared_ptr<const Dispatch> now = dispatch();
  const Sizes3& all = (*now).*sizes;
  return {all.begin(), all.begin() + now->work_dim};
}

Status MutableCommand::info(cl_uint id, const InfoSink& sink) const {
  using C = const MutableCommand&;
  static constexpr std::tuple table{
      Row{khr::kMutableCommandQueue, [](C c) -> cl_command_queue { return c.queue_.get(); }},
      Row{khr::kMutableCommandCommandBuffer, &MutableCommand::buffer_},
      Row{khr::kMutableCommandType, [](C) -> cl_command_type { return CL_COMMAND_NDRANGE_KERNEL; }},
      Row{khr::kMutableCommandPropertiesArray, [](C c) { return std::span(c.properties_.list); }},
      Row{khr::kMutableDispatchKernel, [](C c) -> cl_kernel { return c.original_.get(); }},
      Row{khr::kMutableDispatchDimensions, [](C c) { return c.dispatch()->work_dim; }},
      Row{khr::kMutableDispatchGlobalWorkOffset,
          [](C c) { return c.dimensions(&Dispatch::offset); }},
      Row{khr::kMutableDispatchGlobalWorkSize, [](C c) { return c.dimensions(&Dispatch::global); }},
      Row{khr::kMutableDispatchLocalWorkSize, [](C c) { return c.dimensions(&Dispatch::local); }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
