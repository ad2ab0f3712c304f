// SPDX-License-Identifier: Apache-2.0
// The guards of functions' statics (Itanium C++ ABI §3.3.3), in place of libstdc++'s. There, a
// static that one thread initialises while another forks stays "being initialised" in the child,
// and whoever comes to it waits for a thread that the child does not have. These guards name the
// process that initialises: a child starts the initialisation anew.
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace heddle {
namespace {

/// A guard as the compiler lays it out: it tests the first byte itself, and leaves the rest to
/// these functions.
struct alignas(int64_t) Guard {
  uint8_t done;
  pid_t owner;  // the process that initialises, or 0
};
static_assert(sizeof(Guard) == sizeof(int64_t));

/// Ends the ownership, and wakes those who wait for it.
void leave(Guard& guard) {
  const std::atomic_ref<pid_t> owner(guard.owner);
  owner.store(0, std::memory_order_release);
  owner.notify_all();
}

}  // namespace
}  // namespace heddle

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the ABI's names
/// Returns 1 if the caller is to initialise the static, 0 once it is initialised.
extern "C" int __cxa_guard_acquire(heddle::Guard* guard) {
  const std::atomic_ref<uint8_t> done(guard->done);
  const std::atomic_ref<pid_t> owner(guard->owner);
  const pid_t mine = getpid();
  for (;;) {
    pid_t found = owner.load(std::memory_order_acquire);
    if (done.load(std::memory_order_acquire)) return 0;
    if (found == mine) {
      owner.wait(found, std::memory_order_acquire);
    } else if (owner.compare_exchange_strong(found, mine, std::memory_order_acquire)) {
      // Another thread may have come and gone since the byte was read.
      if (!done.load(std::memory_order_acquire)) return 1;
      heddle::leave(*guard);
      return 0;
    }
  }
}

/// Marks the static as initialised.
extern "C" void __cxa_guard_release(heddle::Guard* guard) {
  std::atomic_ref<uint8_t>(guard->done).store(1, std::memory_order_release);
  heddle::leave(*guard);
}

/// Gives up an initialisation that threw: the next caller tries again.
extern "C" void __cxa_guard_abort(heddle::Guard* guard) {
  heddle::leave(*guard);
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
