// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/fault.h"

#define JSON_NO_IO
#include <nlohmann/json.hpp>

namespace heddle {
Site::Site(const hd_check_site& site) : numbers(site) {
  const char* text = static_cast<const char*>(site.text);
  for (std::string_view* part : {&object, &file, &source_line, &function}) {
    *part = text;
    text += part->size() + 1;
  }
}

std::string Site::place() const {
  if (numbers.line == 0 || file.empty()) return {};
  std::string place = std::string(file) + ":" + std::to_string(numbers.line);
  if (numbers.column) place += ":" + std::to_string(numbers.column);
  return place;
}

std::string_view name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::ReadPastEnd:
      return "read past end";
    case FaultKind::WritePastEnd:
      return "write past end";
    case FaultKind::UpdatePastEnd:
      return "atomic operation past end";
    case FaultKind::ReadBeforeBegin:
      return "read before begin";
    case FaultKind::WriteBeforeBegin:
      return "write before begin";
    case FaultKind::UpdateBeforeBegin:
      return "atomic operation before begin";
    case FaultKind::ReadNull:
      return "read through null";
    case FaultKind::WriteNull:
      return "write through null";
    case FaultKind::UpdateNull:
      return "atomic operation through null";
    case FaultKind::WriteReadOnly:
      return "write to read-only memory";
    case FaultKind::ReadWriteOnly:
      return "read of write-only memory";
    case FaultKind::Misaligned:
      return "misaligned access";
    case FaultKind::PastMember:
      return "index past end of array";
    case FaultKind::UseAfterRelease:
      return "use after release";
    case FaultKind::DifferentBarriers:
      return "different barriers";
    case FaultKind::MissedSubGroupBarrier:
      return "missed sub-group barrier";
    case FaultKind::MissedSubGroupFunction:
      return "missed sub-group function";
    case FaultKind::MissedCopy:
      return "missed asynchronous copy";
    case FaultKind::DifferentCopies:
      return "different asynchronous copies";
    case FaultKind::DifferentEvents:
      return "different events";
    case FaultKind::InvalidEvent:
      return "invalid event";
    case FaultKind::UnwaitedCopy:
      return "asynchronous copy without wait";
    case FaultKind::MissedBarrier:
      return "missed barrier";
    case FaultKind::DataRace:
      return "data race";
    case FaultKind::DivisionByZero:
      return "division by zero";
    case FaultKind::DivisionOutOfRange:
      return "division out of range";
    case FaultKind::ConversionOutOfRange:
      return "conversion out of range";
    case FaultKind::ShiftOutOfRange:
      return "shift out of range";
    case FaultKind::UninitialisedBranch:
      return "uninitialised branch";
    case FaultKind::UninitialisedAddress:
      return "uninitialised address";
    case FaultKind::UninitialisedDivisor:
      return "uninitialised divisor";
    case FaultKind::UninitialisedOperand:
      return "uninitialised operand";
    case FaultKind::TimeLimit:
      return "time limit";
  }
  return "";
}

WorkItem work_item(const hd_launch& launch, const std::array<uint64_t, 3>& global_id) {
  WorkItem item{global_id, {}, {}};
  for (size_t d = 0; d < 3; ++d) {
    const uint64_t number = global_id[d] - launch.global_offset[d];
    item.group[d] = number / launch.enqueued_local_size[d];
    item.local[d] = number % launch.enqueued_local_size[d];
  }
  return item;
}

std::string to_json(const Fault& fault, std::string_view source) {
  nlohmann::ordered_json json;
  json["kind"] = name_of(fault.kind);
  json["text"] = fault.text;
  json["kernel"] = fault.kernel;
  if (!fault.object.empty()) json[fault.is_argument ? "argument" : "object"] = fault.object;
  if (fault.line != 0) {
    json["file"] = fault.file;
    json["line"] = fault.line;
    json["column"] = fault.column;
  }
  if (!fault.source_line.empty()) json["source_line"] = fault.source_line;
  if (!source.empty()) json["source"] = source;
  json["count"] = fault.count;
  json["global_id"] = fault.item.global;
  json["group_id"] = fault.item.group;
  json["local_id"] = fault.item.local;
  // A source may have bytes that are no UTF-8.
  return json.dump(/*indent=*/-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string with_commas(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

}  // namespace heddle
