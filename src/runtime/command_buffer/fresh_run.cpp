// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/fresh_run.h"

#include <algorithm>

namespace heddle {

FreshRun::FreshRun(uint32_t index, Ref<Queue> queue, Ref<Command> command)
    : index_(index), queue_(std::move(queue)), command_(std::move(command)) {
  Queue::make_room(*command_, 0);
}

FreshRun::~FreshRun() {
  if (!replay_) command_->discard();  // it never ran
}

void FreshRun::start(Resumable& replay) noexcept {
  replay_ = &replay;
  link_.successor = this;
  command_->add(link_);  // it is not done
  // Another replayed command, or the end of the context, may flush the queue: then the replay may
  // end, and `this` with it, before the flush below.
  const Ref<Queue> queue = queue_;
  queue->append(command_, {}, Queue::Order::Command);
  queue->flush();
}

void FreshRun::dependency_met(bool) {
  replay_->resumed(index_, command_->status());  // `this` may be gone
}

FreshRun& fresh_run(const FreshRuns& runs, size_t index) {
  return **std::ranges::lower_bound(runs, index, {},
                                    [](const Ref<FreshRun>& run) { return run->index(); });
}

}  // namespace heddle
