// SPDX-License-Identifier: Apache-2.0
// HEDDLE_PERF: a name in /tmp that everyone can guess. Each case is a process of its own, which
// finds something there.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "api_test.h"
#include "own_process.h"

namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class PerfMapTest : public ApiTest {
 protected:
  PerfMapTest() { fs::remove(map); }
  ~PerfMapTest() override {
    fs::remove(map);
    fs::remove(other);
  }
  void RunKernel() {
    Program program = Build("kernel void named_in_the_map(global int* out) { out[0] = 3; }");
    Kernel kernel = MakeKernel(program, "named_in_the_map");
    Mem out = Buffer(64);
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
  }
  const fs::path map = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
  const fs::path other = "/tmp/heddle-perf-map-test-" + std::to_string(::getpid());
};

TEST_F(PerfMapTest, DISABLED_IsWritten) {
  RunKernel();
  EXPECT_NE(TextOf(map).find(" named_in_the_map\n"), std::string::npos);
  struct stat status;
  ASSERT_EQ(::stat(map.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(PerfMapTest, DISABLED_IsAppendedTo) {
  std::ofstream(map) << "what another library wrote\n";
  RunKernel();
  EXPECT_EQ(TextOf(map).find("what another library wrote\n"), 0u);
  EXPECT_NE(TextOf(map).find(" named_in_the_map\n"), std::string::npos);
}

TEST_F(PerfMapTest, DISABLED_FollowsNoLink) {
  std::ofstream(other) << "somebody's";
  fs::create_symlink(other, map);
  RunKernel();
  EXPECT_EQ(TextOf(other), "somebody's");
}

TEST_F(PerfMapTest, DISABLED_CreatesNothingThroughALink) {
  fs::create_symlink(other, map);
  RunKernel();
  EXPECT_FALSE(fs::exists(other));
}

TEST_F(PerfMapTest, DISABLED_WritesToNoSecondName) {
  std::ofstream(other) << "somebody's";
  fs::create_hard_link(other, map);
  RunKernel();
  EXPECT_EQ(TextOf(other), "somebody's");
}

TEST_F(PerfMapTest, DISABLED_WaitsForNoReader) {
  ASSERT_EQ(::mkfifo(map.c_str(), 0600), 0);
  RunKernel();
}

class PerfMapProcessTest : public testing::TestWithParam<const char*> {};

TEST_P(PerfMapProcessTest, Name) {
  const int code = RunInOwnProcess("PerfMapTest.DISABLED_" + std::string(GetParam()),
                                   [] { ::setenv("HEDDLE_PERF", "1", 1); });
  EXPECT_EQ(code, 0);
}

INSTANTIATE_TEST_SUITE_P(All, PerfMapProcessTest,
                         testing::Values("IsWritten", "IsAppendedTo", "FollowsNoLink",
                                         "CreatesNothingThroughALink", "WritesToNoSecondName",
                                         "WaitsForNoReader"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
