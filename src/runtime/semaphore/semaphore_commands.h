// SPDX-License-Identifier: Apache-2.0
// Commands that wait for semaphores and signal them.
#pragma once

#include <span>

#include "platform/later_extensions.h"
#include "runtime/command/enqueue.h"

namespace heddle {

/// Implements clEnqueueWaitSemaphoresKHR.
Status enqueue_semaphore_wait(Queue& queue, std::span<const khr::SemaphoreHandle> semaphores,
                              const EnqueueArgs& args);
/// Implements clEnqueueSignalSemaphoresKHR.
Status enqueue_semaphore_signal(Queue& queue, std::span<const khr::SemaphoreHandle> semaphores,
                                const EnqueueArgs& args);

}  // namespace heddle
