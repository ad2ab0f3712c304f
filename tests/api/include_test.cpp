// SPDX-License-Identifier: Apache-2.0
// Files that a source may read: HEDDLE_INCLUDE and HEDDLE_INCLUDE_LIMIT (docs/environment.md), each
// in a process of its own that has them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "own_process.h"
#include "program_fixture.h"

namespace {

namespace fs = std::filesystem;

/// A folder for headers with a secret beside it.
class IncludeTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    const char* given = std::getenv("INCLUDE_TEST_FOLDER");
    char name[] = "/tmp/heddle-include-test-XXXXXX";
    root_ = given ? given : ::mkdtemp(name);
    owns_root_ = !given;
    if (given) return;
    fs::create_directories(root_ + "/headers/deep");
    Write("secret.h", "#define SECRET 1\n");
    Write("headers/good.h", "#include \"deep/inner.h\"\n");
    Write("headers/deep/inner.h", "#include \"../number.h\"\n");
    Write("headers/number.h", "#define NUMBER 3\n");
  }
  void TearDown() override {
    if (owns_root_) fs::remove_all(root_);
    ProgramFixture::TearDown();
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ + '/' + name) << text;
  }
  std::string Headers() const { return "-I " + root_ + "/headers"; }
  int RunChild(const std::string& test, const char* setting, const char* limit = "64") {
    return RunInOwnProcess("IncludeTest.DISABLED_" + test, [&] {
      ::setenv("INCLUDE_TEST_FOLDER", root_.c_str(), 1);
      ::setenv("HEDDLE_CACHE_DIR", (root_ + "/cache").c_str(), 1);
      ::setenv("HEDDLE_INCLUDE", setting, 1);
      ::setenv("HEDDLE_INCLUDE_LIMIT", limit, 1);
      ::alarm(60);
    });
  }
  /// The log of a build; empty after a success.
  std::string Outcome(const std::string& lines, const std::string& options) {
    Program program = Source(lines + "\nkernel void k(global int* out) { *out = 0; }");
    const cl_int error = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    if (error == CL_SUCCESS) return "";
    EXPECT_EQ(error, CL_BUILD_PROGRAM_FAILURE);
    return "failed: " + BuildLog(program);
  }
  bool Builds(const std::string& lines, const std::string& options) {
    return Outcome(lines, options).empty();
  }
  static std::string Include(const std::string& name) { return "#include \"" + name + '"'; }
  static std::string Embed(const std::string& name) {
    return "constant unsigned char x[] = {\n#embed \"" + name + "\" limit(4)\n};";
  }
  /// Whether the source is told that the file is there, in any of the ways to ask. Names that are
  /// not absolute are looked up by #embed beside the file that has them and in the working
  /// directory.
  bool Finds(const std::string& name, const std::string& options) {
    const std::string quoted = "(\"" + name + "\")";
    const bool has = Builds("#if !__has_include" + quoted + "\n#error\n#endif", options);
    const bool embeds = Builds("#if !__has_embed" + quoted + "\n#error\n#endif", options);
    const bool includes = Builds(Include(name), options), takes = Builds(Embed(name), options);
    EXPECT_EQ(has, includes) << name;
    EXPECT_EQ(embeds, takes) << name;
    EXPECT_TRUE(has || !embeds) << name;
    EXPECT_TRUE(embeds || !has || name[0] != '/') << name;
    return has || embeds || includes || takes;
  }
  /// Says of a name that leads out the same as of one that leads nowhere.
  void IsHidden(const std::string& name, const std::string& options) {
    EXPECT_FALSE(Finds(name, options)) << name;
    const std::string nowhere = name.substr(0, name.size() - 1) + 'x';
    for (const auto& ask : {Include, Embed}) {
      std::string log = Outcome(ask(name), options);
      for (size_t at; (at = log.find(name)) != std::string::npos;)
        log.replace(at, name.size(), nowhere);
      EXPECT_EQ(log, Outcome(ask(nowhere), options));
    }
  }

  std::string root_;
  bool owns_root_ = false;
};

/// As programs expect, but for what is no file.
TEST_F(IncludeTest, DISABLED_All) {
  EXPECT_TRUE(Finds(root_ + "/secret.h", ""));
  EXPECT_TRUE(Finds("../secret.h", Headers()));
  EXPECT_TRUE(Finds("link.h", Headers()));
  EXPECT_TRUE(Finds("good.h", Headers()));
  for (const char* name : {"/dev/zero", "/dev/random", "/dev/kmsg", "/dev/tty", "/proc/kmsg"})
    EXPECT_FALSE(Builds(Include(name), "") || Builds(Embed(name), "")) << name;
  EXPECT_FALSE(Finds("pipe.h", Headers()));
  EXPECT_FALSE(Finds("deep", Headers()));
  EXPECT_FALSE(Builds(Include("large.h"), Headers()));
  EXPECT_NE(Outcome(Include("large.h"), Headers()).find("too large"), std::string::npos);
  EXPECT_FALSE(Builds(Embed("large.h"), Headers()));
}

TEST_F(IncludeTest, ReadsFilesBelowALimit) {
  ASSERT_EQ(::mkfifo((root_ + "/headers/pipe.h").c_str(), 0600), 0);
  fs::create_symlink("../secret.h", root_ + "/headers/link.h");
  Write("headers/large.h", std::string((size_t{2} << 20) + 1, '\n'));
  EXPECT_EQ(RunChild("All", "all", "2"), 0);
  Write("headers/large.h", std::string(size_t{2} << 20, '\n'));
  EXPECT_EQ(RunChild("All", "all", "2"), 1) << "the limit is one of the file's size";
}

TEST_F(IncludeTest, DISABLED_Options) {
  fs::current_path(root_);
  for (const std::string& options :
       {Headers(), std::string("-I headers"), Headers() + "/deep/.."}) {
    for (const char* name : {"good.h", "deep/inner.h", "deep/../number.h", "inside.h"})
      EXPECT_TRUE(Finds(name, options)) << name << options;
    EXPECT_EQ(Finds(root_ + "/headers/good.h", options),
              options != "-I " + root_ + "/headers/deep/..");
    for (const std::string& name :
         {root_ + "/secret.h", root_ + "/headers/../secret.h", std::string("../secret.h"),
          std::string("deep/../../secret.h"), std::string("secret.h"), std::string("link.h"),
          std::string("absolute.h"), std::string("out/secret.h"), std::string("/etc/passwd"),
          std::string("/proc/self/maps"), std::string("pipe.h")})
      IsHidden(name, options);
  }
  EXPECT_TRUE(Builds("#include \"embeds.h\"", Headers()))
      << "what is embedded from within a folder";
  EXPECT_TRUE(Finds("secret.h", "-I ."));
  EXPECT_TRUE(Finds("secret.h", "-I " + root_ + "/"));
  IsHidden("good.h", "");
  IsHidden("number.h", "-I headers/deep");
}

TEST_F(IncludeTest, ReadsBelowNamedFoldersOnly) {
  ASSERT_EQ(::mkfifo((root_ + "/headers/pipe.h").c_str(), 0600), 0);
  fs::create_symlink("../secret.h", root_ + "/headers/link.h");
  fs::create_symlink("..", root_ + "/headers/out");
  fs::create_symlink(root_ + "/secret.h", root_ + "/headers/absolute.h");
  fs::create_symlink("deep/../number.h", root_ + "/headers/inside.h");
  Write("headers/embeds.h",
        "#if !__has_embed(\"number.h\") || __has_embed(\"../secret.h\")\n"
        "#error\n#endif\n" +
            Embed("number.h"));
  EXPECT_EQ(RunChild("Options", "options"), 0);
}

TEST_F(IncludeTest, DISABLED_None) {
  fs::current_path(root_);
  for (const std::string& name :
       {root_ + "/secret.h", std::string("good.h"), std::string("secret.h")})
    IsHidden(name, Headers());
  IsHidden("secret.h", "-I .");
  Program header = Source("#define NUMBER 3\n");
  Program program =
      Source("#include \"given/number.h\"\nkernel void k(global int* out) { *out = NUMBER; }");
  EXPECT_EQ(Compile(program, Headers().c_str(), {header}, {"given/number.h"}), CL_SUCCESS)
      << BuildLog(program);
  Program other = Source("#include \"given/number.h\"\n#include \"good.h\"\n");
  EXPECT_EQ(Compile(other, Headers().c_str(), {header}, {"given/number.h"}),
            CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(IncludeTest, ReadsGivenHeadersOnly) {
  EXPECT_EQ(RunChild("None", "none"), 0);
  EXPECT_EQ(RunChild("None", "nonsense"), 0) << "rather too little than too much";
}

/// Exits with 0 if the program was built.
TEST_F(IncludeTest, DISABLED_Cached) {
  EXPECT_TRUE(Builds(Include("number.h"), Headers()));
}

/// A file may have become something else since an entry was made.
TEST_F(IncludeTest, TheCacheReadsNoMoreThanTheCompiler) {
  EXPECT_EQ(RunChild("Cached", "all"), 0);
  EXPECT_EQ(RunChild("Cached", "none"), 1) << "it has an entry of its own";
  EXPECT_EQ(RunChild("Cached", "options"), 0);
  fs::remove(root_ + "/headers/number.h");
  Write("number.h", "#define NUMBER 3\n");
  fs::create_symlink("../number.h", root_ + "/headers/number.h");
  EXPECT_EQ(RunChild("Cached", "options"), 1) << "the same text, from elsewhere";
  EXPECT_EQ(RunChild("Cached", "all"), 0);
  fs::remove(root_ + "/headers/number.h");
  ASSERT_EQ(::mkfifo((root_ + "/headers/number.h").c_str(), 0600), 0);
  EXPECT_EQ(RunChild("Cached", "all"), 1);
  EXPECT_EQ(RunChild("Cached", "options"), 1);
}

/// Assembly has directives that read files as well; there is none in OpenCL C.
TEST_F(IncludeTest, AssemblyReadsNothing) {
  const std::string name = root_ + "/secret.h";
  for (const std::string directive : {".incbin", ".include"}) {
    const std::string text = "(\"" + directive + " \\\"" + name + "\\\"\")";
    EXPECT_FALSE(Builds("__asm__" + text + ";", "")) << directive;
    EXPECT_FALSE(
        Builds("void f(void) { __asm__ volatile" + text + "; }\nkernel void g() { f(); }", ""))
        << directive;
  }
}

}  // namespace
