// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/fault.h"

#include <cstdio>
#include <cstring>

namespace heddle {
namespace {

void append_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      char code[8];
      snprintf(code, sizeof(code), "\\u%04x", byte);
      out += code;
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
  out += ',';
  append_string(out, name);
  out += ':';
  append_string(out, text);
}

void append_member(std::string& out, std::string_view name, uint64_t number) {
  out += ',';
  append_string(out, name);
  out += ':';
  out += std::to_string(number);
}

void append_ids(std::string& out, std::string_view name, const std::array<uint64_t, 3>& ids) {
  out += ',';
  append_string(out, name);
  out += ":[";
  for (size_t d = 0; d < 3; ++d) out.append(d ? "," : "").append(std::to_string(ids[d]));
  out += ']';
}

}  // namespace

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
  std::string out = "{\"kind\":";
  append_string(out, name_of(fault.kind));
  append_member(out, "text", fault.text);
  append_member(out, "kernel", fault.kernel);
  if (!fault.object.empty())
    append_member(out, fault.is_argument ? "argument" : "object", fault.object);
  if (fault.line != 0) {
    append_member(out, "file", fault.file);
    append_member(out, "line", fault.line);
    append_member(out, "column", fault.column);
  }
  if (!fault.source_line.empty()) append_member(out, "source_line", fault.source_line);
  if (!source.empty()) append_member(out, "source", source);
  append_member(out, "count", fault.count);
  append_ids(out, "global_id", fault.item.global);
  append_ids(out, "group_id", fault.item.group);
  append_ids(out, "local_id", fault.item.local);
  return out + "}\n";
}

std::string with_commas(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

}  // namespace heddle
