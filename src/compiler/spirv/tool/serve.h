// SPDX-License-Identifier: Apache-2.0
// How heddle-spirv is kept between modules.
#pragma once

#include "compiler/spirv/helper_protocol.h"

namespace heddle::compiler::spirv {

/// Takes requests from the socket on standard input until its other end is closed. Each is worked
/// on by a fork of this process, in which it is the caller's turn: its standard input, output and
/// error are the request's files, and its limits those of helper_protocol.h. Returns the request's
/// mode in each fork, and never in the process that serves.
HelperMode serve();

}  // namespace heddle::compiler::spirv
