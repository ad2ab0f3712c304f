// SPDX-License-Identifier: Apache-2.0
// clGetProgramInfo and clGetProgramBuildInfo (§5.8.9).
#include <algorithm>
#include <cstring>

#include "runtime/program/program.h"
#include "runtime/program/program_binary.h"
#include "runtime/program/program_scope.h"

namespace heddle {
namespace {

/// Returns the record of an executable of the program. Kernels are the same on all devices that
/// have one, or cannot be created.
Result<std::shared_ptr<ProgramCode>> executable(const Program& program) {
  for (const Program::DeviceState& state : program.settled_states()) {
    if (state.executable()) return state.code;
  }
  return Error{CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable"};
}

Result<size_t> num_kernels(const Program& program) {
  const auto code = TRY(executable(program));
  return static_cast<size_t>(
      std::ranges::count(code->record().kernels, true, &KernelRecord::is_kernel));
}

Result<std::string> kernel_names(const Program& program) {
  const auto code = TRY(executable(program));
  std::string names;
  for (const KernelRecord& kernel : code->record().kernels) {
    if (!kernel.is_kernel()) continue;
    if (!names.empty()) names += ';';
    names += kernel.name;
  }
  return names;
}

std::vector<cl_device_id> devices(const Program& program) {
  std::vector<cl_device_id> out;
  out.reserve(program.num_devices());
  for (size_t i = 0; i < program.num_devices(); ++i) out.push_back(&program.device(i));
  return out;
}

std::vector<size_t> binary_sizes(const Program& program) {
  std::vector<size_t> sizes;
  for (const Program::DeviceState& state : program.settled_states()) {
    sizes.push_back(state.binary() ? state.binary()->binary()->size() : 0);
  }
  return sizes;
}

/// Puts the binaries where the application's array of pointers points, not into the array.
Status put_binaries(const Program& program, const InfoSink& sink) {
  const auto states = program.settled_states();
  const size_t size = states.size() * sizeof(unsigned char*);
  if (sink.out) {
    TRY(require(sink.capacity >= size, CL_INVALID_VALUE, "param_value_size is too small"));
    auto* const* pointers = static_cast<unsigned char* const*>(sink.out);
    for (size_t i = 0; i < states.size(); ++i) {
      if (!pointers[i] || !states[i].binary()) continue;
      const auto binary = states[i].binary()->binary();
      std::memcpy(pointers[i], binary->data(), binary->size());
    }
  }
  if (sink.needed) *sink.needed = size;
  return {};
}

/// Tells whether some kernel has the role. OpenCL C has neither constructors nor destructors of
/// program scope; SPIR-V may have both.
template <KernelRole role>
cl_bool any_has_role(const Program& program) {
  const auto states = program.settled_states();
  return std::ranges::any_of(states, [](const Program::DeviceState& state) {
    return state.binary() && has_role(state.binary()->record(), role);
  });
}

cl_context context(const Program& program) {
  return &program.context();
}

constexpr std::tuple kProgramInfo{
    Row{CL_PROGRAM_REFERENCE_COUNT, &Program::user_count},
    Row{CL_PROGRAM_CONTEXT, &context},
    Row{CL_PROGRAM_NUM_DEVICES,
        [](const Program& program) { return static_cast<cl_uint>(program.num_devices()); }},
    Row{CL_PROGRAM_DEVICES, &devices},
    Row{CL_PROGRAM_SOURCE, &Program::source},
    Row{CL_PROGRAM_IL,
        [](const Program& program) {
          return program.il() ? program.il()->module() : std::vector<unsigned char>();
        }},
    Row{CL_PROGRAM_BINARY_SIZES, &binary_sizes},
    Row{CL_PROGRAM_NUM_KERNELS, &num_kernels},
    Row{CL_PROGRAM_KERNEL_NAMES, &kernel_names},
    Row{CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, &any_has_role<KernelRole::Initializer>},
    Row{CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, &any_has_role<KernelRole::Finalizer>},
};

using State = Program::DeviceState;
constexpr std::tuple kBuildInfo{
    Row{CL_PROGRAM_BUILD_STATUS, &State::status},
    Row{CL_PROGRAM_BUILD_OPTIONS, &State::options},
    Row{CL_PROGRAM_BUILD_LOG, &State::log},
    Row{CL_PROGRAM_BINARY_TYPE, [](const State& state) { return binary_type(state.binary()); }},
    Row{CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
        [](const State& state) -> size_t {
          return state.executable() ? state.code->record().globals.variables_size : 0;
        }},
};

}  // namespace

Status Program::info(cl_program_info id, const InfoSink& sink) const {
  if (id == CL_PROGRAM_BINARIES) return put_binaries(*this, sink);
  return query(kProgramInfo, *this, id, sink);
}

Status Program::build_info(const Device& device, cl_program_build_info id,
                           const InfoSink& sink) const {
  TRY(require(has(device), CL_INVALID_DEVICE, "the device is not associated with the program"));
  // The status may be CL_BUILD_IN_PROGRESS (§5.8.8). Other answers exist only after the operation.
  const bool known = id == CL_PROGRAM_BUILD_STATUS || id == CL_PROGRAM_BUILD_OPTIONS;
  return query(kBuildInfo, known ? state(device) : settled_state(device), id, sink);
}

}  // namespace heddle
