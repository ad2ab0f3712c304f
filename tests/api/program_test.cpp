// SPDX-License-Identifier: Apache-2.0
// Creating, building and querying programs (§5.8.1–§5.8.4, §5.8.8, §5.8.9).
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "api_test.h"

namespace {

constexpr const char* kCopy =
    "kernel void copy(global const int* in, global int* out) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n"
    "kernel void other(global int* out) { *out = 1; }\n";

class ProgramTest : public ApiTest {
 protected:
  template <class T>
  T BuildInfo(cl_program program, cl_program_build_info param) {
    T value{};
    EXPECT_EQ(clGetProgramBuildInfo(program, device, param, sizeof(T), &value, nullptr),
              CL_SUCCESS);
    return value;
  }
  std::string BuildText(cl_program program, cl_program_build_info param) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, param, 0, nullptr, &size), CL_SUCCESS);
    std::string text(size, 'x');
    EXPECT_EQ(clGetProgramBuildInfo(program, device, param, size, text.data(), nullptr),
              CL_SUCCESS);
    return text.c_str();
  }
};

TEST_F(ProgramTest, JoinsSourceStrings) {
  const char* strings[] = {"kernel void", " k() {", "}garbage", "\n"};
  const size_t lengths[] = {0, 6, 1, 0};
  cl_int error = -1;
  Program program = clCreateProgramWithSource(context, 4, strings, lengths, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(InfoString(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_SOURCE),
            "kernel void k() {}\n");
  const char* with_null = "kernel void k()\0 {}";
  const size_t length = 19;
  Program stripped = clCreateProgramWithSource(context, 1, &with_null, &length, &error);
  EXPECT_EQ(InfoString(clGetProgramInfo, static_cast<cl_program>(stripped), CL_PROGRAM_SOURCE),
            "kernel void k() {}");
  EXPECT_EQ(clBuildProgram(stripped, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(ProgramTest, RejectsBadSources) {
  const char* strings[] = {"kernel void k() {}", nullptr};
  const struct {
    cl_uint count;
    const char** strings;
  } cases[] = {{0, strings}, {1, nullptr}, {2, strings}};
  for (const auto& bad : cases) {
    cl_int error = 0;
    EXPECT_EQ(clCreateProgramWithSource(context, bad.count, bad.strings, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateProgramWithSource(context, bad.count, bad.strings, nullptr, nullptr),
              nullptr);
  }
  for (cl_context bad : BadHandles<cl_context>()) {
    cl_int error = 0;
    EXPECT_EQ(Driver().clCreateProgramWithSource(bad, 1, strings, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(ProgramTest, AnswersQueriesBeforeAndAfterTheBuild) {
  Program program = Source(kCopy);
  const cl_program p = program;
  EXPECT_EQ(Info<cl_uint>(clGetProgramInfo, p, CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(Info<cl_context>(clGetProgramInfo, p, CL_PROGRAM_CONTEXT), context);
  EXPECT_EQ(Info<cl_uint>(clGetProgramInfo, p, CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(Info<cl_device_id>(clGetProgramInfo, p, CL_PROGRAM_DEVICES), device);
  EXPECT_EQ(Info<size_t>(clGetProgramInfo, p, CL_PROGRAM_BINARY_SIZES), 0u);
  EXPECT_EQ(Info<cl_bool>(clGetProgramInfo, p, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT),
            cl_bool{CL_FALSE});
  EXPECT_EQ(Info<cl_bool>(clGetProgramInfo, p, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT),
            cl_bool{CL_FALSE});
  size_t size = 77;
  char untouched = 'u';
  EXPECT_EQ(clGetProgramInfo(p, CL_PROGRAM_IL, 1, &untouched, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(untouched, 'u');
  for (cl_uint param : {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES}) {
    EXPECT_EQ(clGetProgramInfo(p, param, 0, nullptr, &size), CL_INVALID_PROGRAM_EXECUTABLE);
  }
  EXPECT_EQ(BuildInfo<cl_build_status>(p, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(BuildText(p, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(BuildText(p, CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(BuildInfo<cl_program_binary_type>(p, CL_PROGRAM_BINARY_TYPE),
            cl_uint{CL_PROGRAM_BINARY_TYPE_NONE});

  ASSERT_EQ(clBuildProgram(p, 1, &device, "-DNAME=1 -cl-mad-enable", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(Info<size_t>(clGetProgramInfo, p, CL_PROGRAM_NUM_KERNELS), 2u);
  const std::string names = InfoString(clGetProgramInfo, p, CL_PROGRAM_KERNEL_NAMES);
  EXPECT_TRUE(names == "copy;other" || names == "other;copy") << names;
  EXPECT_GT(Info<size_t>(clGetProgramInfo, p, CL_PROGRAM_BINARY_SIZES), 0u);
  EXPECT_EQ(BuildInfo<cl_build_status>(p, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(BuildText(p, CL_PROGRAM_BUILD_OPTIONS), "-DNAME=1 -cl-mad-enable");
  EXPECT_EQ(BuildInfo<cl_program_binary_type>(p, CL_PROGRAM_BINARY_TYPE),
            cl_uint{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  for (cl_uint param :
       {CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_CONTEXT, CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_DEVICES,
        CL_PROGRAM_SOURCE, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES,
        CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
    CheckQueryProtocol(clGetProgramInfo, p, param);
  }
  const auto build_info = [&](cl_program of, cl_uint param, size_t capacity, void* out,
                              size_t* needed) {
    return clGetProgramBuildInfo(of, device, param, capacity, out, needed);
  };
  for (cl_uint param : {CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG,
                        CL_PROGRAM_BINARY_TYPE, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE}) {
    CheckQueryProtocol(build_info, p, param);
  }
}

TEST_F(ProgramTest, RejectsBadQueries) {
  Program program = Source(kCopy);
  EXPECT_EQ(clGetProgramInfo(program, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetProgramBuildInfo(program, device, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  for (cl_program bad : BadHandles<cl_program>()) {
    EXPECT_EQ(Driver().clGetProgramInfo(bad, CL_PROGRAM_CONTEXT, 0, nullptr, nullptr),
              CL_INVALID_PROGRAM);
    EXPECT_EQ(
        Driver().clGetProgramBuildInfo(bad, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr),
        CL_INVALID_PROGRAM);
    EXPECT_EQ(Driver().clRetainProgram(bad), CL_INVALID_PROGRAM);
    EXPECT_EQ(Driver().clReleaseProgram(bad), CL_INVALID_PROGRAM);
    EXPECT_EQ(Driver().clBuildProgram(bad, 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_PROGRAM);
  }
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(clGetProgramBuildInfo(program, bad, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
  }
}

TEST_F(ProgramTest, RejectsBadBuilds) {
  Program program = Source(kCopy);
  const auto notify = [](cl_program, void*) {};
  int data = 0;
  EXPECT_EQ(clBuildProgram(program, 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, &device, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, &data), CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(clBuildProgram(program, 1, &bad, "", notify, nullptr), CL_INVALID_DEVICE);
  }
  for (const char* options : {"-unknown-option", "-cl-std=CL9.9", "-D", "-cl-", "plain"}) {
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr),
              CL_INVALID_BUILD_OPTIONS)
        << options;
    EXPECT_EQ(BuildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
    EXPECT_EQ(BuildText(program, CL_PROGRAM_BUILD_OPTIONS), options);
  }
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
}

// What is refused before it begins changes nothing but the log.
TEST_F(ProgramTest, InvalidOptionsLeaveTheExecutable) {
  Program program = Build("kernel void k(global int* out) { *out = VALUE; }", "-DVALUE=5");
  for (const auto notify : {static_cast<void(CL_CALLBACK*)(cl_program, void*)>(nullptr),
                            +[](cl_program, void*) { ADD_FAILURE(); }}) {
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-unknown-option", notify, nullptr),
              CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, "-unknown-option", 0, nullptr, nullptr, notify,
                               nullptr),
              CL_INVALID_COMPILER_OPTIONS);
  }
  EXPECT_EQ(BuildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(BuildText(program, CL_PROGRAM_BUILD_OPTIONS), "-DVALUE=5");
  EXPECT_NE(BuildText(program, CL_PROGRAM_BUILD_LOG).find("-unknown-option"), std::string::npos);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(4);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 5);
}

TEST_F(ProgramTest, AFailedBuildHasALogAndCanBeRepeated) {
  Program program = Source("kernel void k(global int* out) {\n  *out = VALUE;\n}\n");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(BuildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  const std::string log = BuildText(program, CL_PROGRAM_BUILD_LOG);
  EXPECT_NE(log.find("VALUE"), std::string::npos) << log;
  EXPECT_NE(log.find(":2:"), std::string::npos) << log;
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DVALUE=5", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(4);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 5);
}

// Older programs rely on it: clFFT's kernels convert pointers without a cast.
TEST_F(ProgramTest, MixedPointerTypesAreAWarning) {
  Program program = Source(
      "kernel void k(global float2* in, global int* out) {\n"
      "  global float4* wide = in;\n"
      "  *out = (int)wide->w;\n"
      "}\n");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-Werror", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_NE(BuildText(program, CL_PROGRAM_BUILD_LOG).find("warning"), std::string::npos);
  Program spaces = Source("kernel void k(global int* in) { local int* other = in; *other = 1; }");
  EXPECT_EQ(clBuildProgram(spaces, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
}

TEST_F(ProgramTest, RebuildsWithOtherOptions) {
  Program program = Source("kernel void k(global int* out) { *out = VALUE; }");
  Mem out = Buffer(4);
  for (const int value : {1, 2}) {
    const std::string options = "-D VALUE=" + std::to_string(value);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS);
    Kernel kernel = MakeKernel(program, "k");
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 1)[0], value);
  }
}

// -heddle-report: the build log says how each kernel is run, also where code waits for a launch.
TEST_F(ProgramTest, ReportsInTheBuildLog) {
  std::string source =
      "kernel void copy(write_only image2d_t out, read_only image2d_t in, sampler_t s) {\n"
      "  int2 p = {get_global_id(0), get_global_id(1)};\n"
      "  write_imagef(out, p, read_imagef(in, s, p));\n}\n";
  constexpr int kKernels = 20;  // more than a build compiles
  for (int i = 0; i < kKernels; ++i)
    source += "kernel void k" + std::to_string(i) +
              "(global int* a) { a[get_global_id(0)] += " + std::to_string(i) + "; }\n";
  EXPECT_EQ(BuildLog(Build(source)), "");
  const auto expect_all = [&](const std::string& log) {
    for (int i = 0; i < kKernels; ++i)
      EXPECT_NE(log.find("kernel 'k" + std::to_string(i) + "':\n  width "), std::string::npos) << i;
    EXPECT_NE(log.find("kernel 'copy':\n  width "), std::string::npos);
    EXPECT_NE(log.find("compiled in "), std::string::npos);
  };
  Program built = Build(source, "-cl-std=CL2.0 -heddle-report");
  expect_all(BuildLog(built));
  Program compiled = Source(source);
  ASSERT_EQ(clCompileProgram(compiled, 0, nullptr, "-heddle-report", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_SUCCESS);
  const cl_program input = compiled;
  cl_int error = -1;
  Program linked =
      clLinkProgram(context, 0, nullptr, "-heddle-report", 1, &input, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  expect_all(BuildLog(linked));
}

TEST_F(ProgramTest, ReportsWhatAKernelTakes) {
  const std::string log =
      BuildLog(Build("kernel void plain(global int* a) { a[get_global_id(0)] += 1; }\n"
                     "kernel void waits(global int* a) {\n"
                     "  local int t[64];\n"
                     "  size_t i = get_local_id(0);\n"
                     "  int x = a[get_global_id(0)];\n"
                     "  t[i] = x;\n"
                     "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                     "  a[get_global_id(0)] = t[63 - i] * x;\n}\n"
                     "kernel void keeps(global int* a) {\n"
                     "  volatile int own[50];\n"
                     "  own[a[0]] = 1;\n"
                     "  a[1] = own[a[2]];\n}\n",
                     "-heddle-report"));
  const auto part = [&](const char* name) {
    const size_t begin = log.find("kernel '" + std::string(name) + "':\n");
    EXPECT_NE(begin, log.npos) << log;
    return log.substr(begin, log.find("kernel '", begin + 1) - begin);
  };
  const auto expect = [&](const char* name, const char* text, bool is_there = true) {
    EXPECT_EQ(part(name).find(text) != std::string::npos, is_there) << text << " in\n" << log;
  };
  expect("plain", "memory: 2 contiguous, 0 strided, 0 gathers, 0 scatters, 0 uniform\n");
  expect("plain", "across barriers", false);
  expect("plain", "  private memory: 0 bytes, local memory: 0 bytes\n");
  expect("waits", " bytes for each work-item across barriers\n");
  expect("waits", ", local memory: 256 bytes\n");
  expect("keeps", "  private memory: 0 bytes", false);
  for (const char* name : {"plain", "waits", "keeps"}) {
    expect(name, "code: 0 bytes of object", false);
    expect(name, " bytes of object, hash ");
    expect(name, "too large to optimise", false);
  }
}

TEST_F(ProgramTest, TellsWhenAnAsynchronousBuildIsDone) {
  struct Seen {
    std::atomic<int> calls{0};
    cl_program program = nullptr;
  } seen;
  const auto notify = [](cl_program program, void* data) {
    static_cast<Seen*>(data)->program = program;
    ++static_cast<Seen*>(data)->calls;
  };
  Program program = Source(kCopy);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-DASYNC", notify, &seen), CL_SUCCESS);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!seen.calls && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.program, static_cast<cl_program>(program));
  EXPECT_EQ(BuildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  MakeKernel(program, "copy");
}

TEST_F(ProgramTest, BuildsInManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const std::string text =
          "kernel void k(global int* o) { *o = " + std::to_string(i % 4) + "; }";
      const char* string = text.c_str();
      Program program = clCreateProgramWithSource(context, 1, &string, nullptr, nullptr);
      if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS) ++good;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 8);
}

TEST_F(ProgramTest, ProgramScopeVariablesPersistAndAreCounted) {
  Program program = Build(
      "global int counter = 40;\n"
      "constant int table[4] = {1, 2, 3, 4};\n"
      "global int* global pointer = &counter;\n"
      "kernel void add(global int* out) { *out = atomic_add(pointer, table[0]); }\n",
      "-cl-std=CL2.0");
  EXPECT_GE(BuildInfo<size_t>(program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 12u);
  Kernel kernel = MakeKernel(program, "add");
  Mem out = Buffer(4);
  SetArgs(kernel, static_cast<cl_mem>(out));
  for (int i = 0; i < 3; ++i) {
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 1)[0], 40 + i);
  }
}

TEST_F(ProgramTest, CountsReferences) {
  Program program = Source(kCopy);
  EXPECT_EQ(clRetainProgram(program), CL_SUCCESS);
  EXPECT_EQ(
      Info<cl_uint>(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_REFERENCE_COUNT),
      2u);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "other");
  const cl_program handle = program;
  program.reset();
  // Still there for its kernel (§5.8.2).
  EXPECT_EQ(Info<cl_program>(clGetKernelInfo, static_cast<cl_kernel>(kernel), CL_KERNEL_PROGRAM),
            handle);
  kernel.reset();
  EXPECT_EQ(Driver().clRetainProgram(handle), CL_INVALID_PROGRAM);
}

TEST_F(ProgramTest, CallsReleaseCallbacksInReverseOrder) {
  static std::string order;
  order.clear();
  Program program = Build("kernel void k() {}");
  EXPECT_EQ(clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
  for (cl_program bad : BadHandles<cl_program>()) {
    EXPECT_EQ(Driver().clSetProgramReleaseCallback(
                  bad, [](cl_program, void*) {}, nullptr),
              CL_INVALID_PROGRAM);
  }
  static char one = '1', two = '2';
  const auto append = [](cl_program, void* data) { order += *static_cast<char*>(data); };
  EXPECT_EQ(clSetProgramReleaseCallback(program, append, &one), CL_SUCCESS);
  EXPECT_EQ(clSetProgramReleaseCallback(program, append, &two), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  program.reset();
  EXPECT_EQ(order, "");
  kernel.reset();
  EXPECT_EQ(order, "21");
}

TEST_F(ProgramTest, HasNoBuiltInKernels) {
  cl_int error = 0;
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &device, "anything", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &device, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 0, nullptr, "a", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &bad, "a", &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
}

TEST_F(ProgramTest, UnloadingTheCompilerIsAHint) {
  EXPECT_EQ(clUnloadPlatformCompiler(platform), CL_SUCCESS);
  for (cl_platform_id bad : BadHandles<cl_platform_id>()) {
    EXPECT_EQ(Driver().clUnloadPlatformCompiler(bad), CL_INVALID_PLATFORM);
  }
  EXPECT_EQ(Driver().clUnloadCompiler(), CL_SUCCESS);
  Build(kCopy);
}

}  // namespace
