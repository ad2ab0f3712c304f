// SPDX-License-Identifier: Apache-2.0
// Kernels that do not end, under HEDDLE_KERNEL_TIME_LIMIT: the event fails, stderr and the
// context's callback say where the kernel was, and the process goes on. The limit is a matter of
// the process, so this executable runs itself again.
#include <regex>

#include "command_buffer_fixture.h"
#include "own_process.h"

namespace {

constexpr const char* kKernels =
    "kernel void right(global int* out) { out[get_global_id(0)] = 7; }\n"  // 1
    "kernel void endless(global int* out) {\n"
    "  int i = get_global_id(0);\n"
    "  while (1)\n"  // 4
    "    out[i] += 1;\n"
    "}\n"
    "kernel void meet(global int* out) {\n"
    "  local int turn[64];\n"
    "  int i = get_local_id(0);\n"
    "  turn[i] = 0;\n"
    "  for (int n = 1; n != 0; n += 2) {\n"  // 11
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    turn[i] += 1;\n"
    "  }\n"
    "  out[get_global_id(0)] = turn[i];\n"
    "}\n"
    "kernel void spin(global int* out) {\n"
    "  while (atomic_add(out, 0) == 0)\n"  // 18
    "    ;\n"
    "  out[1] = 1;\n"
    "}\n"
    "void wait_for(global int* flag) {\n"
    "  while (atomic_add(flag, 0) == 0)\n"  // 23
    "    ;\n"
    "}\n"
    "kernel void helper(global int* out) {\n"
    "  wait_for(out + get_global_id(0));\n"
    "  out[1] = 1;\n"
    "}\n"
    "kernel void slow(global int* out, int n) {\n"
    "  uint x = get_global_id(0);\n"
    "  for (int i = 0; i < n; ++i) x = (x ^ (x >> 3)) * 1664525u + 1013904223u;\n"
    "  out[get_global_id(0)] = x | 1;\n"
    "}\n"
    "kernel void parent(global int* out) {\n"
    "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2),\n"
    "                 ^{ while (atomic_add(out, 0) == 0); });\n"  // 37
    "}\n";

class TimeLimitTest : public CommandBufferFixture {
 protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    mortal = clCreateContext(
        nullptr, 1, &device,
        [](const char* text, const void*, size_t, void* to) {
          const std::lock_guard lock(mutex);
          static_cast<std::string*>(to)->append(text);
        },
        &told, nullptr);
    std::swap(context, here);
    context = mortal;
    device_queue = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    its_queue = NewQueue();
    out = Buffer(std::vector<cl_int>(256));
  }
  void TearDown() override {
    built.reset();
    out.reset();
    its_queue.reset();
    device_queue.reset();
    std::swap(context, here);
    mortal.reset();
    CommandBufferFixture::TearDown();
  }

  Kernel Made(const char* name, const char* options = "-cl-std=CL2.0 -g") {
    if (!built) built = Build(kKernels, options);
    Kernel kernel = MakeKernel(built, name);
    SetArg(kernel, 0, out.operator cl_mem());
    return kernel;
  }
  /// Returns the status of a launch over two groups of 16.
  cl_int StatusOf(cl_kernel kernel) {
    const size_t global = 32, local = 16;
    Event event;
    EXPECT_EQ(clEnqueueNDRangeKernel(its_queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                     event.out()),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(its_queue), CL_SUCCESS);
    return EventInfo<cl_int>(event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  std::string Told() {
    const std::lock_guard lock(mutex);
    return std::exchange(told, {});
  }
  void ExpectThatOthersRun() {
    EXPECT_EQ(StatusOf(Made("right")), CL_COMPLETE);
    cl_int value = 0;
    EXPECT_EQ(clEnqueueReadBuffer(its_queue, out, CL_TRUE, 4 * 31, 4, &value, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(value, 7);
    const cl_int zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(its_queue, out, &zero, 4, 0, 1024, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(Told(), "");
  }

  static inline std::mutex mutex;
  std::string told;
  Context mortal;
  cl_context here = nullptr;
  Queue device_queue, its_queue;
  Mem out;
  Program built;
};

Said SaidWith(const std::string& test, const char* limit, const char* checks = nullptr,
              const char* file = nullptr) {
  return SaidInOwnProcess("TimeLimitTest.DISABLED_" + test, [&] {
    ::setenv("HEDDLE_CACHE", "off", 1);
    ::unsetenv("HEDDLE_LOG");
    if (limit) ::setenv("HEDDLE_KERNEL_TIME_LIMIT", limit, 1);
    if (checks) ::setenv("HEDDLE_CHECK", checks, 1);
    if (file) ::setenv("HEDDLE_CHECK_FILE", file, 1);
  });
}

/// The sentences in `text` that say that a kernel was stopped: "kernel: place".
std::vector<std::string> StoppedIn(const std::string& text) {
  static const std::regex pattern(
      "heddle: kernel '(\\w+)' was stopped after 1 second \\(HEDDLE_KERNEL_TIME_LIMIT\\) "
      "in work-groups? \\([01]\\)(?: to \\(1\\))?, work-items? \\([0-9]+\\)(?: to \\([0-9]+\\))?"
      "(?:, at ([^ ]*?:[0-9]+)(?::[0-9]+)?(?: in '(\\w+)')?)?\\.\n");
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    std::string place = (*at)[2];
    place = place.substr(std::min(place.size(), place.rfind('/') + 1));
    if ((*at)[2].matched) place = place.substr(place.rfind(':'));
    all.push_back((*at)[1].str() + place);
  }
  return all;
}

// ---- Kernels.

TEST(TimeLimitProcessTest, StopsEndlessLoops) {
  const Said said = SaidWith("Endless", "1");
  EXPECT_EQ(said.code, 0) << said.text;
  std::vector<std::string> stopped = StoppedIn(said.text);
  ASSERT_EQ(stopped.size(), 5u) << said.text;
  EXPECT_TRUE(stopped[1] == "meet:11" || stopped[1] == "meet:13") << said.text;
  stopped.erase(stopped.begin() + 1);
  EXPECT_EQ(stopped, (std::vector<std::string>{"endless:4", "spin:18", "helper:23", "endless:4"}))
      << said.text;
}
TEST_F(TimeLimitTest, DISABLED_Endless) {
  for (const char* name : {"endless", "meet", "spin", "helper", "endless"}) {
    EXPECT_EQ(StatusOf(Made(name)), CL_OUT_OF_RESOURCES) << name;
    const std::string text = Told();
    EXPECT_NE(text.find("kernel '" + std::string(name) + "' was stopped"), std::string::npos);
    ExpectThatOthersRun();
  }
}

TEST(TimeLimitProcessTest, NamesGroupsWithoutLines) {
  const Said said = SaidWith("NoLines", "1");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(StoppedIn(said.text), std::vector<std::string>{"endless"}) << said.text;
}
TEST_F(TimeLimitTest, DISABLED_NoLines) {
  EXPECT_EQ(StatusOf(Made("endless", "-cl-std=CL2.0")), CL_OUT_OF_RESOURCES);
}

TEST(TimeLimitProcessTest, LeavesSlowKernelsAlone) {
  const Said said = SaidWith("Slow", "100");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(said.text, "");
}
TEST_F(TimeLimitTest, DISABLED_Slow) {
  Kernel kernel = Made("slow");
  SetArg(kernel, 1, cl_int{50'000'000});
  EXPECT_EQ(StatusOf(kernel), CL_COMPLETE);
  EXPECT_EQ(Told(), "");
}

// ---- Ways to a launch.

TEST(TimeLimitProcessTest, StopsKernelsInCommandBuffers) {
  const Said said = SaidWith("CommandBuffer", "1");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(StoppedIn(said.text), (std::vector<std::string>{"spin:18", "spin:18"})) << said.text;
}
TEST_F(TimeLimitTest, DISABLED_CommandBuffer) {
  Kernel kernel = Made("spin");
  cl_int error = -1;
  const cl_command_queue queues[] = {its_queue};
  CommandBuffer buffer = Khr().create(1, queues, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Target target{.buffer = buffer};
  target.Kernel(kernel, {32}, {16});
  ASSERT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  // The flag is raised, lowered and raised: each replay has a limit of its own.
  for (const cl_int flag : {0, 1, 0}) {
    EXPECT_EQ(clEnqueueFillBuffer(its_queue, out, &flag, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
    Event event;
    EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, event.out()), CL_SUCCESS);
    EXPECT_EQ(clFinish(its_queue), CL_SUCCESS);
    const auto status = EventInfo<cl_int>(event, CL_EVENT_COMMAND_EXECUTION_STATUS);
    EXPECT_EQ(status, flag ? CL_COMPLETE : CL_OUT_OF_RESOURCES);
    EXPECT_EQ(Told().find("kernel 'spin' was stopped") == std::string::npos, flag != 0);
  }
}

TEST(TimeLimitProcessTest, StopsChildren) {
  const Said said = SaidWith("Children", "1");
  EXPECT_EQ(said.code, 0) << said.text;
  const auto stopped = StoppedIn(said.text);  // those that have begun, on each worker one
  ASSERT_FALSE(stopped.empty()) << said.text;
  for (const std::string& each : stopped) EXPECT_NE(each.find(":37"), std::string::npos) << each;
  EXPECT_EQ(said.text.find("before work-group"), std::string::npos) << said.text;
}
TEST_F(TimeLimitTest, DISABLED_Children) {
  EXPECT_EQ(StatusOf(Made("parent")), CL_OUT_OF_RESOURCES);
  EXPECT_NE(Told().find("was stopped"), std::string::npos);
  ExpectThatOthersRun();
}

/// Each kernel of a family ends soon, but not the family.
TEST(TimeLimitProcessTest, LimitsAKernelWithItsChildren) {
  const Said said = SaidWith("Family", "1");
  EXPECT_EQ(said.code, 0) << said.text;
}
TEST_F(TimeLimitTest, DISABLED_Family) {
  // Each kernel takes 1/8 s or more, and enqueues the next one.
  const char* source =
      "void work(global int* out) {\n"
      "  uint x = 1;\n"
      "  for (int i = 0; i < 60000000; ++i) x = (x ^ (x >> 3)) * 1664525u + 1013904223u;\n"
      "  out[1] = x | 1;\n"
      "  atomic_inc(out);\n"
      "}\n";
  std::string text = source;
  const int kernels = 60;
  for (int i = 0; i < kernels; ++i) {
    const std::string n = std::to_string(i), last = std::to_string(i - 1);
    text += "void step" + n + "(global int* out) {\n  work(out);\n";
    if (i > 0)
      text +=
          "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ "
          "step" +
          last + "(out); });\n";
    text += "}\n";
  }
  text += "kernel void first(global int* out) { step" + std::to_string(kernels - 1) + "(out); }\n";
  built = Build(text, "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(built, "first");
  SetArg(kernel, 0, out.operator cl_mem());
  const size_t one = 1;
  Event event;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(its_queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(clFinish(its_queue), CL_SUCCESS);
  EXPECT_EQ(EventInfo<cl_int>(event, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_OUT_OF_RESOURCES);
  cl_int ran = -1;
  EXPECT_EQ(clEnqueueReadBuffer(its_queue, out, CL_TRUE, 0, 4, &ran, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_LT(ran, kernels);
}

// ---- Checked kernels.

TEST(TimeLimitProcessTest, ChecksNameTheLine) {
  const Said said = SaidWith("Checked", "1", "memory,barriers");
  EXPECT_EQ(said.code, 0) << said.text;
  for (const char* part :
       {"heddle-check: kernel 'endless' was stopped after 1 second, the limit of its time.\n"
        "  It was in work-group",
        "  At <source>:4:3 in 'endless':\n      while (1)\n      ^\n",
        "  At <source>:18:10 in 'spin':\n      while (atomic_add(out, 0) == 0)\n",
        "  At <source>:23:10 in 'wait_for':\n      while (atomic_add(flag, 0) == 0)\n"})
    EXPECT_NE(said.text.find(part), std::string::npos) << part << "\n" << said.text;
  EXPECT_TRUE(std::regex_search(said.text, std::regex("At <source>:1[13]:[0-9]+ in 'meet':")))
      << said.text;
}
TEST_F(TimeLimitTest, DISABLED_Checked) {
  for (const char* name : {"endless", "meet", "spin", "helper"}) {
    EXPECT_EQ(StatusOf(Made(name, "-cl-std=CL2.0")), CL_OUT_OF_RESOURCES) << name;
    EXPECT_NE(Told().find("kernel '" + std::string(name) + "' was stopped"), std::string::npos);
    ExpectThatOthersRun();
  }
}

}  // namespace
