// SPDX-License-Identifier: Apache-2.0
// The faults that checked programs report: one JSON object a line (HEDDLE_CHECK_FILE).
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace heddle::check {

struct Fault {
  std::string kind;  ///< "read past end", "barrier that not all work-items reach", …
  std::string text;  ///< the whole report, for people
  std::string kernel;
  std::string argument;           ///< empty: none
  std::string file;               ///< as `#line` names it, or the driver's own name; empty: unknown
  uint64_t line = 0, column = 0;  ///< 0: unknown
  std::string source_line;
  std::string source;  ///< the whole of it; empty: unknown
  uint64_t count = 1;
  std::vector<uint64_t> global_id, group_id, local_id;  ///< the first time; empty: unknown

  /// Returns "file:line:column" as far as it is known.
  std::string place() const;
};

struct Faults {
  std::vector<Fault> all;   ///< each once, however many processes found it
  uint64_t unreadable = 0;  ///< lines that are no report

  bool empty() const { return all.empty() && unreadable == 0; }
};

/// Reads what the processes of a program appended.
Faults read_faults(std::istream& in);

/// Writes the faults by kind, with their kernels and places.
void write_summary(std::ostream& out, const Faults& faults);

}  // namespace heddle::check
