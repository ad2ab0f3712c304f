// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/terminate.h"

#include <CL/cl_ext.h>

#include <vector>

#include "runtime/command/enlisted.h"
#include "runtime/command/event.h"
#include "runtime/command/queue.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {
namespace {

using Hook = void (*)(Context&);

struct Hooks {
  HeldAtFork<Mutex> mutex;
  std::vector<Hook> list GUARDED_BY(mutex);

  static Hooks& all() {
    static Hooks& all = *new Hooks;  // leaked on purpose: no static destructors
    return all;
  }
  void add(Hook hook) {
    const Lock lock(mutex);
    list.push_back(hook);
  }
  std::vector<Hook> copy() {
    const Lock lock(mutex);
    return list;
  }
};

}  // namespace

void at_termination(Hook hook) {
  Hooks::all().add(hook);
}

Status terminate_context(Context& context) {
  TRY(context.set_terminated());
  for (const Ref<Event>& event : Enlisted<Event>::all().of(context))
    event->settle(CL_CONTEXT_TERMINATED_KHR);
  for (const Hook hook : Hooks::all().copy()) hook(context);
  for (const Ref<Queue>& queue : Enlisted<Queue>::all().of(context)) queue->flush();
  context.notify("clTerminateContextKHR",
                 Error{CL_CONTEXT_TERMINATED_KHR, "the context has been terminated"});
  return {};
}

}  // namespace heddle
