// SPDX-License-Identifier: Apache-2.0
// Releasing a program, or terminating its context, cancels a build that runs: the process that
// compiles ends, or jobs that have not started do not start.
#include <CL/cl_ext.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "command_test.h"
#include "own_process.h"

namespace {

// Before the driver looks; a test in a process of its own says something else.
[[maybe_unused]] const int elsewhere = ::setenv("HEDDLE_COMPILER_PROCESS", "always", 0);

/// Children of `parent` that have the compiler's name.
std::vector<pid_t> CompilersOf(pid_t parent) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    pid_t pid = -1, its_parent = -1;
    std::string name, state;
    if (stat >> pid >> name >> state >> its_parent && its_parent == parent &&
        name == "(heddle-compile)" && state != "Z")
      found.push_back(pid);
  }
  return found;
}

/// Processes that work on a request or wait for the next one.
size_t Workers() {
  size_t count = 0;
  for (const pid_t server : CompilersOf(::getpid())) count += CompilersOf(server).size();
  return count;
}

/// Takes a minute or so to compile on a machine with other work, some seconds on a fast one; no
/// cache has it.
std::string EndlessSource() {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    text += "kernel void k" + std::to_string(i) + "(global float* p) { float x = p[0];";
    for (int j = 0; j < 4000; ++j)
      text += "x = sin(x) + pow(x, " + std::to_string(i * 1000 + j) + ".5f);";
    text += "p[get_global_id(0)] = x; }\n";
  }
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return text + "// " + std::to_string(now) + " " + std::to_string(::getpid());
}

class CancelBuildTest : public CommandTest {
 protected:
  struct Notified {
    std::atomic<int> count{0};
    cl_build_status status = CL_BUILD_NONE;
    std::string log;
    cl_device_id device = nullptr;
  };
  static void CL_CALLBACK Notify(cl_program program, void* data) {
    auto& notified = *static_cast<Notified*>(data);
    char log[1000] = "";
    clGetProgramBuildInfo(program, notified.device, CL_PROGRAM_BUILD_STATUS,
                          sizeof(notified.status), &notified.status, nullptr);
    clGetProgramBuildInfo(program, notified.device, CL_PROGRAM_BUILD_LOG, sizeof(log), log,
                          nullptr);
    notified.log = log;
    ++notified.count;
  }

  void SetUp() override {
    CommandTest::SetUp();
    ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);  // the compiler comes to this process
    notified.device = device;
  }
  Program SourceIn(cl_context in) {
    const std::string source = EndlessSource();
    const char* text = source.c_str();
    return clCreateProgramWithSource(in, 1, &text, nullptr, nullptr);
  }
  void ExpectCancelled(const char* why) {
    EXPECT_TRUE(Eventually([&] { return notified.count.load() == 1; }));
    EXPECT_EQ(notified.status, CL_BUILD_ERROR);
    EXPECT_NE(notified.log.find(std::string("cancelled: ") + why), std::string::npos)
        << notified.log;
  }
  void ExpectWorks() {
    Program program = Build("kernel void k(global int* p) { *p = 7; } // " +
                            EndlessSource().substr(EndlessSource().rfind("//") + 2));
    Kernel kernel = MakeKernel(program, "k");
    Mem to = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(to));
    CommandTest::Run(kernel, 1);
    EXPECT_EQ(Read<int>(to, 1)[0], 7);
  }

  Notified notified;
};

TEST_F(CancelBuildTest, AReleasedProgramEndsTheProcessThatCompiles) {
  Program program = SourceIn(context);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", Notify, &notified), CL_SUCCESS);
  EXPECT_TRUE(Eventually([] { return Workers() == 1; }));
  ASSERT_EQ(clRetainProgram(program), CL_SUCCESS);
  ASSERT_EQ(clReleaseProgram(program), CL_SUCCESS);  // not the last one
  EXPECT_EQ(Workers(), 1u);
  EXPECT_EQ(notified.count, 0);
  program.reset();
  ExpectCancelled("the program was released");
  EXPECT_TRUE(Eventually([] { return Workers() == 0; }));
  ExpectWorks();
}

TEST_F(CancelBuildTest, OtherBuildsStay) {
  Program program = SourceIn(context), other = SourceIn(context);
  Notified others;
  others.device = device;
  ASSERT_EQ(clBuildProgram(other, 0, nullptr, "", Notify, &others), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", Notify, &notified), CL_SUCCESS);
  EXPECT_TRUE(Eventually([] { return Workers() == 2; }));
  program.reset();
  ExpectCancelled("the program was released");
  EXPECT_TRUE(Eventually([] { return Workers() == 1; }));
  ExpectWorks();
  EXPECT_GE(Workers(), 1u);
  EXPECT_EQ(others.count, 0);
  other.reset();
  EXPECT_TRUE(Eventually([&] { return others.count.load() == 1; }));
}

TEST_F(CancelBuildTest, ATerminatedContextEndsItsBuilds) {
  const auto terminate = reinterpret_cast<clTerminateContextKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"));
  ASSERT_NE(terminate, nullptr);
  const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  cl_int error = -1;
  Context mortal = clCreateContext(properties, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program waited = SourceIn(mortal), notifying = SourceIn(mortal);
  ASSERT_EQ(clBuildProgram(notifying, 0, nullptr, "", Notify, &notified), CL_SUCCESS);
  std::thread builder([&] {
    EXPECT_EQ(clBuildProgram(waited, 0, nullptr, "", nullptr, nullptr), CL_CONTEXT_TERMINATED_KHR);
  });
  EXPECT_TRUE(Eventually([] { return Workers() == 2; }));
  EXPECT_EQ(terminate(mortal), CL_SUCCESS);
  builder.join();
  ExpectCancelled("its context was terminated");
  EXPECT_NE(BuildLog(waited).find("its context was terminated"), std::string::npos);
  EXPECT_TRUE(Eventually([] { return Workers() == 0; }));
  ExpectWorks();
}

// Run by the test below in a process of its own.
TEST_F(CancelBuildTest, DISABLED_InProcess) {
  Program program = SourceIn(context);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", Notify, &notified), CL_SUCCESS);
  if (std::getenv("TEST_DURING")) std::this_thread::sleep_for(std::chrono::seconds(1));
  program.reset();
  ExpectCancelled("the program was released");
  ExpectWorks();
}

TEST_F(CancelBuildTest, JobsThatHaveNotStartedDoNotStart) {
  for (const bool during : {false, true}) {
    EXPECT_EQ(RunInOwnProcess("CancelBuildTest.DISABLED_InProcess",
                              [&] {
                                ::setenv("HEDDLE_COMPILER_PROCESS", "never", 1);
                                if (during) ::setenv("TEST_DURING", "1", 1);
                              }),
              0);
  }
}

}  // namespace
