// SPDX-License-Identifier: Apache-2.0
// Kernels that enqueue others, in command-buffers: what follows such a kernel finds all that its
// children did.
#include "command_buffer_fixture.h"

namespace {

class CommandBufferChildrenTest : public CommandBufferFixture {
 protected:
  static constexpr const char* kParent =
      "kernel void parent(global uint* p, uint n) {\n"
      "  uint i = get_global_id(0);\n"
      "  p[i] += n;\n"
      "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4),\n"
      "                 ^{ atomic_add(p + 64, n);\n"
      "                    if (get_global_id(0) == 0)\n"
      "                      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
      "                                     ndrange_1D(3), ^{ atomic_add(p + 65, n); }); });\n"
      "}\n"
      "kernel void sum(global uint* p) { p[66] = p[66] * 3 + p[64] + p[65]; }\n";
  static constexpr size_t kItems = 16;

  void SetUp() override {
    CommandBufferFixture::SetUp();
    device_queue = NewQueue(CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    parents = Build(kParent, "-cl-std=CL2.0");
    memory = Buffer(std::vector<cl_uint>(67));
    parent = MakeKernel(parents, "parent");
    SetArgs(parent, memory.operator cl_mem(), cl_uint{1});
    sum = MakeKernel(parents, "sum");
    SetArgs(sum, memory.operator cl_mem());
  }
  void TearDown() override {
    parent.reset();
    sum.reset();
    parents.reset();
    memory.reset();
    device_queue.reset();
    CommandBufferFixture::TearDown();
  }
  /// What the words after the items are after replays in which each work-item was told one of `ns`.
  static std::vector<cl_uint> After(const std::vector<cl_uint>& ns) {
    cl_uint children = 0, grandchildren = 0, sum = 0;
    for (const cl_uint n : ns) {
      children += 4 * kItems * n;
      grandchildren += 3 * kItems * n;
      sum = sum * 3 + children + grandchildren;
    }
    return {children, grandchildren, sum};
  }
  std::vector<cl_uint> Now() {
    const auto words = Read<cl_uint>(memory, 67);
    return {words.begin() + 64, words.end()};
  }

  Queue device_queue;
  Program parents;
  Mem memory;
  Kernel parent, sum;
};

TEST_F(CommandBufferChildrenTest, WhatFollowsFindsTheirWork) {
  EXPECT_TRUE(Info<cl_bitfield>(clGetDeviceInfo, device, khr::kDeviceCommandBufferCapabilities) &
              khr::kCapabilityDeviceSideEnqueue);
  const CommandBuffer buffer = Recorded(queue, [&](Target& t) {
    t.Kernel(parent, {kItems});
    t.Kernel(sum, {1});
  });
  parent.reset();
  const std::vector<cl_uint> ones(40, 1);
  for (size_t i = 0; i < ones.size(); ++i) Replay(buffer);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Now(), After(ones));
}

TEST_F(CommandBufferChildrenTest, UpdatesChangeTheNextReplay) {
  const CommandBuffer buffer = NewBuffer(queue, khr::kFlagMutable | khr::kFlagSimultaneousUse);
  khr::MutableCommandHandle handle = nullptr;
  const size_t items = kItems, one = 1;
  EXPECT_EQ(Khr().kernel(buffer, nullptr, nullptr, parent, 1, nullptr, &items, nullptr, 0, nullptr,
                         nullptr, &handle),
            CL_SUCCESS);
  EXPECT_EQ(Khr().kernel(buffer, nullptr, nullptr, sum, 1, nullptr, &one, nullptr, 0, nullptr,
                         nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Khr().finalize(buffer), CL_SUCCESS);
  std::vector<cl_uint> ns;
  for (cl_uint n = 1; n < 12; ++n) {
    const khr::MutableDispatchArg arg = {1, sizeof(n), &n};
    const khr::MutableDispatchConfig config = {.command = handle, .num_args = 1, .arg_list = &arg};
    const cl_uint type = khr::kStructureMutableDispatchConfig;
    const void* list[] = {&config};
    EXPECT_EQ(Khr().update(buffer, 1, &type, list), CL_SUCCESS);
    Replay(buffer);  // earlier ones may be running
    ns.push_back(n);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Now(), After(ns));
}

TEST_F(CommandBufferChildrenTest, BuffersThatNeverRunOrFailFirst) {
  const CommandBuffer buffer = Recorded(queue, [&](Target& t) { t.Kernel(parent, {kItems}); });
  Event gate = UserEvent();
  const Event replay = Replay(buffer, {gate});
  EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(StatusOf(replay), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(Now(), (std::vector<cl_uint>{0, 0, 0}));
  Wait(Replay(buffer));
  EXPECT_EQ(Now(), (std::vector<cl_uint>{4 * kItems, 3 * kItems, 0}));
}

}  // namespace
