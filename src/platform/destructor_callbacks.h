// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CL/cl.h>

#include <vector>

#include "support/fork_lock.h"
#include "support/mutex.h"
#include "support/result.h"

namespace heddle {

/// The callbacks that an application registers for the end of an object, called in reverse order
/// (§5.5.1, 5.8.2).
template <class Handle>
class DestructorCallbacks {
 public:
  using Notify = void(CL_CALLBACK*)(Handle object, void* user_data);

  /// Adds a callback. Fails with CL_INVALID_VALUE.
  Status add(Notify notify, void* user_data) {
    if (!notify) return Error{CL_INVALID_VALUE, "pfn_notify is null"};
    const Lock lock(mutex_);
    callbacks_.push_back({notify, user_data});
    return {};
  }

  /// Calls the callbacks, from the object's destructor: nobody adds any more.
  void call(Handle object) NO_THREAD_SAFETY_ANALYSIS {
    while (!callbacks_.empty()) {
      const Callback last = callbacks_.back();
      callbacks_.pop_back();
      last.notify(object, last.user_data);
    }
  }

 private:
  struct Callback {
    Notify notify;
    void* user_data;
  };

  ObjectMutex mutex_;
  std::vector<Callback> callbacks_ GUARDED_BY(mutex_);
};

}  // namespace heddle
