// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_callbacks.h"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace heddle {
namespace {

struct Callback {
  Ref<Event> event;  // until it has been called (§5.11)
  cl_int type;
  Event::Notify notify;
  void* user_data;
  cl_int status;  // to be passed

  void due(cl_int reached) { status = reached < 0 ? reached : type; }
};

// Callbacks that are not yet due, and those for the thread. Leaked: the thread runs until the
// process ends.
class Callbacks {
 public:
  explicit Callbacks(uint32_t generation) : generation_(generation) { start(); }

  uint32_t generation() const { return generation_; }

  void add(Callback callback) {
    Completion& completion = callback.event->completion();
    std::lock_guard lock(mutex_);
    // Watching comes before the look at the status: a change is seen here or told to `changed`.
    completion.watch();
    if (const cl_int status = completion.status(); status > callback.type) {
      waiting_.emplace(&completion, std::move(callback));
    } else {
      callback.due(status);
      due_.push_back(std::move(callback));
      wake_.notify_one();
    }
  }

  void changed(Completion& completion) {
    const cl_int status = completion.status();
    std::lock_guard lock(mutex_);
    bool any = false;
    // In the order in which the command went through its states.
    for (const cl_int type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) {
      const auto [first, last] = waiting_.equal_range(&completion);
      for (auto at = first; at != last;) {
        if (at->second.type != type || type < status) {
          ++at;
          continue;
        }
        at->second.due(status);
        due_.push_back(std::move(at->second));
        at = waiting_.erase(at);
        any = true;
      }
    }
    if (any) wake_.notify_one();
  }

 private:
  void start() {
    // The application's signal handlers run on its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_setname_np(thread.native_handle(), "heddle-callback");
    thread.detach();
  }

  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return !due_.empty(); });
      Callback callback = std::move(due_.front());
      due_.pop_front();
      lock.unlock();
      callback.notify(callback.event.get(), callback.status, callback.user_data);
    }
  }

  const uint32_t generation_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::unordered_multimap<const Completion*, Callback> waiting_;
  std::deque<Callback> due_;
};

std::atomic<Callbacks*> current{nullptr};

// A forked child starts with none: what its parent registered is the parent's to call.
Callbacks& callbacks() {
  Callbacks* now = current.load(std::memory_order_acquire);
  if (now && now->generation() == fork_generation()) return *now;
  static std::mutex starting;
  std::lock_guard lock(starting);
  now = current.load(std::memory_order_relaxed);
  if (!now || now->generation() != fork_generation()) {
    now = new Callbacks(fork_generation());
    current.store(now, std::memory_order_release);
  }
  return *now;
}

}  // namespace

void add_event_callback(Event& event, cl_int type, Event::Notify notify, void* user_data) {
  callbacks().add({Ref<Event>(event), type, notify, user_data, 0});
}

void status_changed(Completion& completion) {
  callbacks().changed(completion);
}

}  // namespace heddle
