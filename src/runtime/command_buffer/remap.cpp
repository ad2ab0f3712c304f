// SPDX-License-Identifier: Apache-2.0
// clRemapCommandBufferKHR: a deep copy of a command-buffer, for other queues.
#include <algorithm>

#include "runtime/command_buffer/command_buffer.h"
#include "support/mutex.h"

namespace heddle {

/// Makes all commands anew for the queues of `to`, whose graph is there.
Status CommandBuffer::copy_commands(CommandBuffer& to) const {
  auto kernel = kernels_.begin();
  for (size_t index = 0; index < commands_->size(); ++index) {
    Queue& queue = *to.queues_[to.graph_->nodes()[index].queue];
    Ref<Command> made;
    if (kernel != kernels_.end() && (*kernel)->index() == index) {
      auto copy = TRY((*kernel)->copy_for(&to, queue));
      made = TRY(copy->dispatch()->record(queue));
      to.missing_ += !made;
      to.some_enqueue_ |= made && made->enqueues();
      to.kernels_.push_back(std::move(copy));
      ++kernel;
    } else {
      made = (*commands_)[index]->command()->recorded_for(queue);
    }
    to.commands_->push_back(std::make_shared<Recorded>(std::move(made)));
  }
  return {};
}

Result<Ref<CommandBuffer>> CommandBuffer::remap(bool automatic,
                                                std::span<const cl_command_queue> queues,
                                                std::span<const khr::MutableCommandHandle> handles,
                                                khr::MutableCommandHandle* copies) const {
  TRY(require(!queues.empty() && queues.data(), CL_INVALID_VALUE, "no queues given"));
  TRY(require(automatic || queues.size() == queues_.size(), CL_INVALID_VALUE,
              "not as many queues as the command-buffer has"));
  TRY(require(
      (handles.data() != nullptr) == !handles.empty() && (copies != nullptr) == !handles.empty(),
      CL_INVALID_VALUE, "number and lists of handles disagree"));
  std::vector<Ref<Queue>> held;
  for (const cl_command_queue queue : queues) {
    held.push_back(TRY(host_queue(queue)));
    TRY(require(&held.back()->context() == &context(), CL_INVALID_CONTEXT,
                "a queue is not of the command-buffer's context"));
  }
  const Lock lock(mutex_);
  std::vector<size_t> wanted;
  for (const khr::MutableCommandHandle each : handles) {
    const auto found = std::ranges::find(kernels_, each, [](const Ref<MutableCommand>& kernel) {
      return static_cast<khr::MutableCommandHandle>(kernel.get());
    });
    TRY(require(found != kernels_.end(), CL_INVALID_VALUE,
                "a handle is of no command of the command-buffer"));
    wanted.push_back(static_cast<size_t>(found - kernels_.begin()));
  }
  auto made = make<CommandBuffer>(std::move(held), properties_);
  made->mutex_.assume_held();
  made->graph_ = std::make_shared<Graph>(graph_->on_queues(queues.size()));
  TRY(copy_commands(*made));
  made->finalized_ = finalized_;
  for (size_t i = 0; i < wanted.size(); ++i) {
    MutableCommand& copy = *made->kernels_[wanted[i]];
    copy.publish();
    copies[i] = &copy;
  }
  return made;
}

}  // namespace heddle
