// SPDX-License-Identifier: Apache-2.0
// HEDDLE_SUBGROUP_SIZE: the size of sub-groups in kernels that ask for none, for queries, for code,
// for the cache and in program binaries.
#include <CL/cl_ext.h>

#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "own_process.h"
#include "program_fixture.h"

namespace {

constexpr cl_uint kResults = 12;

class SubGroupSizeTest : public ProgramFixture {
 protected:
  static constexpr const char* kSource = R"(
    #define BODY(PAUSE)                                                                      \
      size_t i = get_global_linear_id();                                                     \
      uint x = in[i], lane = get_sub_group_local_id();                                       \
      global uint* to = out + i * 12;                                                        \
      to[0] = get_max_sub_group_size();                                                      \
      to[1] = get_sub_group_size();                                                          \
      to[2] = get_sub_group_id() * get_max_sub_group_size() + lane;                          \
      to[3] = sub_group_shuffle(x, get_sub_group_size() - 1 - lane);                         \
      PAUSE                                                                                  \
      to[4] = sub_group_reduce_add(x);                                                       \
      to[5] = sub_group_scan_exclusive_max(x);                                               \
      to[6] = sub_group_scan_inclusive_add(x);                                               \
      uint4 ballot = sub_group_ballot(x & 1);                                                \
      to[7] = ballot.x;                                                                      \
      to[8] = ballot.y;                                                                      \
      PAUSE                                                                                  \
      to[9] = sub_group_shuffle_xor(x, 1);                                                   \
      to[10] = x & 4 ? sub_group_non_uniform_reduce_add(x) : 5;                              \
      to[11] = sub_group_broadcast(x, get_sub_group_size() / 2);
    kernel void plain(global uint* out, global uint* in) { BODY() }
    kernel void barriers(global uint* out, global uint* in) {
      local uint first;
      BODY(work_group_barrier(CLK_LOCAL_MEM_FENCE); if (get_local_linear_id() == 0) first = x;
           work_group_barrier(CLK_LOCAL_MEM_FENCE); x += first - first;
           sub_group_barrier(CLK_LOCAL_MEM_FENCE);)
    }
    kernel void bytes(global uchar* out) {
      out[get_global_id(0)] = sub_group_reduce_max((uchar)get_global_id(0));
    }
    __attribute__((intel_reqd_sub_group_size(8))) kernel void of_8(global uint* out, global uint* in) { BODY() }
    kernel void none(global uint* out, global uint* in) {
      out[get_global_id(0)] = in[get_global_id(0)] + 1;
    })";

  size_t Query(cl_kernel kernel, cl_uint param, const std::vector<size_t>& input) {
    size_t value = ~size_t{0};
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, param, input.size() * sizeof(size_t),
                                      input.data(), sizeof(value), &value, nullptr),
              CL_SUCCESS);
    return value;
  }

  /// Two groups, and what each work-item is to find of its own.
  void Check(cl_kernel kernel, const std::vector<size_t>& local, size_t most) {
    size_t items = 1;
    for (const size_t size : local) items *= size;
    std::vector<size_t> global = local;
    global.back() *= 2;  // the groups' work-items lie one after the other
    std::mt19937 random(static_cast<unsigned>(items));
    std::vector<cl_uint> in(2 * items);
    for (cl_uint& value : in) value = static_cast<cl_uint>(random());
    Mem out = Buffer(std::vector<cl_uint>(2 * items * kResults)), from = Buffer(in);
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(from));
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(local.size()), nullptr,
                                     global.data(), local.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    const size_t size = std::min(most, items);
    EXPECT_EQ(Query(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local), size);
    EXPECT_EQ(Query(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local),
              (items + size - 1) / size);
    const auto found = Read<cl_uint>(out, 2 * items * kResults);
    for (size_t i = 0; i < 2 * items; ++i) ExpectItem(&found[i * kResults], in, i, items, size);
  }

 private:
  static void ExpectItem(const cl_uint* found, const std::vector<cl_uint>& in, size_t i,
                         size_t items, size_t most) {
    SCOPED_TRACE(i);
    const size_t linear = i % items, lane = linear % most, begin = i - lane;
    const size_t count = std::min(most, items - (linear - lane));
    cl_uint sum = 0, scan = 0, high = 0, some = 0;
    cl_ulong ballot = 0;
    for (size_t j = 0; j < count; ++j) {
      const cl_uint x = in[begin + j];
      sum += x;
      if (j <= lane) scan += x;
      if (j < lane) high = std::max(high, x);
      if (x & 4) some += x;
      ballot |= cl_ulong{x & 1} << j;
    }
    const auto bits = [&](unsigned word) { return static_cast<cl_uint>(ballot >> 32 * word); };
    const cl_uint expected[kResults] = {static_cast<cl_uint>(most),
                                        static_cast<cl_uint>(count),
                                        static_cast<cl_uint>(linear),
                                        in[begin + count - 1 - lane],
                                        sum,
                                        high,
                                        scan,
                                        bits(0),
                                        bits(1),
                                        (lane ^ 1) < count ? in[begin + (lane ^ 1)] : found[9],
                                        in[i] & 4 ? some : 5,
                                        in[begin + count / 2]};
    for (size_t k = 0; k < kResults; ++k) ASSERT_EQ(found[k], expected[k]) << "result " << k;
  }
};

size_t Wanted() {
  const char* text = std::getenv("HEDDLE_SUBGROUP_SIZE");
  return text ? static_cast<size_t>(std::atoi(text)) : 0;
}

// Run by the test below.
TEST_F(SubGroupSizeTest, DISABLED_Kernels) {
  const size_t most = Wanted();
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable"}) {
    Program program = Build(kSource, options);
    for (const char* name : {"plain", "barriers", "of_8"}) {
      Kernel kernel = MakeKernel(program, name);
      const size_t size = name == std::string("of_8") ? 8 : most;
      for (const std::vector<size_t>& local : {std::vector<size_t>{1},
                                               {5},
                                               {8},
                                               {17},
                                               {64},
                                               {100},
                                               {256},
                                               {16, 4},
                                               {5, 13},
                                               {3, 3, 7}}) {
        SCOPED_TRACE(std::string(name) + " with " + options + ", size " + std::to_string(size) +
                     ", local " + testing::PrintToString(local));
        Check(kernel, local, size);
        if (HasFatalFailure()) return;
      }
      EXPECT_EQ(Query(kernel, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}),
                name == std::string("of_8") ? 8u : 0u);
      EXPECT_EQ(Query(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {3}), 3 * size);
      size_t multiple = 0;
      EXPECT_EQ(
          clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                   sizeof(multiple), &multiple, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(multiple, size);
    }
    Kernel bytes = MakeKernel(program, "bytes");
    EXPECT_EQ(Query(bytes, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {256}), most);
    Kernel none = MakeKernel(program, "none");
    Mem out = Buffer(std::vector<cl_uint>(100)), in = Buffer(std::vector<cl_uint>(100, 6));
    SetArgs(none, static_cast<cl_mem>(out), static_cast<cl_mem>(in));
    Run(none, 100);
    EXPECT_EQ(Read<cl_uint>(out, 100), std::vector<cl_uint>(100, 7));
  }
}

// One cache for all: code for another size must not come out of it.
TEST_F(SubGroupSizeTest, KernelsWithoutASizeHaveIt) {
  const std::string folder = "/tmp/heddle-sub-group-size-" + std::to_string(::getpid());
  for (const char* width : {"0", "1"}) {
    for (const char* size : {"8", "16", "32", "64", "4"}) {
      EXPECT_EQ(RunInOwnProcess("SubGroupSizeTest.DISABLED_Kernels",
                                [&] {
                                  ::setenv("HEDDLE_SUBGROUP_SIZE", size, 1);
                                  ::setenv("HEDDLE_WIDTH", width, 1);
                                  ::setenv("HEDDLE_CACHE_DIR", folder.c_str(), 1);
                                }),
                0)
          << size << ", width " << width;
    }
  }
  EXPECT_EQ(std::system(("rm -rf " + folder).c_str()), 0);
}

// Run by the test below.
TEST_F(SubGroupSizeTest, DISABLED_WriteBinary) {
  const Bytes bytes = BinaryOf(Build(kSource, "-cl-std=CL2.0"));
  std::ofstream(std::getenv("BINARY_TEST_FILE"), std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

TEST_F(SubGroupSizeTest, DISABLED_ReadBinary) {
  std::ifstream in(std::getenv("BINARY_TEST_FILE"), std::ios::binary);
  const Bytes bytes((std::istreambuf_iterator<char>(in)), {});
  Program program = WithBinary(bytes);
  ASSERT_EQ(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
  for (const char* name : {"plain", "barriers"}) Check(MakeKernel(program, name), {100}, Wanted());
}

TEST_F(SubGroupSizeTest, BinariesForAnotherSizeAreCompiledAnew) {
  const std::string file = "/tmp/heddle-sub-group-binary-" + std::to_string(::getpid());
  const auto run = [&](const char* test, const char* size) {
    return RunInOwnProcess("SubGroupSizeTest.DISABLED_" + std::string(test), [&] {
      ::setenv("BINARY_TEST_FILE", file.c_str(), 1);
      ::setenv("HEDDLE_SUBGROUP_SIZE", size, 1);
    });
  };
  for (const auto& [written, read] : {std::pair{"32", "32"}, {"32", "8"}, {"8", "64"}}) {
    EXPECT_EQ(run("WriteBinary", written), 0);
    EXPECT_EQ(run("ReadBinary", read), 0) << written << " read as " << read;
  }
  ::unlink(file.c_str());
}

// A size that there is not is none.
TEST_F(SubGroupSizeTest, DISABLED_AsWithout) {
  Kernel kernel = MakeKernel(Build(kSource, "-cl-std=CL2.0"), "plain");
  std::ofstream(std::getenv("BINARY_TEST_FILE"))
      << Query(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {256});
}

TEST_F(SubGroupSizeTest, OtherNumbersAreIgnored) {
  const std::string file = "/tmp/heddle-sub-group-number-" + std::to_string(::getpid());
  const auto size_with = [&](const char* size) {
    EXPECT_EQ(RunInOwnProcess("SubGroupSizeTest.DISABLED_AsWithout",
                              [&] {
                                ::setenv("BINARY_TEST_FILE", file.c_str(), 1);
                                ::setenv("HEDDLE_SUBGROUP_SIZE", size, 1);
                              }),
              0);
    size_t found = 0;
    std::ifstream(file) >> found;
    return found;
  };
  const size_t without = size_with("0");
  for (const char* size : {"12", "128", "1", "many"}) EXPECT_EQ(size_with(size), without) << size;
  ::unlink(file.c_str());
}

}  // namespace
