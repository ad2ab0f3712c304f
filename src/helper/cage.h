// SPDX-License-Identifier: Apache-2.0
// A cage for a process that works on somebody else's data.
#pragma once

namespace heddle::helper {

/// Takes rights away from this process and those that it starts. They change no file by a name and
/// gain no rights by starting a program (Landlock, since Linux 5.13). The system calls of
/// cage.cpp's list fail with EPERM (seccomp). A kernel that lacks one of the two leaves the other.
void enter_cage();

}  // namespace heddle::helper
