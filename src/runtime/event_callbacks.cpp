// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_callbacks.h"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "support/background.h"

namespace heddle {
namespace {

struct Callback {
  Ref<Event> event;  // until it has been called (§5.11)
  cl_int type;
  Event::Notify notify;
  void* user_data;
  cl_int status;                             // to be passed
  std::unique_ptr<Callback> next = nullptr;  // of those that are due

  void due(cl_int reached) { status = reached < 0 ? reached : type; }
};

// Callbacks that are not yet due, and those for the thread. Leaked: the thread runs until the
// process ends.
class Callbacks {
 public:
  explicit Callbacks(uint32_t generation) : generation_(generation) {}

  bool start() {
    return run_in_background([this] { run(); });
  }

  uint32_t generation() const { return generation_; }

  void add(std::unique_ptr<Callback> callback) {
    Completion& completion = callback->event->completion();
    std::lock_guard lock(mutex_);
    // Watching comes before the look at the status: a change is seen here or told to `changed`.
    completion.watch();
    if (const cl_int status = completion.status(); status > callback->type) {
      waiting_.emplace(&completion, std::move(callback));
    } else {
      callback->due(status);
      push(std::move(callback));
      wake_.notify_one();
    }
  }

  /// On the thread that ran the command: allocates nothing.
  void changed(Completion& completion) {
    const cl_int status = completion.status();
    std::lock_guard lock(mutex_);
    bool any = false;
    // In the order in which the command went through its states.
    for (const cl_int type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) {
      const auto [first, last] = waiting_.equal_range(&completion);
      for (auto at = first; at != last;) {
        if (at->second->type != type || type < status) {
          ++at;
          continue;
        }
        at->second->due(status);
        push(std::move(at->second));
        at = waiting_.erase(at);
        any = true;
      }
    }
    if (any) wake_.notify_one();
  }

 private:
  [[noreturn]] void run() {
    pthread_setname_np(pthread_self(), "heddle-callback");
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return due_ != nullptr; });
      const std::unique_ptr<Callback> callback = std::move(due_);
      due_ = std::move(callback->next);
      if (!due_) last_due_ = nullptr;
      lock.unlock();
      callback->notify(callback->event.get(), callback->status, callback->user_data);
    }
  }

  void push(std::unique_ptr<Callback> callback) {
    Callback* last = callback.get();
    (last_due_ ? last_due_->next : due_) = std::move(callback);
    last_due_ = last;
  }

  const uint32_t generation_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::unordered_multimap<const Completion*, std::unique_ptr<Callback>> waiting_;
  std::unique_ptr<Callback> due_;  // the first of those that the thread is to call
  Callback* last_due_ = nullptr;
};

std::atomic<Callbacks*> current{nullptr};

/// Null if nothing was registered. A forked child starts with none: what its parent registered is
/// the parent's to call.
Callbacks* callbacks() {
  Callbacks* now = current.load(std::memory_order_acquire);
  return now && now->generation() == fork_generation() ? now : nullptr;
}

Result<Callbacks*> started_callbacks() {
  if (Callbacks* now = callbacks()) return now;
  static std::mutex starting;
  std::lock_guard lock(starting);
  if (Callbacks* now = callbacks()) return now;
  auto made = std::make_unique<Callbacks>(fork_generation());
  TRY(require(made->start(), CL_OUT_OF_RESOURCES, "no thread could be made for callbacks"));
  current.store(made.get(), std::memory_order_release);
  return made.release();
}

}  // namespace

Status add_event_callback(Event& event, cl_int type, Event::Notify notify, void* user_data) {
  auto callback = std::make_unique<Callback>(Ref<Event>(event), type, notify, user_data, 0);
  TRY(started_callbacks())->add(std::move(callback));
  return {};
}

void status_changed(Completion& completion) {
  if (Callbacks* registered = callbacks()) registered->changed(completion);
}

}  // namespace heddle
