// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_enqueue/device_event.h"

namespace heddle {

DeviceEvent* DeviceEvents::add(Ref<Completion> completion, Command* command) {
  const Lock lock(mutex_);
  DeviceEvent* event = free_ ? free_ : &events_.emplace_back();
  event->owner = this;
  event->owner->mutex_.assume_held();
  if (free_) free_ = event->next_free;
  event->references = 1;
  event->completion = std::move(completion);
  event->command = command;
  event->set = false;
  return event;
}

void DeviceEvents::retain(DeviceEvent& event) {
  const Lock lock(event.owner->mutex_);
  if (event.references > 0) ++event.references;
}

void DeviceEvents::release(DeviceEvent& event) {
  Ref<Completion> last, capture;  // go without the mutex
  const Lock lock(event.owner->mutex_);
  if (event.references == 0 || --event.references > 0) return;
  std::swap(last, event.completion);
  std::swap(capture, event.capture);
  event.command = nullptr;
  event.next_free = event.owner->free_;
  event.owner->free_ = &event;
}

Ref<Completion> DeviceEvents::completion(DeviceEvent& event) {
  const Lock lock(event.owner->mutex_);
  return event.completion;
}

Ref<Completion> DeviceEvents::capture(DeviceEvent& event) {
  const Lock lock(event.owner->mutex_);
  return event.capture;
}

void DeviceEvents::set_capture(DeviceEvent& event, Ref<Completion> capture) {
  const Lock lock(event.owner->mutex_);
  if (event.references > 0)
    std::swap(event.capture, capture);  // the old one goes without the mutex
}

Ref<Command> DeviceEvents::command(DeviceEvent& event) {
  const Lock lock(event.owner->mutex_);
  return event.command ? Ref<Command>(*event.command) : Ref<Command>();
}

Ref<Completion> DeviceEvents::take_unset(DeviceEvent& event) {
  const Lock lock(event.owner->mutex_);
  if (event.references == 0 || event.command || event.set) return nullptr;
  event.set = true;
  return event.completion;
}

}  // namespace heddle
