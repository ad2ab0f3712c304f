// SPDX-License-Identifier: Apache-2.0
#include "check/sarif.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace heddle::check {
namespace {

using json = nlohmann::ordered_json;

/// Returns a rule's id for a kind of fault: words with dashes between them.
std::string rule_id(const std::string& kind) {
  std::string id = kind;
  for (char& c : id)
    if (c == ' ') c = '-';
  return id;
}

/// Escapes what a URI's path may not have (RFC 3986).
std::string escaped(const std::string& path) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("-._~/+").find(c) != std::string_view::npos;
    if (is_plain) {
      text += c;
    } else {
      text += {'%', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return text;
}

std::string uri_of(const std::string& file) {
  return (file.starts_with('/') ? "file://" : "") + escaped(file);
}

bool is_there(const std::string& file) {
  std::error_code error;
  return !file.empty() && std::filesystem::is_regular_file(file, error);
}

/// The list of sources, each once.
class Artifacts {
 public:
  /// Returns the artifactLocation of a fault; null if nothing is known of its source.
  json location_of(const Fault& fault) {
    const bool has_file = is_there(fault.file);
    if (!has_file && fault.source.empty())
      return fault.file.empty() ? json() : json{{"uri", uri_of(fault.file)}};
    const std::string file = fault.file.empty() ? "kernel.cl" : fault.file;
    const auto [at, is_new] =
        places_.try_emplace({file, has_file ? "" : fault.source}, list_.size());
    if (is_new) {
      json artifact = {{"location", {{"uri", uri_of(file)}}}, {"sourceLanguage", "opencl"}};
      if (!has_file) artifact["contents"] = {{"text", fault.source}};
      list_.push_back(std::move(artifact));
    }
    return {{"uri", uri_of(file)}, {"index", at->second}};
  }
  const json& list() const { return list_; }

 private:
  std::map<std::pair<std::string, std::string>, size_t> places_;
  json list_ = json::array();
};

json region_of(const Fault& fault) {
  json region = {{"startLine", fault.line}};
  if (fault.column != 0) region["startColumn"] = fault.column;
  if (!fault.source_line.empty()) region["snippet"] = {{"text", fault.source_line}};
  return region;
}

json result_of(const Fault& fault, size_t rule, Artifacts& artifacts) {
  json location = {{"logicalLocations", {{{"name", fault.kernel}, {"kind", "function"}}}}};
  if (json artifact = artifacts.location_of(fault); !artifact.is_null()) {
    location["physicalLocation"] = {{"artifactLocation", std::move(artifact)}};
    if (fault.line != 0) location["physicalLocation"]["region"] = region_of(fault);
  }
  json properties = json::object();
  if (!fault.argument.empty()) properties["argument"] = fault.argument;
  if (!fault.global_id.empty()) properties["globalId"] = fault.global_id;
  if (!fault.group_id.empty()) properties["groupId"] = fault.group_id;
  if (!fault.local_id.empty()) properties["localId"] = fault.local_id;
  json result = {{"ruleId", rule_id(fault.kind)},
                 {"ruleIndex", rule},
                 {"level", "error"},
                 {"message", {{"text", fault.text.empty() ? fault.kind : fault.text}}},
                 {"locations", {std::move(location)}},
                 {"occurrenceCount", fault.count}};
  if (!properties.empty()) result["properties"] = std::move(properties);
  return result;
}

}  // namespace

std::string sarif(const Faults& faults, const std::vector<std::string>& command, int code) {
  Artifacts artifacts;
  std::map<std::string, size_t> rules;
  json rule_list = json::array(), results = json::array();
  for (const Fault& fault : faults.all) {
    const auto [rule, is_new] = rules.try_emplace(fault.kind, rules.size());
    if (is_new)
      rule_list.push_back(
          {{"id", rule_id(fault.kind)}, {"shortDescription", {{"text", fault.kind}}}});
    results.push_back(result_of(fault, rule->second, artifacts));
  }
  json arguments = json::array();
  for (size_t i = 1; i < command.size(); ++i) arguments.push_back(command[i]);
  json run = {
      {"tool",
       {{"driver", {{"name", "heddle-check"}, {"version", HEDDLE_VERSION}, {"rules", rule_list}}}}},
      {"invocations",
       {{{"executableLocation", {{"uri", uri_of(command.front())}}},
         {"arguments", arguments},
         {"exitCode", code},
         {"executionSuccessful", code == 0}}}},
      {"artifacts", artifacts.list()},
      {"results", results}};
  const json file = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", {std::move(run)}}};
  return file.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::check
