// SPDX-License-Identifier: Apache-2.0
// A recorded command of a command-buffer.
#pragma once

#include <memory>
#include <vector>

#include "runtime/command/queue.h"

namespace heddle {

/// A command that was never enqueued. Several versions of a command-buffer share it.
class Recorded {
 public:
  explicit Recorded(Ref<Command> command)
      : queue_(command ? Ref<Queue>(queue_of(*command)) : nullptr), command_(std::move(command)) {}
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;
  ~Recorded() {
    if (command_) command_->discard();
  }
  /// Returns null for a kernel that lacks arguments (CL_COMMAND_BUFFER_STATE_FINALIZED_KHR).
  Command* command() const { return command_.get(); }

 private:
  const Ref<Queue> queue_;  // the queue that the command refers to
  const Ref<Command> command_;
};
using RecordedCommands = std::vector<std::shared_ptr<Recorded>>;

}  // namespace heddle
