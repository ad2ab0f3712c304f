// SPDX-License-Identifier: Apache-2.0
// Program binaries (§5.8.1, §5.8.9): executables, compiled objects and libraries, out and in again;
// and what is no binary.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "own_process.h"
#include "program_fixture.h"

namespace {

class BinaryTest : public ProgramFixture {
 protected:
  void ExpectAnswer(cl_program program, int answer) {
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 1)[0], answer);
  }
  static constexpr const char* kScaleWithGlobals =
      "global int count = 42; global int* global where = &count;\n"
      "kernel void k(global int* out) { *out = (*where)++; }";
  static constexpr const char* kSource =
      "__attribute__((vec_type_hint(int))) kernel void k(global int* out) { *out = 7; }";
};

TEST_F(BinaryTest, ExecutablesGoOutAndIn) {
  Program program = Build(kSource, "-cl-kernel-arg-info -cl-std=CL2.0");
  const Bytes bytes = BinaryOf(program);
  Program loaded = WithBinary(bytes);
  EXPECT_EQ(Type(loaded), cl_uint{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(BinaryOf(loaded), bytes);
  EXPECT_EQ(InfoString(clGetProgramInfo, static_cast<cl_program>(loaded), CL_PROGRAM_SOURCE), "");
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(loaded, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clCompileProgram(loaded, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  ASSERT_EQ(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  char options[64] = "";
  EXPECT_EQ(clGetProgramBuildInfo(loaded, device, CL_PROGRAM_BUILD_OPTIONS, sizeof(options),
                                  options, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(options, "-cl-kernel-arg-info -cl-std=CL2.0");  // those of the first build
  ExpectAnswer(loaded, 7);
  Kernel kernel = MakeKernel(loaded, "k");
  EXPECT_EQ(InfoString(clGetKernelInfo, static_cast<cl_kernel>(kernel), CL_KERNEL_ATTRIBUTES), "");
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

TEST_F(BinaryTest, ObjectsAndLibrariesGoOutAndIn) {
  Program compiled = Compiled("int f(void); kernel void k(global int* out) { *out = f(); }");
  Program object = WithBinary(BinaryOf(compiled));
  EXPECT_EQ(Type(object), cl_uint{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  EXPECT_EQ(clBuildProgram(object, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_BINARY);
  Program helper = Compiled("int f(void) { return 9; }");
  const cl_program input = helper;
  cl_int error = 1;
  Program made =
      clLinkProgram(context, 0, nullptr, "-create-library", 1, &input, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program library = WithBinary(BinaryOf(made));
  EXPECT_EQ(Type(library), cl_uint{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  const cl_program inputs[] = {object, library};
  Program linked = clLinkProgram(context, 0, nullptr, "", 2, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ExpectAnswer(linked, 9);
  Program again = WithBinary(BinaryOf(linked));
  ASSERT_EQ(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  ExpectAnswer(again, 9);
}

TEST_F(BinaryTest, ProgramScopeVariablesStartAnew) {
  const char* text =
      "global int count = 1; global int* global where = &count;\n"
      "kernel void k(global int* out) { *out = (*where)++; }";
  Program program = Build(text, "-cl-std=CL2.0");
  ExpectAnswer(program, 1);
  ExpectAnswer(program, 2);
  Program loaded = WithBinary(BinaryOf(program));
  ASSERT_EQ(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  ExpectAnswer(loaded, 1);
  ExpectAnswer(program, 3);
}

// Run by the test below in a process of its own, where kernels are compiled for an older CPU.
TEST_F(BinaryTest, DISABLED_WriteForAnotherCpu) {
  const Bytes bytes = BinaryOf(Build(kScaleWithGlobals, "-cl-std=CL2.0"));
  std::ofstream out(std::getenv("BINARY_TEST_FILE"), std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

TEST_F(BinaryTest, ABinaryForAnotherCpuIsCompiledAnew) {
  const std::string file = "/tmp/heddle-binary-test-" + std::to_string(::getpid());
  const int code = RunInOwnProcess("BinaryTest.DISABLED_WriteForAnotherCpu", [&] {
    ::setenv("HEDDLE_CPU_FEATURES", "sse4.2", 1);
    ::setenv("BINARY_TEST_FILE", file.c_str(), 1);
  });
  ASSERT_EQ(code, 0);
  std::ifstream in(file, std::ios::binary);
  const Bytes bytes((std::istreambuf_iterator<char>(in)), {});
  ::unlink(file.c_str());
  Program program = WithBinary(bytes);
  EXPECT_EQ(Type(program), cl_uint{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS)
      << BuildLog(program);
  ExpectAnswer(program, 42);
  ExpectAnswer(program, 43);
  WithBinary(BinaryOf(program));
}

// Run by the test below: code of the binary is used, or what the compiler makes of its IR.
TEST_F(BinaryTest, DISABLED_Build) {
  std::ifstream in(std::getenv("BINARY_TEST_FILE"), std::ios::binary);
  const Bytes bytes((std::istreambuf_iterator<char>(in)), {});
  Program program = WithBinary(bytes);
  const bool is_expected = std::getenv("BINARY_TEST_EXPECTED") == std::string("built");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS,
            is_expected);
  if (is_expected) ExpectAnswer(program, 7);
}

TEST_F(BinaryTest, CodeOfABinaryIsNotRunWhereThatIsForbidden) {
  const std::string file = "/tmp/heddle-binary-code-test-" + std::to_string(::getpid());
  const Bytes bytes = BinaryOf(Build(kSource));
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const auto build = [&](const char* code, const char* compiler, const char* expected) {
    return RunInOwnProcess("BinaryTest.DISABLED_Build", [&] {
      ::setenv("BINARY_TEST_FILE", file.c_str(), 1);
      ::setenv("BINARY_TEST_EXPECTED", expected, 1);
      ::setenv("HEDDLE_CACHE", "off", 1);
      ::setenv("HEDDLE_BINARY_CODE", code, 1);
      if (*compiler) ::setenv("HEDDLE_COMPILER", compiler, 1);
    });
  };
  EXPECT_EQ(build("on", "/nowhere", "built"), 0);
  EXPECT_EQ(build("off", "", "built"), 0);
  EXPECT_EQ(build("off", "/nowhere", "not"), 0);
  ::unlink(file.c_str());
}

TEST_F(BinaryTest, NullEntriesAreSkipped) {
  Program program = Build(kSource);
  unsigned char* nowhere = nullptr;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(nowhere), &nowhere, nullptr),
            CL_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(nowhere));
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, size - 1, &nowhere, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(BinaryTest, RejectsBadArguments) {
  const Bytes bytes = BinaryOf(Build(kSource));
  const unsigned char* at = bytes.data();
  const unsigned char* null = nullptr;
  const size_t size = bytes.size(), zero = 0;
  const auto create = [&](cl_uint n, const cl_device_id* devices, const size_t* lengths,
                          const unsigned char** binaries, cl_int* status) {
    cl_int error = 0;
    EXPECT_EQ(clCreateProgramWithBinary(context, n, devices, lengths, binaries, status, &error),
              nullptr);
    return error;
  };
  EXPECT_EQ(create(0, &device, &size, &at, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr, &size, &at, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, nullptr, &at, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &size, nullptr, nullptr), CL_INVALID_VALUE);
  cl_int status = 0;
  EXPECT_EQ(create(1, &device, &zero, &at, &status), CL_INVALID_VALUE);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  EXPECT_EQ(create(1, &device, &size, &null, &status), CL_INVALID_VALUE);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    EXPECT_EQ(create(1, &bad, &size, &at, nullptr), CL_INVALID_DEVICE);
  }
  for (cl_context bad : BadHandles<cl_context>()) {
    cl_int error = 0;
    EXPECT_EQ(Driver().clCreateProgramWithBinary(bad, 1, &device, &size, &at, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(BinaryTest, WhatIsNoBinaryIsRefused) {
  const Bytes bytes = BinaryOf(Build(kSource));
  WithBinary({1, 2, 3}, CL_INVALID_BINARY);
  WithBinary(Bytes(bytes.begin(), bytes.end() - 1), CL_INVALID_BINARY);
  std::mt19937 random(11);
  for (int i = 0; i < 500; ++i) {
    Bytes bad = bytes;
    bad[random() % bad.size()] ^= static_cast<unsigned char>(1u << random() % 8);
    WithBinary(bad, CL_INVALID_BINARY);
  }
}

/// A context with the root device and one of its sub-devices.
class TwoDevicesTest : public BinaryTest {
 protected:
  void SetUp() override {
    BinaryTest::SetUp();
    if (Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) < 2) {
      GTEST_SKIP() << "one compute unit";
    }
    const cl_device_partition_property by_ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    ASSERT_EQ(clCreateSubDevices(device, by_ones, 0, nullptr, &count), CL_SUCCESS);
    subs.resize(count);
    ASSERT_EQ(clCreateSubDevices(device, by_ones, count, subs.data(), nullptr), CL_SUCCESS);
    both = {device, subs[0]};
    cl_int error = 1;
    shared = clCreateContext(nullptr, 2, both.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    shared.reset();
    for (cl_device_id sub : subs) EXPECT_EQ(clReleaseDevice(sub), CL_SUCCESS);
    BinaryTest::TearDown();
  }
  /// One binary for each of the first `count` devices.
  Program LoadFor(cl_uint count, const Bytes& first, const Bytes& second) {
    const unsigned char* at[] = {first.data(), second.data()};
    const size_t sizes[] = {first.size(), second.size()};
    cl_int error = 1;
    Program program =
        clCreateProgramWithBinary(shared, count, both.data(), sizes, at, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  cl_int EnqueueOn(cl_device_id on, cl_kernel kernel, cl_mem out, int* answer) {
    cl_int error = 1;
    Queue made = clCreateCommandQueueWithProperties(shared, on, nullptr, &error);
    SetArgs(kernel, out);
    const size_t one = 1;
    error = clEnqueueNDRangeKernel(made, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    EXPECT_EQ(clEnqueueReadBuffer(made, out, CL_TRUE, 0, 4, answer, 0, nullptr, nullptr),
              CL_SUCCESS);
    return error;
  }
  std::vector<cl_device_id> subs;
  std::vector<cl_device_id> both;
  Context shared;
};

TEST_F(TwoDevicesTest, ABinaryServesEachOfThem) {
  const Bytes bytes = BinaryOf(Build(kSource));
  Program program = LoadFor(2, bytes, bytes);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  size_t size = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size),
            CL_INVALID_DEVICE);  // there are two
  Mem out = clCreateBuffer(shared, 0, 4, nullptr, nullptr);
  for (cl_device_id each : both) {
    int answer = 0;
    EXPECT_EQ(EnqueueOn(each, kernel, out, &answer), CL_SUCCESS);
    EXPECT_EQ(answer, 7);
  }
}

TEST_F(TwoDevicesTest, WhatIsBuiltForTheParentServesTheSubDevice) {
  const Bytes bytes = BinaryOf(Build(kSource));
  Program program = LoadFor(1, bytes, bytes);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = clCreateBuffer(shared, 0, 4, nullptr, nullptr);
  int answer = 0;
  EXPECT_EQ(EnqueueOn(subs[0], kernel, out, &answer), CL_SUCCESS);
  EXPECT_EQ(answer, 7);
}

TEST_F(TwoDevicesTest, WhatIsBuiltForTheSubDeviceAloneServesNoOther) {
  const char* text = kSource;
  cl_int error = 1;
  Program program = clCreateProgramWithSource(shared, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 1, &subs[0], "", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = clCreateBuffer(shared, 0, 4, nullptr, nullptr);
  int answer = 0;
  EXPECT_EQ(EnqueueOn(subs[0], kernel, out, &answer), CL_SUCCESS);
  EXPECT_EQ(EnqueueOn(device, kernel, out, &answer), CL_INVALID_PROGRAM_EXECUTABLE);
  size_t sizes[2] = {};
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(sizes[0], 0u);
  EXPECT_GT(sizes[1], 0u);
}

TEST_F(TwoDevicesTest, VariablesOfProgramScopeAreOfOneDevice) {
  const char* text = kScaleWithGlobals;
  Program program = clCreateProgramWithSource(shared, 1, &text, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  Mem out = clCreateBuffer(shared, 0, 4, nullptr, nullptr);
  for (int i = 0; i < 2; ++i) {
    for (cl_device_id each : both) {
      int answer = 0;
      EXPECT_EQ(EnqueueOn(each, kernel, out, &answer), CL_SUCCESS);
      EXPECT_EQ(answer, 42 + i);
    }
  }
}

TEST_F(TwoDevicesTest, DefinitionsMustAgree) {
  Program program =
      LoadFor(2, BinaryOf(Build("kernel void same(global int* a) {} kernel void k(int a) {}")),
              BinaryOf(Build("kernel void same(global int* a) {} kernel void k(float4 a) {}")));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_DEFINITION);
  cl_kernel kernels[2] = {};
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program, 2, kernels, &count), CL_SUCCESS);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(InfoString(clGetKernelInfo, kernels[0], CL_KERNEL_FUNCTION_NAME), "same");
  EXPECT_EQ(clReleaseKernel(kernels[0]), CL_SUCCESS);
}

}  // namespace
