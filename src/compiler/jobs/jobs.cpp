// SPDX-License-Identifier: Apache-2.0
#include "compiler/jobs/jobs.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "compiler/jobs/job_threads.h"
#include "support/mutex.h"

namespace heddle::compiler {
namespace {

/// One thread's wait for one job.
struct Waiter {
  Mutex mutex;
  ConditionVariable changed;
  bool done GUARDED_BY(mutex) = false;
  std::optional<std::string> failure GUARDED_BY(mutex);

  void end(std::optional<std::string> why) {
    const Lock lock(mutex);
    failure = std::move(why);
    done = true;
    changed.notify_all();
  }
  std::optional<std::string> wait() {
    const Lock lock(mutex);
    while (!done) changed.wait(mutex);
    return std::move(failure);
  }
};

// ---- Many pieces at once.

std::string copy_or_less(const std::string& why) {
  try {
    return why;
  } catch (...) {
    return kOutOfMemory;
  }
}

struct Batch {
  const std::vector<Work> works;
  const bool is_called_by_job = is_in_job();  // that has a large stack
  Mutex mutex;
  ConditionVariable changed;
  std::vector<std::optional<std::string>> failures GUARDED_BY(mutex);
  size_t next GUARDED_BY(mutex) = 0;
  size_t left GUARDED_BY(mutex);
  size_t lanes GUARDED_BY(mutex);  // jobs that take pieces

  Batch(std::vector<Work> all, size_t lanes)
      : works(std::move(all)), failures(works.size()), left(works.size()), lanes(lanes) {}

  std::optional<size_t> take() {
    const Lock lock(mutex);
    return next < works.size() ? std::optional(next++) : std::nullopt;
  }
  void end(size_t piece, std::optional<std::string> failure) {
    const Lock lock(mutex);
    failures[piece] = std::move(failure);
    if (--left == 0) changed.notify_all();
  }
  /// Handles a lane that got no thread. The other lanes do its work; without others the waiting
  /// thread does, unless there is no memory for it.
  void lose_lane(const std::string& why) {
    const Lock lock(mutex);
    if (--lanes > 0) return;
    if (why == kOutOfMemory || !is_called_by_job)
      for (; next < works.size(); ++next, --left) failures[next] = copy_or_less(why);
    changed.notify_all();
  }
  /// Waits until all pieces have ended. Returns their failures.
  std::vector<std::optional<std::string>> wait() {
    {
      const Lock lock(mutex);
      while (left > 0 && lanes > 0) changed.wait(mutex);
    }
    while (const auto piece = take()) {
      works[*piece]();
      end(*piece, std::nullopt);
    }
    const Lock lock(mutex);
    return std::move(failures);
  }
};

/// Starts a job that works off pieces of the batch. A piece in which LLVM gives up takes this
/// thread with it, and no other piece: another job continues.
void start_lane(const std::shared_ptr<Batch>& batch) try {
  const auto current = std::make_shared<std::optional<size_t>>();
  auto job = std::make_shared<Job>();
  job->is_lane = true;
  job->work = [batch, current] {
    while ((*current = batch->take())) {
      batch->works[**current]();
      batch->end(**current, std::nullopt);
    }
  };
  job->done = [batch, current](std::optional<std::string> failure) {
    if (!failure) return;
    if (!*current) return batch->lose_lane(*failure);
    batch->end(**current, std::move(failure));
    start_lane(batch);
  };
  submit(job);
} catch (...) {
  batch->lose_lane(kOutOfMemory);
}

}  // namespace

std::optional<std::string> run_job(Work work) {
  const auto waiter = std::make_shared<Waiter>();
  auto job = std::make_shared<Job>();
  job->work = std::move(work);
  job->done = [waiter](std::optional<std::string> failure) { waiter->end(std::move(failure)); };
  enter_gate();
  submit(job);
  auto failure = waiter->wait();
  leave_gate();
  return failure;
}

void start_job(Work work, Done done) {
  start_background(std::make_shared<Job>(std::move(work), std::move(done), /*background=*/true));
}

std::vector<std::optional<std::string>> run_jobs(std::vector<Work> works) {
  const size_t lanes = std::min(usable_cpus(), works.size());
  const auto batch = std::make_shared<Batch>(std::move(works), lanes);
  for (size_t i = 0; i < lanes; ++i) start_lane(batch);
  return batch->wait();
}

}  // namespace heddle::compiler
