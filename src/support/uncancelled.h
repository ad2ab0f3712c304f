// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace heddle {

/// A scope in which pthread_cancel() has to wait: the end of a thread in the middle of our work
/// would come as an exception that no `catch (...)` may keep, and end the process.
class Uncancelled {
 public:
  Uncancelled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~Uncancelled() { pthread_setcancelstate(before_, nullptr); }
  Uncancelled(const Uncancelled&) = delete;
  Uncancelled& operator=(const Uncancelled&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace heddle
