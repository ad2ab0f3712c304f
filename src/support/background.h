// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace heddle {

/// Runs `body`, which must not throw, on a detached thread. False if no thread can be made. Signals
/// are the application's: its handlers do not run on that thread.
bool run_in_background(const std::function<void()>& body) noexcept;

}  // namespace heddle
