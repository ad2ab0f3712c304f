// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/replay.h"

#include <algorithm>
#include <new>
#include <utility>

namespace heddle {
namespace {

/// More commands, small ones too, are worth a hand-over to a worker.
constexpr size_t kFew = 32;

bool is_small(const Recorded& recorded) {
  return !recorded.command()->job() || recorded.command()->small();
}

}  // namespace

// ---- Turns.

// What ran in the parent does not run in a forked child.
std::mutex& Turns::usable_mutex() {
  return mutex_.get([this] {
    taken_ = false;
    first_ = last_ = nullptr;
  });
}

bool Turns::take() {
  const std::scoped_lock lock(usable_mutex());
  return !std::exchange(taken_, true);
}

bool Turns::take_or_wait(Replay& replay) {
  const std::scoped_lock lock(usable_mutex());
  if (!std::exchange(taken_, true)) return true;
  (first_ ? last_->next_waiting_ : first_) = &replay;
  last_ = &replay;
  return false;
}

void Turns::pass() {
  Replay* next = nullptr;
  {
    const std::scoped_lock lock(usable_mutex());
    next = first_;
    if (next) first_ = next->next_waiting_;
    taken_ = next != nullptr;
  }
  if (!next) return;
  next->has_turn_ = true;
  next->go_on();
}

// ---- A replay.

Replay::Replay(Queue& queue, std::shared_ptr<Turns> turns,
               std::shared_ptr<const RecordedCommands> commands)
    : Command(queue, khr::kCommandCommandBuffer),
      turns_(std::move(turns)),
      commands_(std::move(commands)),
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
      if (!command.small()) return;  // finished() hands it to the pool
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
  if (!at_end()) return cpu::Pool::instance().submit(large_, queue().units(), queue().priority());
  turns_->pass();
  ended(status_);
}

void Replay::Large::finished() noexcept {
  replay_.end_current();
  ++replay_.next_;
  cpu::Pool::instance().run_here(replay_);
}

void Replay::release_resources() noexcept {
  commands_ = nullptr;
}

}  // namespace heddle
