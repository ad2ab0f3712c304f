// SPDX-License-Identifier: Apache-2.0
// /proc/self/cgroup names our group, /proc/self/mountinfo the mount points of the hierarchies.
// Limits apply at every level up to the mount's root: a pod's quota is on an ancestor of its
// container's group.
#include "devices/cpu/cgroup.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

namespace heddle::cpu {
namespace {

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool lists(std::string_view text, std::string_view word) {
  const auto words = split(text, ",");
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<int64_t> parse_number(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class T>
void keep_smaller(std::optional<T>& smallest, std::optional<T> value) {
  if (value && (!smallest || *value < *smallest)) smallest = value;
}

/// A hierarchy's mount point, and our group's directory below it.
struct Hierarchy {
  std::string mount_point;
  std::string below;  // "" or "/a/b"
};

/// Replaces \040 by a blank, as mountinfo escapes them.
std::string unescape(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      out +=
          static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + text[i + 3] - '0');
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// Returns our group's path in the hierarchy with this controller; nothing if there is none. An
/// empty `controller` stands for the hierarchy of version 2, which lists none.
std::optional<std::string> group_path(std::string_view cgroup, std::string_view controller) {
  for (std::string_view line : split(cgroup, "\n")) {
    const size_t first = line.find(':');
    const size_t second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const bool match = controller.empty() ? controllers.empty() : lists(controllers, controller);
    if (match) return std::string(line.substr(second + 1));
  }
  return std::nullopt;
}

std::optional<Hierarchy> find_hierarchy(std::string_view mountinfo, std::string_view cgroup,
                                        std::string_view controller) {
  const auto path = group_path(cgroup, controller);
  if (!path) return std::nullopt;
  // id parent major:minor root mount-point options [tags] - type source super-options
  for (std::string_view line : split(mountinfo, "\n")) {
    const size_t dash = line.find(" - ");
    if (dash == line.npos) continue;
    const auto before = split(line.substr(0, dash), " ");
    const auto after = split(line.substr(dash + 3), " ");
    if (before.size() < 5 || after.empty()) continue;
    if (after[0] != (controller.empty() ? "cgroup2" : "cgroup")) continue;
    if (!controller.empty() && (after.size() < 3 || !lists(after[2], controller))) continue;
    const std::string root = unescape(before[3]);
    Hierarchy found{unescape(before[4]), *path};
    // In a container the mount may show only our part of the tree, or the path may be the host's.
    if (root != "/" && found.below.starts_with(root)) found.below.erase(0, root.size());
    while (found.below.ends_with('/')) found.below.pop_back();
    if (found.below.find("..") != std::string::npos) found.below.clear();
    return found;
  }
  return std::nullopt;
}

/// Calls `read` with the directory of our group and of each ancestor; `read` ignores those that are
/// not visible.
template <class Read>
void for_each_level(const std::string& root, const Hierarchy& hierarchy, Read read) {
  std::string below = hierarchy.below;
  while (true) {
    read(std::string(root).append(hierarchy.mount_point).append(below));
    if (below.empty()) return;
    below.erase(std::min(below.rfind('/'), below.size()));
  }
}

}  // namespace

std::optional<double> parse_cpu_max(std::string_view text) {
  const auto words = split(text, " \n");
  if (words.empty() || words[0] == "max") return std::nullopt;
  return parse_cfs(words[0], words.size() > 1 ? words[1] : "100000");
}

std::optional<double> parse_cfs(std::string_view quota, std::string_view period) {
  const auto time = parse_number(quota), interval = parse_number(period);
  if (!time || !interval || *time <= 0 || *interval <= 0) return std::nullopt;
  return static_cast<double>(*time) / static_cast<double>(*interval);
}

std::optional<uint64_t> parse_memory_limit(std::string_view text) {
  const auto bytes = parse_number(text);
  if (!bytes || *bytes <= 0 || *bytes >= int64_t{1} << 62) return std::nullopt;
  return static_cast<uint64_t>(*bytes);
}

uint32_t workers_for_quota(double cpus) {
  // 2.0000001 CPUs are two: quotas are made from decimal fractions.
  const double workers = std::ceil(cpus - 1e-3);
  return workers < 1 ? 1 : static_cast<uint32_t>(std::min(workers, 65536.0));
}

CgroupLimits read_cgroup_limits(const std::string& root) {
  CgroupLimits limits;
  const auto cgroup = read_text(root + "/proc/self/cgroup");
  const auto mountinfo = read_text(root + "/proc/self/mountinfo");
  if (!cgroup || !mountinfo) return limits;

  if (const auto v2 = find_hierarchy(*mountinfo, *cgroup, "")) {
    for_each_level(root, *v2, [&](const std::string& directory) {
      if (auto text = read_text(directory + "/cpu.max"))
        keep_smaller(limits.cpus, parse_cpu_max(*text));
      if (auto text = read_text(directory + "/memory.max")) {
        keep_smaller(limits.memory_bytes, parse_memory_limit(*text));
      }
    });
  }
  if (const auto v1 = find_hierarchy(*mountinfo, *cgroup, "cpu")) {
    for_each_level(root, *v1, [&](const std::string& directory) {
      const auto quota = read_text(directory + "/cpu.cfs_quota_us");
      const auto period = read_text(directory + "/cpu.cfs_period_us");
      if (quota && period) keep_smaller(limits.cpus, parse_cfs(*quota, *period));
    });
  }
  if (const auto v1 = find_hierarchy(*mountinfo, *cgroup, "memory")) {
    for_each_level(root, *v1, [&](const std::string& directory) {
      if (auto text = read_text(directory + "/memory.limit_in_bytes")) {
        keep_smaller(limits.memory_bytes, parse_memory_limit(*text));
      }
    });
  }
  return limits;
}

}  // namespace heddle::cpu
