// SPDX-License-Identifier: Apache-2.0
// clCreateCommandQueue and clCreateCommandQueueWithProperties, with the list of properties (§5.1,
// [EX31], [EX32]).
#include <algorithm>
#include <optional>

#include "platform/property_list.h"
#include "runtime/command/device_queue.h"
#include "runtime/command/queue.h"

namespace heddle {
namespace {

constexpr cl_command_queue_properties kHostBits =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties kDeviceBits = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// Bytes of the smallest device queue. §4.2 wants at least this as the preferred size; a smaller
/// queue would surprise programs that ask for less.
constexpr cl_queue_properties kSmallestDeviceQueue = 16 << 10;

struct Properties {
  std::optional<cl_command_queue_properties> bits;
  std::optional<cl_queue_properties> size, priority, throttle;
  std::vector<cl_queue_properties> list;
};

Result<Properties> parse(const cl_queue_properties* list) {
  static constexpr KnownProperty known[] = {
      {CL_QUEUE_PROPERTIES}, {CL_QUEUE_SIZE}, {CL_QUEUE_PRIORITY_KHR}, {CL_QUEUE_THROTTLE_KHR}};
  const PropertyList given = TRY(PropertyList::read(list, known, CL_INVALID_VALUE, "a queue"));
  return Properties{given.value(CL_QUEUE_PROPERTIES), given.value(CL_QUEUE_SIZE),
                    given.value(CL_QUEUE_PRIORITY_KHR), given.value(CL_QUEUE_THROTTLE_KHR),
                    given.words()};
}

/// HIGH, MED and LOW have the same values for priority and throttle.
bool is_level(cl_queue_properties value) {
  return value == CL_QUEUE_PRIORITY_HIGH_KHR || value == CL_QUEUE_PRIORITY_MED_KHR ||
         value == CL_QUEUE_PRIORITY_LOW_KHR;
}

Status check(const Properties& given) {
  const cl_command_queue_properties bits = given.bits.value_or(0);
  const bool on_device = bits & CL_QUEUE_ON_DEVICE;
  TRY(require(!(bits & ~(kHostBits | kDeviceBits)), CL_INVALID_VALUE,
              "unknown bits in CL_QUEUE_PROPERTIES"));
  TRY(require(!on_device || (bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), CL_INVALID_VALUE,
              "a device queue must be out of order"));
  TRY(require(on_device || !(bits & CL_QUEUE_ON_DEVICE_DEFAULT), CL_INVALID_VALUE,
              "CL_QUEUE_ON_DEVICE_DEFAULT needs CL_QUEUE_ON_DEVICE"));
  TRY(require(on_device || !given.size, CL_INVALID_VALUE,
              "CL_QUEUE_SIZE needs CL_QUEUE_ON_DEVICE"));
  for (const auto& level : {given.priority, given.throttle}) {
    TRY(require(!level || is_level(*level), CL_INVALID_VALUE,
                "unknown priority or throttle level"));
    TRY(require(!level || !on_device, CL_INVALID_QUEUE_PROPERTIES,
                "a device queue has no priority or throttle"));
  }
  return require(given.size.value_or(0) <= Device::device_queue_max_size(),
                 CL_INVALID_QUEUE_PROPERTIES, "the size of a device queue is out of range");
}

}  // namespace

Result<Ref<Queue>> Queue::create(Context& context, Device& device,
                                 const cl_queue_properties* properties) {
  TRY(require(context.has(device), CL_INVALID_DEVICE, "the device is not of the context"));
  Properties given = TRY(parse(properties));
  TRY(check(given));
  const cl_command_queue_properties bits = given.bits.value_or(0);
  if (bits & CL_QUEUE_ON_DEVICE) {
    const auto size =
        std::max(given.size.value_or(Device::device_queue_preferred_size()), kSmallestDeviceQueue);
    return create_device_queue(context, device, bits, static_cast<cl_uint>(size),
                               std::move(given.list));
  }
  // CL_QUEUE_THROTTLE_KHR is a hint ([EX32]) that this device does not need: idle workers sleep at
  // every level.
  int priority = 0;
  if (given.priority == cl_queue_properties{CL_QUEUE_PRIORITY_HIGH_KHR}) priority = 1;
  if (given.priority == cl_queue_properties{CL_QUEUE_PRIORITY_LOW_KHR}) priority = -1;
  Ref<Queue> queue = make<Queue>(context, device, bits, priority);
  queue->set_properties_array(std::move(given.list));
  return queue;
}

Result<Ref<Queue>> Queue::create_host_queue(Context& context, Device& device,
                                            cl_command_queue_properties properties) {
  TRY(require(context.has(device), CL_INVALID_DEVICE, "the device is not of the context"));
  TRY(require(!(properties & ~kHostBits), CL_INVALID_VALUE, "unknown queue properties"));
  return make<Queue>(context, device, properties, 0);
}

}  // namespace heddle
