// SPDX-License-Identifier: Apache-2.0
// Eventfds that other processes share. O_NONBLOCK belongs to the open file, not to the descriptor:
// whoever shares it may clear the flag, and fill the counter, at any moment. These functions never
// block all the same.
#pragma once

namespace heddle {

/// Takes the whole count. Returns false, and changes nothing, if it is 0.
bool take_count(int eventfd) noexcept;
/// Adds one to the count, unless it is full, which is as good. Returns false if the kernel cannot
/// do that for this process (`counts_without_waiting`).
bool add_to_count(int eventfd) noexcept;
/// Tells whether both can be done in this process: the kernel's asynchronous I/O may be missing,
/// refused by a filter, or used up by others (fs.aio-max-nr). A yes holds until the process ends or
/// forks.
bool counts_without_waiting() noexcept;

}  // namespace heddle
