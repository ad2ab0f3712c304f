// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_set>
#include <vector>

#include "platform/context.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

/// A list of the queues, or of the user events of contexts that may be terminated, by context.
template <class T>
class Enlisted {
 public:
  static Enlisted& all() {
    static Enlisted& all = *new Enlisted;  // leaked on purpose: no static destructors
    return all;
  }

  /// Adds an object, as the last act of its constructor. Returns false if the context is terminated
  /// already.
  bool add(T& object) {
    const Lock lock(mutex_);
    objects_.insert(&object);
    return !object.context().terminated();
  }
  void remove(T& object) {
    const Lock lock(mutex_);
    objects_.erase(&object);
  }
  std::vector<Ref<T>> of(const Context& context) {
    std::vector<Ref<T>> found;
    const Lock lock(mutex_);
    for (T* object : objects_) {
      if (&object->context() == &context && object->try_retain())
        found.push_back(Ref<T>::adopt(object));
    }
    return found;
  }

 private:
  HeldAtFork<Mutex> mutex_;
  std::unordered_set<T*> objects_ GUARDED_BY(mutex_);
};

}  // namespace heddle
