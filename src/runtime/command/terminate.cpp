// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/terminate.h"

#include <CL/cl_ext.h>

#include "runtime/command/enlisted.h"
#include "runtime/command/event.h"
#include "runtime/command/queue.h"

namespace heddle {

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
