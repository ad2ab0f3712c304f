// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/terminate.h"

#include <CL/cl_ext.h>

#include <mutex>
#include <vector>

#include "runtime/command/enlisted.h"
#include "runtime/command/event.h"
#include "runtime/command/queue.h"

namespace heddle {
namespace {

using Hook = void (*)(Context&);

struct Hooks {
  std::mutex mutex;  // guards list
  std::vector<Hook> list;

  static Hooks& all() {
    static Hooks& all = *new Hooks;  // leaked on purpose: no static destructors
    return all;
  }
  std::vector<Hook> copy() {
    const std::scoped_lock lock(mutex);
    return list;
  }
};

}  // namespace

void at_termination(Hook hook) {
  const std::scoped_lock lock(Hooks::all().mutex);
  Hooks::all().list.push_back(hook);
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
