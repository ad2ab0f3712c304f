// SPDX-License-Identifier: Apache-2.0
// The one way to the environment. In secure execution (ld.so(8): AT_SECURE, which a program with
// the set-user-ID bit or capabilities has) the environment belongs to somebody with fewer rights
// than the process. It is taken as empty then, and no file is written. For libraries that we load
// see compiler/library/environment.cpp and devices/cpu/topology.cpp.
#pragma once

namespace heddle {

bool secure_execution();

/// Returns the value of a variable, or null if it is not set or this is secure execution.
const char* environment_variable(const char* name);

}  // namespace heddle
