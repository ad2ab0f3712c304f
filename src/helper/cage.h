// SPDX-License-Identifier: Apache-2.0
// A cage for a process that works on what somebody else has written.
#pragma once

namespace heddle::helper {

/// From now on this process, and what it starts, changes no file by a name and gets no rights by
/// starting a program (Landlock, since Linux 5.13), and makes none of the system calls of
/// cage.cpp's list (seccomp), which fail with EPERM. A kernel that lacks one of the two leaves the
/// other.
void enter_cage();

}  // namespace heddle::helper
