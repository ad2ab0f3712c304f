// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/program_binary.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>

#include "runtime/code/compiler_door.h"
#include "support/options.h"

namespace heddle {

bool made_for_this_device(const ProgramRecord& record) {
  return record.cpu == compile_target().cpu &&
         record.sub_group_size == compile_target().sub_group_size;
}

namespace {

/// Tells whether it is LLVM bitcode, plain or wrapped (cl_khr_spir). Only the compiler can read its
/// contents.
bool is_spir(std::span<const unsigned char> bytes) {
  constexpr std::array<unsigned char, 4> kPlain{'B', 'C', 0xc0, 0xde};
  constexpr std::array<unsigned char, 4> kWrapped{0xde, 0xc0, 0x17, 0x0b};
  const auto begins_with = [&](const auto& magic) {
    return bytes.size() > magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
  };
  return begins_with(kPlain) || begins_with(kWrapped);
}

}  // namespace

Result<std::shared_ptr<ProgramCode>> load_binary(std::span<const unsigned char> bytes) {
  if (is_spir(bytes)) {
    ProgramRecord spir;
    spir.kind = ProgramKind::Intermediate;
    spir.ir.assign(bytes.begin(), bytes.end());
    return std::make_shared<ProgramCode>(std::move(spir), std::string());
  }
  auto record = deserialize(bytes);
  TRY(require(record.has_value(), CL_INVALID_BINARY, "not a program binary of this driver"));
  TRY(require(!record->opencl_version || record->opencl_version == compile_target().opencl_version,
              CL_INVALID_BINARY, "the binary was built with another HEDDLE_OPENCL_VERSION"));
  bool whole = !record->ir.empty();
  if (!whole && options().binary_code && record->kind == ProgramKind::Executable &&
      made_for_this_device(*record)) {
    whole = true;
    for (const KernelRecord& kernel : record->kernels) whole = whole && !kernel.object.empty();
  }
  TRY(require(whole, CL_INVALID_BINARY, "the binary has no code for this device"));
  return std::make_shared<ProgramCode>(*std::move(record), std::string());
}

cl_program_binary_type binary_type(const std::shared_ptr<ProgramCode>& code) {
  if (!code) return CL_PROGRAM_BINARY_TYPE_NONE;
  switch (code->record().kind) {
    case ProgramKind::CompiledObject:
      return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    case ProgramKind::Library:
      return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    case ProgramKind::Intermediate:
      return CL_PROGRAM_BINARY_TYPE_INTERMEDIATE;
    case ProgramKind::Executable:
      break;
  }
  return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

namespace {

/// Loads one entry of the lists, and puts the result in `status`.
Result<std::shared_ptr<ProgramCode>> load_entry(const unsigned char* binary, size_t length) {
  TRY(require(binary && length > 0, CL_INVALID_VALUE, "a binary is null or empty"));
  return load_binary({binary, length});
}

}  // namespace

Result<Ref<Program>> program_with_binary(Context& context, cl_uint num_devices,
                                         const cl_device_id* device_list, const size_t* lengths,
                                         const unsigned char** binaries, cl_int* binary_status) {
  TRY(require(device_list && num_devices > 0, CL_INVALID_VALUE, "no devices given"));
  TRY(require(lengths && binaries, CL_INVALID_VALUE, "lengths or binaries is null"));
  std::vector<Program::DeviceState> states;
  for (cl_uint i = 0; i < num_devices; ++i) {
    const Ref<Device> device = TRY(handle<Device>(device_list[i]));
    TRY(require(context.has(*device), CL_INVALID_DEVICE, "a device is not in the context"));
    for (const Program::DeviceState& state : states) {
      TRY(require(state.device.get() != device.get(), CL_INVALID_DEVICE,
                  "a device is listed twice"));
    }
    states.emplace_back().device = device;
  }
  Status first_failure;
  for (cl_uint i = 0; i < num_devices; ++i) {
    auto loaded = load_entry(binaries[i], lengths[i]);
    if (binary_status) binary_status[i] = loaded ? CL_SUCCESS : loaded.error().code;
    if (loaded) {
      states[i].loaded = std::move(loaded).value();
    } else if (first_failure) {
      first_failure = loaded.error();
    }
  }
  TRY(first_failure);
  return make<Program>(context, Program::Origin::Binary, std::move(states), std::string());
}

}  // namespace heddle
