// SPDX-License-Identifier: Apache-2.0
// Separate compilation and linking (§5.8.5–§5.8.7).
#include <atomic>
#include <chrono>
#include <thread>

#include "program_fixture.h"

namespace {

class CompileLinkTest : public ProgramFixture {
 protected:
  int RunInt(cl_program program, const char* name) {
    Kernel kernel = MakeKernel(program, name);
    Mem out = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    return Read<int>(out, 1)[0];
  }
};

constexpr const char* kCaller =
    "int helper(int);\n"
    "kernel void call(global int* out) { *out = helper(20); }\n";
constexpr const char* kHelper = "int helper(int x) { return 2 * x + 2; }\n";

TEST_F(CompileLinkTest, LinksObjectsAndLibraries) {
  Program caller = Compiled(kCaller);
  Program helper = Compiled(kHelper);
  EXPECT_EQ(Type(caller), cl_uint{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(caller, "call", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  Program executable = Link({caller, helper});
  EXPECT_EQ(Type(executable), cl_uint{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(RunInt(executable, "call"), 42);

  Program library = Link({helper}, "-create-library");
  EXPECT_EQ(Type(library), cl_uint{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  Program tunable = Link({helper}, "-create-library -enable-link-options");
  EXPECT_EQ(RunInt(Link({caller, library}), "call"), 42);
  EXPECT_EQ(RunInt(Link({tunable, caller}, "-cl-fast-relaxed-math"), "call"), 42);
  EXPECT_EQ(InfoString(clGetProgramInfo, static_cast<cl_program>(executable), CL_PROGRAM_SOURCE),
            "");
  EXPECT_EQ(
      InfoString(clGetProgramInfo, static_cast<cl_program>(executable), CL_PROGRAM_KERNEL_NAMES),
      "call");
}

TEST_F(CompileLinkTest, LinkFailuresGiveAProgramWithALog) {
  Program caller = Compiled(kCaller);
  Program failed = Link({caller}, "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_NE(static_cast<cl_program>(failed), nullptr);
  EXPECT_NE(BuildLog(failed).find("helper"), std::string::npos) << BuildLog(failed);
  cl_build_status status = 0;
  EXPECT_EQ(clGetProgramBuildInfo(failed, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                                  nullptr),
            CL_SUCCESS);
  EXPECT_EQ(status, CL_BUILD_ERROR);
  Program helper = Compiled(kHelper);
  Program again = Compiled(kHelper + std::string("// another one\n"));
  Program twice = Link({caller, helper, again}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(static_cast<cl_program>(twice), nullptr);
}

TEST_F(CompileLinkTest, RejectsBadLinkOptions) {
  Program helper = Compiled(kHelper);
  for (const char* options : {"-unknown", "-enable-link-options", "-DX"}) {
    Program none = Link({helper}, options, CL_INVALID_LINKER_OPTIONS);
    EXPECT_EQ(static_cast<cl_program>(none), nullptr) << options;
  }
}

/// Fails with one line in the log that has the name and both sizes.
void ExpectLimit(const std::string& log, const std::string& name, size_t size, size_t limit) {
  EXPECT_NE(log.find(name), std::string::npos) << log;
  EXPECT_NE(log.find(std::to_string(size)), std::string::npos) << log;
  EXPECT_NE(log.find(std::to_string(limit)), std::string::npos) << log;
  EXPECT_EQ(log.find('\n'), log.size() - 1) << log;
}

TEST_F(CompileLinkTest, KernelsTakeNoMoreThanTheDeviceSays) {
  const auto limit = Info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_PARAMETER_SIZE);
  const auto text = [](size_t bytes) {
    return "typedef struct { uchar a[" + std::to_string(bytes - 8) +
           "]; } Large; kernel void large(global int* out, Large by) { *out = by.a[0]; }";
  };
  MakeKernel(Build(text(limit)), "large");
  const std::string more = text(limit + 1);
  Program built = Source(more), compiled = Source(more);
  EXPECT_EQ(clBuildProgram(built, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  ExpectLimit(BuildLog(built), "large", limit + 1, limit);
  EXPECT_EQ(Compile(compiled), CL_COMPILE_PROGRAM_FAILURE);
  ExpectLimit(BuildLog(compiled), "large", limit + 1, limit);
}

TEST_F(CompileLinkTest, VariablesAreNoLargerThanTheDeviceSays) {
  const auto limit = Info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  const auto text = [](size_t bytes) {
    return "global uchar vast[" + std::to_string(bytes) +
           "]; global uchar other[9];"
           "kernel void k(global int* out) { *out = vast[*out] + other[*out]; }";
  };
  MakeKernel(Build(text(limit), "-cl-std=CL2.0"), "k");
  const std::string in_a_function = "kernel void k(global int* out) { static global uchar vast[" +
                                    std::to_string(limit + 1) + "]; *out = vast[*out]++; }";
  for (const auto& more : {text(limit + 1), in_a_function}) {
    Program built = Source(more);
    EXPECT_EQ(clBuildProgram(built, 1, &device, "-cl-std=CL2.0", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    ExpectLimit(BuildLog(built), "vast", limit + 1, limit);
    Program linked = Link({Compiled(more, "-cl-std=CL2.0")}, "", CL_LINK_PROGRAM_FAILURE);
    ExpectLimit(BuildLog(linked), "vast", limit + 1, limit);
  }
}

TEST_F(CompileLinkTest, RejectsBadLinks) {
  Program caller = Compiled(kCaller);
  const cl_program input = caller;
  const auto link = [&](cl_uint num_devices, const cl_device_id* devices, cl_uint n,
                        const cl_program* inputs, void (*notify)(cl_program, void*), void* data) {
    cl_int error = 0;
    EXPECT_EQ(clLinkProgram(context, num_devices, devices, "", n, inputs, notify, data, &error),
              nullptr);
    return error;
  };
  int data = 0;
  EXPECT_EQ(link(1, nullptr, 1, &input, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, &device, 1, &input, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 0, &input, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 1, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(0, nullptr, 1, &input, nullptr, &data), CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(link(1, &bad, 1, &input, nullptr, nullptr), CL_INVALID_DEVICE);
  }
  for (cl_program bad : BadHandles<cl_program>()) {
    const cl_program both[] = {input, bad};
    EXPECT_EQ(link(0, nullptr, 2, both, nullptr, nullptr), CL_INVALID_PROGRAM);
  }
  Program raw = Source(kHelper);
  const cl_program mixed[] = {input, raw};
  EXPECT_EQ(link(0, nullptr, 2, mixed, nullptr, nullptr), CL_INVALID_OPERATION);
  Program built = Build(kHelper + std::string("kernel void k() {}"));
  const cl_program with_executable[] = {input, built};
  EXPECT_EQ(link(0, nullptr, 2, with_executable, nullptr, nullptr), CL_INVALID_OPERATION);
  for (cl_context bad : BadHandles<cl_context>()) {
    cl_int error = 0;
    EXPECT_EQ(Driver().clLinkProgram(bad, 0, nullptr, "", 1, &input, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(CompileLinkTest, LinkedProgramsAreNotBuiltAgain) {
  Program linked = Link({Compiled("kernel void k() {}")});
  EXPECT_EQ(clBuildProgram(linked, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(Compile(linked, ""), CL_INVALID_OPERATION);
}

TEST_F(CompileLinkTest, TellsWhenAnAsynchronousLinkIsDone) {
  std::atomic<int> calls{0};
  const auto notify = [](cl_program, void* data) { ++*static_cast<std::atomic<int>*>(data); };
  Program program = Source("kernel void k(global int* out) { *out = 3; }");
  const auto wait_for = [&](int count) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (calls < count && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(calls, count);
  };
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, notify, &calls),
            CL_SUCCESS);
  wait_for(1);
  const cl_program input = program;
  cl_int error = 1;
  Program linked = clLinkProgram(context, 0, nullptr, "", 1, &input, notify, &calls, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  ASSERT_NE(static_cast<cl_program>(linked), nullptr);
  wait_for(2);
  EXPECT_EQ(RunInt(linked, "k"), 3);
}

TEST_F(CompileLinkTest, CompilesWithEmbeddedHeaders) {
  Program a = Source("#include <inner/b.h>\n#define VALUE (INNER + 1)\n");
  Program b = Source("#define INNER 10\n");
  Program second = Source("#define VALUE 99\n");
  Program main = Source("#include \"a.h\"\nkernel void k(global int* out) { *out = VALUE; }\n");
  ASSERT_EQ(Compile(main, "", {a, b, second}, {"a.h", "inner/b.h", "a.h"}), CL_SUCCESS)
      << BuildLog(main);
  EXPECT_EQ(RunInt(Link({main}), "k"), 11);  // the first header of a name counts
  EXPECT_EQ(Compile(main, "", {b}, {"inner/b.h"}), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(main).find("a.h"), std::string::npos);
}

TEST_F(CompileLinkTest, RejectsBadCompiles) {
  Program program = Source("kernel void k() {}");
  Program header = Source("#define X 1\n");
  const cl_program headers[] = {header};
  const char* names[] = {"x.h"};
  const char* null_names[] = {nullptr};
  const auto compile = [&](cl_uint n, const cl_program* list, const char** given) {
    return clCompileProgram(program, 0, nullptr, "", n, list, given, nullptr, nullptr);
  };
  EXPECT_EQ(compile(0, headers, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(0, nullptr, names), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, nullptr, names), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, headers, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(1, headers, null_names), CL_INVALID_VALUE);
  for (cl_program bad : BadHandles<cl_program>()) {
    EXPECT_EQ(compile(1, &bad, names), CL_INVALID_PROGRAM);
    EXPECT_EQ(Driver().clCompileProgram(bad, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_PROGRAM);
  }
  int data = 0;
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, &data),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(program, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(program, 0, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(clCompileProgram(program, 1, &bad, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_DEVICE);
  }
  EXPECT_EQ(Compile(program, "-unknown"), CL_INVALID_COMPILER_OPTIONS);
  Program broken = Source("kernel void k( {}");
  EXPECT_EQ(Compile(broken, ""), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(broken), "");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  EXPECT_EQ(Compile(program, ""), CL_INVALID_OPERATION);
}

TEST_F(CompileLinkTest, NonUniformGroupsNeedThemInAllInputs) {
  const char* text =
      "kernel void k(global int* out) { out[get_global_id(0)] = (int)get_local_size(0); }";
  Program both = Link({Compiled(text, "-cl-std=CL2.0"), Compiled(kHelper, "-cl-std=CL2.0")});
  Program one = Link({Compiled(text, "-cl-std=CL2.0"), Compiled(kHelper, "-cl-std=CL1.2")});
  Mem out = Buffer(40);
  const size_t global = 10, local = 4;
  for (const auto& [program, expected] :
       {std::pair<cl_program, cl_int>{both, CL_SUCCESS}, {one, CL_INVALID_WORK_GROUP_SIZE}}) {
    Kernel kernel = MakeKernel(program, "k");
    SetArgs(kernel, static_cast<cl_mem>(out));
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        expected);
  }
  EXPECT_EQ(Read<int>(out, 10), (std::vector<int>{4, 4, 4, 4, 4, 4, 4, 4, 2, 2}));
}

TEST_F(CompileLinkTest, SharesProgramScopeVariablesAcrossObjects) {
  Program store = Compiled(
      "global int shared_value = 5;\nkernel void set(global int* out) { shared_value = *out; }\n",
      "-cl-std=CL2.0");
  Program load = Compiled(
      "extern global int shared_value;\nkernel void get(global int* out) { *out = shared_value; "
      "}\n",
      "-cl-std=CL2.0");
  Program program = Link({store, load});
  EXPECT_EQ(RunInt(program, "get"), 5);
  Kernel set = MakeKernel(program, "set");
  Mem value = Buffer(std::vector<int>{17});
  SetArgs(set, static_cast<cl_mem>(value));
  Run(set, 1);
  EXPECT_EQ(RunInt(program, "get"), 17);
}

}  // namespace
