// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/command.h"

#include <iterator>

#include "support/clock.h"

namespace heddle {

Command::Command(QueueTraits& queue, cl_command_type type)
    : Completion(CL_QUEUED), queue_(queue), type_(type) {}

Command::~Command() = default;

void Command::reserve_dependencies(size_t count) {
  const size_t free = std::size(links_) - links_used_ + more_left_;
  if (count <= free) return;
  // The few links left in an older block are given up.
  more_links_.push_back(std::make_unique<Link[]>(count));
  more_left_ = more_size_ = static_cast<uint32_t>(count);
}

Completion::Link& Command::new_link() {
  if (more_left_) return more_links_.back()[more_size_ - more_left_--];
  return links_[links_used_++];
}

void Command::depend_on(Completion& other, bool propagate) {
  reserve_dependencies(1);
  Link& link = new_link();
  link.successor = this;
  link.propagate = propagate;
  unmet_.fetch_add(1, std::memory_order_relaxed);
  if (other.add(link)) return;
  unmet_.fetch_sub(1, std::memory_order_relaxed);
  if (propagate && other.status() < 0) dependency_failed_.store(true, std::memory_order_relaxed);
}

void Command::submit() {
  if (profiled_) times_.submit = now_ns();
  advance(CL_SUBMITTED);
  dependency_met(false);
}

void Command::dependency_met(bool failed) {
  if (failed) dependency_failed_.store(true, std::memory_order_relaxed);
  if (unmet_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (is_child_) goes_on();
  queue_.functions().ready(*this);
}

void Command::start() noexcept {
  if (started_.exchange(true, std::memory_order_relaxed)) return;
  if (profiled_) times_.start = now_ns();
  advance(CL_RUNNING);
}

void Command::body_ended() noexcept {
  if (profiled_) times_.end = now_ns();
}

void Command::ended(cl_int status) noexcept {
  started();  // a job without chunks never was
  queue_.functions().end(*this, status);
}

}  // namespace heddle
