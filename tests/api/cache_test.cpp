// SPDX-License-Identifier: Apache-2.0
// The kernel cache as a user meets it: a second process does not open the compiler. The second
// process is this executable again, with a variable that tells it what to do.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "api_test.h"
#include "own_process.h"

namespace {

namespace fs = std::filesystem;

bool CompilerIsLoaded() {
  std::ifstream maps("/proc/self/maps");
  const std::string text((std::istreambuf_iterator<char>(maps)), {});
  return text.find("libheddle-compiler") != std::string::npos;
}

using CacheTest = ApiTest;

// Run by the test below in processes of its own: exits with 10 if the compiler was needed.
TEST_F(CacheTest, DISABLED_Child) {
  const char* source = std::getenv("CACHE_TEST_SOURCE");
  Program program =
      Build(source ? source : "kernel void k(global int* out) { out[get_global_id(0)] = 3; }",
            std::getenv("CACHE_TEST_OPTIONS"));
  EXPECT_EQ(BuildLog(program), "");
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(64);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 16);
  EXPECT_EQ(Read<int>(out, 16)[15], 3);
  if (HasFailure()) std::_Exit(1);
  std::_Exit(CompilerIsLoaded() ? 10 : 0);
}

class CacheProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-cache-test-XXXXXX";
    directory = ::mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(directory); }
  /// The exit code of a process that builds and runs a kernel.
  int RunChild(const char* options = "", const char* more = nullptr) {
    return RunInOwnProcess("CacheTest.DISABLED_Child", [&] {
      ::setenv("HEDDLE_CACHE_DIR", directory.c_str(), 1);
      ::setenv("HEDDLE_COMPILER_PROCESS", "never", 1);
      ::setenv("CACHE_TEST_OPTIONS", options, 1);
      if (more) ::putenv(const_cast<char*>(more));
    });
  }
  std::string Folder() const { return directory + "/heddle-kernels"; }
  std::vector<fs::path> Entries() {
    std::vector<fs::path> out;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(Folder(), none)) {
      if (entry.path().extension() == ".hdk") out.push_back(entry.path());
    }
    return out;
  }
  std::string directory;
  static constexpr int kCompiled = 10, kFromCache = 0;
};

TEST_F(CacheProcessTest, ASecondProcessNeedsNoCompiler) {
  EXPECT_EQ(RunChild(), kCompiled);
  ASSERT_EQ(Entries().size(), 1u);
  struct stat status;
  ASSERT_EQ(::stat(Entries()[0].c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  EXPECT_EQ(RunChild(), kFromCache);
  EXPECT_EQ(RunChild("  "), kFromCache);  // white space is no option
  EXPECT_EQ(RunChild("-cl-mad-enable"), kCompiled);
  EXPECT_EQ(RunChild("-cl-mad-enable"), kFromCache);
  EXPECT_EQ(RunChild("-DA=1 -DB=2"), kCompiled);
  EXPECT_EQ(RunChild(" -DA=1   -DB=2"), kFromCache);
  EXPECT_EQ(RunChild("-DA=1-DB=2"), kCompiled);  // but between options it counts
  EXPECT_EQ(RunChild("", "HEDDLE_CPU_FEATURES=sse4.2"), kCompiled);
}

TEST_F(CacheProcessTest, WhatChangesNoCodeNeedsNoCompiler) {
  EXPECT_EQ(RunChild(), kCompiled);
  for (const char* setting :
       {"HEDDLE_BINARY_CODE=off", "HEDDLE_CATCH_FAULTS=on", "HEDDLE_CHECK_READS=on",
        "HEDDLE_COMPILER_MEMORY=900", "HEDDLE_COMPILER_PROCESS=always",
        "HEDDLE_COMPILER_SECONDS=60", "HEDDLE_COMPUTE_UNITS=7", "HEDDLE_DEVICE_NAME=x",
        "HEDDLE_LOG=error", "HEDDLE_MEASURE=off", "HEDDLE_OF_NOBODY=1", "HEDDLE_PERF=off",
        "HEDDLE_SPECIALISE=wait", "HEDDLE_WORKERS=1"})
    EXPECT_EQ(RunChild("", setting), kFromCache) << setting;
  EXPECT_EQ(Entries().size(), 1u);
  for (const char* setting : {"HEDDLE_WIDTH=2", "HEDDLE_CHECK=memory", "HEDDLE_ACCESS_SEED=1",
                              "HEDDLE_DISABLE_PASS=narrow", "HEDDLE_ALL_EXTENSIONS=on",
                              "HEDDLE_OPENCL_VERSION=3.0", "HEDDLE_SUBGROUP_SIZE=8"})
    EXPECT_EQ(RunChild("", setting), kCompiled) << setting;
}

TEST_F(CacheProcessTest, ABadEntryIsCompiledAnew) {
  EXPECT_EQ(RunChild(), kCompiled);
  ASSERT_EQ(Entries().size(), 1u);
  const auto size = fs::file_size(Entries()[0]);
  for (const auto keep : {uintmax_t{0}, uintmax_t{20}, size / 2, size - 1}) {
    fs::resize_file(Entries()[0], keep);
    EXPECT_EQ(RunChild(), kCompiled);
    EXPECT_EQ(RunChild(), kFromCache);
  }
}

class CacheWithFilesTest : public CacheProcessTest {
 protected:
  void SetUp() override {
    CacheProcessTest::SetUp();
    for (const char* name : {"first", "second", "cache"}) fs::create_directory(Path(name));
    Write("second/value.h", "#include \"number.h\"\n");
    Write("second/number.h", "#define NUMBER 3\n");
  }
  std::string Path(const std::string& name) const { return directory + '/' + name; }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  /// Of a source that finds its files in two folders.
  int RunWithFiles(const std::string& source) {
    ::setenv("CACHE_TEST_SOURCE", source.c_str(), 1);
    const std::string cache = "HEDDLE_CACHE_DIR=" + Path("cache");
    const int code =
        RunChild(("-I " + Path("first") + " -I " + Path("second")).c_str(), cache.c_str());
    ::unsetenv("CACHE_TEST_SOURCE");
    return code;
  }
  static constexpr const char* kSource =
      "#include \"value.h\"\n"
      "kernel void k(global int* out) { out[get_global_id(0)] = NUMBER; }";
};

TEST_F(CacheWithFilesTest, HoldWhileTheyAreTheSame) {
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
  EXPECT_EQ(RunWithFiles(kSource), kFromCache);
  Write("second/number.h", "#define NUMBER (2 + 1)\n");
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
  EXPECT_EQ(RunWithFiles(kSource), kFromCache);
  Write("second/number.h", "#define NUMBER 4\n");
  EXPECT_EQ(RunWithFiles(kSource), 1);  // the old code would give 3
}

TEST_F(CacheWithFilesTest, AFileThatComesFirstIsSeen) {
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
  EXPECT_EQ(RunWithFiles(kSource), kFromCache);
  Write("first/value.h", "#define NUMBER 3\n");
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
  EXPECT_EQ(RunWithFiles(kSource), kFromCache);
  fs::remove(Path("first/value.h"));
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
}

// A file beside the program is found without -I, after those that -I names; from the cache, too.
TEST_F(CacheWithFilesTest, TheWorkingDirectoryComesLast) {
  const auto run = [&](const std::string& folder) {
    const fs::path before = fs::current_path();
    fs::current_path(Path(folder));
    const int code = RunWithFiles(
        "#include \"beside.h\"\nkernel void k(global int* out) { out[get_global_id(0)] = BESIDE; "
        "}");
    fs::current_path(before);
    return code;
  };
  for (const char* folder : {"one", "two"}) fs::create_directory(Path(folder));
  EXPECT_EQ(run("one"), 1);  // it is nowhere
  Write("one/beside.h", "#define BESIDE 3\n");
  EXPECT_EQ(run("one"), kCompiled);
  EXPECT_EQ(run("one"), kFromCache);
  EXPECT_EQ(run("two"), 1);
  Write("two/beside.h", "#define BESIDE (1 + 2)\n");
  EXPECT_EQ(run("two"), kCompiled);
  EXPECT_EQ(run("one"), kFromCache);
  Write("one/beside.h", "#define BESIDE 4\n");
  EXPECT_EQ(run("one"), 1);
  Write("second/beside.h", "#define BESIDE 3\n");
  EXPECT_EQ(run("one"), kCompiled);
  EXPECT_EQ(run("one"), kFromCache);
}

TEST_F(CacheWithFilesTest, WhatAsksForTheTimeIsNotKept) {
  Write("second/number.h", "#define NUMBER 3\nconstant char when[] = __TIME__;\n");
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
  EXPECT_EQ(RunWithFiles(kSource), kCompiled);
}

TEST_F(CacheProcessTest, CanBeTurnedOff) {
  EXPECT_EQ(RunChild("", "HEDDLE_CACHE=0"), kCompiled);
  EXPECT_TRUE(Entries().empty());
  EXPECT_EQ(RunChild(), kCompiled);
  EXPECT_EQ(RunChild("", "HEDDLE_CACHE=0"), kCompiled);
}

TEST_F(CacheProcessTest, AnUnusableDirectoryOnlyCostsTime) {
  fs::create_directory(Folder());
  fs::permissions(Folder(), fs::perms::all);
  EXPECT_EQ(RunChild(), kCompiled);
  EXPECT_TRUE(fs::is_empty(Folder()));
}

}  // namespace
