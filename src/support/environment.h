// SPDX-License-Identifier: Apache-2.0
// The one way to the environment. In secure execution (ld.so(8): AT_SECURE, which a program with
// the set-user-ID bit or capabilities has) it belongs to somebody with fewer rights than the
// process, so it is taken for empty, and no file is written. What the libraries that we load make
// of it: compiler/library/environment.cpp, devices/cpu/topology.cpp.
#pragma once

namespace heddle {

bool secure_execution();

/// The value of a variable. Null: it is not set, or this is secure execution.
const char* environment_variable(const char* name);

}  // namespace heddle
