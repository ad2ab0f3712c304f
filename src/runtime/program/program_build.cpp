// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/program_build.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "compiler/program/build_options.h"
#include "platform/process_checks.h"
#include "runtime/program/program_binary.h"
#include "runtime/program/program_scope.h"
#include "support/background.h"
#include "support/uncancelled.h"

namespace heddle {
namespace {

/// The codes that an operation has for the common failures.
struct Codes {
  cl_int options;
  cl_int failure;
  cl_int unavailable;
};
constexpr Codes kBuild{CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE,
                       CL_COMPILER_NOT_AVAILABLE};
constexpr Codes kCompile{CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE,
                         CL_COMPILER_NOT_AVAILABLE};
constexpr Codes kLink{CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE, CL_LINKER_NOT_AVAILABLE};

Error error_of(const Outcome& outcome, const Codes& codes) {
  const std::string why = outcome.log.substr(0, outcome.log.find('\n'));
  switch (outcome.failure) {
    case Failure::Options:
      return {codes.options, why};
    case Failure::Unavailable:
      return {codes.unavailable, why};
    case Failure::Terminated:
      return {CL_CONTEXT_TERMINATED_KHR, why};
    default:
      return {codes.failure, why.empty() ? "see the build log" : why};
  }
}

/// Describes for people how each kernel is run, which -heddle-report adds to the build log.
/// Compiles kernels that wait for a launch.
std::string report_of(ProgramCode& code) {
  std::string text;
  for (size_t i = 0; i < code.record().kernels.size(); ++i) {
    const auto ready = code.get(i);
    text += ready ? ready.value()->record->report : ready.error().why + '\n';
  }
  return text;
}

/// Writes the outcome of an operation on one device into the program.
Status write_down(Program& program, const Device& device, const Outcome& outcome,
                  const Codes& codes) {
  if (!outcome.code) {
    program.finish(device, CL_BUILD_ERROR, outcome.log, nullptr, nullptr);
    return error_of(outcome, codes);
  }
  std::shared_ptr<const GlobalsBlock> globals;
  std::string log = outcome.log;
  if (outcome.code->record().kind == ProgramKind::Executable) {
    auto made = GlobalsBlock::make(outcome.code->record().globals);
    if (!made) {
      program.finish(device, CL_BUILD_ERROR, made.error().why + '\n', nullptr, nullptr);
      return made.error();
    }
    // Initialisers run before any kernel of the program on the device (§3.2).
    const Status ready =
        initialize_program_scope(outcome.code, *made.value(), device, program.context().number());
    if (!ready) {
      program.finish(device, CL_BUILD_ERROR, ready.error().why + '\n', nullptr, nullptr);
      return ready;
    }
    globals = std::move(made).value();
    if (has_option(program.state(device).options, "-heddle-report"))
      log += report_of(*outcome.code);
  }
  program.finish(device, CL_BUILD_SUCCESS, std::move(log), outcome.code, std::move(globals));
  return {};
}

/// A function that makes the outcome of an operation for a device; called for one device after the
/// other.
using ForDevice = std::function<Outcome(Device&)>;

/// Makes one outcome for all devices: they differ only in their units.
ForDevice for_all(std::function<Outcome()> make) {
  return [make = std::move(make), outcome = std::optional<Outcome>()](Device&) mutable {
    if (!outcome) outcome = make();
    return *outcome;
  };
}

/// Runs the operation. The outcome says if it was cancelled.
Outcome outcome_or_cancelled(Program& program, Device& device, const ForDevice& outcome_for) {
  const auto cancellation = program.cancellation();
  const Cancellation::Scope scope(cancellation.get());
  Outcome outcome = outcome_for(device);
  if (outcome.code || !cancellation->is_cancelled()) return outcome;
  if (program.context().terminated())
    return {nullptr, "cancelled: its context was terminated\n", Failure::Terminated};
  return {nullptr, "cancelled: the program was released\n", Failure::Program};
}

/// Runs the operation for each device. Returns the first failure.
Status operate(Program& program, const std::vector<Device*>& devices, const ForDevice& outcome_for,
               const Codes& codes) {
  Status first_failure;
  for (Device* device : devices) {
    Status status;
    try {
      const Outcome outcome = outcome_or_cancelled(program, *device, outcome_for);
      status = write_down(program, *device, outcome, codes);
    } catch (...) {  // nobody may be left waiting for this build
      program.finish(*device, CL_BUILD_ERROR, {}, nullptr, nullptr);
      status = Error{CL_OUT_OF_HOST_MEMORY, "out of memory"};
    }
    if (first_failure) first_failure = std::move(status);
  }
  return first_failure;
}

/// Ends a build for want of memory: nobody may be left waiting for it.
void give_up(Program& program, const std::vector<Device*>& devices) {
  for (const Device* device : devices)
    program.finish(*device, CL_BUILD_ERROR, {}, nullptr, nullptr);
}

/// Runs an operation that has begun: here, or with a callback on a thread of its own.
Status run(Program& program, const std::vector<Device*>& devices, BuildNotify notify,
           const Codes& codes, ForDevice outcome_for) {
  const Uncancelled uncancelled;
  try {
    if (!notify.function) return operate(program, devices, outcome_for, codes);
    const auto job = [program = Ref(program), devices, notify, &codes,
                      outcome_for = std::move(outcome_for)] {
      try {
        const Status seen_in_the_status = operate(*program, devices, outcome_for, codes);
        (void)seen_in_the_status;
      } catch (...) {
        give_up(*program, devices);
      }
      const Program::Notifying notifying(*program);
      notify.function(program.get(), notify.user_data);
    };
    if (!run_in_background(job)) job();  // §5.8.4 allows to wait
    return {};
  } catch (...) {
    give_up(program, devices);
    throw;
  }
}

std::string text_of(const char* options) {
  return options ? options : "";
}

/// Returns the constants that are set when the operation begins.
std::vector<hdc_spec_constant> constants_of(const Program& program) {
  return program.il() ? program.il()->set_constants() : std::vector<hdc_spec_constant>();
}

/// Returns the context's demands on its kernels (hdc_target.context).
uint32_t wanted_by(const Context& context) {
  const auto zeroed = context.property(CL_CONTEXT_MEMORY_INITIALIZE_KHR).value_or(0);
  return (zeroed & kInitializeLocal ? HDC_ZERO_LOCAL : 0) |
         (zeroed & kInitializePrivate ? HDC_ZERO_PRIVATE : 0) |
         (context.may_be_terminated() ? HDC_STOPPABLE : 0) | process_demands();
}

/// Tells whether the binaries for all `devices` are SPIR (cl_khr_spir).
bool is_spir(const Program& program, const std::vector<Device*>& devices) {
  return std::ranges::all_of(devices, [&](const Device* device) {
    const auto loaded = program.state(*device).loaded;
    return loaded && loaded->record().kind == ProgramKind::Intermediate;
  });
}

/// Checks the options before anything begins (§5.8.4): if they are invalid the callback is not
/// called, and the program stays as it is.
Status check_options(Program& program, const std::vector<Device*>& devices,
                     const std::string& options, cl_int invalid) {
  const auto parsed = compiler::parse_compile_options(options);
  const Status status =
      parsed ? compiler::suit_program(parsed.value(), is_spir(program, devices)) : parsed.error();
  if (status) return {};
  program.refuse(devices, options, status.error().why);
  return Error{invalid, status.error().why};
}

Status build_spir(Program& program, const std::vector<Device*>& devices, const std::string& options,
                  BuildNotify notify) {
  TRY(program.begin(devices, options));
  const uint32_t wanted = wanted_by(program.context());
  return run(program, devices, notify, kBuild, [&program, options, wanted](const Device& device) {
    return build_il(program.state(device).loaded->record().ir, {}, options, wanted);
  });
}

Status compile_spir(Program& program, const std::vector<Device*>& devices,
                    const std::string& options, BuildNotify notify) {
  TRY(program.begin(devices, options));
  return run(program, devices, notify, kCompile, [&program, options](const Device& device) {
    return compile_il(program.state(device).loaded->record().ir, {}, options);
  });
}

Outcome build_binary(const std::shared_ptr<ProgramCode>& loaded, uint32_t context) {
  const bool does_it = (loaded->record().context & context) == context;
  if (does_it && heddle::options().binary_code && made_for_this_device(loaded->record()))
    return {loaded, loaded->log()};
  // The IR already has the options of the first build.
  return link_code(std::span(&loaded, 1), "", context);
}

}  // namespace

Status valid_notify(const BuildNotify& notify) {
  return require(notify.function || !notify.user_data, CL_INVALID_VALUE,
                 "user_data without pfn_notify");
}

Status build_program(Program& program, const std::vector<Device*>& devices, const char* options,
                     BuildNotify notify) {
  const uint32_t wanted = wanted_by(program.context());
  TRY(require(program.origin() != Program::Origin::Linked, CL_INVALID_OPERATION,
              "a linked program is not built"));
  TRY(check_options(program, devices, text_of(options), kBuild.options));
  if (program.origin() != Program::Origin::Binary) {
    const std::string text = text_of(options);
    TRY(program.begin(devices, text));
    const auto constants = constants_of(program);
    const auto build = [&program, text, constants, wanted] {
      return program.il() ? build_il(program.il()->module(), constants, text, wanted)
                          : build_source(program.source(), text, wanted);
    };
    return run(program, devices, notify, kBuild, for_all(build));
  }
  if (is_spir(program, devices)) return build_spir(program, devices, text_of(options), notify);
  for (Device* device : devices) {
    const auto loaded = program.state(*device).loaded;
    TRY(require(loaded && loaded->record().kind == ProgramKind::Executable, CL_INVALID_BINARY,
                "the binary is not of an executable"));
  }
  const std::string original = program.state(*devices[0]).loaded->record().options;
  TRY(program.begin(devices, options ? options : original));
  return run(program, devices, notify, kBuild, [&program, wanted](const Device& device) {
    return build_binary(program.state(device).loaded, wanted);
  });
}

Result<std::vector<EmbeddedHeader>> embedded_headers(cl_uint num_headers, const cl_program* headers,
                                                     const char** names) {
  const bool agree = num_headers == 0 ? !headers && !names : headers && names;
  TRY(require(agree, CL_INVALID_VALUE,
              "num_input_headers, input_headers and their names disagree"));
  std::vector<EmbeddedHeader> out;
  for (cl_uint i = 0; i < num_headers; ++i) {
    const Ref<Program> header = TRY(handle<Program>(headers[i]));
    TRY(require(names[i], CL_INVALID_VALUE, "the name of a header is null"));
    out.push_back({names[i], header->source()});
  }
  return out;
}

Status compile_program(Program& program, const std::vector<Device*>& devices, const char* options,
                       std::vector<EmbeddedHeader> headers, BuildNotify notify) {
  const std::string text = text_of(options);
  TRY(check_options(program, devices, text, kCompile.options));
  if (is_spir(program, devices) && text.find("-x spir") != std::string::npos)
    return compile_spir(program, devices, text, notify);
  TRY(require(program.origin() == Program::Origin::Source || program.il(), CL_INVALID_OPERATION,
              "the program has neither source nor intermediate language"));
  TRY(program.begin(devices, text));
  const auto constants = constants_of(program);
  const auto compile = [&program, text, constants, headers = std::move(headers)] {
    return program.il() ? compile_il(program.il()->module(), constants, text)
                        : compile_source(program.source(), text, headers);
  };
  return run(program, devices, notify, kCompile, for_all(compile));
}

namespace {

using Codelist = std::vector<std::shared_ptr<ProgramCode>>;

/// Returns the inputs of a link for `device`: the compiled objects and libraries of all programs;
/// nothing if none has one (§5.8.5).
Result<Codelist> inputs_for(const Device& device,
                            const std::vector<std::vector<Program::DeviceState>>& inputs) {
  Codelist codes;
  for (const auto& states : inputs) {
    const Program::DeviceState* state = state_for(states, device);
    const auto kind = state ? state->binary()->record().kind : ProgramKind::Executable;
    if (kind == ProgramKind::CompiledObject || kind == ProgramKind::Library) {
      codes.push_back(state->binary());
    }
  }
  TRY(require(codes.empty() || codes.size() == inputs.size(), CL_INVALID_OPERATION,
              "some of the programs are not compiled for a device"));
  return codes;
}

/// Returns the devices of clLinkProgram, those of the list or of the context.
Result<std::vector<Program::DeviceState>> states_of(Context& context, cl_uint num_devices,
                                                    const cl_device_id* device_list) {
  TRY(require((num_devices == 0) == (device_list == nullptr), CL_INVALID_VALUE,
              "num_devices and device_list disagree"));
  std::vector<Program::DeviceState> states;
  const auto add = [&](Device& device) {
    for (const auto& state : states) {
      if (state.device.get() == &device) return;
    }
    states.emplace_back().device = Ref(device);
  };
  for (cl_uint i = 0; i < num_devices; ++i) {
    const Ref<Device> device = TRY(handle<Device>(device_list[i]));
    TRY(require(context.has(*device), CL_INVALID_DEVICE, "a device is not in the context"));
    add(*device);
  }
  if (!device_list) {
    for (const Ref<Device>& device : context.devices()) add(*device);
  }
  return states;
}

/// Returns the present states of the input programs: CL_INVALID_PROGRAM, CL_INVALID_OPERATION.
Result<std::vector<std::vector<Program::DeviceState>>> input_states(const Context& context,
                                                                    cl_uint num_inputs,
                                                                    const cl_program* inputs) {
  TRY(require(num_inputs > 0 && inputs, CL_INVALID_VALUE, "no programs given"));
  std::vector<std::vector<Program::DeviceState>> out;
  for (cl_uint i = 0; i < num_inputs; ++i) {
    const Ref<Program> program = TRY(handle<Program>(inputs[i]));
    TRY(require(&program->context() == &context, CL_INVALID_PROGRAM,
                "a program is of another context"));
    out.push_back(program->states());
    for (const auto& state : out.back()) {
      TRY(require(state.status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
                  "a program is still being compiled"));
    }
  }
  return out;
}

}  // namespace

Result<Linked> link_program(Context& context, cl_uint num_devices, const cl_device_id* device_list,
                            const char* options, cl_uint num_inputs, const cl_program* inputs,
                            BuildNotify notify) {
  TRY(valid_notify(notify));
  auto states = TRY(states_of(context, num_devices, device_list));
  const auto given = TRY(input_states(context, num_inputs, inputs));
  std::vector<Device*> devices;
  std::vector<Codelist> codes;
  for (const auto& state : states) {
    Codelist list = TRY(inputs_for(*state.device, given));
    if (list.empty()) continue;
    devices.push_back(state.device.get());
    codes.push_back(std::move(list));
  }
  TRY(require(!devices.empty(), CL_INVALID_OPERATION, "the programs are not compiled"));

  const std::string text = text_of(options);
  const auto valid = compiler::parse_link_options(text);
  if (!valid) return Error{kLink.options, valid.error().why};
  Linked linked{make<Program>(context, Program::Origin::Linked, std::move(states), std::string()),
                {}};
  Program& program = *linked.program;
  // The callback may come before clLinkProgram returns. A stale handle of the object that was in
  // this place could release the program then.
  const Ref<Program> held(program);
  if (notify.function) program.publish();
  TRY(program.begin(devices, text));
  // The result for one device is mostly that for the next one.
  const auto link = [&program, devices, codes, text, outcome = std::optional<Outcome>(),
                     linked_codes = Codelist()](const Device& device) mutable {
    const auto i = std::ranges::find(devices, &device) - devices.begin();
    const Codelist& wanted = codes[static_cast<size_t>(i)];
    if (!outcome || wanted != linked_codes)
      outcome = link_code(wanted, text, wanted_by(program.context()));
    linked_codes = wanted;
    return *outcome;
  };
  linked.status = run(program, devices, notify, kLink, link);
  return linked;
}

}  // namespace heddle
