// SPDX-License-Identifier: Apache-2.0
// A fault that a checked kernel reported, in words and as data.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abi/check_abi.h"

namespace heddle {

/// An access that was not made.
struct BadAccess {
  const hd_check_site& site;
  uint64_t address;
  uint64_t offset;  ///< in the object; above its size: before its beginning, or far after its end
  uint64_t bytes;
  uint64_t size;  ///< bytes of the object, for such accesses
  std::array<uint64_t, 3> global_id;
};

/// An operation whose result the language leaves open.
struct OpenResult {
  const hd_check_site& site;
  uint64_t left, right;  ///< operands, as hd_checks.report_result has them
  std::array<uint64_t, 3> global_id;
};

/// The description of a place in a kernel (hd_check_site), with its texts taken apart.
struct Site {
  explicit Site(const hd_check_site& site);

  const hd_check_site& numbers;
  std::string_view object, file, source_line, function;

  /// Returns "FILE:LINE:COLUMN"; empty if it is not known.
  std::string place() const;
};

/// The kinds of faults: names of data, which tools may rely on.
enum class FaultKind : uint8_t {
  ReadPastEnd,
  WritePastEnd,
  UpdatePastEnd,
  ReadBeforeBegin,
  WriteBeforeBegin,
  UpdateBeforeBegin,
  ReadNull,
  WriteNull,
  UpdateNull,
  WriteReadOnly,
  ReadWriteOnly,
  Misaligned,
  PastMember,
  UseAfterRelease,
  DifferentBarriers,
  MissedBarrier,
  MissedSubGroupBarrier,
  MissedSubGroupFunction,
  MissedCopy,
  DifferentCopies,
  DifferentEvents,
  InvalidEvent,
  UnwaitedCopy,
  DataRace,
  DivisionByZero,
  DivisionOutOfRange,
  ConversionOutOfRange,
  ShiftOutOfRange,
  UninitialisedBranch,
  UninitialisedAddress,
  UninitialisedDivisor,
  UninitialisedOperand,
  TimeLimit,
};
std::string_view name_of(FaultKind kind);

/// A work-item by its ids.
struct WorkItem {
  std::array<uint64_t, 3> global, group, local;
};
/// Returns the ids of the work-item with this global id.
WorkItem work_item(const hd_launch& launch, const std::array<uint64_t, 3>& global_id);

struct Fault {
  FaultKind kind;
  std::string kernel;
  std::string object;  ///< its name in the source; empty if it is not known
  bool is_argument = false;
  std::string file;
  uint32_t line = 0, column = 0;
  std::string source_line;
  WorkItem item;
  std::string text{};  ///< the sentences, a line each
  uint64_t count = 1;
};

/// Returns the fault as a JSON object on one line. `source` is the program's; empty if it is not
/// known.
std::string to_json(const Fault& fault, std::string_view source);

/// Returns a number with commas between its thousands.
std::string with_commas(int64_t number);

}  // namespace heddle
