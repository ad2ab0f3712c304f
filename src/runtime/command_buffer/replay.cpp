// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/replay.h"

#include <algorithm>
#include <utility>

namespace heddle {
namespace {

/// The number of commands above which a hand-over to a worker pays, even for small ones.
constexpr size_t kFew = 32;

bool is_small(const Recorded& recorded) {
  const Command& command = *recorded.command();
  return !recorded.command()->job() || (command.small() && !command.enqueues());
}

}  // namespace

Replay::Replay(Queue& queue, std::shared_ptr<Turns> turns,
               std::shared_ptr<const RecordedCommands> commands, FreshRuns fresh)
    : Command(queue, khr::kCommandCommandBuffer),
      turns_(std::move(turns)),
      commands_(std::move(commands)),
      fresh_(std::move(fresh)),
      small_(commands_->size() <= kFew &&
             std::ranges::all_of(*commands_, [](const auto& each) { return is_small(*each); })) {}

void Replay::run(size_t, cpu::Worker& worker) noexcept {
  started();
  if (!has_turn_ && !(has_turn_ = turns_->take())) return;
  for (; !at_end(); ++next_) {
    Command& command = current();
    if (queue().context().terminated()) {
      next_ = commands_->size();
      return;
    }
    if (cpu::Job* job = command.job()) {
      if (!command.small() || command.enqueues()) return;  // finished() continues with it
      job->run_all(worker);
    }
    end_current();
  }
}

void Replay::end_current() noexcept {
  const cl_int status = current().replayed();
  if (status_ == CL_COMPLETE) status_ = status;
}

void Replay::go_on() noexcept {
  cpu::Pool::instance().submit(*this, queue().units(), queue().priority());
}

void Replay::finished() noexcept {
  if (!has_turn_) {
    if (!turns_->take_or_wait(*this)) return;  // `this` may run by now
    has_turn_ = true;
    return go_on();
  }
  if (!at_end()) {
    if (current().enqueues()) return fresh_run(fresh_, next_).start(*this);
    return cpu::Pool::instance().submit(large_, queue().units(), queue().priority());
  }
  turns_->pass();
  ended(status_);
}

void Replay::has_turn() noexcept {
  has_turn_ = true;
  go_on();
}

void Replay::resumed(uint32_t, cl_int status) noexcept {
  if (status_ == CL_COMPLETE) status_ = status;
  ++next_;
  go_on();
}

void Replay::Large::finished() noexcept {
  replay_.end_current();
  ++replay_.next_;
  cpu::Pool::instance().run_here(replay_);
}

void Replay::release_resources() noexcept {
  commands_ = nullptr;
  fresh_.clear();
}

}  // namespace heddle
