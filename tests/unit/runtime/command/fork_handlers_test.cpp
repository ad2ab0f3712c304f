// SPDX-License-Identifier: Apache-2.0
// Handlers of forks are registered while the library is loaded. A thread that registered them at
// its first use could be lost in a fork before it noted that it did.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "platform/object_pool.h"
#include "runtime/code/compiler_door.h"
#include "runtime/command/completion.h"
#include "support/fork_lock.h"

namespace {
int registrations = 0;
}

/// Counts, in place of the C library's, which it calls.
extern "C" int __register_atfork(void (*prepare)(), void (*parent)(), void (*child)(),
                                 void* library) {
  using Register = int(void (*)(), void (*)(), void (*)(), void*);
  static auto* const original =
      reinterpret_cast<Register*>(::dlsym(RTLD_NEXT, "__register_atfork"));
  ++registrations;
  return original(prepare, parent, child, library);
}

namespace heddle {
namespace {

TEST(ForkHandlers, AreRegisteredBeforeTheFirstUse) {
  const int before = registrations;
  EXPECT_GE(before, 4);
  const ObjectPool objects(16);
  const HeldAtFork<Mutex> mutex;
  fork_generation();
  (void)CompilerDoor::open();
  EXPECT_EQ(registrations, before);
}

}  // namespace
}  // namespace heddle
