// SPDX-License-Identifier: Apache-2.0
#include "support/background.h"

#include <pthread.h>
#include <signal.h>

#include <thread>

namespace heddle {

bool run_in_background(const std::function<void()>& body) noexcept {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = true;
  try {
    std::thread(body).detach();
  } catch (...) {  // no thread, or no memory for it
    started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

}  // namespace heddle
