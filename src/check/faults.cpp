// SPDX-License-Identifier: Apache-2.0
#include "check/faults.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

namespace heddle::check {
namespace {

using nlohmann::json;

/// Sets `out` to a field, if it is there. Throws if it is of another type.
template <class T>
void read(const json& object, const char* name, T& out) {
  const auto at = object.find(name);
  if (at != object.end() && !at->is_null()) out = at->get<T>();
}

std::optional<Fault> fault_of(const std::string& line) try {
  const json object = json::parse(line);
  Fault fault;
  fault.kind = object.at("kind").get<std::string>();
  fault.kernel = object.at("kernel").get<std::string>();
  read(object, "text", fault.text);
  read(object, "argument", fault.argument);
  read(object, "file", fault.file);
  read(object, "line", fault.line);
  read(object, "column", fault.column);
  read(object, "source_line", fault.source_line);
  read(object, "source", fault.source);
  read(object, "count", fault.count);
  read(object, "global_id", fault.global_id);
  read(object, "group_id", fault.group_id);
  read(object, "local_id", fault.local_id);
  return fault;
} catch (const json::exception&) {
  return std::nullopt;
}

auto identity(const Fault& fault) {
  return std::tie(fault.kind, fault.kernel, fault.argument, fault.file, fault.line, fault.column);
}

std::string times(uint64_t count) {
  return count == 1 ? "once" : std::to_string(count) + " times";
}

std::string counted(uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::string Fault::place() const {
  if (file.empty() && line == 0) return "";
  std::string text = file.empty() ? "line " + std::to_string(line) : file;
  if (line == 0) return text;
  if (!file.empty()) text += ":" + std::to_string(line);
  return column == 0 ? text : text + ":" + std::to_string(column);
}

Faults read_faults(std::istream& in) {
  Faults faults;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    const auto fault = fault_of(line);
    if (!fault) {
      ++faults.unreadable;
      continue;
    }
    const auto same = std::ranges::find_if(
        faults.all, [&](const Fault& known) { return identity(known) == identity(*fault); });
    if (same == faults.all.end()) {
      faults.all.push_back(*fault);
    } else {
      same->count += fault->count;
    }
  }
  return faults;
}

void write_summary(std::ostream& out, const Faults& faults) {
  if (faults.empty()) {
    out << "heddle-check: no faults found\n";
    return;
  }
  std::map<std::string, std::vector<const Fault*>> by_kind;
  for (const Fault& fault : faults.all) by_kind[fault.kind].push_back(&fault);
  out << "heddle-check: " << counted(faults.all.size(), "fault") << " found\n";
  for (const auto& [kind, all] : by_kind) {
    out << "  " << kind << ":\n";
    for (const Fault* fault : all) {
      out << "    kernel '" << fault->kernel << "'";
      if (const std::string place = fault->place(); !place.empty()) out << ", " << place;
      if (!fault->argument.empty()) out << ", argument `" << fault->argument << "`";
      out << ", " << times(fault->count) << "\n";
    }
  }
  if (faults.unreadable != 0)
    out << "  " << counted(faults.unreadable, "line") << " of the report cannot be read\n";
}

}  // namespace heddle::check
