// SPDX-License-Identifier: Apache-2.0
// The processes that HEDDLE_COMPILER_PROCESS=always keeps between requests: as many as work at
// once, each with limits for one request.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>
#include <vector>

#include "il_fixture.h"
#include "own_process.h"

namespace {

std::string TextOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Run by the tests below in a process of its own.
class CompilerWorker : public IlTest {
 protected:
  void SetUp() override {
    ::setenv("HEDDLE_TEST_MARK", mark_.c_str(), 1);
    IlTest::SetUp();
  }
  void TearDown() override {
    IlTest::TearDown();
    if (HasFailure()) std::_Exit(1);
  }

  /// Builds a source that no cache has.
  void BuildNew(const std::string& body = "") {
    const std::string number = mark_ + "_" + std::to_string(++built_);
    EXPECT_TRUE(Build("kernel void k" + number + "(global float* p) { " + body + " p[0] = 7; }"));
  }
  void BuildNewModule() {
    Program program = WithIL(PlainKernel());
    EXPECT_TRUE(Built(program, ("-D N=" + mark_ + std::to_string(++built_)).c_str()));
  }

  /// The server and its workers.
  std::set<int> Compilers() const { return Processes("heddle-compile", {}); }
  std::set<int> Workers() const { return Processes("heddle-compile", Compilers()); }
  std::set<int> Translators() const { return Processes("heddle-spirv", Compilers()); }

 private:
  /// Returns the processes of this name that have the test's mark in their environment, or a parent
  /// among `parents`.
  std::set<int> Processes(const std::string& name, const std::set<int>& parents) const {
    std::set<int> found;
    std::error_code gone;
    for (const auto& each : std::filesystem::directory_iterator("/proc", gone)) {
      if (TextOf(each.path() / "comm") != name + "\n") continue;
      const std::string status = TextOf(each.path() / "status");
      const size_t at = status.find("PPid:");
      if (at == std::string::npos) continue;
      const int parent = std::atoi(&status[at + 5]);
      const bool is_marked =
          TextOf(each.path() / "environ").find("HEDDLE_TEST_MARK=" + mark_) != std::string::npos;
      if (parents.empty() ? is_marked : parents.contains(parent))
        found.insert(std::atoi(each.path().filename().c_str()));
    }
    return found;
  }

  const std::string mark_ =
      std::to_string(::getpid()) + "_" +
      std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
  std::atomic<int> built_ = 0;
};

TEST_F(CompilerWorker, DISABLED_Kept) {
  BuildNew();
  const std::set<int> first = Workers();
  EXPECT_EQ(first.size(), 1u);
  for (int i = 0; i < 5; ++i) BuildNew();
  EXPECT_EQ(Workers(), first);
  // Requests that run at once have a process each, of which some are kept.
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) threads.emplace_back([this] { BuildNewModule(); });
  for (std::thread& each : threads) each.join();
  for (int tries = 0; Workers().size() > 4 && tries < 1000; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_LE(Workers().size(), 4u);
}

TEST_F(CompilerWorker, DISABLED_TranslatorKept) {
  BuildNewModule();
  const std::set<int> first = Translators();
  EXPECT_EQ(first.size(), 1u);
  for (int i = 0; i < 5; ++i) BuildNewModule();
  EXPECT_EQ(Translators(), first);
}

/// Together the builds take longer than one may.
TEST_F(CompilerWorker, DISABLED_LimitOfEach) {
  std::string body = "float x = p[1];";
  for (int i = 0; i < 30; ++i) body += "x = sin(x) + pow(x, " + std::to_string(i) + ".5f);";
  for (int i = 0; i < 8; ++i) BuildNew(body + " p[2] = x;");
  EXPECT_EQ(Workers().size(), 1u);
}

class CompilerWorkerTest : public testing::Test {
 protected:
  static int RunAlone(const char* test, const char* seconds = "1200") {
    return RunInOwnProcess(std::string("CompilerWorker.DISABLED_") + test, [&] {
      ::setenv("HEDDLE_COMPILER_PROCESS", "always", 1);
      ::setenv("HEDDLE_COMPILER_SECONDS", seconds, 1);
    });
  }
};

TEST_F(CompilerWorkerTest, IsKeptForTheNextRequest) {
  EXPECT_EQ(RunAlone("Kept"), 0);
}

TEST_F(CompilerWorkerTest, KeepsItsTranslator) {
  EXPECT_EQ(RunAlone("TranslatorKept"), 0);
}

TEST_F(CompilerWorkerTest, HasALimitForEachRequest) {
  EXPECT_EQ(RunAlone("LimitOfEach", "1"), 0);
}

}  // namespace
