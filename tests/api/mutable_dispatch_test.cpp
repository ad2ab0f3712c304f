// SPDX-License-Identifier: Apache-2.0
// Updates of recorded kernels (cl_khr_command_buffer_mutable_dispatch).
#include <random>

#include "mutable_dispatch_fixture.h"

namespace {

TEST_F(MutableDispatchTest, EachFieldChanges) {
  const CommandBuffer buffer = Mutable();
  const auto command = Record(buffer, note, 12, 4);
  const auto other = Record(buffer, note, 7, 7);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  Replay(buffer);
  const size_t offset = 5, global = 20, local = 10;
  EXPECT_EQ(SetValue(buffer, command, 1, 9), CL_SUCCESS);
  Replay(buffer);
  EXPECT_EQ(Update(buffer, {{.command = command, .work_dim = 1, .global_work_offset = &offset}}),
            CL_SUCCESS);
  Replay(buffer);
  EXPECT_EQ(Update(buffer, {{.command = command, .global_work_size = &global}}), CL_SUCCESS);
  Replay(buffer);
  EXPECT_EQ(Update(buffer, {{.command = command, .local_work_size = &local}}), CL_SUCCESS);
  Replay(buffer);
  const cl_uint value = 3;
  const std::vector<khr::MutableDispatchArg> args = {{1, sizeof(value), &value}};
  const size_t none = 0;
  EXPECT_EQ(Update(buffer, {WithArgs(command, args),
                            WithArgs(other, args),
                            {.command = other, .global_work_size = &none}}),
            CL_SUCCESS);
  Replay(buffer);
  const Note seven{0, 0, 7, 7};
  EXPECT_EQ(Notes(), (std::vector<Note>{{0, 0, 12, 4},
                                        seven,
                                        {9, 0, 12, 4},
                                        seven,
                                        {9, 5, 12, 4},
                                        seven,
                                        {9, 5, 20, 4},
                                        seven,
                                        {9, 5, 20, 10},
                                        seven,
                                        {3, 5, 20, 10}}));
  // The application's kernel is as it was.
  Run(note, 1);
  EXPECT_EQ(Notes().back(), (Note{0, 0, 1, 1}));
}

TEST_F(MutableDispatchTest, MemoryLocalAndSharedArguments) {
  const Kernel put = MakeKernel(notes, "put");
  Mem first = Buffer(std::vector<cl_uint>(64)), second = Buffer(std::vector<cl_uint>(64));
  SetArgs(put, first.operator cl_mem());
  EXPECT_EQ(clSetKernelArg(put, 1, 16, nullptr), CL_SUCCESS);
  SetArg(put, 2, cl_uint{1});
  const CommandBuffer buffer = Mutable();
  const auto command = Record(buffer, put, 4, 4);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  Replay(buffer);
  const cl_mem memory = second;
  const cl_uint two = 2;
  const size_t items = 64;
  const std::vector<khr::MutableDispatchArg> args = {
      {0, sizeof(memory), &memory}, {1, 256, nullptr}, {2, sizeof(two), &two}};
  Config config = WithArgs(command, args);
  config.global_work_size = config.local_work_size = &items;
  EXPECT_EQ(Update(buffer, {config}), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Read<cl_uint>(first, 5), (std::vector<cl_uint>{1, 1, 1, 1, 0}));
  first.reset();  // no command has it any more
  Replay(buffer);
  EXPECT_EQ(Read<cl_uint>(second, 64), std::vector<cl_uint>(64, 2));
  auto* svm = static_cast<cl_uint*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 1024, 0));
  std::fill_n(svm, 256, 0);
  const khr::MutableDispatchArg shared{0, 0, svm + 16};
  const void* pointers[] = {svm};
  const khr::MutableDispatchExecInfo info{CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), pointers};
  EXPECT_EQ(Update(buffer, {{.command = command,
                             .num_svm_args = 1,
                             .num_exec_infos = 1,
                             .arg_svm_list = &shared,
                             .exec_info_list = &info}}),
            CL_SUCCESS);
  second.reset();
  Replay(buffer);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (size_t i = 0; i < 256; ++i) EXPECT_EQ(svm[i], i >= 16 && i < 80 ? 2u : 0u) << i;
  clSVMFree(context, svm);
}

TEST_F(MutableDispatchTest, PendingReplaysKeepTheirValues) {
  constexpr cl_uint kReplays = 400;
  for (cl_command_queue const in : {queue, OutOfOrder()}) {
    const Mem counters = Buffer(std::vector<cl_uint>(kReplays + 1));
    const CommandBuffer buffer = Mutable(in);
    const Kernel count = KernelWith("count", counters.operator cl_mem(), cl_uint{0});
    const auto noted = Record(buffer, note, 1);
    const auto counted = Record(buffer, count, 1);
    EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
    const size_t before = Notes().size();
    std::vector<Event> gates, done;
    for (cl_uint i = 1; i <= kReplays; ++i) {
      // Every fourth one is large; so the two of a replay can only agree if both are its own.
      const size_t items = i % 4 == 0 ? 1 << 14 : i;
      const std::vector<khr::MutableDispatchArg> args = {{1, sizeof(i), &i}};
      Config first = WithArgs(noted, args), second = WithArgs(counted, args);
      const size_t offset = i;
      first.global_work_offset = &offset;
      first.global_work_size = second.global_work_size = &items;
      ASSERT_EQ(Update(buffer, {first, second}), CL_SUCCESS);
      gates.push_back(UserEvent());
      done.push_back(Replay(buffer, {gates.back()}));
    }
    std::vector<size_t> order(kReplays);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937(3));
    for (const size_t each : order) Open(gates[each]);
    EXPECT_EQ(clFinish(in), CL_SUCCESS);
    auto found = Notes();
    found.erase(found.begin(), found.begin() + static_cast<long>(before));
    ASSERT_EQ(found.size(), kReplays);
    if (in == OutOfOrder()) std::ranges::sort(found);
    cl_uint sum = 0;
    for (cl_uint i = 1; i <= kReplays; ++i) {
      const cl_uint items = i % 4 == 0 ? 1 << 14 : i;
      EXPECT_EQ(found[i - 1][0], i);
      EXPECT_EQ(found[i - 1][1], i);
      EXPECT_EQ(found[i - 1][2], items);
      sum += i * items;
    }
    EXPECT_EQ(Read<cl_uint>(counters, 1)[0], sum);
  }
}

TEST_F(MutableDispatchTest, UpdatesInALoop) {
  const CommandBuffer buffer = Mutable();
  std::vector<khr::MutableCommandHandle> commands;
  for (int i = 0; i < 50; ++i) commands.push_back(Record(buffer, note, 1, 1));
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  for (cl_uint i = 0; i < 2000; ++i) {
    ASSERT_EQ(SetValue(buffer, commands[i % 50], 1, i), CL_SUCCESS);
    if (i % 40 == 39) Replay(buffer);
  }
  std::vector<Note> expected;
  std::vector<cl_uint> values(50, 0);
  for (cl_uint i = 0; i < 2000; ++i) {
    values[i % 50] = i;
    if (i % 40 != 39) continue;
    for (const cl_uint value : values) expected.push_back({value, 0, 1, 1});
  }
  EXPECT_EQ(Notes(), expected);
}

TEST_F(MutableDispatchTest, OneCallUpdatesVeryMany) {
  constexpr size_t kMany = 30000;
  Mem word = Buffer(std::vector<cl_uint>{0});
  const Kernel count = KernelWith("count", word.operator cl_mem(), cl_uint{1});
  const CommandBuffer buffer = Mutable();
  std::vector<khr::MutableCommandHandle> commands;
  for (size_t i = 0; i < kMany; ++i) commands.push_back(Record(buffer, count, 1, 1));
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const cl_uint three = 3;
  const size_t two = 2;
  const std::vector<khr::MutableDispatchArg> args = {{1, sizeof(three), &three}};
  std::vector<Config> configs;
  for (auto* command : commands) configs.push_back(WithArgs(command, args));
  for (auto* command : commands) configs.push_back({.command = command, .global_work_size = &two});
  EXPECT_EQ(Update(buffer, configs), CL_SUCCESS);
  Replay(buffer);
  EXPECT_EQ(Read<cl_uint>(word, 1)[0], kMany * 6);
}

TEST_F(MutableDispatchTest, CallbacksOfReplacedMemoryMayAsk) {
  static khr::CommandBufferHandle asked;
  static std::atomic<cl_uint> state;
  state = 77;
  Mem old = Buffer(16), next = Buffer(16);
  EXPECT_EQ(clSetMemObjectDestructorCallback(
                old, [](cl_mem, void*) { state = StateOf(asked); }, nullptr),
            CL_SUCCESS);
  const Kernel count = KernelWith("count", old.operator cl_mem(), cl_uint{1});
  const CommandBuffer buffer = Mutable();
  const auto command = Record(buffer, count, 1);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  asked = buffer;
  old.reset();
  const cl_mem memory = next;
  const std::vector<khr::MutableDispatchArg> args = {{0, sizeof(memory), &memory}};
  ASSERT_TRUE(Returns([&] { EXPECT_EQ(Update(buffer, {WithArgs(command, args)}), CL_SUCCESS); }));
  EXPECT_TRUE(Eventually([] { return state == khr::kExecutable; }));
}

TEST_F(MutableDispatchTest, OneThreadUpdatesWhileAnotherReplays) {
  const CommandBuffer buffer = Mutable();
  const auto one = Record(buffer, note, 1), two = Record(buffer, note, 1);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  std::thread replaying([&] {
    for (int i = 0; i < 2000; ++i) Replay(buffer);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  });
  for (cl_uint i = 1; i < 2000; ++i) {
    const std::vector<khr::MutableDispatchArg> args = {{1, sizeof(i), &i}};
    EXPECT_EQ(Update(buffer, {WithArgs(one, args), WithArgs(two, args)}), CL_SUCCESS);
  }
  replaying.join();
  const auto found = Notes();
  ASSERT_EQ(found.size(), 4000u);
  for (size_t i = 0; i < found.size(); i += 2) {
    ASSERT_EQ(found[i][0], found[i + 1][0]) << "an update is seen as a whole";
    if (i) ASSERT_GE(found[i][0], found[i - 1][0]);
  }
}

TEST_F(MutableDispatchTest, ArgumentsMayComeLater) {
  const Kernel empty = MakeKernel(notes, "note");
  const CommandBuffer buffer = Mutable();
  const size_t one = 1, ten = 10, three = 3, zero = 0;
  const khr::Properties list[] = {khr::kMutableDispatchUpdatableFields, khr::kArguments, 0};
  const khr::Properties others[] = {khr::kMutableDispatchUpdatableFields, khr::kGlobalSize, 0};
  khr::MutableCommandHandle command = nullptr;
  const auto record = [&](const khr::Properties* properties, const size_t* global,
                          const size_t* local) {
    return Khr().kernel(buffer, nullptr, properties, empty, 1, nullptr, global, local, 0, nullptr,
                        nullptr, &command);
  };
  EXPECT_EQ(record(nullptr, &one, nullptr), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(record(others, &one, nullptr), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(record(list, &ten, &zero), CL_INVALID_WORK_GROUP_SIZE) << "that is wrong already";
  EXPECT_EQ(command, nullptr);
  EXPECT_EQ(record(list, &ten, &three), CL_SUCCESS);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(StateOf(buffer), khr::kFinalized);
  EXPECT_EQ(Khr().enqueue(0, nullptr, buffer, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(SetValue(buffer, command, 1, 4), CL_SUCCESS);
  EXPECT_EQ(StateOf(buffer), khr::kFinalized);
  const cl_mem memory = log;
  const std::vector<khr::MutableDispatchArg> args = {{0, sizeof(memory), &memory}};
  EXPECT_EQ(Update(buffer, {WithArgs(command, args)}), CL_SUCCESS);
  EXPECT_EQ(StateOf(buffer), khr::kExecutable);
  Replay(buffer);
  EXPECT_EQ(Notes(), (std::vector<Note>{{4, 0, 10, 3}}));
}

// Launches with a stride of 1 get code of their own.
TEST_F(MutableDispatchTest, StridesOfAccesses) {
  Program program = Build(
      "kernel void spread(global uint* out, int stride) { out[get_global_id(0) * stride] += 1; }");
  Kernel kernel = MakeKernel(program, "spread");
  constexpr size_t kCount = 64;
  Mem out = Buffer(std::vector<cl_uint>(3 * kCount));
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{1});
  CommandBuffer buffer = Mutable();
  const khr::MutableCommandHandle command = Record(buffer, kernel, kCount);
  ASSERT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  std::vector<cl_uint> expected(3 * kCount);
  for (int round = 0; round < 12; ++round) {
    const auto stride = static_cast<cl_uint>(round % 3 + 1);
    ASSERT_EQ(SetValue(buffer, command, 1, stride), CL_SUCCESS);
    Replay(buffer);
    for (size_t i = 0; i < kCount; ++i) ++expected[i * stride];
    ASSERT_EQ(Read<cl_uint>(out, expected.size()), expected) << round;
  }
}

}  // namespace
