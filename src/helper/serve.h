// SPDX-License-Identifier: Apache-2.0
// The loop of a helper program that is kept between requests.
#pragma once

#include "helper/protocol.h"

namespace heddle::helper {

/// Functions of the program, called in the process that serves.
struct Hooks {
  void (*before_fork)() = nullptr;
  void (*after_fork)(bool in_child) = nullptr;
  void (*idle)() = nullptr;  ///< after the first request has been given to its fork
  bool keeps_forks = false;  ///< each calls next_request() when it is done
};

/// Takes requests from the socket on standard input until its other end is closed. A fork of this
/// process works on each. In the fork the function returns the request's mode; standard input,
/// output and error are the request's files, and the request's limits hold. It never returns in the
/// process that serves.
uint32_t serve(const Hooks& hooks = {});

/// Ends a kept fork's request, whose output is written, and takes the next one, as serve() does.
/// Returns its mode. Ends the process if there is none, or it has grown too large to be kept.
uint32_t next_request();

/// Marks the beginning of a fork's output. Until then the fork ends when nobody is left to read it.
void begin_output();

}  // namespace heddle::helper
