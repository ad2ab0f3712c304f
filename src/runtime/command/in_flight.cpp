// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/in_flight.h"

#include <algorithm>
#include <iterator>

#include "devices/cpu/topology.h"
#include "runtime/command/completion.h"

namespace heddle {
namespace {

constexpr int64_t kAtLeast = int64_t{4} << 20;
/// Bytes of one command with its event and the objects that it holds, rounded up.
constexpr int64_t kBytes = 1024;

}  // namespace

std::atomic<int64_t> InFlight::total_{0};
std::atomic<int64_t> InFlight::most_{kAtLeast};
std::atomic<bool> InFlight::knows_most_{false};

void InFlight::ended() noexcept {
  // Parts are not one for each thread: a thread that ends would have to report its last ones, and
  // registering for that takes memory.
  struct alignas(64) Part {
    std::atomic<uint64_t> commands{0};
  };
  static constinit Part parts[32];
  static constinit std::atomic<uint32_t> threads{0};
  thread_local constinit uint32_t thread = 0;  // from 1
  if (thread == 0) thread = threads.fetch_add(1, std::memory_order_relaxed) % std::size(parts) + 1;
  const uint64_t before = parts[thread - 1].commands.fetch_add(1, std::memory_order_relaxed);
  if (before % kStep == kStep - 1) total_.fetch_sub(kStep, std::memory_order_relaxed);
}

void InFlight::set_most(int64_t most) noexcept {
  knows_most_.store(true, std::memory_order_relaxed);
  most_.store(most, std::memory_order_relaxed);
}

bool InFlight::are_too_many() noexcept {
  // Commands of the parent never end in a forked child.
  static std::atomic<uint32_t> process{fork_generation()};
  if (process.exchange(fork_generation(), std::memory_order_relaxed) != fork_generation()) {
    total_.store(0, std::memory_order_relaxed);
    return false;
  }
  if (!knows_most_.load(std::memory_order_relaxed)) {
    set_most(std::max(kAtLeast, static_cast<int64_t>(cpu::topology().memory_bytes / 8 / kBytes)));
  }
  return total_.load(std::memory_order_relaxed) >= most_.load(std::memory_order_relaxed);
}

}  // namespace heddle
