// SPDX-License-Identifier: Apache-2.0
#include "platform/memory_use.h"

#include <atomic>

#include "platform/device.h"

namespace heddle {
namespace {

constinit std::atomic<uint64_t> in_use{0};

}  // namespace

bool take_global_memory(size_t size) noexcept {
  static const uint64_t most = Device::global_mem_size();
  uint64_t now = in_use.load(std::memory_order_relaxed);
  do {
    if (size > most || now > most - size) return false;
  } while (!in_use.compare_exchange_weak(now, now + size, std::memory_order_relaxed));
  return true;
}

void give_back_global_memory(size_t size) noexcept {
  in_use.fetch_sub(size, std::memory_order_relaxed);
}

uint64_t global_memory_in_use() noexcept {
  return in_use.load(std::memory_order_relaxed);
}

}  // namespace heddle
