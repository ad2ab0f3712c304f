// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/ending.h"

namespace heddle {

thread_local constinit Ending::List Ending::list_;

void Ending::reach_end() noexcept {
  List& list = list_;
  (list.first ? list.last->next_ : list.first) = this;
  list.last = this;
  if (list.busy) return;
  list.busy = true;
  while (Ending* ending = list.first) {
    list.first = ending->next_;
    ending->end();  // others may be appended to the list
  }
  list.busy = false;
}

}  // namespace heddle
