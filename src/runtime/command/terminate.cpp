// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/terminate.h"

#include <CL/cl_ext.h>

#include <mutex>
#include <unordered_set>
#include <vector>

#include "runtime/command/event.h"
#include "runtime/command/queue.h"

namespace heddle {
namespace {

/// Objects of one kind in contexts that may be terminated.
template <class T>
class Enlisted {
 public:
  static Enlisted& all() {
    static Enlisted& all = *new Enlisted;  // leaked on purpose: no static destructors
    return all;
  }

  /// False if the context is terminated already.
  bool add(T& object) {
    std::lock_guard lock(mutex_);
    objects_.insert(&object);
    return !object.context().terminated();
  }
  void remove(T& object) {
    std::lock_guard lock(mutex_);
    objects_.erase(&object);
  }
  std::vector<Ref<T>> of(const Context& context) {
    std::vector<Ref<T>> found;
    std::lock_guard lock(mutex_);
    for (T* object : objects_) {
      if (&object->context() == &context && object->try_retain())
        found.push_back(Ref<T>::adopt(object));
    }
    return found;
  }

 private:
  std::mutex mutex_;  // guards objects_
  std::unordered_set<T*> objects_;
};

}  // namespace

void enlist(Queue& queue) {
  if (queue.context().may_be_terminated()) Enlisted<Queue>::all().add(queue);
}

void delist(Queue& queue) {
  if (queue.context().may_be_terminated()) Enlisted<Queue>::all().remove(queue);
}

void enlist(Event& event) {
  if (event.context().may_be_terminated() && !Enlisted<Event>::all().add(event))
    event.settle(CL_CONTEXT_TERMINATED_KHR);
}

void delist(Event& event) {
  if (event.context().may_be_terminated()) Enlisted<Event>::all().remove(event);
}

Status terminate_context(Context& context) {
  TRY(context.set_terminated());
  for (const Ref<Event>& event : Enlisted<Event>::all().of(context))
    event->settle(CL_CONTEXT_TERMINATED_KHR);
  for (const Ref<Queue>& queue : Enlisted<Queue>::all().of(context)) queue->flush();
  context.notify("clTerminateContextKHR",
                 Error{CL_CONTEXT_TERMINATED_KHR, "the context has been terminated"});
  return {};
}

}  // namespace heddle
