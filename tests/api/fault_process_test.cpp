// SPDX-License-Identifier: Apache-2.0
// HEDDLE_CATCH_FAULTS and the process: handlers of its own, faults of its own, forks, what kernels
// printed, and the ways in which a kernel comes to run.
#include <setjmp.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <thread>

#include "../fork.h"
#include "command_buffer_fixture.h"
#include "fault_fixture.h"

namespace {

// k dies in work-item `at`, on line 3; fine does not.
constexpr char kSource[] = R"(#line 1 "process.cl"
kernel void k(global int* out, ulong at) {
  if (get_global_id(0) == at)
    out[1028] = 1;
}
kernel void fine(global int* out, ulong at) { out[get_global_id(0) % 1024] = at; }
)";
constexpr char kCause[] = "16 bytes past the end of argument 0 `out` (4096 bytes)";
constexpr size_t kItems = 1024, kAt = 700;
constexpr int kHandled = 7;  // the exit code of the process's own handler

class FaultProcessTest : public FaultTest {
 protected:
  /// Enqueues a kernel over kItems work-items.
  void Enqueue(cl_kernel kernel, cl_mem out, cl_command_queue in = nullptr) {
    SetArgs(kernel, out, cl_ulong{kAt});
    const size_t items = kItems;
    EXPECT_EQ(clEnqueueNDRangeKernel(in ? in : queue, kernel, 1, nullptr, &items, nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
  }
  void Die(const char* options = "-g") {
    Program program = Build(kSource, options);
    Kernel kernel = MakeKernel(program, "k");
    Mem out = GuardedBuffer();
    Enqueue(kernel, out);
    clFinish(queue);
  }
  void RunFine() {
    Program program = Build(kSource);
    Kernel kernel = MakeKernel(program, "fine");
    Mem out = GuardedBuffer();
    Enqueue(kernel, out);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  static void DieInHostCode() {
    *reinterpret_cast<volatile int*>(static_cast<char*>(Guarded().data()) + Guarded::kBytes) = 1;
  }
};

Ended On(const std::string& name, Variables variables = {}) {
  variables.emplace_back("HEDDLE_CATCH_FAULTS", "on");
  return EndOf("FaultProcessTest.DISABLED_" + name, variables);
}

/// Expects the sentence about kernel `k`, once.
void ExpectNamed(const Ended& ended, int code, const std::string& cause = kCause,
                 const std::string& place = "process.cl:3") {
  EXPECT_EQ(ended.code, code);
  const auto sentences = SentencesIn(ended.err);
  ASSERT_EQ(sentences.size(), 1u) << ended.err;
  EXPECT_EQ(sentences[0].kernel, "k");
  EXPECT_EQ(sentences[0].place, place) << ended.err;
  EXPECT_NE(sentences[0].cause.find(cause), std::string::npos) << ended.err;
  EXPECT_LE(sentences[0].first_item.at(0), kAt);
  EXPECT_GE(sentences[0].last_item.at(0), kAt);
}

void ExpectSilent(const Ended& ended, int code) {
  EXPECT_EQ(ended.code, code);
  EXPECT_EQ(ended.err.find("heddle: kernel"), std::string::npos) << ended.err;
}

TEST_F(FaultProcessTest, DISABLED_Dies) {
  Die();
}

TEST(Faults, EndTheProcessAsBefore) {
  ExpectNamed(On("Dies"), -SIGSEGV);
}

TEST(Faults, AreSilentWithoutTheOption) {
  ExpectSilent(EndOf("FaultProcessTest.DISABLED_Dies", {}), -SIGSEGV);
}

// ---- Handlers and faults of the process.

void HandleInfo(int, siginfo_t* info, void*) {
  static char text[] = "own handler with an address\n";
  if (info->si_addr && ::write(STDERR_FILENO, text, sizeof text - 1) < 0) ::_exit(1);
  ::_exit(kHandled);
}
/// The thread's stack may be full when a kernel dies, so handlers have another one.
void Handle(int) {
  static char text[] = "own handler\n";
  stack_t stack{};
  if (::sigaltstack(nullptr, &stack) != 0 || !(stack.ss_flags & SS_ONSTACK)) ::_exit(2);
  if (::write(STDERR_FILENO, text, sizeof text - 1) < 0) ::_exit(1);
  ::_exit(kHandled);
}
void SetHandler(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(SIGSEGV, &action, nullptr);
}
void SetInfoHandler() {
  struct sigaction action {};
  action.sa_sigaction = HandleInfo;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSEGV, &action, nullptr);
}

TEST_F(FaultProcessTest, DISABLED_HasAHandler) {
  SetHandler(Handle);
  Die();
}
TEST_F(FaultProcessTest, DISABLED_HasAHandlerOfInfo) {
  SetInfoHandler();
  Die();
}
TEST_F(FaultProcessTest, DISABLED_Ignores) {
  SetHandler(SIG_IGN);
  Die();
}

TEST(Faults, ReachTheProgramsHandler) {
  const Ended plain = On("HasAHandler"), info = On("HasAHandlerOfInfo");
  ExpectNamed(plain, kHandled);
  EXPECT_NE(plain.err.find("(4096 bytes).\nown handler\n"), std::string::npos) << plain.err;
  ExpectNamed(info, kHandled);
  EXPECT_NE(info.err.find("(4096 bytes).\nown handler with an address\n"), std::string::npos)
      << info.err;
}

TEST(Faults, CannotBeIgnored) {
  ExpectNamed(On("Ignores"), -SIGSEGV);
}

sigjmp_buf* back = nullptr;

TEST_F(FaultProcessTest, DISABLED_GoesOn) {
  static sigjmp_buf place;
  back = &place;
  RunFine();
  SetHandler([](int) { siglongjmp(*back, 1); });
  if (sigsetjmp(place, 1) == 0) DieInHostCode();
  SetHandler(SIG_DFL);
  Die();  // the handlers were there at the first launch only, and are replaced now
}

TEST(Faults, AreNotCaughtBehindALaterHandler) {
  ExpectSilent(On("GoesOn"), -SIGSEGV);
}

TEST_F(FaultProcessTest, DISABLED_DiesInHostCode) {
  RunFine();
  DieInHostCode();
}
TEST_F(FaultProcessTest, DISABLED_DiesInHostCodeWithAHandler) {
  SetInfoHandler();
  RunFine();
  DieInHostCode();
}
TEST_F(FaultProcessTest, DISABLED_DiesInAnotherThread) {
  RunFine();
  std::thread(DieInHostCode).join();
}
TEST_F(FaultProcessTest, DISABLED_IsSentASignal) {
  RunFine();
  ::kill(::getpid(), SIGSEGV);
  ::pause();
}

// A kernel runs in this thread and in others when the signal comes: it is no fault of the kernel's.
TEST_F(FaultProcessTest, DISABLED_IsSentASignalInAKernel) {
  RunFine();
  Program program = Build("kernel void k(global volatile int* flag) { while (*flag == 0); }");
  Kernel kernel = MakeKernel(program, "k");
  Mem flag = Buffer(std::vector<int>(16));
  SetArgs(kernel, static_cast<cl_mem>(flag));
  const size_t items = 1 << 16, local = 1;
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ::kill(::getpid(), SIGSEGV);
  }).detach();
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  clFinish(queue);
}

TEST(Faults, OfTheHostAreItsOwn) {
  ExpectSilent(On("IsSentASignalInAKernel"), -SIGSEGV);
  ExpectSilent(On("DiesInHostCode"), -SIGSEGV);
  ExpectSilent(On("DiesInAnotherThread"), -SIGSEGV);
  ExpectSilent(On("IsSentASignal"), -SIGSEGV);
  const Ended handled = On("DiesInHostCodeWithAHandler");
  ExpectSilent(handled, kHandled);
  EXPECT_NE(handled.err.find("own handler with an address"), std::string::npos);
}

// ---- Forks.

TEST_F(FaultProcessTest, DISABLED_DiesInAChild) {
  RunFine();
  const pid_t child = ::fork();
  if (child == 0) {
    Die();
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV) << status;
  RunFine();
}

TEST(Faults, OfAForkedChildAreNamed) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP();
#endif
  ExpectNamed(On("DiesInAChild"), 0);
}

// ---- What was printed.

constexpr char kPrints[] = R"(#line 1 "process.cl"
kernel void k(global int* out, ulong at) {
  size_t i = get_global_id(0);
  for (int j = 0; j < 20; ++j) printf("item %d line %d\n", (int)i, j);
  if (i == at)
    out[1028] = 1;
}
)";

TEST_F(FaultProcessTest, DISABLED_Prints) {
  Program program = Build(kPrints, "-g");
  Kernel kernel = MakeKernel(program, "k");
  Mem out = GuardedBuffer();
  SetArgs(kernel, static_cast<cl_mem>(out), cl_ulong{kAt});
  Run(kernel, kItems, 16);
}

TEST(Faults, LoseNothingThatWasPrinted) {
  for (const char* width : {"0", "1"}) {
    const Ended ended = On("Prints", {{"HEDDLE_WIDTH", width}});
    ExpectNamed(ended, -SIGSEGV, kCause, "process.cl:5");
    const std::string mine = "item " + std::to_string(kAt) + " line ";
    std::vector<size_t> lines;
    for (size_t at = ended.out.find(mine); at != std::string::npos;
         at = ended.out.find(mine, at + 1))
      lines.push_back(std::stoull(ended.out.substr(at + mine.size())));
    std::vector<size_t> all(20);
    for (size_t j = 0; j < all.size(); ++j) all[j] = j;
    EXPECT_EQ(lines, all);
    // No line is there twice, and none is cut.
    std::map<std::string, int> counts;
    std::istringstream text(ended.out.substr(ended.out.find("item ")));
    for (std::string line; std::getline(text, line);) {
      EXPECT_TRUE(std::regex_match(line, std::regex("item [0-9]+ line [0-9]+"))) << line;
      EXPECT_EQ(++counts[line], 1) << line;
    }
  }
}

// ---- Ways to run.

TEST_F(FaultProcessTest, DISABLED_HasManyQueues) {
  Program program = Build(kSource, "-g");
  Kernel fine = MakeKernel(program, "fine"), kernel = MakeKernel(program, "k");
  std::vector<Queue> queues;
  std::vector<Mem> buffers;
  for (int i = 0; i < 8; ++i) {
    queues.push_back(NewQueue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0));
    buffers.push_back(GuardedBuffer());
    for (int j = 0; j < 5; ++j) Enqueue(fine, buffers.back(), queues.back());
  }
  Enqueue(kernel, buffers[3], queues[3]);
  for (Queue& each : queues) clFlush(each);
  for (Queue& each : queues) clFinish(each);
}

TEST_F(FaultProcessTest, DISABLED_HasABinary) {
  Program built = Build(kSource, "-g");
  const auto size =
      InfoArray<size_t>(clGetProgramInfo, static_cast<cl_program>(built), CL_PROGRAM_BINARY_SIZES)
          .at(0);
  std::vector<unsigned char> bytes(size);
  unsigned char* binary = bytes.data();
  ASSERT_EQ(clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof binary, &binary, nullptr),
            CL_SUCCESS);
  built.reset();
  const unsigned char* given = binary;
  cl_int error = -1;
  Program program = clCreateProgramWithBinary(context, 1, &device, &size, &given, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = GuardedBuffer();
  Enqueue(kernel, out);
  clFinish(queue);
}

TEST_F(FaultProcessTest, DISABLED_ReplaysACommandBuffer) {
  Program program = Build(kSource, "-g");
  Kernel fine = MakeKernel(program, "fine"), kernel = MakeKernel(program, "k");
  Mem out = GuardedBuffer();
  cl_int error = -1;
  cl_command_queue in = queue;
  const auto buffer = Khr().create(1, &in, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const size_t items = kItems;
  for (cl_kernel each : {static_cast<cl_kernel>(fine), static_cast<cl_kernel>(kernel)}) {
    SetArgs(each, static_cast<cl_mem>(out), cl_ulong{kAt});
    ASSERT_EQ(Khr().kernel(buffer, nullptr, nullptr, each, 1, nullptr, &items, nullptr, 0, nullptr,
                           nullptr, nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_SUCCESS);
  clFinish(queue);
}

TEST_F(FaultProcessTest, DISABLED_HasSVM) {
  auto* const out = static_cast<int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0));
  Program program = Build(R"(#line 1 "process.cl"
kernel void k(global int* out, ulong at) {
  if (get_global_id(0) == at)
    out[-(1L << 32)] = 1;
})",
                          "-g");
  Kernel kernel = MakeKernel(program, "k");
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, out), CL_SUCCESS);
  SetArg(kernel, 1, cl_ulong{kAt});
  Run(kernel, kItems);
}

// These two are for heddle_where.py.
TEST_F(FaultProcessTest, DISABLED_RunsFine) {
  RunFine();
}

TEST_F(FaultProcessTest, DISABLED_DoesNotEnd) {
  Program program = Build(R"(#line 1 "wait.cl"
kernel void wait(global volatile int* flag) {
  while (*flag == 0);
})",
                          "-g");
  Kernel kernel = MakeKernel(program, "wait");
  Mem flag = Buffer(std::vector<int>(16));
  SetArgs(kernel, static_cast<cl_mem>(flag));
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::puts("runs");
  std::fflush(stdout);
  clFinish(queue);
}

TEST_F(FaultProcessTest, DISABLED_HasAChildKernel) {
  Queue on_device = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Program program = Build(R"(#line 1 "process.cl"
kernel void parent(global int* out, ulong at) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1024), ^{
    if (get_global_id(0) == at)
      out[1028] = 1;
  });
})",
                          "-g -cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "parent");
  Mem out = GuardedBuffer();
  SetArgs(kernel, static_cast<cl_mem>(out), cl_ulong{kAt});
  Run(kernel, 1);
}

TEST(Faults, AreNamedHoweverKernelsComeToRun) {
  ExpectNamed(On("HasManyQueues"), -SIGSEGV);
  ExpectNamed(On("HasABinary"), -SIGSEGV);
  ExpectNamed(On("ReplaysACommandBuffer"), -SIGSEGV);
  ExpectNamed(On("HasSVM"), -SIGSEGV, "17179869184 bytes before the beginning of argument 0 `out`");
}

TEST(Faults, OfChildKernelsAreNamed) {
  const Ended ended = On("HasAChildKernel");
  EXPECT_EQ(ended.code, -SIGSEGV);
  const auto sentences = SentencesIn(ended.err);
  ASSERT_EQ(sentences.size(), 1u) << ended.err;
  EXPECT_NE(sentences[0].kernel.find("parent_block_invoke"), std::string::npos) << ended.err;
  EXPECT_EQ(sentences[0].place, "process.cl:4");
  EXPECT_LE(sentences[0].first_item.at(0), kAt);
  EXPECT_GE(sentences[0].last_item.at(0), kAt);
}

TEST(Faults, OfKernelsFromTheCacheHaveLines) {
  const std::string folder =
      testing::TempDir() + "/heddle-fault-cache-" + std::to_string(::getpid());
  const Variables variables{{"HEDDLE_CACHE_DIR", folder}, {"HEDDLE_CACHE", "on"}};
  ExpectNamed(On("Dies", variables), -SIGSEGV);
  Variables without_compiler = variables;
  without_compiler.emplace_back("HEDDLE_COMPILER", "/nowhere");
  ExpectNamed(On("Dies", without_compiler), -SIGSEGV);
  std::filesystem::remove_all(folder);
}

}  // namespace
