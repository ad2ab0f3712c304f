// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/device_queue.h"

#include <algorithm>

#include "support/mutex.h"

namespace heddle {
namespace {

/// Returns the entry of `device`, made if there is none.
cl_command_queue& entry(Context::DefaultQueues& queues, const Device& device)
    REQUIRES(queues.mutex) {
  const auto at =
      std::ranges::find(queues.list, &device, [](const auto& each) { return each.first; });
  if (at != queues.list.end()) return at->second;
  return queues.list.emplace_back(&device, nullptr).second;
}

/// Returns the queue with a reference; null if there is none, or it is being destroyed. The mutex
/// must be held.
Ref<Queue> held(cl_command_queue current) {
  auto* const queue = static_cast<Queue*>(current);
  return queue && queue->try_retain() ? Ref<Queue>::adopt(queue) : nullptr;
}

}  // namespace

Result<Ref<Queue>> create_device_queue(Context& context, Device& device,
                                       cl_command_queue_properties properties, cl_uint size,
                                       std::vector<cl_queue_properties> list) {
  const auto made = [&] {
    Ref<Queue> queue = make<Queue>(context, device, properties, 0, size);
    queue->set_properties_array(std::move(list));
    return queue;
  };
  if (!(properties & CL_QUEUE_ON_DEVICE_DEFAULT)) return made();
  const Lock lock(context.default_queues().mutex);
  cl_command_queue& current = entry(context.default_queues(), device);
  if (Ref<Queue> queue = held(current)) {
    queue->user_retain();
    return Ref<Queue>::adopt(queue.get());  // the application's count owns one (object.h)
  }
  Ref<Queue> queue = made();
  current = queue.get();
  return queue;
}

Status set_default_queue(Context& context, const Device& device, Queue& queue) {
  TRY(require(queue.on_device() && &queue.context() == &context && &queue.device() == &device,
              CL_INVALID_COMMAND_QUEUE, "not a device queue of this context and device"));
  const Lock lock(context.default_queues().mutex);
  entry(context.default_queues(), device) = &queue;
  return {};
}

Ref<Queue> default_queue(Context& context, const Device& device) {
  const Lock lock(context.default_queues().mutex);
  return held(entry(context.default_queues(), device));
}

}  // namespace heddle
