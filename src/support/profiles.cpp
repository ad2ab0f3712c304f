// SPDX-License-Identifier: Apache-2.0
#include "support/profiles.h"

#include <fnmatch.h>

#include <algorithm>

namespace heddle {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// Adds a line, which is neither empty nor a comment, to `profiles`. Returns a sentence about its
/// error, or nothing.
std::string take_line(std::string_view line, std::span<const std::string_view> variables,
                      std::vector<Profile>& profiles) {
  if (line.starts_with('[')) {
    const std::string_view name = line.ends_with(']') ? line.substr(1, line.size() - 2) : "";
    if (trimmed(name).empty()) return "no [name]";
    profiles.emplace_back().name = trimmed(name);
    return {};
  }
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos) return "neither [name], key = value nor # comment";
  const std::string key(trimmed(line.substr(0, equals)));
  const std::string value(trimmed(line.substr(equals + 1)));
  if (profiles.empty()) return "'" + key + "' stands before the first [name]";
  if (value.empty()) return "'" + key + "' has no value";
  Profile& profile = profiles.back();
  if (key == "executable") {
    profile.executables.push_back(value);
  } else if (key == "library") {
    profile.libraries.push_back(value);
  } else if (std::ranges::find(variables, key) != variables.end()) {
    profile.settings.emplace_back(key, value);
  } else {
    return "'" + key + "' is nothing that a profile may set";
  }
  return {};
}

bool fits(const std::vector<std::string>& patterns, std::string_view path) {
  const std::string name(path.substr(path.rfind('/') + 1));
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
  });
}

}  // namespace

std::vector<Profile> parse_profiles(std::string_view text, std::string_view file,
                                    std::span<const std::string_view> variables,
                                    std::vector<std::string>& complaints) {
  std::vector<Profile> profiles;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#') || line.starts_with(';')) continue;
    const std::string wrong = take_line(line, variables, profiles);
    if (wrong.empty()) continue;
    complaints.push_back(std::string(file) + ":" + std::to_string(number) + ": " + wrong +
                         "; the line is ignored");
  }
  return profiles;
}

bool is_for(const Profile& profile, std::string_view executable,
            std::span<const std::string> mapped) {
  return fits(profile.executables, executable) ||
         std::ranges::any_of(
             mapped, [&](const std::string& path) { return fits(profile.libraries, path); });
}

}  // namespace heddle
