// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace heddle {

/// Runs `body`, which must not throw, on a detached thread. Returns false if no thread can be
/// created. The thread blocks all signals: they belong to the application.
bool run_in_background(const std::function<void()>& body) noexcept;

}  // namespace heddle
