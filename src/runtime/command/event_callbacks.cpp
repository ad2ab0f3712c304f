// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/event_callbacks.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "runtime/command/fork_mutex.h"
#include "support/background.h"
#include "support/mutex.h"

namespace heddle {
namespace {

struct Callback;
using Shared = std::shared_ptr<Callback>;
/// Callbacks by the objects that a wait may cover: each has an entry for its event's completion and
/// one for its queue. Those of one key are in the order of their registration.
using Index = std::multimap<const void*, Shared>;

struct Callback {
  enum class State : uint8_t { Waiting, Due, Running, Returned };

  Ref<Event> event;  // held until it has been called (§5.11)
  cl_int type;
  Event::Notify notify;
  void* user_data;

  uint64_t number = 0;  // in the order of registration, from 1
  Index::iterator by_event, by_queue;
  State state = State::Waiting;
  uint64_t turn = 0;  // in the order in which they became due
  cl_int status = 0;  // the argument of the call
  Callback* next = nullptr;
  Callback* previous = nullptr;  // the one that became due before
};

thread_local constinit bool in_callback = false;

/// Watches a completion.
void tell_changed(Completion& completion);

// The callbacks that have not returned. Leaked: the thread runs until the process ends.
class Callbacks {
 public:
  explicit Callbacks(uint32_t generation) : generation_(generation) {}

  bool start() {
    return run_in_background([this] { run(); });
  }

  uint32_t generation() const { return generation_; }
  uint64_t registered() const { return registered_.load(std::memory_order_relaxed); }

  void add(Shared callback) {
    Completion& completion = callback->event->completion();
    Queue* const queue = callback->event->queue();
    const Lock lock(mutex_);
    callback->by_event = index_.emplace(&completion, callback);
    callback->by_queue = index_.end();
    try {
      if (queue) callback->by_queue = index_.emplace(queue, callback);
    } catch (...) {
      index_.erase(callback->by_event);
      throw;
    }
    callback->number = registered() + 1;
    registered_.store(callback->number, std::memory_order_relaxed);
    // Watching comes before the look at the status: a change is seen here or told to `changed`.
    if (queue) queue->watch();
    completion.watch(tell_changed);
    make_due(completion);
  }

  /// Makes callbacks due, on the thread that ran the command. Allocates nothing.
  void changed(const Completion& completion) {
    const Lock lock(mutex_);
    make_due(completion);
  }

  /// Waits until those of the first `last` callbacks at `covered` have returned. All commands there
  /// are done. Calls the callbacks itself: the thread may be busy with a slow one of another event.
  void wait(const void* covered, uint64_t last) {
    const std::vector<Shared> awaited = due_at(covered, last);
    for (const Shared& callback : awaited) {
      if (claim(*callback)) call(callback);
    }
    const Lock lock(mutex_);
    ++sleepers_;
    for (const Shared& callback : awaited)
      while (callback->state != Callback::State::Returned) returned_.wait(mutex_);
    --sleepers_;
  }

 private:
  [[noreturn]] void run() {
    pthread_setname_np(pthread_self(), "heddle-callback");
    for (;;) {
      Lock lock(mutex_);
      while (!due_) wake_.wait(mutex_);
      const Shared callback = due_->by_event->second;
      take(*callback);
      lock.unlock();
      call(callback);
    }
  }

  /// Makes those of the completion due whose status was reached, in the order in which the command
  /// went through its states.
  void make_due(const Completion& completion) REQUIRES(mutex_) {
    const cl_int status = completion.status();
    const auto [first, end] = index_.equal_range(&completion);
    bool any = false;
    for (const cl_int type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}) {
      for (auto at = first; at != end; ++at) {
        Callback& callback = *at->second;
        if (callback.state != Callback::State::Waiting || callback.type != type || status > type)
          continue;
        callback.status = status < 0 ? status : type;
        push(callback);
        any = true;
      }
    }
    if (any) wake_.notify_one();
  }

  /// Returns the callbacks that `wait` covers, in the order in which to call them.
  std::vector<Shared> due_at(const void* covered, uint64_t last) {
    std::vector<Shared> found;
    const Lock lock(mutex_);
    const auto [first, end] = index_.equal_range(covered);
    for (auto at = first; at != end && at->second->number <= last; ++at) {
      // The command's thread may not have told yet.
      if (at->second->state == Callback::State::Waiting) make_due(at->second->event->completion());
      if (at->second->state != Callback::State::Waiting) found.push_back(at->second);
    }
    std::ranges::sort(found, {}, [](const Shared& callback) { return callback->turn; });
    return found;
  }

  /// Claims a callback. Returns false if somebody else calls it, or has.
  bool claim(Callback& callback) {
    const Lock lock(mutex_);
    if (callback.state != Callback::State::Due) return false;
    take(callback);
    return true;
  }

  void call(const Shared& callback) noexcept {
    const bool outer = std::exchange(in_callback, true);
    callback->notify(callback->event.get(), callback->status, callback->user_data);
    in_callback = outer;
    {
      const Lock lock(mutex_);
      callback->state = Callback::State::Returned;
      if (callback->by_queue != index_.end()) index_.erase(callback->by_queue);
      index_.erase(callback->by_event);
      if (sleepers_) returned_.notify_all();
    }
    callback->event = nullptr;
  }

  // The list of those that are due, oldest first.
  void push(Callback& callback) REQUIRES(mutex_) {
    callback.state = Callback::State::Due;
    callback.turn = ++turns_;
    callback.previous = last_due_;
    (last_due_ ? last_due_->next : due_) = &callback;
    last_due_ = &callback;
  }
  void take(Callback& callback) REQUIRES(mutex_) {
    callback.state = Callback::State::Running;
    (callback.previous ? callback.previous->next : due_) = callback.next;
    (callback.next ? callback.next->previous : last_due_) = callback.previous;
  }

  const uint32_t generation_;
  std::atomic<uint64_t> registered_{0};  // written with the mutex held
  Mutex mutex_;                          // guards the callbacks, too
  ConditionVariable wake_;               // there is one due
  ConditionVariable returned_;
  uint32_t sleepers_ GUARDED_BY(mutex_) = 0;  // on returned_
  Index index_ GUARDED_BY(mutex_);
  Callback* due_ GUARDED_BY(mutex_) = nullptr;
  Callback* last_due_ GUARDED_BY(mutex_) = nullptr;
  uint64_t turns_ GUARDED_BY(mutex_) = 0;
};

std::atomic<Callbacks*> current{nullptr};

/// Returns the callbacks; null if nothing was registered. A forked child starts with none: the
/// parent calls those that it registered.
Callbacks* callbacks() {
  Callbacks* now = current.load(std::memory_order_acquire);
  return now && now->generation() == fork_generation() ? now : nullptr;
}

void tell_changed(Completion& completion) {
  if (Callbacks* registered = callbacks()) registered->changed(completion);
}

Result<Callbacks*> started_callbacks() {
  if (Callbacks* now = callbacks()) return now;
  static ForkMutex& starting = *new ForkMutex;  // leaked on purpose: no static destructors
  const Lock lock(starting.get([] {}));
  if (Callbacks* now = callbacks()) return now;
  auto made = std::make_unique<Callbacks>(fork_generation());
  TRY(require(made->start(), CL_OUT_OF_RESOURCES, "no thread could be made for callbacks"));
  current.store(made.get(), std::memory_order_release);
  return made.release();
}

}  // namespace

Status set_event_callback(Event& event, cl_int type, Event::Notify notify, void* user_data) {
  TRY(require(notify, CL_INVALID_VALUE, "pfn_event_notify is null"));
  TRY(require(type == CL_SUBMITTED || type == CL_RUNNING || type == CL_COMPLETE, CL_INVALID_VALUE,
              "not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE"));
  auto callback = std::make_shared<Callback>(Ref<Event>(event), type, notify, user_data);
  TRY(started_callbacks())->add(std::move(callback));
  if (event.queue()) event.queue()->flush();
  return {};
}

uint64_t registered_callbacks() {
  const Callbacks* registered = callbacks();
  return registered && !in_callback ? registered->registered() : 0;
}

void wait_for_callbacks(const Event& event, uint64_t last) {
  if (last == 0 || !event.completion().watched()) return;
  if (Callbacks* registered = callbacks()) registered->wait(&event.completion(), last);
}

void wait_for_callbacks(const Queue& queue, uint64_t last) {
  if (last == 0 || !queue.watched()) return;
  if (Callbacks* registered = callbacks()) registered->wait(&queue, last);
}

}  // namespace heddle
