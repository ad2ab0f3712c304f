// SPDX-License-Identifier: Apache-2.0
// C++ for OpenCL (cl_ext_cxx_for_opencl).
#include "api_test.h"

namespace {

class CppTest : public ApiTest {
 protected:
  /// What `kernel void k(global int* out)` writes, run by one work-item of each of `count`.
  std::vector<int> RunKernel(cl_program program, size_t count) {
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(count * sizeof(int));
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, count);
    return Read<int>(out, count);
  }
  cl_int Build(cl_program program, const char* options) {
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  }
  template <class T>
  T ProgramInfo(cl_program program, cl_program_info name) {
    T value{};
    EXPECT_EQ(clGetProgramInfo(program, name, sizeof(value), &value, nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(CppTest, DeviceSaysItsVersion) {
  cl_version_khr version = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof(version),
                            &version, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(version, cl_version_khr{CL_MAKE_VERSION_KHR(1, 0, 0)});
}

constexpr const char* kLanguage = R"(
  #if __OPENCL_CPP_VERSION__ != EXPECTED
  #error another version
  #endif
  template <class T, int n> struct Row {
    T values[n];
    Row(T first) { for (int i = 0; i < n; ++i) values[i] = first + i; }
    T sum() const { T all = 0; for (T value : values) all += value; return all; }
    Row& operator+=(T more) { for (T& value : values) value += more; return *this; }
  };
  class Shape { public: int sides; explicit Shape(int n) : sides(n) {} };
  struct Square : Shape { Square() : Shape(4) {} };
  template <typename F> int twice(F f, int x) { return f(f(x)); }
  namespace deep { constexpr int kAnswer = 42; enum class Kind : uchar { A = 3, B }; }
  kernel void k(global int* out) {
    int me = get_global_id(0);
    Row<int, 4> row(me);
    row += 10;
    auto add = [&](int x) { return x + row.values[1]; };
    local int shared[64];
    shared[get_local_id(0)] = twice(add, me);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    float whole, part = fract(me + 0.25f, &whole);
    int4 v = (int4)(me, 1, 2, 3);
    out[me] = shared[get_local_size(0) - 1 - get_local_id(0)] + row.sum() + Square().sides +
              deep::kAnswer + static_cast<int>(deep::Kind::B) + (int)(part * 4 + whole) + v.x +
              max(v.w, me);
  })";

int expected_of(int me, int count) {
  const auto shared = [](int item) { return item + 2 * (item + 1 + 10); };
  return shared(count - 1 - me) + 4 * me + 6 + 40 + 4 + 42 + 4 + 1 + me + me + std::max(3, me);
}

TEST_F(CppTest, ClassesTemplatesAndLambdas) {
  constexpr int kCount = 48;
  for (const char* options :
       {"-cl-std=CLC++ -DEXPECTED=100", "-cl-std=CLC++1.0 -DEXPECTED=100 -cl-opt-disable",
        "-cl-std=CLC++2021 -DEXPECTED=202100"}) {
    Program program = Source(kLanguage);
    ASSERT_EQ(Build(program, options), CL_SUCCESS) << BuildLog(program);
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(kCount * sizeof(int));
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, kCount, kCount);
    const auto values = Read<int>(out, kCount);
    for (int i = 0; i < kCount; ++i) EXPECT_EQ(values[i], expected_of(i, kCount)) << options;
  }
}

/// Constructors of two sources, of which one needs what is initialised by constants (§3.2).
TEST_F(CppTest, ObjectsAtProgramScope) {
  Program one = Source(R"(
    struct Table { int of[8]; Table(int f) { for (int i = 0; i < 8; ++i) of[i] = i * f; } };
    global Table tens(10);
    extern global int hundreds[2];
    int seven();
    kernel void k(global int* out) {
      int me = get_global_id(0);
      out[me] = tens.of[me] + hundreds[1] + seven();
    })");
  Program two = Source(R"(
    global int hundreds[2] = {100, 200};
    struct Seven { int value; Seven() : value(hundreds[0] / 14) {} ~Seven() { value = 0; } };
    Seven object;
    int seven() { return object.value; })");
  const cl_program inputs[] = {one, two};
  for (cl_program input : inputs) {
    ASSERT_EQ(
        clCompileProgram(input, 1, &device, "-cl-std=CLC++", 0, nullptr, nullptr, nullptr, nullptr),
        CL_SUCCESS)
        << BuildLog(input);
  }
  cl_int error = 1;
  Program linked = clLinkProgram(context, 1, &device, "", 2, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS) << BuildLog(linked);
  EXPECT_EQ(ProgramInfo<cl_bool>(linked, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT), cl_bool{CL_TRUE});
  EXPECT_EQ(ProgramInfo<size_t>(linked, CL_PROGRAM_NUM_KERNELS), 1U);
  EXPECT_EQ(RunKernel(linked, 3), (std::vector<int>{207, 217, 227}));
}

TEST_F(CppTest, StaticVariablesOfFunctions) {
  Program constant =
      Source("kernel void k(global int* out) { static int n = 5; out[get_global_id(0)] = n; }");
  ASSERT_EQ(Build(constant, "-cl-std=CLC++"), CL_SUCCESS) << BuildLog(constant);
  EXPECT_EQ(RunKernel(constant, 2), (std::vector<int>{5, 5}));

  Program dynamic = Source("kernel void k(global int* out) { static int n = out[1]; out[0] = n; }");
  EXPECT_EQ(Build(dynamic, "-cl-std=CLC++"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(dynamic).find("'k::n' is a static variable of a function"), std::string::npos)
      << BuildLog(dynamic);
}

TEST_F(CppTest, WrongSourcesAndVersions) {
  Program wrong = Source("kernel void k(global int* out) { undeclared<int>(out); }");
  EXPECT_EQ(Build(wrong, "-cl-std=CLC++"), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(wrong).find("undeclared"), std::string::npos);
  Program unknown = Source("kernel void k(global int* out) {}");
  EXPECT_EQ(Build(unknown, "-cl-std=CLC++3000"), CL_INVALID_BUILD_OPTIONS);
}

}  // namespace
