// SPDX-License-Identifier: Apache-2.0
// A run of a kernel that enqueues others. Such a kernel ends with its last child, which may be long
// after its own job, so it cannot run as a recorded command does. Each replay has a command of its
// own for it, which goes through a queue that the application does not see.
#pragma once

#include <vector>

#include "runtime/command/queue.h"

namespace heddle {

/// A replay that resumes when such a command is done.
class Resumable {
 public:
  virtual void resumed(uint32_t index, cl_int status) noexcept = 0;

 protected:
  ~Resumable() = default;
};

class FreshRun final : public Completion {
 public:
  /// Prepares the `index`-th command of a replay. `queue`, for which `command` was made, is in
  /// order.
  FreshRun(uint32_t index, Ref<Queue> queue, Ref<Command> command);
  ~FreshRun() override;

  uint32_t index() const { return index_; }
  /// Starts the command; at most once.
  void start(Resumable& replay) noexcept;

 protected:
  void dependency_met(bool failed) override;

 private:
  const uint32_t index_;
  const Ref<Queue> queue_;
  const Ref<Command> command_;
  Link link_;
  Resumable* replay_ = nullptr;
};
/// The runs by index.
using FreshRuns = std::vector<Ref<FreshRun>>;

FreshRun& fresh_run(const FreshRuns& runs, size_t index);

}  // namespace heddle
