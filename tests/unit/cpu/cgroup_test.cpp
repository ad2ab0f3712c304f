// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/cgroup.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace heddle::cpu {
namespace {

/// A directory that looks like the root of a machine.
class FakeRoot {
 public:
  FakeRoot() {
    char path[] = "/tmp/heddle-cgroup-XXXXXX";
    root_ = mkdtemp(path);
  }
  ~FakeRoot() { std::filesystem::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }
  const std::string& path() const { return root_; }

 private:
  std::string root_;
};

TEST(Cgroup, ParsesCpuMax) {
  EXPECT_FALSE(parse_cpu_max("max 100000\n"));
  EXPECT_FALSE(parse_cpu_max(""));
  EXPECT_FALSE(parse_cpu_max("nonsense 3"));
  EXPECT_FALSE(parse_cpu_max("100000 0"));
  EXPECT_DOUBLE_EQ(*parse_cpu_max("150000 100000\n"), 1.5);
  EXPECT_DOUBLE_EQ(*parse_cpu_max("50000\n"), 0.5);
  EXPECT_FALSE(parse_cfs("-1\n", "100000\n"));
  EXPECT_DOUBLE_EQ(*parse_cfs("200000\n", "50000\n"), 4);
}

TEST(Cgroup, ParsesMemoryLimits) {
  EXPECT_FALSE(parse_memory_limit("max\n"));
  EXPECT_FALSE(parse_memory_limit("9223372036854771712\n"));
  EXPECT_FALSE(parse_memory_limit("12 monkeys"));
  EXPECT_EQ(*parse_memory_limit("536870912\n"), 536870912u);
}

TEST(Cgroup, RoundsQuotasUpToAtLeastOneWorker) {
  EXPECT_EQ(workers_for_quota(0.1), 1u);
  EXPECT_EQ(workers_for_quota(1.0), 1u);
  EXPECT_EQ(workers_for_quota(1.5), 2u);
  EXPECT_EQ(workers_for_quota(2.0), 2u);
  EXPECT_EQ(workers_for_quota(2.00001), 2u);
  EXPECT_EQ(workers_for_quota(1e30), 65536u);
}

TEST(Cgroup, V2TakesTheSmallestLimitOfAllAncestors) {
  FakeRoot root;
  root.write("/proc/self/cgroup", "0::/kubepods/pod1/container\n");
  root.write("/proc/self/mountinfo",
             "22 1 0:20 / /proc rw - proc proc rw\n"
             "30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n");
  const std::string base = "/sys/fs/cgroup";
  root.write(base + "/kubepods/cpu.max", "800000 100000\n");
  root.write(base + "/kubepods/memory.max", "1000000\n");
  root.write(base + "/kubepods/pod1/cpu.max", "150000 100000\n");
  root.write(base + "/kubepods/pod1/memory.max", "max\n");
  root.write(base + "/kubepods/pod1/container/cpu.max", "max 100000\n");
  root.write(base + "/kubepods/pod1/container/memory.max", "2000000\n");
  const CgroupLimits limits = read_cgroup_limits(root.path());
  ASSERT_TRUE(limits.cpus);
  EXPECT_DOUBLE_EQ(*limits.cpus, 1.5);
  EXPECT_EQ(limits.memory_bytes, 1000000u);
}

TEST(Cgroup, V2InsideANamespaceReadsTheMountsRoot) {
  FakeRoot root;
  root.write("/proc/self/cgroup", "0::/\n");
  root.write("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  root.write("/sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_DOUBLE_EQ(*read_cgroup_limits(root.path()).cpus, 0.5);
}

TEST(Cgroup, V1WithSharedControllersAndABindMountedRoot) {
  FakeRoot root;
  root.write("/proc/self/cgroup",
             "11:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n3:cpuset:/docker/abc\n0::/\n");
  root.write("/proc/self/mountinfo",
             "40 30 0:30 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
             "41 30 0:31 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
             "42 30 0:32 /docker/abc /sys/fs/cgroup/cpuset ro - cgroup cgroup rw,cpuset\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "4096000\n");
  const CgroupLimits limits = read_cgroup_limits(root.path());
  ASSERT_TRUE(limits.cpus);
  EXPECT_DOUBLE_EQ(*limits.cpus, 2.5);
  EXPECT_EQ(limits.memory_bytes, 4096000u);
}

// Slurm's job, step and task are levels of their own; the step's is the group that the memory limit
// of one rank is on.
TEST(Cgroup, V2OfARankThatSlurmStarted) {
  FakeRoot root;
  root.write("/proc/self/cgroup", "0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_3\n");
  root.write("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  const std::string job = "/sys/fs/cgroup/system.slice/slurmstepd.scope/job_7";
  root.write(job + "/memory.max", "68719476736\n");
  root.write(job + "/cpu.max", "max 100000\n");
  root.write(job + "/step_0/memory.max", "17179869184\n");
  root.write(job + "/step_0/user/memory.max", "17179869184\n");
  root.write(job + "/step_0/user/task_3/memory.max", "max\n");
  root.write(job + "/step_0/user/task_3/cpu.max", "400000 100000\n");
  const CgroupLimits limits = read_cgroup_limits(root.path());
  EXPECT_EQ(limits.memory_bytes, uint64_t{16} << 30);
  ASSERT_TRUE(limits.cpus);
  EXPECT_DOUBLE_EQ(*limits.cpus, 4);
}

TEST(Cgroup, V1OfARankThatSlurmStarted) {
  FakeRoot root;
  root.write(
      "/proc/self/cgroup",
      "9:memory:/slurm/uid_1000/job_7/step_0/task_3\n5:cpu,cpuacct:/\n"
      "2:cpuset:/slurm/uid_1000/job_7/step_0\n1:name=systemd:/system.slice/slurmd.service\n");
  root.write("/proc/self/mountinfo",
             "40 30 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
             "41 30 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  const std::string user = "/sys/fs/cgroup/memory/slurm/uid_1000";
  root.write(user + "/memory.limit_in_bytes", "9223372036854771712\n");
  root.write(user + "/job_7/memory.limit_in_bytes", "8589934592\n");
  root.write(user + "/job_7/step_0/memory.limit_in_bytes", "4294967296\n");
  root.write(user + "/job_7/step_0/task_3/memory.limit_in_bytes", "9223372036854771712\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  const CgroupLimits limits = read_cgroup_limits(root.path());
  EXPECT_EQ(limits.memory_bytes, uint64_t{4} << 30);
  EXPECT_FALSE(limits.cpus);
}

TEST(Cgroup, AnAncestorThatIsNotVisibleOrBrokenLinesDoNotMatter) {
  FakeRoot root;
  root.write("/proc/self/cgroup", "garbage\n0::/../../outside\n:::::\n");
  root.write("/proc/self/mountinfo",
             "\n - \nx - cgroup2\n30 22 0:26 / /sys/my\\040groups rw - cgroup2 none rw\n");
  root.write("/sys/my groups/cpu.max", "300000 100000");
  EXPECT_DOUBLE_EQ(*read_cgroup_limits(root.path()).cpus, 3);
}

TEST(Cgroup, NoFilesNoLimits) {
  FakeRoot root;
  const CgroupLimits limits = read_cgroup_limits(root.path());
  EXPECT_FALSE(limits.cpus);
  EXPECT_FALSE(limits.memory_bytes);
}

}  // namespace
}  // namespace heddle::cpu
