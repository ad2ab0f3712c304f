// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/services.h"

namespace heddle::cpu {
namespace {

// CLK_ENQUEUE_FAILURE, for a launch without a device_enqueue. Its code has no such call, or the
// compiler's record would say so.
constexpr int32_t kEnqueueFailure = -101;

LaunchSink& sink_of(const hd_launch* launch) {
  return *static_cast<LaunchSink*>(launch->sink);
}

DeviceEnqueue* enqueuer_of(const hd_launch* launch) {
  return sink_of(launch).device_enqueue();
}

int32_t print(const hd_launch* launch, const char* format, const char* kinds,
              const unsigned char* args) {
  return sink_of(launch).printed().print(format, kinds, args);
}

int32_t enqueue_kernel(const hd_launch* launch, void* queue, uint32_t flags,
                       const hd_ndrange* range, uint32_t num_events, void* const* wait_list,
                       void** event_ret, uint64_t kernel, const hd_block_literal* literal,
                       uint32_t num_locals, const uint64_t* local_sizes) {
  DeviceEnqueue* enqueuer = enqueuer_of(launch);
  if (!enqueuer) return kEnqueueFailure;
  return enqueuer->enqueue({queue, flags, range, num_events, wait_list, event_ret, kernel, literal,
                            num_locals, local_sizes});
}

int32_t enqueue_marker(const hd_launch* launch, void* queue, uint32_t num_events,
                       void* const* wait_list, void** event_ret) {
  DeviceEnqueue* enqueuer = enqueuer_of(launch);
  return enqueuer ? enqueuer->enqueue_marker(queue, num_events, wait_list, event_ret)
                  : kEnqueueFailure;
}

void* default_queue(const hd_launch* launch) {
  DeviceEnqueue* enqueuer = enqueuer_of(launch);
  return enqueuer ? enqueuer->default_queue() : nullptr;
}

void* create_user_event(const hd_launch* launch) {
  DeviceEnqueue* enqueuer = enqueuer_of(launch);
  return enqueuer ? enqueuer->create_user_event() : nullptr;
}

void set_user_event_status(const hd_launch* launch, void* event, int32_t status) {
  if (DeviceEnqueue* enqueuer = enqueuer_of(launch)) enqueuer->set_user_event_status(event, status);
}

void retain_event(const hd_launch* launch, void* event) {
  if (DeviceEnqueue* enqueuer = enqueuer_of(launch)) enqueuer->retain_event(event);
}

void release_event(const hd_launch* launch, void* event) {
  if (DeviceEnqueue* enqueuer = enqueuer_of(launch)) enqueuer->release_event(event);
}

void capture_profiling(const hd_launch* launch, void* event, void* value) {
  if (DeviceEnqueue* enqueuer = enqueuer_of(launch)) enqueuer->capture_profiling(event, value);
}

uint32_t block_info(const hd_launch* launch, uint64_t kernel, uint32_t what,
                    const hd_ndrange* range) {
  DeviceEnqueue* enqueuer = enqueuer_of(launch);
  return enqueuer ? enqueuer->block_info(kernel, what, range) : 0;
}

void fail(const hd_launch* launch, uint32_t why) {
  sink_of(launch).fail(why);
}

void stopped(const hd_launch* launch, const hd_check_site* site) {
  sink_of(launch).stopped(site);
}

constexpr hd_services kServices = {.version = HD_ABI_VERSION,
                                   .reserved = 0,
                                   .printf = print,
                                   .enqueue_kernel = enqueue_kernel,
                                   .enqueue_marker = enqueue_marker,
                                   .default_queue = default_queue,
                                   .create_user_event = create_user_event,
                                   .set_user_event_status = set_user_event_status,
                                   .retain_event = retain_event,
                                   .release_event = release_event,
                                   .capture_profiling = capture_profiling,
                                   .block_info = block_info,
                                   .fail = fail,
                                   .stopped = stopped};

}  // namespace

const hd_services& launch_services() {
  return kServices;
}

}  // namespace heddle::cpu
