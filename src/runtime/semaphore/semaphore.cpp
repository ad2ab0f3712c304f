// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/semaphore.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "runtime/command/event.h"

namespace heddle {
namespace {

/// Completes what waits were enqueued before it.
class SignalCommand final : public Command {
 public:
  explicit SignalCommand(Queue& queue) : Command(queue, khr::kCommandSemaphoreSignal) {}

  void add(Ref<Completion> awaited) {
    if (awaited) awaited_.push_back(std::move(awaited));
  }
  void terminated(cl_int status) noexcept override { status_ = status; }
  void release_resources() noexcept override {
    for (const Ref<Completion>& awaited : awaited_) awaited->complete(status_);
    awaited_.clear();
  }

 private:
  std::vector<Ref<Completion>> awaited_;
  cl_int status_ = CL_COMPLETE;
};

using Semaphores = std::vector<Ref<Semaphore>>;

Result<Semaphores> usable(const Queue& queue, std::span<const khr::SemaphoreHandle> handles,
                          const WaitList& waits) {
  TRY(require(!handles.empty() && handles.data(), CL_INVALID_VALUE, "no semaphores given"));
  Semaphores semaphores;
  for (const khr::SemaphoreHandle each : handles) {
    semaphores.emplace_back(*TRY(handle<Semaphore>(each)));
    const Semaphore& semaphore = *semaphores.back();
    TRY(require(&semaphore.context() == &queue.context(), CL_INVALID_CONTEXT,
                "queue and semaphore are of different contexts"));
    TRY(require(semaphore.is_for(queue.device()), CL_INVALID_COMMAND_QUEUE,
                "the semaphore was not made for the queue's device"));
  }
  for (const cl_event each : std::span(waits.events, waits.count)) {
    TRY(require(static_cast<Event*>(each)->completion().status() >= CL_COMPLETE,
                CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command was terminated"));
  }
  return semaphores;
}

}  // namespace

Result<Ref<Semaphore>> Semaphore::create(Context& context, const khr::Properties* properties) {
  TRY(require(properties, CL_INVALID_VALUE, "sema_props is null"));
  std::optional<khr::Properties> type;
  std::optional<std::vector<Ref<Device>>> devices;
  const khr::Properties* at = properties;
  while (*at) {
    const khr::Properties name = *at++;
    if (name == khr::kSemaphoreType) {
      TRY(require(!type && *at == khr::kSemaphoreTypeBinary, CL_INVALID_PROPERTY,
                  "the type of the semaphore is unknown, or given twice"));
      type = *at++;
    } else {
      TRY(require(name == khr::kSemaphoreDeviceHandleList && !devices, CL_INVALID_PROPERTY,
                  "unknown property of a semaphore, or one that is given twice"));
      devices.emplace();
      for (; *at != khr::kSemaphoreDeviceHandleListEnd; ++at) {
        Device* const device = TRY(handle<Device>(reinterpret_cast<cl_device_id>(*at)));
        TRY(require(context.has(*device), CL_INVALID_DEVICE, "the device is not of the context"));
        devices->emplace_back(*device);
      }
      ++at;
      TRY(require(devices->size() == 1, CL_INVALID_DEVICE, "a semaphore is made for one device"));
    }
  }
  TRY(require(type.has_value(), CL_INVALID_VALUE, "the semaphore has no type"));
  TRY(require(devices.has_value() || context.devices().size() == 1, CL_INVALID_PROPERTY,
              "a context of several devices needs the semaphore's"));
  if (!devices) devices = context.devices();
  return make<Semaphore>(context, *std::move(devices),
                         std::vector<khr::Properties>(properties, at + 1));
}

Semaphore::Semaphore(Context& context, std::vector<Ref<Device>> devices,
                     std::vector<khr::Properties> properties)
    : context_(context), devices_(std::move(devices)), properties_(std::move(properties)) {}

bool Semaphore::is_for(const Device& device) const {
  return std::ranges::any_of(devices_, [&](const auto& each) { return each.get() == &device; });
}

void Semaphore::wait(Command& command) {
  const std::scoped_lock lock(mutex_);
  if (!signal_ || wait_) {
    signal_ = Ref<Completion>::adopt(new Completion);
    awaited_.push_back(signal_);
  }
  command.depend_on(*signal_);
  wait_ = Ref<Completion>(command);
}

Ref<Completion> Semaphore::signal(Command& command) {
  const std::scoped_lock lock(mutex_);
  if (awaited_.empty()) {
    signal_ = Ref<Completion>(command);
    wait_ = nullptr;
    return nullptr;
  }
  Ref<Completion> awaited = std::move(awaited_.front());
  awaited_.erase(awaited_.begin());
  return awaited;
}

cl_ulong Semaphore::payload() const {
  const std::scoped_lock lock(mutex_);
  return signal_ && signal_->status() == CL_COMPLETE && !(wait_ && wait_->done());
}

Status Semaphore::info(cl_uint id, const InfoSink& sink) const {
  using S = const Semaphore&;
  static constexpr std::tuple table{
      Row{khr::kSemaphoreContext, [](S s) -> cl_context { return &s.context(); }},
      Row{khr::kSemaphoreReferenceCount, [](S s) { return s.user_count(); }},
      Row{khr::kSemaphoreProperties, [](S s) { return std::span(s.properties_); }},
      Row{cl_uint{khr::kSemaphoreType}, [](S) { return cl_uint{khr::kSemaphoreTypeBinary}; }},
      Row{khr::kSemaphorePayload, &Semaphore::payload},
      Row{cl_uint{khr::kSemaphoreDeviceHandleList},
          [](S s) {
            std::vector<cl_device_id> devices;
            for (const auto& device : s.devices_) devices.push_back(device.get());
            return devices;
          }},
  };
  return query(table, *this, id, sink);
}

Status enqueue_semaphore_wait(Queue& queue, std::span<const khr::SemaphoreHandle> handles,
                              const EnqueueArgs& args) {
  const Semaphores semaphores = TRY(usable(queue, handles, args.waits));
  auto command = Ref<Command>::adopt(new Command(queue, khr::kCommandSemaphoreWait));
  for (const Ref<Semaphore>& semaphore : semaphores) semaphore->wait(*command);
  return enqueue(queue, std::move(command), args);
}

Status enqueue_semaphore_signal(Queue& queue, std::span<const khr::SemaphoreHandle> handles,
                                const EnqueueArgs& args) {
  const Semaphores semaphores = TRY(usable(queue, handles, args.waits));
  auto command = Ref<SignalCommand>::adopt(new SignalCommand(queue));
  for (const Ref<Semaphore>& semaphore : semaphores) command->add(semaphore->signal(*command));
  TRY(enqueue(queue, Ref<Command>(*command), args));
  // Whoever waits in another queue cannot flush this one, whose command was not there yet; and a
  // wait that comes later does not know the queue.
  queue.flush();
  return {};
}

}  // namespace heddle
