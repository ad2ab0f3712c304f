// SPDX-License-Identifier: Apache-2.0
// The limits of this process's control groups: the CPU quota and memory limit, of cgroup v2 and v1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::cpu {

struct CgroupLimits {
  std::optional<double> cpus;            ///< the smallest quota over period of all ancestors
  std::optional<uint64_t> memory_bytes;  ///< the smallest limit of all ancestors
};

/// Reads the limits. `root` comes before every path, so that tests can show a tree of their own;
/// empty for the machine's.
CgroupLimits read_cgroup_limits(const std::string& root = {});

/// Returns the number of workers for a quota: rounded up, at least one.
uint32_t workers_for_quota(double cpus);

/// Parses "max 100000", "150000 100000" to CPUs; nothing if there is no limit or the text makes no
/// sense.
std::optional<double> parse_cpu_max(std::string_view text);
/// Parses cfs_quota_us ("-1": no limit) and cfs_period_us of v1.
std::optional<double> parse_cfs(std::string_view quota, std::string_view period);
/// Parses "max", "9223372036854771712" (v1's word for it) or bytes.
std::optional<uint64_t> parse_memory_limit(std::string_view text);

}  // namespace heddle::cpu
