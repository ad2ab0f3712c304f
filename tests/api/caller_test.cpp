// SPDX-License-Identifier: Apache-2.0
// The state of the thread that calls: its floating-point mode, its working folder, its sandbox, its
// end by pthread_cancel(). None of them is the driver's to choose, and none may change a result.
#include <fenv.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "command_test.h"
#include "own_process.h"

namespace {

constexpr std::array kModes = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
constexpr int kTraps = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT;

class CallerTest : public CommandTest {
 protected:
  void Fill(cl_mem image, const cl_float4& colour) {
    const size_t origin[3] = {}, region[3] = {4, 4, 1};
    EXPECT_EQ(clEnqueueFillImage(queue, image, &colour, origin, region, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  std::vector<cl_uchar> FilledIn(int mode, const cl_image_format& format) {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = 4;
    cl_int error = -1;
    Mem image = clCreateImage(context, 0, &format, &desc, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    fesetround(mode);
    Fill(image, {{0.3F, 0.7F, 1e-6F, 0.1F}});
    EXPECT_EQ(fegetround(), mode);
    fesetround(FE_TONEAREST);
    std::vector<cl_uchar> elements(256);
    const size_t origin[3] = {}, region[3] = {4, 4, 1};
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, elements.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return elements;
  }

  /// Builds a program that nobody has built and that the compiler calculates in, and runs it.
  void BuildAndRun() {
    Program program = Build(
        "constant float numbers[] = {1.0f / 3, 1e-45f, 1e38f * 0.1f};"
        "kernel void k(global float* out, float zero) {"
        "  size_t i = get_global_id(0); float sum = 0;"
        "  for (size_t j = 0; j < get_local_size(0); ++j) sum += sqrt(numbers[j % 3]);"
        "  out[i] = sin(0.3f) / zero + log(-1 - zero) + sum; }");
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(1000 * sizeof(float));
    SetArgs(kernel, cl_mem{out}, 0.0F);
    Run(kernel, 1000);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

TEST_F(CallerTest, RoundsFilledImagesToNearest) {
  for (const cl_image_format& format : {cl_image_format{CL_RGBA, CL_UNORM_INT8},
                                        {CL_RGBA, CL_HALF_FLOAT},
                                        {CL_sRGBA, CL_UNORM_INT8},
                                        {CL_RGBA, CL_SNORM_INT16}}) {
    const auto nearest = FilledIn(FE_TONEAREST, format);
    for (const int mode : kModes) EXPECT_EQ(FilledIn(mode, format), nearest) << mode;
  }
}

TEST_F(CallerTest, DISABLED_Prints) {
  Program program = Build("kernel void k(float x) { printf(\"%.1f %g\\n\", x, 0.1f * x); }");
  Kernel kernel = MakeKernel(program, "k");
  SetArgs(kernel, 0.25F);
  for (const int mode : kModes) {
    fesetround(mode);
    Run(kernel, 1);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
}
TEST_F(CallerTest, PrintsSameDigits) {
  std::FILE* const file = std::tmpfile();
  EXPECT_EQ(
      RunInOwnProcess("CallerTest.DISABLED_Prints", [&] { ::dup2(::fileno(file), STDOUT_FILENO); }),
      0);
  ASSERT_EQ(std::fseek(file, 0, SEEK_SET), 0);
  std::vector<std::string> lines;
  for (char line[256]; std::fgets(line, sizeof line, file);)
    if (std::string(line).starts_with("0.")) lines.emplace_back(line);
  std::fclose(file);
  EXPECT_EQ(lines, std::vector<std::string>(kModes.size(), "0.2 0.025\n"));
}

// The traps of Fortran's -ffpe-trap and of feenableexcept(), before the first call.
TEST_F(CallerTest, DISABLED_Traps) {
  ASSERT_NE(feenableexcept(kTraps), -1);
  BuildAndRun();
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  const cl_image_format format{CL_RGBA, CL_HALF_FLOAT};
  cl_int error = -1;
  Mem image = clCreateImage(context, 0, &format, &desc, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Fill(image, {{INFINITY, NAN, -1e38F, 1e-30F}});
  EXPECT_EQ(fegetexcept(), kTraps);
}
TEST_F(CallerTest, KeepsTrapsToItself) {
  for (const char* process : {"never", "always"})
    EXPECT_EQ(RunInOwnProcess("CallerTest.DISABLED_Traps",
                              [&] {
                                ::setenv("HEDDLE_CACHE", "off", 1);
                                ::setenv("HEDDLE_COMPILER_PROCESS", process, 1);
                              }),
              0)
        << process;
}

TEST_F(CallerTest, NativeKernelsLeaveNoModeBehind) {
  constexpr size_t kCount = 1 << 16;
  Program program = Build(
      "kernel void k(global float* out, float x) {"
      "  out[get_global_id(0)] = 1 + x * get_local_size(0); }");
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(kCount * sizeof(float));
  SetArgs(kernel, cl_mem{out}, 1e-12F);
  Queue unordered = NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int i = 0; i < 64; ++i)  // so that each worker has some
    ASSERT_EQ(clEnqueueNativeKernel(
                  unordered, [](void*) { fesetround(FE_UPWARD), ::usleep(100); }, nullptr, 0, 0,
                  nullptr, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  ASSERT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(fegetround(), FE_TONEAREST);
  for (int i = 0; i < 16; ++i) {  // without waiting, so that workers begin them
    Run(kernel, kCount);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  }
  EXPECT_EQ(Read<float>(out, kCount), std::vector<float>(kCount, 1.0F));
}

TEST_F(CallerTest, DISABLED_Builds) {
  char folder[] = "/tmp/heddle-gone-XXXXXX";
  ASSERT_TRUE(::mkdtemp(folder) && !::chdir(folder) && !::rmdir(folder));
  BuildAndRun();
}
TEST_F(CallerTest, FolderIsGone) {
  for (const char* process : {"never", "always"})
    EXPECT_EQ(RunInOwnProcess("CallerTest.DISABLED_Builds",
                              [&] {
                                ::setenv("HEDDLE_CACHE", "off", 1);
                                ::setenv("HEDDLE_COMPILER_PROCESS", process, 1);
                              }),
              0)
        << process;
}

// A sandbox may refuse what is only asked to be fast.
TEST_F(CallerTest, DISABLED_InSandbox) {
  BuildAndRun();
}
TEST_F(CallerTest, SandboxRefusesAffinity) {
  for (const int error : {EPERM, ENOSYS}) {
    const int code = RunInOwnProcess("CallerTest.DISABLED_InSandbox", [&] {
      sock_filter filter[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_sched_getaffinity, 1, 0),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_sched_setaffinity, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
      const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
      if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
          ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        std::_Exit(96);
      ::alarm(25);  // it went on for ever
    });
    if (code == 96) GTEST_SKIP() << "no filters for system calls here";
    EXPECT_EQ(code, 0) << error;
  }
}

// A thread that is cancelled ends after the call that it is in. Here it is before the call: the
// first place where it can end would be within.
struct Cancelled {
  const std::function<void()>& work;
  bool ended_after = false;
};
void RunCancelled(const std::function<void()>& work) {
  Cancelled state{work};
  pthread_t thread{};
  const auto body = [](void* argument) -> void* {
    auto& state = *static_cast<Cancelled*>(argument);
    pthread_cancel(pthread_self());
    state.work();
    state.ended_after = true;
    pthread_testcancel();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, nullptr, body, &state), 0);
  void* result = nullptr;
  ASSERT_EQ(pthread_join(thread, &result), 0);
  EXPECT_EQ(result, PTHREAD_CANCELED);
  EXPECT_TRUE(state.ended_after);
}

TEST(Cancelled, DISABLED_FirstCalls) {
  cl_platform_id platform = FirstPlatform();  // the loader's part
  cl_device_id device = nullptr;
  RunCancelled([&] {
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  });
  EXPECT_NE(device, nullptr);
}
TEST_F(CallerTest, DISABLED_Cancelled) {
  const char* source = "kernel void k() { printf(\"%d\\n\", (int)get_global_id(0)); }";
  cl_int error = -1;
  Program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  RunCancelled(
      [&] { EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS); });
  Kernel kernel = MakeKernel(program, "k");
  for (const size_t items : {1, 100'000})
    RunCancelled([&] {
      EXPECT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    });
  BuildAndRun();
}
TEST_F(CallerTest, ThreadIsCancelled) {
  for (const char* test : {"Cancelled.DISABLED_FirstCalls", "CallerTest.DISABLED_Cancelled"})
    for (const char* process : {"never", "always"})
      EXPECT_EQ(RunInOwnProcess(test,
                                [&] {
                                  ::setenv("HEDDLE_CACHE", "off", 1);
                                  ::setenv("HEDDLE_COMPILER_PROCESS", process, 1);
                                  if (!std::freopen("/dev/null", "w", stdout)) std::_Exit(97);
                                }),
                0)
          << test << ' ' << process;
}

}  // namespace
