// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/kernel.h"

#include <algorithm>
#include <cstring>

#include "platform/later_extensions.h"

namespace heddle {
namespace {

/// Tells whether definitions are the same (§5.9.1): number, types and so the layout of the
/// arguments are.
bool same_definition(const KernelRecord& a, const KernelRecord& b) {
  const auto same_arg = [](const ArgRecord& x, const ArgRecord& y) {
    // Names of types exist only if argument information was asked for.
    const bool same_type = x.type_name == y.type_name || x.type_name.empty() || y.type_name.empty();
    return x.kind == y.kind && x.address_space == y.address_space && x.access == y.access &&
           x.image == y.image && x.size == y.size && x.offset == y.offset && same_type;
  };
  return std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_arg) &&
         a.arg_block_size == b.arg_block_size;
}

/// Makes the layout of local arguments known. Programs of many kernels are built without code,
/// which may wait for a launch: applications create all kernels of a large program and launch some.
Status make_known(KernelOnDevice& kernel) {
  const KernelRecord& declared = kernel.declared();
  if (!declared.object.empty()) return kernel.prepare();
  const auto is_local = [](const ArgRecord& arg) { return arg.kind == ArgKind::Local; };
  if (std::ranges::any_of(declared.args, is_local)) TRY(kernel.sizes());
  return {};
}

using OnDevicesPtr = std::shared_ptr<const Kernel::OnDevices>;

/// Returns the kernel on every device that has an executable: CL_INVALID_KERNEL_NAME if none knows
/// it, CL_INVALID_KERNEL_DEFINITION if they do not agree.
Result<OnDevicesPtr> collect(const std::vector<Program::DeviceState>& states,
                             std::string_view name) {
  auto out = std::make_shared<Kernel::OnDevices>();
  size_t executables = 0;
  for (const Program::DeviceState& state : states) {
    if (!state.executable()) continue;
    ++executables;
    if (const auto index = state.code->find(name)) {
      state.code->created(*index);
      auto each = std::make_unique<KernelOnDevice>(state, *index);
      TRY(make_known(*each));
      out->push_back(std::move(each));
    }
  }
  TRY(require(!out->empty(), CL_INVALID_KERNEL_NAME, "the program has no kernel of this name"));
  const bool same = std::all_of(out->begin(), out->end(), [&](const auto& each) {
    return same_definition(each->declared(), out->front()->declared());
  });
  TRY(require(same && out->size() == executables, CL_INVALID_KERNEL_DEFINITION,
              "the kernel is not defined in the same way for all devices"));
  return OnDevicesPtr(std::move(out));
}

/// A scope that undoes Program::attach_kernel unless a kernel took it over.
class Attachment {
 public:
  explicit Attachment(Program& program) : program_(&program) {}
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;
  ~Attachment() {
    if (program_) program_->detach_kernel();
  }
  /// Makes the kernel, which will detach itself.
  Ref<Kernel> make_kernel(OnDevicesPtr on_devices) {
    Ref<Kernel> kernel = make<Kernel>(*program_, std::move(on_devices));
    program_ = nullptr;
    return kernel;
  }

 private:
  Program* program_;
};

}  // namespace

Result<Ref<Kernel>> Kernel::create(Program& program, const char* name) {
  TRY(require(name, CL_INVALID_VALUE, "kernel_name is null"));
  const auto states = TRY(program.attach_kernel());
  Attachment attachment(program);
  auto on_devices = TRY(collect(states, name));
  return attachment.make_kernel(std::move(on_devices));
}

Result<std::vector<Ref<Kernel>>> Kernel::create_all(Program& program) {
  std::vector<Ref<Kernel>> kernels;
  const auto states = TRY(program.attach_kernel());
  Attachment held(program);  // held until all are made
  const auto first = std::find_if(states.begin(), states.end(),
                                  [](const auto& state) { return state.executable(); });
  for (const KernelRecord& record : first->code->record().kernels) {
    if (!record.is_kernel()) continue;
    auto on_devices = collect(states, record.name);
    // Kernels whose definitions differ are left out (§5.9.1).
    if (!on_devices && on_devices.error().code == CL_INVALID_KERNEL_DEFINITION) continue;
    if (!on_devices) return on_devices.error();
    TRY(program.attach_kernel());
    Attachment attachment(program);
    kernels.push_back(attachment.make_kernel(std::move(on_devices).value()));
  }
  return kernels;
}

Result<Ref<Kernel>> Kernel::clone(const Kernel& source) {
  TRY(source.program_->attach_kernel());
  Attachment attachment(*source.program_);
  Ref<Kernel> kernel = attachment.make_kernel(source.on_devices_);
  kernel->args_ = source.args_;
  return kernel;
}

Kernel::Kernel(Program& program, std::shared_ptr<const OnDevices> on_devices)
    : program_(program),
      on_devices_(std::move(on_devices)),
      args_(on_devices_->front()->laid_out()) {}

Kernel::~Kernel() {
  program_->detach_kernel();
}

KernelOnDevice* Kernel::on(const Device& device) const {
  for (const Device* at = &device; at; at = at->parent()) {
    for (const auto& each : *on_devices_) {
      if (&each->device() == at) return each.get();
    }
  }
  return nullptr;
}

Result<KernelOnDevice*> Kernel::on_queried(cl_device_id device) const {
  if (!device) {
    TRY(require(program_->num_devices() == 1, CL_INVALID_DEVICE,
                "no device given, and the kernel has several"));
    return on_devices_->front().get();
  }
  const Ref<Device> asked = TRY(handle<Device>(device));
  KernelOnDevice* found = program_->has(*asked) ? on(*asked) : nullptr;
  TRY(require(found, CL_INVALID_DEVICE, "the device is not associated with the kernel"));
  return found;
}

Status Kernel::set_exec_info(cl_kernel_exec_info id, size_t size, const void* value) {
  if (id == CL_KERNEL_EXEC_INFO_SVM_PTRS || id == khr::kExecInfoUSMPtrs ||
      id == khr::kExecInfoDevicePtrs) {
    static_assert(sizeof(khr::DeviceAddress) == sizeof(void*));
    // Every pointer may be followed anyway: the list need not be kept. An empty one cancels an
    // earlier one, as in OpenCL 3.0; §5.9.2 has an error for it.
    return require((value != nullptr) == (size > 0) && size % sizeof(void*) == 0, CL_INVALID_VALUE,
                   "param_value and param_value_size are not a list of pointers");
  }
  TRY(require(value, CL_INVALID_VALUE, "param_value is null"));
  // Kernels may follow pointers to any memory; nothing need be known of them.
  const bool is_flag =
      id == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ||
      (id >= khr::kExecInfoIndirectHostAccess && id <= khr::kExecInfoIndirectSharedAccess);
  TRY(require(is_flag, CL_INVALID_VALUE, "unknown param_name"));
  TRY(require(id != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ||
                  Device::svm_capabilities() & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM,
              CL_INVALID_OPERATION,
              "the device has no fine-grained system SVM (HEDDLE_BOUNDS)"));
  return require(size == sizeof(cl_bool), CL_INVALID_VALUE,
                 "param_value_size is not that of a cl_bool");
}

}  // namespace heddle
