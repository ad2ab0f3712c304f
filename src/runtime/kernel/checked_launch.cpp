// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/checked_launch.h"

#include <cstring>

#include "abi/checks.h"
#include "runtime/check/reports.h"
#include "runtime/memory/live_memory.h"

namespace heddle {
namespace {

/// Tells whether the kernel must not write through the argument.
bool is_constant(const ArgRecord& arg) {
  return arg.address_space == AddressSpace::Constant || (arg.qualifiers & kConst);
}

bool is_read_only(const Memory& memory) {
  return memory.is_immutable() || (memory.flags() & CL_MEM_READ_ONLY);
}

uint64_t address_in(const KernelArgs& args, const ArgRecord& arg) {
  uint64_t address = 0;
  std::memcpy(&address, args.block().data() + arg.offset, sizeof(address));
  return address;
}

/// Returns the bounds for a kernel whose accesses are guarded: flags and qualifiers do not matter.
hd_bounds guarded_bounds(const Kernel& kernel, size_t index, const ArgRecord& arg) {
  const KernelArgs& args = kernel.args();
  if (const Memory* const memory = args.memories()[index])
    return {reinterpret_cast<uint64_t>(memory->data()), memory->size(),
            memory->is_immutable() ? 0 : memory->size()};
  return bounds_in(kernel.context(), address_in(args, arg));
}

hd_bounds pointer_bounds(const KernelArgs& args, size_t index, const ArgRecord& arg) {
  const Memory* const memory = args.memories()[index];
  if (memory) {
    const bool may_write = !is_constant(arg) && !is_read_only(*memory);
    const bool may_read = !may_write || !(memory->flags() & CL_MEM_WRITE_ONLY);
    return {reinterpret_cast<uint64_t>(memory->data()), may_read ? memory->size() : 0,
            may_write ? memory->size() : 0};
  }
  const uint64_t address = address_in(args, arg);
  if (address == 0) return {0, 0, 0};
  hd_bounds bounds = live_bounds(address);
  if (is_constant(arg) && bounds.readable != HD_UNKNOWN_BYTES) bounds.writable = 0;
  return bounds;
}

}  // namespace

std::unique_ptr<LaunchChecks> checks_of(const Kernel& kernel, const KernelOnDevice& on_device,
                                        const KernelRecord& record) {
  auto checks = LaunchChecks::of(on_device.program_record().context, record, &kernel.context(),
                                 kernel.program().source());
  if (!checks) return nullptr;
  checks->add_variables(on_device.globals(), on_device.program_record().globals.size);
  const KernelArgs& args = kernel.args();
  const bool is_guarded = on_device.program_record().context & kGuardAccesses;
  for (size_t i = 0; i < record.args.size(); ++i) {
    const ArgRecord& arg = record.args[i];
    if (arg.kind == ArgKind::Local) {
      const size_t size = args.local_size(i);
      checks->set(i, {0, size, size});
    }
    if (arg.kind != ArgKind::Pointer) continue;
    const hd_bounds bounds =
        is_guarded ? guarded_bounds(kernel, i, arg) : pointer_bounds(args, i, arg);
    checks->set(i, bounds);
    if (bounds.readable == HD_UNKNOWN_BYTES)
      Reports::all().note("argument " + std::to_string(i) + " of kernel '" + record.name +
                          "' is memory of the host's, of an unknown size: accesses through it are "
                          "not checked.");
  }
  return checks;
}

}  // namespace heddle
