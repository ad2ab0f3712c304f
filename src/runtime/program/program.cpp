// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/program.h"

#include <algorithm>
#include <cstring>

#include "runtime/command/completion.h"
#include "runtime/command/enlisted.h"
#include "runtime/command/terminate.h"
#include "support/mutex.h"

namespace heddle {
namespace {

thread_local constinit const Program::Notifying* innermost = nullptr;

void cancel_programs_of(Context& context) {
  for (const Ref<Program>& program : Enlisted<Program>::all().of(context)) program->cancel();
}

}  // namespace

static_assert(sizeof(Program) <= 384);

Program::Notifying::Notifying(const Program& program) : program_(program), outer_(innermost) {
  innermost = this;
}

Program::Notifying::~Notifying() {
  innermost = outer_;
}

Program::Program(Context& context, Origin origin, std::vector<DeviceState> states,
                 std::string source, std::shared_ptr<IntermediateLanguage> il)
    : context_(context),
      origin_(origin),
      source_(std::move(source)),
      il_(std::move(il)),
      states_(std::move(states)),
      generation_(fork_generation()) {
  if (!context_->may_be_terminated()) return;
  [[maybe_unused]] static const bool registered = (at_termination(&cancel_programs_of), true);
  Enlisted<Program>::all().add(*this);
}

Program::~Program() {
  if (context_->may_be_terminated()) Enlisted<Program>::all().remove(*this);
  // Callbacks come after the clean-up of program scope (§5.8.2).
  for (const DeviceState& state : states_) {
    if (state.globals) state.globals->end();
  }
  release_callbacks_.call(this);
}

Result<Ref<Program>> Program::with_source(Context& context, cl_uint count, const char** strings,
                                          const size_t* lengths) {
  TRY(require(count > 0 && strings, CL_INVALID_VALUE, "no strings given"));
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    TRY(require(strings[i], CL_INVALID_VALUE, "a string is null"));
    const bool counted = lengths && lengths[i] != 0;
    source.append(strings[i], counted ? lengths[i] : std::strlen(strings[i]));
  }
  std::erase(source, '\0');  // the concatenation strips any nulls (§5.8.9)
  std::vector<DeviceState> states;
  for (const Ref<Device>& device : context.devices()) states.emplace_back().device = device;
  return make<Program>(context, Origin::Source, std::move(states), std::move(source));
}

Result<Ref<Program>> Program::with_il(Context& context, const void* il, size_t length) {
  TRY(require(il && length > 0, CL_INVALID_VALUE, "no intermediate language given"));
  auto module = TRY(IntermediateLanguage::make({static_cast<const unsigned char*>(il), length}));
  std::vector<DeviceState> states;
  for (const Ref<Device>& device : context.devices()) states.emplace_back().device = device;
  return make<Program>(context, Origin::IL, std::move(states), std::string(), std::move(module));
}

bool Program::has(const Device& device) const {
  for (size_t i = 0; i < num_devices(); ++i)
    if (&this->device(i) == &device) return true;
  return false;
}

namespace {

bool is_part_of(const Device& device, const Device& whole) {
  const Device* at = &device;
  while (at && at != &whole) at = at->parent();
  return at != nullptr;
}

}  // namespace

Result<std::vector<Device*>> Program::devices_of(cl_uint num_devices,
                                                 const cl_device_id* device_list) const {
  TRY(require((num_devices == 0) == (device_list == nullptr), CL_INVALID_VALUE,
              "num_devices and device_list disagree"));
  std::vector<Device*> devices;
  if (!device_list) {
    for (size_t i = 0; i < this->num_devices(); ++i) devices.push_back(&device(i));
  }
  for (cl_uint i = 0; i < num_devices; ++i) {
    const Ref<Device> device = TRY(handle<Device>(device_list[i]));
    TRY(require(has(*device), CL_INVALID_DEVICE, "a device is not associated with the program"));
    if (std::find(devices.begin(), devices.end(), device.get()) == devices.end())
      devices.push_back(device.get());
  }
  // Code that is built for a device serves its sub-devices (§5.8.9).
  for (size_t i = 0; i < this->num_devices(); ++i) {
    const auto covers = [&](const Device* whole) { return is_part_of(device(i), *whole); };
    const bool listed = std::ranges::find(devices, &device(i)) != devices.end();
    if (!listed && std::ranges::any_of(devices, covers)) devices.push_back(&device(i));
  }
  return devices;
}

Program::DeviceState* Program::find(const Device& device) {
  for (DeviceState& state : states_) {
    if (state.device.get() == &device) return &state;
  }
  return nullptr;
}

Program::DeviceState Program::state(const Device& device) const {
  const Lock lock(mutex_);
  return *const_cast<Program*>(this)->find(device);
}

std::vector<Program::DeviceState> Program::states() const {
  const Lock lock(mutex_);
  return states_;
}

bool Program::is_settled(const Device* device) const {
  // Nobody in a forked child ends what its parent was doing.
  return generation_ != fork_generation() || std::ranges::none_of(states_, [&](const auto& each) {
           return each.status == CL_BUILD_IN_PROGRESS && (!device || each.device.get() == device);
         });
}

void Program::settle(const Device* device) const {
  for (const Notifying* at = innermost; at; at = at->outer_) {
    if (&at->program_ == this) return;
  }
  ++waiting_;
  while (!is_settled(device)) {
    const uint32_t ended = ended_.load(std::memory_order_relaxed);
    mutex_.unlock();
    ended_.wait(ended, std::memory_order_relaxed);
    mutex_.lock();
  }
  --waiting_;
}

Program::DeviceState Program::settled_state(const Device& device) const {
  const Lock lock(mutex_);
  settle(&device);
  return *const_cast<Program*>(this)->find(device);
}

std::vector<Program::DeviceState> Program::settled_states() const {
  const Lock lock(mutex_);
  settle(nullptr);
  return states_;
}

Status Program::begin(const std::vector<Device*>& devices, const std::string& options) {
  const Lock lock(mutex_);
  TRY(require(kernels_ == 0, CL_INVALID_OPERATION, "kernel objects are attached to the program"));
  for (Device* device : devices) {
    TRY(require(find(*device)->status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
                "an earlier build of the program has not completed"));
  }
  for (Device* device : devices) find(*device)->options = options;
  const bool is_other_process = generation_ != fork_generation();
  if (is_other_process) waiting_ = 0;  // the parent's threads
  if (!cancellation_ || cancellation_->is_cancelled() || is_other_process)
    cancellation_ = std::make_shared<Cancellation>();
  generation_ = fork_generation();
  for (Device* device : devices) {
    DeviceState& state = *find(*device);
    state.status = CL_BUILD_IN_PROGRESS;
    state.log.clear();
    state.code = nullptr;
    state.globals = nullptr;
  }
  return {};
}

void Program::refuse(const std::vector<Device*>& devices, const std::string& options,
                     const std::string& why) {
  const Lock lock(mutex_);
  for (Device* device : devices) {
    DeviceState& state = *find(*device);
    if (state.status == CL_BUILD_IN_PROGRESS) continue;
    state.log = why + '\n';
    if (state.code) continue;
    state.status = CL_BUILD_ERROR;
    state.options = options;
  }
}

void Program::finish(const Device& device, cl_build_status status, std::string log,
                     std::shared_ptr<ProgramCode> code,
                     std::shared_ptr<const GlobalsBlock> globals) {
  const Lock lock(mutex_);
  DeviceState& state = *find(device);
  state.log = std::move(log);
  state.code = std::move(code);
  state.globals = std::move(globals);
  state.status = status;
  ended_.fetch_add(1, std::memory_order_relaxed);
  ended_.notify_all();
}

void Program::cancel() {
  const Lock lock(mutex_);
  // In a forked child it is the parent's operation.
  const bool is_running = generation_ == fork_generation() &&
                          std::ranges::any_of(states_, [](const DeviceState& state) {
                            return state.status == CL_BUILD_IN_PROGRESS;
                          });
  if (is_running) cancellation_->cancel();
}

void Program::cancel_if_unwanted() {
  {
    const Lock lock(mutex_);
    if (user_count() > 0 || waiting_ > 0) return;
  }
  cancel();
}

std::shared_ptr<Cancellation> Program::cancellation() const {
  const Lock lock(mutex_);
  return cancellation_;
}

Result<std::vector<Program::DeviceState>> Program::attach_kernel() {
  const Lock lock(mutex_);
  settle(nullptr);
  const bool built = std::any_of(states_.begin(), states_.end(),
                                 [](const DeviceState& state) { return state.executable(); });
  TRY(require(built, CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable"));
  std::vector<DeviceState> states = states_;
  ++kernels_;
  return states;
}

void Program::detach_kernel() {
  const Lock lock(mutex_);
  --kernels_;
}

Status Program::set_release_callback(Notify notify, void* user_data) {
  return release_callbacks_.add(notify, user_data);
}

const Program::DeviceState* state_for(const std::vector<Program::DeviceState>& states,
                                      const Device& device) {
  for (const Device* at = &device; at; at = at->parent()) {
    for (const Program::DeviceState& state : states) {
      if (state.device.get() == at && state.binary()) return &state;
    }
  }
  return nullptr;
}

}  // namespace heddle
