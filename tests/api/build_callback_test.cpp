// SPDX-License-Identifier: Apache-2.0
// Programs go on right after they have given a build a callback: what needs the build waits for it
// (§5.8.4, §5.8.5, §5.8.8). The compiler has a process of its own here, which the tests stop.
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "command_test.h"

namespace {

// Before the driver looks.
[[maybe_unused]] const int elsewhere = ::setenv("HEDDLE_COMPILER_PROCESS", "always", 1);

/// The process that compiles; or -1. It is nobody's child: it comes to this process.
pid_t Compiler() {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    pid_t pid = -1, parent = -1;
    std::string name, state;
    if (stat >> pid >> name >> state >> parent && parent == ::getpid() &&
        name == "(heddle-compile)")
      return pid;
  }
  return -1;
}

class BuildCallbackTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    char name[] = "/tmp/heddle-build-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder = name;
    ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    Build("kernel void k() {} // " + folder);  // which no cache has
    compiler = Compiler();
    ASSERT_NE(compiler, -1);
    options = "-I " + folder;
    program = Source(
        "#include \"gate.h\"\n"
        "kernel void k(global int* out) { *out = VALUE; }\n"
        "kernel void other(global int* out) { *out = 1; }\n");
  }
  void TearDown() override {
    if (compiler != -1) ::kill(compiler, SIGCONT);
    program.reset();
    std::filesystem::remove_all(folder);
    CommandTest::TearDown();
  }

  /// Begins an operation, for which the compiler stops.
  cl_int Begin(
      const std::function<cl_int(void(CL_CALLBACK*)(cl_program, void*), void*)>& operation) {
    ::unlink((folder + "/gate.h").c_str());  // no cache has what will be in it
    EXPECT_EQ(::kill(compiler, SIGSTOP), 0);
    return operation(Notify, this);
  }
  cl_int BeginBuild() {
    return Begin([&](auto* notify, void* data) {
      return clBuildProgram(program, 0, nullptr, options.c_str(), notify, data);
    });
  }
  void Go(const std::string& text = "#define VALUE 7\n") {
    std::ofstream(folder + "/gate.h") << text;
    EXPECT_EQ(::kill(compiler, SIGCONT), 0);
  }
  /// `call()` on a thread of its own waits for the build, and returns then.
  void ExpectToWait(const std::function<void()>& call, const std::string& text = "") {
    ASSERT_EQ(BeginBuild(), CL_SUCCESS);
    WaitingCall waiting(call);
    EXPECT_TRUE(waiting.Waits());
    text.empty() ? Go() : Go(text);
    waiting.Join();
    EXPECT_TRUE(Eventually([&] { return notified.load() == 1; }));
  }
  template <class T>
  T BuildInfo(cl_program_build_info param) {
    T value{};
    EXPECT_EQ(clGetProgramBuildInfo(program, device, param, sizeof(T), &value, nullptr),
              CL_SUCCESS);
    return value;
  }
  cl_program TheProgram() { return program; }

  static void CL_CALLBACK Notify(cl_program, void* data) {
    auto* self = static_cast<BuildCallbackTest*>(data);
    if (self->in_callback) self->in_callback();
    ++self->notified;
  }

  std::string folder, options;
  Program program;
  pid_t compiler = -1;
  std::function<void()> in_callback;
  std::atomic<int> notified{0};
};

TEST_F(BuildCallbackTest, AKernelWaits) {
  Kernel kernel;
  ExpectToWait([&] { kernel = MakeKernel(program, "k"); });
  Mem out = Buffer(4);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 7);
}

TEST_F(BuildCallbackTest, AllKernelsWait) {
  ExpectToWait([&] {
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
    EXPECT_EQ(count, 2u);
  });
}

TEST_F(BuildCallbackTest, TheNumberOfKernelsWaits) {
  ExpectToWait(
      [&] { EXPECT_EQ(Info<size_t>(clGetProgramInfo, TheProgram(), CL_PROGRAM_NUM_KERNELS), 2u); });
}

TEST_F(BuildCallbackTest, TheNamesOfKernelsWait) {
  ExpectToWait([&] {
    EXPECT_EQ(InfoString(clGetProgramInfo, TheProgram(), CL_PROGRAM_KERNEL_NAMES), "k;other");
  });
}

TEST_F(BuildCallbackTest, TheSizesOfBinariesWait) {
  ExpectToWait([&] {
    EXPECT_GT(Info<size_t>(clGetProgramInfo, TheProgram(), CL_PROGRAM_BINARY_SIZES), 0u);
  });
}

TEST_F(BuildCallbackTest, BinariesWait) {
  std::vector<unsigned char> bytes(1 << 20);
  ExpectToWait([&] {
    unsigned char* at = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(at), &at, nullptr), CL_SUCCESS);
  });
  EXPECT_NE(bytes, std::vector<unsigned char>(bytes.size()));
}

TEST_F(BuildCallbackTest, TheLogWaits) {
  ExpectToWait([&] { EXPECT_NE(BuildLog(program).find("told by the gate"), std::string::npos); },
               "#error told by the gate\n");
  EXPECT_EQ(BuildInfo<cl_build_status>(CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
}

TEST_F(BuildCallbackTest, TheTypeOfTheBinaryWaits) {
  ExpectToWait([&] {
    EXPECT_EQ(BuildInfo<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE),
              cl_uint{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  });
}

TEST_F(BuildCallbackTest, TheSizeOfVariablesWaits) {
  options += " -cl-std=CL2.0";
  ExpectToWait(
      [&] { EXPECT_EQ(BuildInfo<size_t>(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 4u); },
      "global int VARIABLE = 7;\n#define VALUE VARIABLE\n");
}

TEST_F(BuildCallbackTest, AKernelOfAFailedBuildWaitsAndFails) {
  cl_int error = 0;
  ExpectToWait([&] { EXPECT_EQ(clCreateKernel(program, "k", &error), nullptr); }, "#error no\n");
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(BuildCallbackTest, TheStatusAndASecondBuildDoNotWait) {
  ASSERT_EQ(BeginBuild(), CL_SUCCESS);
  EXPECT_EQ(BuildInfo<cl_build_status>(CL_PROGRAM_BUILD_STATUS), CL_BUILD_IN_PROGRESS);
  std::string text(options.size() + 1, '\0');
  EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, text.size(),
                                  text.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(text.c_str(), options);
  EXPECT_EQ(Info<cl_uint>(clGetProgramInfo, TheProgram(), CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  cl_int error = 0;
  const cl_program input = program;
  EXPECT_EQ(clLinkProgram(context, 0, nullptr, "", 1, &input, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  Go();
  EXPECT_EQ(clReleaseKernel(MakeKernel(program, "k").leak()), CL_SUCCESS);
  EXPECT_TRUE(Eventually([&] { return notified.load() == 1; }));
}

TEST_F(BuildCallbackTest, InTheCallbackTheBuildIsDone) {
  in_callback = [&] {
    EXPECT_EQ(BuildInfo<cl_build_status>(CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
    MakeKernel(program, "k");
    EXPECT_EQ(BuildLog(program), "");
  };
  ASSERT_EQ(BeginBuild(), CL_SUCCESS);
  Go();
  EXPECT_TRUE(Eventually([&] { return notified.load() == 1; }));
}

// The second build has the first one's callback above it: nothing there waits for it.
TEST_F(BuildCallbackTest, InTheCallbackNothingWaitsForABuildThatItBegan) {
  std::atomic<cl_int> error{1};
  std::atomic<bool> has_begun{false};
  in_callback = [&] {
    // The second build may end before the first one's callback counts itself.
    if (has_begun.exchange(true)) return;
    EXPECT_EQ(BeginBuild(), CL_SUCCESS);
    cl_int code = 0;
    EXPECT_EQ(clCreateKernel(program, "k", &code), nullptr);
    error = code;
    Go();
  };
  ASSERT_EQ(BeginBuild(), CL_SUCCESS);
  Go();
  EXPECT_TRUE(Eventually([&] { return notified.load() == 2; }));
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(BuildCallbackTest, ACompilationAndALinkAreWaitedFor) {
  ASSERT_EQ(Begin([&](auto* notify, void* data) {
              return clCompileProgram(program, 0, nullptr, options.c_str(), 0, nullptr, nullptr,
                                      notify, data);
            }),
            CL_SUCCESS);
  WaitingCall asking([&] {
    EXPECT_EQ(BuildInfo<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE),
              cl_uint{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  });
  EXPECT_TRUE(asking.Waits());
  Go();
  asking.Join();
  cl_int error = -1;
  const cl_program input = program;
  Program linked = clLinkProgram(context, 0, nullptr, "", 1, &input, Notify, this, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  MakeKernel(linked, "k");
  EXPECT_TRUE(Eventually([&] { return notified.load() == 2; }));
}

// §5.8.4, §5.8.5: an operation begins only if its options are valid, with a callback, too, which
// does not come then.
TEST_F(BuildCallbackTest, InvalidOptionsBeginNothing) {
  for (const char* invalid : {"-no-such-option", "-D", "-x spir", "-cl-std=CL9.9", "-DA=\"b"}) {
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, invalid, Notify, this), CL_INVALID_BUILD_OPTIONS)
        << invalid;
    EXPECT_EQ(BuildInfo<cl_build_status>(CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
    EXPECT_NE(BuildLog(program), "");
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, invalid, 0, nullptr, nullptr, Notify, this),
              CL_INVALID_COMPILER_OPTIONS)
        << invalid;
  }
  program = Source("kernel void k(global int* out) { *out = 7; }\n");
  ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program input = program;
  for (const char* invalid : {"-no-such-option", "-cl-std=CL2.0", "-enable-link-options"}) {
    cl_int error = 0;
    EXPECT_EQ(clLinkProgram(context, 0, nullptr, invalid, 1, &input, Notify, this, &error), nullptr)
        << invalid;
    EXPECT_EQ(error, CL_INVALID_LINKER_OPTIONS);
  }
  // One that begins after them is the first to be told of.
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", Notify, this), CL_SUCCESS);
  MakeKernel(program, "k");
  EXPECT_TRUE(Eventually([&] { return notified.load() > 0; }));
  EXPECT_EQ(notified, 1);
}

// The application's last reference goes while a call waits.
TEST_F(BuildCallbackTest, TheProgramLivesAsLongAsACallWaits) {
  ASSERT_EQ(BeginBuild(), CL_SUCCESS);
  WaitingCall asking([at = TheProgram()] {
    size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(at, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, 2u);
  });
  EXPECT_TRUE(asking.Waits());
  program.reset();
  Go();
  asking.Join();
  EXPECT_TRUE(Eventually([&] { return notified.load() == 1; }));
}

}  // namespace
