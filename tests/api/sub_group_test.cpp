// SPDX-License-Identifier: Apache-2.0
// Sub-groups (§3.2.1, §5.9.4, cl_khr_subgroups): what the queries say is what kernels see, for
// every shape of work-group and every way in which a kernel may be compiled.
#include <CL/cl_ext.h>

#include <algorithm>
#include <array>

#include "api_test.h"

namespace {

using Shape = std::vector<size_t>;

size_t Items(const Shape& shape) {
  size_t items = 1;
  for (const size_t size : shape) items *= size;
  return items;
}

class SubGroupTest : public ApiTest {
 protected:
  static constexpr const char* kSource = R"(
    #define KERNEL(NAME, ATTRIBUTE, BEGIN)                                             \
      ATTRIBUTE kernel void NAME(global uint* out, global volatile uint* in) {         \
        BEGIN                                                                          \
        global uint* at = out + get_global_linear_id() * 4;                            \
        at[0] = get_max_sub_group_size();                                              \
        at[1] = get_num_sub_groups();                                                  \
        at[2] = get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id(); \
        at[3] = sub_group_reduce_add(1u);                                              \
      }
    KERNEL(plain, , )
    KERNEL(bytes, , ((global char*)in)[get_global_id(0)] += 1;)
    KERNEL(waits, , while (in[get_sub_group_id()] == 0);)
    KERNEL(waits_16, __attribute__((intel_reqd_sub_group_size(16))), while (in[get_sub_group_id()] == 0);)
    KERNEL(required_8, __attribute__((intel_reqd_sub_group_size(8))), )
    KERNEL(required_32, __attribute__((intel_reqd_sub_group_size(32))), )
    KERNEL(of_4x4, __attribute__((reqd_work_group_size(4, 4, 1))), )
    KERNEL(of_40, __attribute__((reqd_work_group_size(40, 1, 1))), )
  )";

  size_t Query(cl_kernel kernel, cl_uint param, const Shape& input) {
    size_t value = ~size_t{0}, size = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, param, input.size() * sizeof(size_t),
                                      input.data(), sizeof(value), &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof(size_t));
    return value;
  }

  /// Runs the kernel over a few groups of `local` and compares what it sees with the queries.
  void CheckShape(cl_kernel kernel, const Shape& local, const size_t* offset = nullptr) {
    Shape global = local;
    for (size_t& size : global) size *= 2;
    const size_t items = Items(local);
    const std::vector<cl_uint> ones(Items(global) + 64, 1);
    Mem out = Buffer(Items(global) * 16), in = Buffer(ones);
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in));
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(local.size()), offset,
                                     global.data(), local.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    const size_t most = Query(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local);
    const size_t count = Query(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
    ASSERT_GE(most, 1u);
    EXPECT_EQ(count, (items + most - 1) / most);
    const auto seen = Read<cl_uint>(out, Items(global) * 4);
    for (size_t i = 0; i < Items(global); ++i) {
      ASSERT_EQ(seen[4 * i], most);
      ASSERT_EQ(seen[4 * i + 1], count);
      const size_t linear = seen[4 * i + 2];
      ASSERT_EQ(linear, LinearLocalId(i, global, local));
      ASSERT_EQ(seen[4 * i + 3], std::min(most, items - linear / most * most));
    }
  }

  static size_t LinearLocalId(size_t item, const Shape& global, const Shape& local) {
    size_t id = 0, scale = 1;
    for (size_t d = 0; d < global.size(); ++d) {
      id += item % global[d] % local[d] * scale;
      item /= global[d];
      scale *= local[d];
    }
    return id;
  }

  void CheckShapes(cl_kernel kernel) {
    const Shape shapes[] = {{1},     {7},      {16},      {17},       {64},
                            {200},   {16, 4},  {8, 8},    {5, 13},    {33, 9},
                            {1, 30}, {32, 32}, {2, 3, 4}, {16, 2, 2}, {7, 1, 2}};
    for (const Shape& shape : shapes) {
      SCOPED_TRACE(testing::PrintToString(shape));
      CheckShape(kernel, shape);
    }
  }
};

TEST_F(SubGroupTest, QueriesAgreeWithKernels) {
  const char* const all[] = {"plain", "bytes", "waits", "waits_16", "required_8", "required_32"};
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable",
                              "-cl-std=CL2.0 -cl-no-subgroup-ifp -cl-uniform-work-group-size"}) {
    Program program = Build(kSource, options);
    for (const char* name : all) {
      SCOPED_TRACE(std::string(name) + " with " + options);
      CheckShapes(MakeKernel(program, name));
    }
    CheckShape(MakeKernel(program, "of_4x4"), {4, 4, 1});
    CheckShape(MakeKernel(program, "of_40"), {40, 1, 1});
  }
}

TEST_F(SubGroupTest, IdsBeyond32Bits) {
  Program program = Build(kSource, "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "plain");
  const size_t offset[] = {(size_t{1} << 32) + 5, (size_t{1} << 33) + 1, 3};
  for (const Shape& shape : {Shape{40}, Shape{16, 4}, Shape{5, 13}, Shape{2, 3, 4}}) {
    SCOPED_TRACE(testing::PrintToString(shape));
    CheckShape(kernel, shape, offset);
  }
}

TEST_F(SubGroupTest, LocalSizesForNumbersOfSubGroups) {
  Program program = Build(kSource, "-cl-std=CL2.0");
  Kernel plain = MakeKernel(program, "plain"), waits = MakeKernel(program, "waits");
  const size_t most = Query(plain, CL_KERNEL_MAX_NUM_SUB_GROUPS, {});
  EXPECT_GE(most, 1u);
  EXPECT_LE(most, Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS));
  for (const size_t count : {size_t{1}, size_t{3}, most}) {
    size_t sizes[3] = {7, 7, 7}, size = 0;
    for (size_t dims = 1; dims <= 3; ++dims) {
      EXPECT_EQ(clGetKernelSubGroupInfo(plain, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                        sizeof(count), &count, dims * sizeof(size_t), sizes, &size),
                CL_SUCCESS);
      EXPECT_EQ(size, dims * sizeof(size_t));
      for (size_t d = 1; d < dims; ++d) EXPECT_EQ(sizes[d], 1u);
    }
    ASSERT_GE(sizes[0], count);
    EXPECT_EQ(Query(plain, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {sizes[0]}), count);
    EXPECT_EQ(sizes[0] % Query(plain, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {sizes[0]}), 0u);
    CheckShape(plain, {sizes[0]});
  }
  EXPECT_EQ(Query(plain, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {most + 1}), 0u);
  EXPECT_EQ(Query(plain, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {0}), 0u);
  EXPECT_EQ(Query(plain, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}), 0u);
  // A kernel that may wait for another sub-group has as many as others.
  EXPECT_EQ(Query(waits, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {200}),
            Query(plain, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {200}));
  EXPECT_GE(Query(waits, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {200}), 4u);
  // A size that is required is the only one.
  Kernel of_40 = MakeKernel(program, "of_40"), required = MakeKernel(program, "required_8");
  EXPECT_EQ(Query(of_40, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {1000}), 0u);
  EXPECT_EQ(Query(required, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {5}), 40u);
}

TEST_F(SubGroupTest, QueriesRefuseBadInput) {
  Program program = Build("kernel void k(global int* a) {}");
  Kernel kernel = MakeKernel(program, "k");
  const size_t local[] = {8, 8, 1, 1};
  size_t value = 0;
  const auto info = [&](cl_uint param, size_t input_size, const void* input, size_t room) {
    return clGetKernelSubGroupInfo(kernel, device, param, input_size, input, room, &value, nullptr);
  };
  for (const cl_uint param :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE}) {
    EXPECT_EQ(info(param, 2 * sizeof(size_t), local, sizeof(value)), CL_SUCCESS);
    EXPECT_EQ(info(param, 0, nullptr, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(info(param, sizeof(size_t), nullptr, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(info(param, 5, local, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(info(param, sizeof(local), local, sizeof(value)), CL_INVALID_VALUE);
    EXPECT_EQ(info(param, sizeof(size_t), local, sizeof(value) - 1), CL_INVALID_VALUE);
  }
  const cl_uint for_count = CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT;
  EXPECT_EQ(info(for_count, sizeof(size_t), local, sizeof(value)), CL_SUCCESS);
  EXPECT_EQ(info(for_count, sizeof(size_t), nullptr, sizeof(value)), CL_INVALID_VALUE);
  EXPECT_EQ(info(for_count, 2 * sizeof(size_t), local, sizeof(value)), CL_INVALID_VALUE);
  EXPECT_EQ(info(for_count, sizeof(size_t), local, sizeof(value) - 1), CL_INVALID_VALUE);
  EXPECT_EQ(info(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, sizeof(value)), CL_SUCCESS);
  EXPECT_EQ(info(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 4), CL_INVALID_VALUE);
  EXPECT_EQ(info(0xdead, 0, nullptr, sizeof(value)), CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    if (!bad) continue;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, bad, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0,
                                      nullptr, nullptr),
              CL_INVALID_DEVICE);
  }
}

TEST_F(SubGroupTest, TheExtensionIsThereAsAWhole) {
  const std::string names = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE(names.find("cl_khr_subgroups"), std::string::npos);
  EXPECT_EQ(
      Info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS),
      cl_bool{CL_TRUE});
  EXPECT_EQ(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR") != nullptr,
      true);
  Build(
      "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
      "#ifndef cl_khr_subgroups\n#error\n#endif\n"
      "kernel void k(global atomic_int* a) {\n"
      "  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_sub_group);\n"
      "}",
      "-cl-std=CL2.0");
}

// Each sub-group waits for a turn that the one behind it hands on, in every way of compiling.
TEST_F(SubGroupTest, SubGroupsOfAnySizeTakeTurns) {
  const std::string text =
      "kernel void k(global atomic_uint* turn, global uint* order, local atomic_uint* taken) {\n"
      "  uint id = get_sub_group_id(), n = get_num_sub_groups(), waits = 0;\n"
      "  if (get_local_id(0) == 0) atomic_init(taken, 0);\n"
      "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (get_sub_group_local_id() == 0) {\n"
      "    while (atomic_load(turn + get_group_id(0)) != n - 1 - id) ++waits;\n"
      "    order[get_group_id(0) * 256 + atomic_fetch_add(taken, 1)] = id;\n"
      "    atomic_fetch_add(turn + get_group_id(0), 1);\n"
      "  }\n"
      "  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  if (sub_group_broadcast(waits, 0) == ~0u) order[0] = 0;\n"
      "}";
  for (const char* options :
       {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable", "-cl-std=CL2.0 -cl-opt-disable -g"}) {
    for (const size_t size : {0, 8, 16, 64}) {
      SCOPED_TRACE(std::string(options) + ", size " + std::to_string(size));
      const std::string required =
          "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + "))) ";
      Kernel kernel = MakeKernel(Build(size ? required + text : text, options), "k");
      const Shape local = {200}, global = {400};
      const size_t count = Query(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local);
      if (size) EXPECT_EQ(count, (200 + size - 1) / size);
      Mem turn = Buffer(std::vector<cl_uint>(2, 0)), order = Buffer(std::vector<cl_uint>(512, 77));
      SetArgs(kernel, static_cast<cl_mem>(turn), static_cast<cl_mem>(order));
      ASSERT_EQ(clSetKernelArg(kernel, 2, 4, nullptr), CL_SUCCESS);
      ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, global.data(), local.data(), 0,
                                       nullptr, nullptr),
                CL_SUCCESS);
      const auto found = Read<cl_uint>(order, 512);
      for (size_t i = 0; i < 256; ++i) {
        const cl_uint want = static_cast<cl_uint>(i < count ? count - 1 - i : 77);
        EXPECT_EQ(found[i], want) << i;
        EXPECT_EQ(found[i + 256], want) << i;
      }
    }
  }
}

TEST_F(SubGroupTest, RequiredSizes) {
  Program program = Build(kSource, "-cl-std=CL2.0");
  EXPECT_EQ(
      Query(MakeKernel(program, "required_8"), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}), 8u);
  EXPECT_EQ(
      Query(MakeKernel(program, "required_32"), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}),
      32u);
  EXPECT_EQ(InfoString(clGetKernelInfo, static_cast<cl_kernel>(MakeKernel(program, "required_8")),
                       CL_KERNEL_ATTRIBUTES),
            "intel_reqd_sub_group_size(8)");
  // cl_intel_required_subgroup_size
  const auto sizes =
      Info<std::array<size_t, 5>>(clGetDeviceInfo, device, CL_DEVICE_SUB_GROUP_SIZES_INTEL);
  EXPECT_TRUE(std::ranges::is_sorted(sizes));
  for (const size_t size : sizes) {
    const std::string text =
        "#ifndef cl_intel_required_subgroup_size\n#error\n#endif\n"
        "__attribute__((intel_reqd_sub_group_size(" +
        std::to_string(size) + "))) kernel void k(global uint* a) { a[get_global_id(0)] = 1; }";
    Kernel kernel = MakeKernel(Build(text), "k");
    EXPECT_EQ(Query(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), size);
    cl_ulong spilled = 1;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                                       sizeof(spilled), &spilled, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(spilled, 0u);
  }
  EXPECT_EQ(Query(MakeKernel(program, "plain"), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}), 0u);
  const auto fails = [&](const char* source, const char* options, const char* why) {
    cl_int error = -1;
    Program bad = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(clBuildProgram(bad, 1, &device, options, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(BuildLog(bad).find(why), std::string::npos) << BuildLog(bad);
  };
  fails("__attribute__((intel_reqd_sub_group_size(12))) kernel void k(global int* a) { a[0] = 1; }",
        "-cl-std=CL2.0", "requires sub-groups of 12");
  fails(
      "__attribute__((intel_reqd_sub_group_size(128))) kernel void k(global int* a) { a[0] = 1; }",
      "", "requires sub-groups of 128");
}

/// A barrier that more sub-groups are to come to than there are, or none, ends the command.
TEST_F(SubGroupTest, NamedBarriersThatCannotBeMet) {
  Program program = Build(R"(
    #pragma OPENCL EXTENSION cl_khr_subgroup_named_barrier : enable
    kernel void meets(global uint* out, int more) {
      local __namedBarrier* unused = named_barrier_init(0);
      local __namedBarrier* all = named_barrier_init((int)get_num_sub_groups() + more);
      work_group_named_barrier(all, CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = get_num_sub_groups();
      if (out[0] == 0) work_group_named_barrier(unused, CLK_LOCAL_MEM_FENCE);
    })",
                          "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "meets");
  const size_t global = 256, local = 64;
  const auto status = [&](cl_int more) {
    Mem out = Buffer(std::vector<cl_uint>(global, 1));
    SetArgs(kernel, static_cast<cl_mem>(out), more);
    cl_event event = nullptr;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event),
        CL_SUCCESS);
    clWaitForEvents(1, &event);
    const cl_int found = Info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    return found;
  };
  const auto sub_groups = static_cast<cl_int>(local);
  EXPECT_EQ(status(0), CL_COMPLETE);
  EXPECT_EQ(status(1), CL_INVALID_OPERATION);
  EXPECT_EQ(status(1 << 20), CL_INVALID_OPERATION);
  EXPECT_EQ(status(-sub_groups), CL_INVALID_OPERATION);
  EXPECT_EQ(status(0), CL_COMPLETE);
}

}  // namespace
