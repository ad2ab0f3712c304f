// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/nd_range.h"

#include <algorithm>

namespace heddle::cpu {
namespace {

constexpr size_t kChunksPerUnit =
    12;  // enough for stealing to even out, few enough to cost nothing
constexpr size_t kSmallestChunk = 256;  // work-items; below this, only one chunk for each unit

size_t saturating_product(size_t a, size_t b) {
  size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

int32_t service_printf(const hd_launch* launch, const char* format, const char* kinds,
                       const unsigned char* args) {
  return static_cast<PrintfBuffer*>(launch->sink)->print(format, kinds, args);
}

constexpr hd_services kServices = {
    .version = HD_ABI_VERSION, .reserved = 0, .printf = service_printf};

}  // namespace

void cut_grid(const size_t num_groups[3], size_t items_per_group, size_t units, size_t boxes[3]) {
  const size_t groups =
      saturating_product(saturating_product(num_groups[0], num_groups[1]), num_groups[2]);
  const size_t items = saturating_product(groups, std::max<size_t>(items_per_group, 1));
  units = std::max<size_t>(units, 1);
  size_t wanted = std::clamp(items / kSmallestChunk, units, units * kChunksPerUnit);
  if (units == 1) wanted = std::min<size_t>(wanted, 4);  // only so that the stop flag is seen
  for (int dimension = 2; dimension >= 0; --dimension) {
    boxes[dimension] = std::min(wanted, num_groups[dimension]);
    if (boxes[dimension] > 0) wanted = (wanted + boxes[dimension] - 1) / boxes[dimension];
  }
}

hd_group_range box_of(const size_t num_groups[3], const size_t boxes[3], size_t chunk) {
  hd_group_range range;
  for (int dimension = 0; dimension < 3; ++dimension) {
    const size_t place = chunk % boxes[dimension];
    chunk /= boxes[dimension];
    const size_t each = num_groups[dimension] / boxes[dimension];
    const size_t rest = num_groups[dimension] % boxes[dimension];
    range.begin[dimension] = place * each + std::min(place, rest);
    range.end[dimension] = range.begin[dimension] + each + (place < rest ? 1 : 0);
  }
  return range;
}

NDRangeJob::NDRangeJob(std::shared_ptr<const LoadedKernel> kernel, const hd_launch& launch,
                       LaunchSizes sizes, size_t units)
    : kernel_(std::move(kernel)), launch_(launch), sizes_(sizes) {
  launch_.services = &kServices;
  launch_.sink = &printed_;
  const size_t* local = launch_.enqueued_local_size;
  cut_grid(launch_.num_groups, saturating_product(saturating_product(local[0], local[1]), local[2]),
           units, boxes_);
}

size_t NDRangeJob::chunks() const {
  return boxes_[0] * boxes_[1] * boxes_[2];
}

void NDRangeJob::run(size_t chunk, Worker& worker) noexcept {
  if (launch_.stop && __atomic_load_n(launch_.stop, __ATOMIC_RELAXED) != 0) return;
  hd_worker* memory = worker.arena(sizes_.local_memory, sizes_.context);
  if (!memory) {
    out_of_memory_.store(true, std::memory_order_relaxed);
    return;
  }
  const hd_group_range range = box_of(launch_.num_groups, boxes_, chunk);
  kernel_->function()(&launch_, &range, memory);
}

bool NDRangeJob::out_of_memory() const {
  return out_of_memory_.load(std::memory_order_relaxed);
}

void NDRangeJob::flush_printf() {
  printed_.flush();
}

size_t NDRangeJob::work_items() const {
  const size_t* size = launch_.global_size;
  return saturating_product(saturating_product(size[0], size[1]), size[2]);
}

}  // namespace heddle::cpu
