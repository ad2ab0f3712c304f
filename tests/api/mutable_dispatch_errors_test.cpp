// SPDX-License-Identifier: Apache-2.0
// What updates refuse, and what queries of recorded kernels answer.
#include "mutable_dispatch_fixture.h"

namespace {

TEST_F(MutableDispatchTest, FailedUpdatesChangeNothing) {
  const Kernel put = MakeKernel(notes, "put");
  const CommandBuffer buffer = Mutable(), other = Mutable();
  const auto command = Record(buffer, note, 12, 4), strange = Record(other, note, 1);
  const auto second = Record(buffer, note, 6, 3);
  EXPECT_EQ(SetValue(buffer, command, 1, 1), CL_INVALID_OPERATION) << "it is not finalized";
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(Khr().finalize(other), CL_SUCCESS);

  const size_t odd[3] = {13, 1, 1}, huge = SIZE_MAX, none = 0, eight = 8;
  const cl_uint value = 55;
  const cl_ulong wide = 0;
  const std::vector<khr::MutableDispatchArg> good = {{1, sizeof(value), &value}};
  const std::vector<khr::MutableDispatchArg> index = {{2, sizeof(value), &value}};
  const std::vector<khr::MutableDispatchArg> size = {{1, sizeof(wide), &wide}};
  const std::vector<khr::MutableDispatchArg> no_value = {{1, sizeof(value), nullptr}};
  const cl_sampler sampler = nullptr;
  const std::vector<khr::MutableDispatchArg> no_memory = {{0, sizeof(sampler), &note}};
  const khr::MutableDispatchArg svm_index{9, 0, nullptr}, svm_value{1, 0, &value};
  const khr::MutableDispatchExecInfo info{0x1234, 0, nullptr};
  const struct {
    cl_int error;
    Config config;
  } cases[] = {
      {khr::kInvalidMutableCommand, {.command = nullptr}},
      {khr::kInvalidMutableCommand, {.command = strange}},
      {khr::kInvalidMutableCommand,
       {.command = reinterpret_cast<khr::MutableCommandHandle>(uintptr_t{0xdead0000})}},
      {CL_INVALID_OPERATION, {.command = command, .work_dim = 2}},
      {CL_INVALID_OPERATION, {.command = command, .work_dim = 2, .global_work_size = odd}},
      {CL_INVALID_OPERATION, {.command = command, .global_work_size = odd}},
      {CL_INVALID_OPERATION, {.command = command, .local_work_size = &eight}},
      {CL_INVALID_WORK_GROUP_SIZE, {.command = command, .local_work_size = &none}},
      {CL_INVALID_WORK_ITEM_SIZE,
       {.command = command, .global_work_size = &huge, .local_work_size = &huge}},
      {CL_INVALID_GLOBAL_OFFSET, {.command = command, .global_work_offset = &huge}},
      {CL_INVALID_VALUE, {.command = command, .num_args = 1}},
      {CL_INVALID_VALUE, {.command = command, .arg_list = good.data()}},
      {CL_INVALID_VALUE, {.command = command, .num_svm_args = 1}},
      {CL_INVALID_VALUE, {.command = command, .arg_svm_list = &svm_value}},
      {CL_INVALID_VALUE, {.command = command, .num_exec_infos = 1}},
      {CL_INVALID_VALUE, {.command = command, .exec_info_list = &info}},
      {CL_INVALID_VALUE, {.command = command, .num_exec_infos = 1, .exec_info_list = &info}},
      {CL_INVALID_ARG_INDEX, WithArgs(command, index)},
      {CL_INVALID_ARG_SIZE, WithArgs(command, size)},
      {CL_INVALID_ARG_VALUE, WithArgs(command, no_value)},
      {CL_INVALID_MEM_OBJECT, WithArgs(command, no_memory)},
      {CL_INVALID_ARG_INDEX, {.command = command, .num_svm_args = 1, .arg_svm_list = &svm_index}},
      {CL_INVALID_ARG_VALUE, {.command = command, .num_svm_args = 1, .arg_svm_list = &svm_value}},
  };
  for (const auto& each : cases) {
    const size_t at = static_cast<size_t>(&each - cases);
    EXPECT_EQ(Update(buffer, {WithArgs(second, good), each.config}), each.error) << at;
    EXPECT_EQ(Update(buffer, {each.config, WithArgs(second, good)}), each.error) << at;
  }
  const cl_uint type = khr::kStructureMutableDispatchConfig, no_type = 1;
  const Config config = WithArgs(command, good);
  const void *configs[] = {&config, nullptr}, *nothing[] = {nullptr};
  EXPECT_EQ(Khr().update(nullptr, 1, &type, configs), khr::kInvalidCommandBuffer);
  EXPECT_EQ(Khr().update(buffer, 1, nullptr, configs), CL_INVALID_VALUE);
  EXPECT_EQ(Khr().update(buffer, 1, &type, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Khr().update(buffer, 0, &type, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Khr().update(buffer, 0, nullptr, configs), CL_INVALID_VALUE);
  EXPECT_EQ(Khr().update(buffer, 1, &no_type, configs), CL_INVALID_VALUE);
  EXPECT_EQ(Khr().update(buffer, 1, &type, nothing), CL_INVALID_VALUE);
  EXPECT_EQ(Khr().update(buffer, 0, nullptr, nullptr), CL_SUCCESS);
  Replay(buffer);
  EXPECT_EQ(Notes(), (std::vector<Note>{{0, 0, 12, 4}, {0, 0, 6, 3}}));
  for (const auto& [handle, sizes] : {std::pair{command, Note{12, 4}}, {second, Note{6, 3}}}) {
    EXPECT_EQ(Dimensions<size_t>(handle, khr::kMutableDispatchGlobalWorkSize),
              std::vector<size_t>{sizes[0]});
    EXPECT_EQ(Dimensions<size_t>(handle, khr::kMutableDispatchLocalWorkSize),
              std::vector<size_t>{sizes[1]});
  }
  // A buffer that is not mutable.
  const CommandBuffer fixed = NewBuffer(queue);
  const auto of_fixed = Record(fixed, note, 1);
  EXPECT_EQ(Khr().finalize(fixed), CL_SUCCESS);
  EXPECT_EQ(SetValue(fixed, of_fixed, 1, 2), CL_INVALID_OPERATION);
}

TEST_F(MutableDispatchTest, OnlyFieldsThatWereNamedChange) {
  const CommandBuffer buffer = Mutable();
  std::vector<khr::MutableCommandHandle> commands;
  for (cl_bitfield bit = 1; bit < khr::kAllFields; bit <<= 1)
    commands.push_back(Record(buffer, note, 4, 2, bit));
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const size_t two = 2;
  const cl_uint value = 1;
  const cl_bool yes = CL_FALSE;
  const khr::MutableDispatchArg arg{1, sizeof(value), &value}, svm{0, 0, nullptr};
  const khr::MutableDispatchExecInfo info{CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes),
                                          &yes};
  const Config changes[] = {
      {.global_work_offset = &two},
      {.global_work_size = &two},
      {.local_work_size = &two},
      {.num_args = 1, .arg_list = &arg},
      {.num_exec_infos = 1, .exec_info_list = &info},
      {.num_svm_args = 1, .arg_svm_list = &svm},
  };
  for (size_t c = 0; c < commands.size(); ++c) {
    for (size_t i = 0; i < std::size(changes); ++i) {
      Config config = changes[i];
      config.command = commands[c];
      EXPECT_EQ(Update(buffer, {config}), c == (i == 5 ? 3 : i) ? CL_SUCCESS : CL_INVALID_OPERATION)
          << c << " " << i;
    }
  }
}

TEST_F(MutableDispatchTest, PropertiesOfARecording) {
  const CommandBuffer buffer = Mutable();
  const size_t one = 1;
  const auto error_of = [&](khr::CommandBufferHandle in, std::vector<khr::Properties> list,
                            const size_t* local) {
    list.push_back(0);
    return Khr().kernel(in, nullptr, list.data(), note, 1, nullptr, &one, local, 0, nullptr,
                        nullptr, nullptr);
  };
  const khr::Properties fields = khr::kMutableDispatchUpdatableFields;
  const khr::Properties asserts = khr::kMutableDispatchAsserts;
  EXPECT_EQ(error_of(buffer, {fields, 31, asserts, 1}, &one), CL_SUCCESS);
  EXPECT_EQ(error_of(buffer, {fields, 0, asserts, 0}, nullptr), CL_SUCCESS);
  EXPECT_EQ(error_of(buffer, {fields, 1, fields, 1}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, {asserts, 0, fields, 1, asserts, 0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, {fields, 32}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, {asserts, 2}, &one), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(buffer, {0x1293, 1}, nullptr), CL_INVALID_VALUE);
  // How many work-groups there are must be said by who asserts that.
  EXPECT_EQ(error_of(buffer, {asserts, 1}, nullptr), CL_INVALID_VALUE);
  const khr::Properties list[] = {khr::kCommandBufferAsserts, 1, 0};
  const CommandBuffer asserting = Khr().create(1, &queue, list, nullptr);
  EXPECT_EQ(error_of(asserting, {}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(asserting, {asserts, 0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(error_of(asserting, {}, &one), CL_SUCCESS);
}

TEST_F(MutableDispatchTest, Queries) {
  CommandBuffer buffer = Mutable();
  const khr::Properties list[] = {khr::kMutableDispatchAsserts, 1,
                                  khr::kMutableDispatchUpdatableFields, 7, 0};
  const size_t global[] = {6, 4, 2}, local[] = {3, 2, 1}, offset[] = {1, 2, 3};
  khr::MutableCommandHandle command = nullptr, plain = nullptr;
  EXPECT_EQ(Khr().kernel(buffer, nullptr, list, note, 3, offset, global, local, 0, nullptr, nullptr,
                         &command),
            CL_SUCCESS);
  EXPECT_EQ(Khr().kernel(buffer, nullptr, nullptr, note, 2, nullptr, global, nullptr, 0, nullptr,
                         nullptr, &plain),
            CL_SUCCESS);
  const auto get = [&]<class T>(T, cl_uint what) {
    return Info<T>(Khr().command_info, command, what);
  };
  using Sizes = std::vector<size_t>;
  EXPECT_EQ(get(cl_command_queue{}, khr::kMutableCommandQueue), queue);
  EXPECT_EQ(get(khr::CommandBufferHandle{}, khr::kMutableCommandCommandBuffer), buffer);
  EXPECT_EQ(get(cl_command_type{}, khr::kMutableCommandType), cl_uint{CL_COMMAND_NDRANGE_KERNEL});
  EXPECT_EQ(get(cl_kernel{}, khr::kMutableDispatchKernel), note);
  EXPECT_EQ(get(cl_uint{}, khr::kMutableDispatchDimensions), 3u);
  EXPECT_EQ(Dimensions<khr::Properties>(command, khr::kMutableCommandPropertiesArray),
            std::vector<khr::Properties>(std::begin(list), std::end(list)));
  EXPECT_EQ(Dimensions<khr::Properties>(plain, khr::kMutableCommandPropertiesArray).size(), 0u);
  EXPECT_EQ(Dimensions<size_t>(command, khr::kMutableDispatchGlobalWorkOffset), (Sizes{1, 2, 3}));
  EXPECT_EQ(Dimensions<size_t>(command, khr::kMutableDispatchGlobalWorkSize), (Sizes{6, 4, 2}));
  EXPECT_EQ(Dimensions<size_t>(command, khr::kMutableDispatchLocalWorkSize), (Sizes{3, 2, 1}));
  EXPECT_EQ(Dimensions<size_t>(plain, khr::kMutableDispatchGlobalWorkOffset), (Sizes{0, 0}));
  EXPECT_EQ(Dimensions<size_t>(plain, khr::kMutableDispatchLocalWorkSize), (Sizes{0, 0}));
  for (const cl_uint what :
       {khr::kMutableCommandQueue, khr::kMutableCommandCommandBuffer, khr::kMutableCommandType,
        khr::kMutableCommandPropertiesArray, khr::kMutableDispatchKernel,
        khr::kMutableDispatchDimensions, khr::kMutableDispatchGlobalWorkOffset,
        khr::kMutableDispatchGlobalWorkSize, khr::kMutableDispatchLocalWorkSize})
    CheckQueryProtocol(Khr().command_info, command, what);
  EXPECT_EQ(Khr().command_info(command, 0x12A8, 0, nullptr, nullptr), CL_INVALID_VALUE);
  for (auto bad : BadHandles<khr::MutableCommandHandle>())
    EXPECT_EQ(Khr().command_info(bad, khr::kMutableCommandQueue, 0, nullptr, nullptr),
              khr::kInvalidMutableCommand);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  const size_t more[] = {9, 4, 2};
  EXPECT_EQ(Update(buffer, {{.command = command, .global_work_size = more}}), CL_SUCCESS);
  EXPECT_EQ(Dimensions<size_t>(command, khr::kMutableDispatchGlobalWorkSize), (Sizes{9, 4, 2}));
  // Handles end with their buffer.
  buffer.reset();
  EXPECT_EQ(Khr().command_info(command, khr::kMutableCommandQueue, 0, nullptr, nullptr),
            khr::kInvalidMutableCommand);
}

}  // namespace
