// SPDX-License-Identifier: Apache-2.0
// How a helper program is kept between requests.
#pragma once

#include "helper/protocol.h"

namespace heddle::helper {

/// Functions of the program, called in the process that serves.
struct Hooks {
  void (*before_fork)() = nullptr;
  void (*after_fork)(bool in_child) = nullptr;
  void (*idle)() = nullptr;  ///< after the first request has been given to its fork
};

/// Takes requests from the socket on standard input until its other end is closed. Each is worked
/// on by a fork of this process, in which it is the caller's turn: its standard input, output and
/// error are the request's files, and it has the request's limits. Returns the request's mode in
/// each fork, and never in the process that serves.
uint32_t serve(const Hooks& hooks = {});

/// Comes before a fork's first output. Until then the fork ends when nobody is left to read it.
void begin_output();

}  // namespace heddle::helper
