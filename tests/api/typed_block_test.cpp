// SPDX-License-Identifier: Apache-2.0
// Blocks that take pointers to any type in local memory (cl_khr_device_enqueue_local_arg_types).
#include "device_enqueue_fixture.h"

namespace {

using TypedBlockTest = DeviceEnqueueTest;

TEST_F(TypedBlockTest, LiteralsOfManyTypes) {
  const auto out = RunKernel(R"(
    #pragma OPENCL EXTENSION cl_khr_device_enqueue_local_arg_types : enable
    #ifndef cl_khr_device_enqueue_local_arg_types
    #error no macro
    #endif
    typedef struct { uchar tag; double value; short more[3]; } Record;
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      const int flags = CLK_ENQUEUE_FLAGS_WAIT_KERNEL;
      int bad = enqueue_kernel(q, flags, ndrange_1D(4, 4), ^(local int* a) {
        int me = get_local_id(0);
        a[me] = me;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        out[me] = a[3 - me] + 10;
      }, 4 * sizeof(int));
      bad |= enqueue_kernel(q, flags, ndrange_1D(2, 2),
                            ^(local char3* a, local double8* b, local Record* c, local void* d) {
        int me = get_local_id(0);
        local short* s = d;
        a[me] = (char3)(me, 2, 3); b[me] = (double8)(me + 0.5); s[me] = me + 5;
        c[me].tag = me; c[me].value = 7.25; c[me].more[2] = 9;
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        out[4 + me] = a[1 - me].x + a[me].z + 4 * b[1 - me].s7 + 4 * c[1 - me].value + c[me].tag +
                      c[me].more[2] + s[1 - me];
        out[6 + me] = ((ulong)(b + me) & 63) | ((ulong)a & 3) | ((ulong)c & 7);
      }, 2 * sizeof(char3), 2 * sizeof(double8), (uint)(2 * sizeof(Record)), (uchar)4);
      bad |= enqueue_kernel(q, flags, ndrange_1D(8, 8), ^(local volatile atomic_int* a) {
        if (get_local_id(0) == 0) atomic_init(a, 0);
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        atomic_fetch_add_explicit(a, 2, memory_order_relaxed, memory_scope_work_group);
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) out[8] = atomic_load(a);
      }, sizeof(int));
      out[9] = bad;
    })",
                             1, 10);
  EXPECT_EQ(out, (std::vector<int>{13, 12, 11, 10, 1 + 3 + 2 + 29 + 0 + 9 + 6 + 4,
                                   0 + 3 + 2 + 29 + 1 + 9 + 5, 0, 0, 16, 0}));
}

TEST_F(TypedBlockTest, VariablesTypedefsMacrosAndEvents) {
  const auto out = RunKernel(R"(
    typedef local float2* Pairs;
    typedef void (^Taker)(Pairs, local const int*);
    typedef struct { int left, right; } Ends;
    global int total;
    constant int kFive = 5;
    void (^const at_program_scope)(local Ends*) = ^(local Ends* e) {
      e->left = kFive;
      total = e->left + 1;
    };
    #define FOR_EACH(Q, N, T, NAME, COUNT, ...) \
      enqueue_kernel(Q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(N, N), \
                     ^(local T* NAME) { __VA_ARGS__ }, (COUNT) * sizeof(T))
    #define ENQUEUE enqueue_kernel
    kernel void k(global int* out) {
      queue_t q = get_default_queue();
      clk_event_t first, second;
      Taker taker = ^(Pairs pairs, local const int* ints) {
        pairs[0].y = 3; out[0] = (int)pairs[0].y + (ints != 0);
      };
      int bad = ENQUEUE(q, 0, ndrange_1D(1), 0, 0, &first, taker, sizeof(float2), 16);
      bad |= enqueue_kernel(q, 0, ndrange_1D(1), 1, &first, &second, at_program_scope,
                              sizeof(Ends));
      clk_event_t list[1] = {second};
      bad |= enqueue_kernel(q, 0, ndrange_1D(1), 1, list, 0, ^{ out[1] = out[0] + total; });
      bad |= FOR_EACH(q, 4, ulong2, cells, 4,
        int me = get_local_id(0), other = me ^ 1;
        cells[me] = (ulong2)(me, 1);
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        out[2 + me] = cells[other].x + cells[other].y;);
      out[6] = get_kernel_work_group_size(taker) > 0;
      out[7] = get_kernel_preferred_work_group_size_multiple(^(local char* c) { *c = 1; }) > 0;
      out[8] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(8, 8), at_program_scope) > 0;
      out[9] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(1, 1), taker);
      release_event(first); release_event(second);
      out[10] = bad;
    })",
                             1, 11);
  EXPECT_EQ(out, (std::vector<int>{4, 10, 2, 1, 4, 3, 1, 1, 1, 1, 0}));
}

TEST_F(TypedBlockTest, ChildrenOfChildren) {
  const auto out = RunKernel(R"(
    kernel void k(global int* out) {
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                     ^(local int* a) {
        a[0] = 40;
        int captured = a[0];
        out[1] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                                ^(local short* b) { b[0] = 2; out[0] = captured + b[0]; }, 2);
      }, 4);
    })",
                             1, 2);
  EXPECT_EQ(out, (std::vector<int>{42, 0}));
}

TEST_F(TypedBlockTest, WrongArgumentsAreBuildErrors) {
  struct Case {
    const char* call;
    const char* said;
  };
  const Case cases[] = {
      {"enqueue_kernel(q, 0, r, ^(global int* a) {}, 4);", "local void*"},
      {"enqueue_kernel(q, 0, r, ^(local int* a, int b) {}, 4, 4);", "local void*"},
      {"enqueue_kernel(q, 0, r, ^(local int* a) {}, 4, 4);", "mismatch in number"},
      {"enqueue_kernel(q, 0, r, ^(local int* a) {});", "blocks with parameters"},
      {"enqueue_kernel(q, 0, r, ^(local int* a) {}, 1.5f);", "integer type"},
      {"enqueue_kernel(q, 0, 1, ^(local int* a) {}, 4);", "ndrange_t"},
      {"enqueue_kernel(q);", "too few arguments"},
      {"get_kernel_work_group_size(3);", "block"},
      {"get_kernel_max_sub_group_size_for_ndrange(1, ^{});", "ndrange_t"},
      {"int f = enqueue_kernel;", "<source>:1:"},
      {"sizeof(enqueue_kernel);", "<source>:1:"},
      {"enqueue_it(q);", "enqueue_it"},
  };
  for (const Case& one : cases) {
    const std::string source =
        "kernel void k(queue_t q, global int* out) { ndrange_t r = "
        "ndrange_1D(1); " +
        std::string(one.call) + " }";
    const char* text = source.c_str();
    Program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE)
        << one.call;
    EXPECT_NE(BuildLog(program).find(one.said), std::string::npos) << one.call << "\n"
                                                                   << BuildLog(program);
  }
}

// OpenCL C 1.2 has no such built-in: the name is free.
TEST_F(TypedBlockTest, AnyNameInOlderVersions) {
  const auto out = RunKernel(R"(
    int enqueue_kernel(int a) { return a + 1; }
    kernel void k(global int* out) { out[0] = enqueue_kernel(3); })",
                             1, 1, "-cl-std=CL1.2");
  EXPECT_EQ(out, std::vector<int>{4});
}

}  // namespace
