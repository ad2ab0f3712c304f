// SPDX-License-Identifier: Apache-2.0
// The process's reports of faults: each place and kind once, on stderr and in HEDDLE_CHECK_FILE.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "runtime/check/fault.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

class Reports {
 public:
  static Reports& all();

  /// Tells whether nobody has reported such a fault at this place; the caller is to do so.
  bool is_new(const Fault& fault);
  /// Writes the sentences to stderr. With HEDDLE_CHECK_ABORT it is the end of the process.
  static void write(const Fault& fault, std::string_view source);
  /// Adds the fault to the file. It is complete: its count does not change any more.
  static void keep(const Fault& fault, std::string_view source);
  /// Writes a sentence to stderr, once.
  void note(const std::string& sentence);

 private:
  HeldAtFork<Mutex> mutex_;
  std::set<std::string> seen_ GUARDED_BY(mutex_);
};

}  // namespace heddle
