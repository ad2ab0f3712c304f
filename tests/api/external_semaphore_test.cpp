// SPDX-License-Identifier: Apache-2.0
// Semaphores of several contexts and processes (cl_khr_external_semaphore,
// cl_khr_external_semaphore_opaque_fd).
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "../fork.h"
#include "external_semaphore_fixture.h"
#include "own_process.h"

namespace {

using namespace heddle::khr;

TEST_F(ExternalSemaphoreTest, QueriesSayWhatTheMachineHas) {
  const auto of_device = [&](cl_uint id) {
    return InfoArray<cl_uint>(clGetDeviceInfo, device, id);
  };
  const auto of_platform = [&](cl_uint id) {
    return InfoArray<cl_uint>(clGetPlatformInfo, platform, id);
  };
  const auto imports = of_device(kDeviceSemaphoreImportHandleTypes);
  const auto exports = of_device(kDeviceSemaphoreExportHandleTypes);
  EXPECT_EQ(of_platform(kPlatformSemaphoreImportHandleTypes), imports);
  EXPECT_EQ(of_platform(kPlatformSemaphoreExportHandleTypes), exports);
  EXPECT_EQ(exports, std::vector<cl_uint>{kSemaphoreHandleOpaqueFd});
  const std::string names = " " + InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ";
  const auto listed = [&](const std::string& name) {
    return names.find(" cl_khr_external_semaphore" + name + " ") != std::string::npos;
  };
  const auto has = [&](cl_uint type) { return std::ranges::find(imports, type) != imports.end(); };
  EXPECT_TRUE(listed("") && listed("_opaque_fd") && has(kSemaphoreHandleOpaqueFd));
  EXPECT_EQ(listed("_sync_fd"), has(kSemaphoreHandleSyncFd));
  EXPECT_EQ(has(kSemaphoreHandleSyncFd),
            ::access("/dev/sw_sync", F_OK) == 0 ||
                ::access("/sys/kernel/debug/sync/sw_sync", F_OK) == 0 ||
                ::access("/dev/dri", F_OK) == 0);

  SemaphoreHandle exported = Make(kExported), plain = Make();
  cl_bool exportable = 2;
  cl_uint types[2] = {};
  size_t size = 7;
  EXPECT_EQ(info(exported, kSemaphoreExportable, sizeof(exportable), &exportable, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(exportable, cl_bool{CL_TRUE});
  EXPECT_EQ(info(exported, kSemaphoreExportHandleTypes, sizeof(types), types, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(cl_uint));
  EXPECT_EQ(types[0], kSemaphoreHandleOpaqueFd);
  EXPECT_EQ(info(plain, kSemaphoreExportable, sizeof(exportable), &exportable, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(exportable, cl_bool{CL_FALSE});
  EXPECT_EQ(info(plain, kSemaphoreExportHandleTypes, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  auto* const reimport =
      Find<cl_int(SemaphoreHandle, const Properties*, int)>("clReImportSemaphoreSyncFdKHR");
  ASSERT_NE(reimport, nullptr);
  const Properties unknown[] = {1, 2, 0};
  EXPECT_EQ(reimport(plain, nullptr, -1), kInvalidSemaphore) << "it was not made from a sync file";
  EXPECT_EQ(reimport(nullptr, nullptr, -1), kInvalidSemaphore);
  EXPECT_EQ(reimport(plain, unknown, -1), CL_INVALID_PROPERTY);
  EXPECT_EQ(release(exported) | release(plain), CL_SUCCESS);
}

TEST_F(ExternalSemaphoreTest, ChecksProperties) {
  SemaphoreHandle semaphore = Make(kExported);
  const int fd = Export(semaphore);
  const auto handle = static_cast<Properties>(fd);
  const struct {
    List rest;
    cl_int error;
  } cases[] = {
      {{kSemaphoreExportHandleTypes, 0x1234, 0}, CL_INVALID_PROPERTY},
      {{kSemaphoreExportHandleTypes, kSemaphoreHandleSyncFd, 0}, CL_INVALID_PROPERTY},
      {{kSemaphoreExportHandleTypes, kSemaphoreHandleOpaqueFd, kSemaphoreHandleOpaqueFd, 0},
       CL_INVALID_VALUE},
      {{kSemaphoreExportHandleTypes, kSemaphoreHandleOpaqueFd, 0, kSemaphoreExportHandleTypes,
        kSemaphoreHandleOpaqueFd, 0},
       CL_INVALID_PROPERTY},
      {{kSemaphoreHandleOpaqueFd, handle, kSemaphoreHandleOpaqueFd, handle}, CL_INVALID_PROPERTY},
      {{kSemaphoreHandleOpaqueFd, handle, kSemaphoreExportHandleTypes, kSemaphoreHandleOpaqueFd, 0},
       CL_INVALID_OPERATION},
      {{kSemaphoreHandleOpaqueFd, static_cast<Properties>(-1)}, CL_INVALID_PROPERTY},
      {{kSemaphoreHandleOpaqueFd, Properties{1} << 32}, CL_INVALID_PROPERTY},
  };
  for (const auto& each : cases) {
    List list = {kSemaphoreType, kSemaphoreTypeBinary};
    list.insert(list.end(), each.rest.begin(), each.rest.end());
    list.push_back(0);
    Make(list, nullptr, each.error);
    EXPECT_TRUE(IsOpen(fd)) << "what failed takes nothing";
  }
  // No type is none, and a list may be given first.
  SemaphoreHandle none =
      Make({kSemaphoreExportHandleTypes, 0, kSemaphoreType, kSemaphoreTypeBinary, 0});
  int out = -1;
  EXPECT_EQ(handle_for(none, device, kSemaphoreHandleOpaqueFd, sizeof(out), &out, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(release(none) | release(semaphore), CL_SUCCESS);
  ::close(fd);
}

TEST_F(ExternalSemaphoreTest, ChecksExports) {
  SemaphoreHandle semaphore = Make(kExported), plain = Make();
  int fd = -2;
  size_t size = 0;
  const auto get = [&](SemaphoreHandle of, cl_device_id for_device, cl_uint type, size_t room) {
    return handle_for(of, for_device, type, room, &fd, nullptr);
  };
  EXPECT_EQ(get(nullptr, device, kSemaphoreHandleOpaqueFd, 4), kInvalidSemaphore);
  EXPECT_EQ(get(semaphore, nullptr, kSemaphoreHandleOpaqueFd, 4), CL_INVALID_DEVICE);
  EXPECT_EQ(get(semaphore, device, kSemaphoreHandleSyncFd, 4), CL_INVALID_VALUE);
  EXPECT_EQ(get(plain, device, kSemaphoreHandleOpaqueFd, 4), CL_INVALID_VALUE);
  EXPECT_EQ(get(semaphore, device, kSemaphoreHandleOpaqueFd, 3), CL_INVALID_VALUE);
  EXPECT_EQ(fd, -2);
  EXPECT_EQ(handle_for(semaphore, device, kSemaphoreHandleOpaqueFd, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(int));
  const int one = Export(semaphore), two = Export(semaphore);
  EXPECT_NE(one, two) << "each is the application's to close";
  SemaphoreHandle imported = Import(one);
  EXPECT_FALSE(IsOpen(one)) << "it is the driver's";
  EXPECT_TRUE(IsOpen(two));
  EXPECT_EQ(get(imported, device, kSemaphoreHandleOpaqueFd, 4), CL_INVALID_VALUE);
  ::close(two);
  EXPECT_EQ(release(imported) | release(semaphore) | release(plain), CL_SUCCESS);
}

TEST_F(ExternalSemaphoreTest, RefusesOtherDescriptors) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  for (const int fd :
       {ends[0], ends[1], ::memfd_create("memory", 0), ::eventfd(0, 0), ::epoll_create1(0),
        ::open("/", O_RDONLY | O_DIRECTORY), ::open("/dev/null", O_RDWR | O_NONBLOCK)}) {
    ASSERT_TRUE(IsOpen(fd));
    Import(fd, CL_INVALID_PROPERTY);
    EXPECT_TRUE(IsOpen(fd));
    ::close(fd);
    Import(fd, CL_INVALID_PROPERTY);
  }
}

/// All semaphores of one payload are one: of this context and of another one, in whatever order.
TEST_F(ExternalSemaphoreTest, ImportsShareThePayload) {
  Context elsewhere = NewContext();
  Queue there = NewQueue(0, elsewhere);
  SemaphoreHandle exported = Make(kExported);
  SemaphoreHandle here = Import(Export(exported));
  SemaphoreHandle far = Import(Export(exported), CL_SUCCESS, elsewhere);
  EXPECT_NE(here, exported);
  const auto payloads = [&](cl_ulong expected) {
    for (SemaphoreHandle each : {exported, here, far}) EXPECT_EQ(Payload(each), expected);
  };
  payloads(0);
  Signal(queue, exported);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  payloads(1);
  Event waited = WaitFor(there, far);
  EXPECT_EQ(Wait(waited), CL_SUCCESS);
  payloads(0);
  waited = WaitFor(queue, here);
  EXPECT_GT(StatusOf(waited), CL_COMPLETE);
  Signal(there, far);
  EXPECT_EQ(Wait(waited), CL_SUCCESS);
  payloads(0);
  // The payload lives as long as one of them.
  EXPECT_EQ(release(exported) | release(here), CL_SUCCESS);
  Signal(there, far);
  EXPECT_EQ(Wait(WaitFor(there, far)), CL_SUCCESS);
  EXPECT_EQ(release(far), CL_SUCCESS);
}

/// A signal is for one wait, whichever runs first; one that is held back takes nothing.
TEST_F(ExternalSemaphoreTest, AWaitTakesItsSignalWhenItRuns) {
  SemaphoreHandle semaphore = Make(kExported);
  Queue third = NewQueue();
  Event gate = UserEvent();
  Event held = WaitFor(queue, semaphore, gate);
  // Either of the two that run takes the first signal, and the other one the second.
  Event some[] = {WaitFor(other, semaphore), WaitFor(third, semaphore)};
  const auto ended = [&] {
    return std::ranges::count_if(some, [](Event& each) { return StatusOf(each) == CL_COMPLETE; });
  };
  Signal(NewQueue(), semaphore);
  EXPECT_TRUE(Eventually([&] { return ended() > 0; }));
  EXPECT_EQ(ended(), 1);
  Signal(NewQueue(), semaphore);
  for (Event& each : some) EXPECT_EQ(Wait(each), CL_SUCCESS);
  Open(gate);
  Signal(NewQueue(), semaphore);
  EXPECT_EQ(Wait(held), CL_SUCCESS);
  EXPECT_EQ(Payload(semaphore), 0u);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
}

TEST_F(ExternalSemaphoreTest, OneWaitMayBeForSeveralOfBothKinds) {
  SemaphoreHandle all[] = {Make(kExported), Make(), Make(kExported)};
  for (const size_t last : {0u, 1u, 2u}) {
    Event waited;
    EXPECT_EQ(wait(queue, 3, all, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    SemaphoreHandle others[] = {all[(last + 1) % 3], all[(last + 2) % 3]};
    EXPECT_EQ(signal(other, 2, others, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
    EXPECT_GT(StatusOf(waited), CL_COMPLETE);
    Signal(other, all[last]);
    EXPECT_EQ(Wait(waited), CL_SUCCESS);
    for (SemaphoreHandle each : all) EXPECT_EQ(Payload(each), 0u);
  }
  for (SemaphoreHandle each : all) EXPECT_EQ(release(each), CL_SUCCESS);
}

/// Others could not be told of a failure: they are not told that all is well.
TEST_F(ExternalSemaphoreTest, AFailedSignalSignalsNothing) {
  SemaphoreHandle semaphore = Make(kExported);
  Event gate = UserEvent(), signalled;
  EXPECT_EQ(signal(queue, 1, &semaphore, nullptr, 1, Ptr(gate), signalled.out()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(Wait(signalled), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(Payload(semaphore), 0u);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
}

/// However many wait, they have one thread, and in-order queues work on behind them.
TEST_F(ExternalSemaphoreTest, ManyWaitsHaveOneThread) {
  constexpr size_t kMany = 300;
  std::vector<SemaphoreHandle> semaphores;
  std::vector<Queue> queues;
  std::vector<Mem> results;
  const cl_uint done = 42;
  for (size_t i = 0; i < kMany; ++i) {
    semaphores.push_back(Make(kExported));
    queues.push_back(NewQueue());
    results.push_back(Buffer(std::vector<cl_uint>{0}));
    WaitFor(queues[i], semaphores[i]);
    EXPECT_EQ(clEnqueueFillBuffer(queues[i], results[i], &done, 4, 0, 4, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(queues[i]), CL_SUCCESS);
  }
  for (size_t i = kMany; i-- > 0;) Signal(other, semaphores[i]);
  for (size_t i = 0; i < kMany; ++i) {
    EXPECT_EQ(clFinish(queues[i]), CL_SUCCESS);
    EXPECT_EQ(Read<cl_uint>(results[i], 1)[0], done);
    EXPECT_EQ(release(semaphores[i]), CL_SUCCESS);
  }
  size_t threads = 0;
  while (threads == 0) {  // it may not have come to its name
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
      std::string name;
      std::getline(std::ifstream(task.path() / "comm"), name);
      threads += name == "heddle-wait";
    }
  }
  EXPECT_EQ(threads, 1u);
}

constexpr const char* kVariable = "HEDDLE_TEST_SEMAPHORES";
constexpr int kTurns = 200;

/// A descriptor that another program of this process may inherit.
int Inherited(int fd) {
  const int inherited = ::dup(fd);
  ::close(fd);
  return inherited;
}

/// In a process of its own: adds to the number in turns with its parent.
TEST_F(ExternalSemaphoreTest, DISABLED_Child) {
  int there = -1, back = -1, memory = -1;
  ASSERT_EQ(std::sscanf(std::getenv(kVariable), "%d %d %d", &there, &back, &memory), 3);
  SemaphoreHandle begin = Import(there), end = Import(back);
  const cl_mem_properties list[] = {kMemoryHandleOpaqueFd, static_cast<cl_mem_properties>(memory),
                                    0};
  cl_int error = 1;
  Mem number = Driver().clCreateBufferWithProperties(context, list, 0, 4, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = Build("kernel void step(global uint* x) { *x = *x * 3 + 1; }");
  Kernel kernel = MakeKernel(program, "step");
  SetArgs(kernel, static_cast<cl_mem>(number));
  const size_t one = 1;
  for (int turn = 0; turn < kTurns; ++turn) {
    EXPECT_EQ(wait(queue, 1, &begin, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    Signal(queue, end);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(release(begin) | release(end), CL_SUCCESS);
}

TEST_F(ExternalSemaphoreTest, TwoProcessesTakeTurns) {
  SemaphoreHandle there = Make(kExported), back = Make(kExported);
  const int memory = ::memfd_create("number", 0);
  ASSERT_EQ(::ftruncate(memory, 4096), 0);
  const std::string handles = std::to_string(Inherited(Export(there))) + " " +
                              std::to_string(Inherited(Export(back))) + " " +
                              std::to_string(memory);
  const cl_mem_properties list[] = {kMemoryHandleOpaqueFd,
                                    static_cast<cl_mem_properties>(::dup(memory)), 0};
  cl_int error = 1;
  Mem number = Driver().clCreateBufferWithProperties(context, list, 0, 4, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = Build("kernel void step(global uint* x) { *x = *x * 5 + 2; }");
  Kernel kernel = MakeKernel(program, "step");
  SetArgs(kernel, static_cast<cl_mem>(number));
  const size_t one = 1;
  cl_uint expected = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    Signal(queue, there);
    EXPECT_EQ(wait(queue, 1, &back, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    expected = (expected * 5 + 2) * 3 + 1;
  }
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(RunInOwnProcess("ExternalSemaphoreTest.DISABLED_Child",
                            [&] {
                              ::setenv(kVariable, handles.c_str(), 1);
                              ::alarm(100);
                            }),
            0);
  EXPECT_EQ(Read<cl_uint>(number, 1)[0], expected);
  EXPECT_EQ(release(there) | release(back), CL_SUCCESS);
}

/// In a process of its own, which ends although nobody signals.
TEST_F(ExternalSemaphoreTest, DISABLED_NeverSignalled) {
  SemaphoreHandle semaphore = Make(kExported);
  Event waited = WaitFor(queue, semaphore);
  EXPECT_EQ(release(semaphore), CL_SUCCESS);
  EXPECT_GT(StatusOf(waited), CL_COMPLETE);
}

TEST_F(ExternalSemaphoreTest, AProcessEndsWithWaitsThatNobodySignals) {
  EXPECT_EQ(RunInOwnProcess("ExternalSemaphoreTest.DISABLED_NeverSignalled", [] { ::alarm(100); }),
            0);
}

/// A forked child waits by a thread of its own; what its parent waits for is not its to take.
TEST_F(ExternalSemaphoreTest, WorksInAForkedChild) {
#ifdef HEDDLE_NO_FORK
  GTEST_SKIP() << "ThreadSanitizer cannot follow a fork";
#endif
  SemaphoreHandle semaphore = Make(kExported), mine = Make(kExported);
  Event waited = WaitFor(queue, semaphore);
  // It waits by the thread that the child does not have.
  while (StatusOf(waited) > CL_RUNNING) std::this_thread::yield();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(100);
    EXPECT_LT(StatusOf(waited), 0);
    Queue own = NewQueue();
    Event again = WaitFor(own, mine);
    while (StatusOf(again) > CL_RUNNING) std::this_thread::yield();
    Signal(NewQueue(), mine);
    EXPECT_EQ(Wait(again), CL_SUCCESS);
    Signal(own, semaphore);  // the parent's
    EXPECT_EQ(clFinish(own), CL_SUCCESS);
    ::_exit(testing::Test::HasFailure());
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Wait(waited), CL_SUCCESS);
  EXPECT_EQ(release(semaphore) | release(mine), CL_SUCCESS);
}

}  // namespace
