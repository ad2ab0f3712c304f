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
  /// Writes the sentences to stderr, and a line to the file: the process may not live to the end of
  /// the launch. With HEDDLE_CHECK_ABORT it is the end of the process.
  static void write(const Fault& fault, std::string_view source);
  /// Adds a line to the file. Counts of lines with the same fault add up.
  static void keep(const Fault& fault, std::string_view source);
  /// Writes a sentence to stderr, once.
  void note(const std::string& sentence);

 private:
  HeldAtFork<Mutex> mutex_;
  std::set<std::string> seen_ GUARDED_BY(mutex_);
};

}  // namespace heddle
