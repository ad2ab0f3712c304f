// SPDX-License-Identifier: Apache-2.0
// Programs (§5.8) with a compiler that does what the test wants. What the real one makes of OpenCL
// C is in tests/api.
#include "runtime/program/program.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "../fake/fixture.h"

namespace heddle::test {
namespace {

class ProgramTest : public FakeCompilerTest {};

TEST_F(ProgramTest, GoesFromNoneToBuilt) {
  cl_program program = source("kernel a kernel b globals");
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(build_info<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE});
  size_t kernels = 0;
  EXPECT_EQ(::clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(kernels), &kernels, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(::clBuildProgram(program, 1, &device, "-DX", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(build_info<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(build_info<size_t>(program, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 12u);
  EXPECT_EQ(build_text(program, CL_PROGRAM_BUILD_OPTIONS), "-DX");
  EXPECT_EQ(build_text(program, CL_PROGRAM_BUILD_LOG), "compiled\n");
  char names[8] = "";
  EXPECT_EQ(::clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(names, "a;b");
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

TEST_F(ProgramTest, FailuresAreToldApart) {
  cl_program program = source("error");
  EXPECT_EQ(::clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(build_text(program, CL_PROGRAM_BUILD_LOG), "<source>:1: error\n");
  EXPECT_EQ(::clBuildProgram(program, 0, nullptr, "-bad", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  const auto compile = [&](const char* options) {
    return ::clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(compile(""), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_EQ(compile("-bad"), CL_INVALID_COMPILER_OPTIONS);
  cl_int error = 0;
  EXPECT_EQ(::clCreateKernel(program, "a", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

TEST_F(ProgramTest, CompilesOnceThenRemembers) {
  const std::string text = "kernel once";
  cl_program first = built(text);
  const int before = compilations();
  cl_program second = built(text);
  EXPECT_EQ(compilations(), before);  // from memory
  EXPECT_EQ(::clUnloadPlatformCompiler(&platform()), CL_SUCCESS);
  cl_program third = built(text);
  EXPECT_EQ(compilations(), before);  // from disk
  EXPECT_EQ(build_text(third, CL_PROGRAM_BUILD_LOG), "compiled\n");
  EXPECT_EQ(::clBuildProgram(third, 0, nullptr, "-DOTHER", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(compilations(), before + 1);
  EXPECT_EQ(::clBuildProgram(third, 0, nullptr, "  -DOTHER \n", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(compilations(), before + 1);
  for (cl_program program : {first, second, third})
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

TEST_F(ProgramTest, SourcesThatIncludeFilesAreNotRemembered) {
  const std::string text = "kernel k\n#include \"file.h\"\n";
  const int before = compilations();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(::clReleaseProgram(built(text)), CL_SUCCESS);
  EXPECT_EQ(compilations(), before + 2);
}

TEST(SelfContained, SeesWhatAPreprocessorWould) {
  const EmbeddedHeader header[] = {{"dir/a.h", ""}};
  const auto alone = [&](std::string_view text) { return self_contained(text, header); };
  EXPECT_TRUE(alone("kernel void k() { int includes; }  // include this\n"));
  EXPECT_TRUE(alone("#include <dir/a.h>\n #  include \"dir/a.h\" // twice\r\n"));
  EXPECT_FALSE(alone("#include <b.h>\n"));
  EXPECT_FALSE(alone("#include NAME\n"));
  EXPECT_FALSE(alone("#inc\\\nlude <b.h>"));
  EXPECT_FALSE(alone("#inc\?\?/\nlude <b.h>"));
  EXPECT_FALSE(alone("%:include <b.h>"));
  EXPECT_FALSE(alone("# /* \n */ include <b.h>"));
  EXPECT_FALSE(alone("#import <dir/b.h>"));
  EXPECT_FALSE(alone("#include <dir/a.h> /* \n"));
  EXPECT_FALSE(alone("#if __has_include(<b.h>)"));
  EXPECT_FALSE(alone("x = __TIME__;"));
}

TEST_F(ProgramTest, ABuildWithACallbackGoesOnAlone) {
  struct Seen {
    std::atomic<int> calls{0};
    std::atomic<cl_program> program{nullptr};
  } seen;
  const auto notify = [](cl_program program, void* data) {
    static_cast<Seen*>(data)->program = program;
    ++static_cast<Seen*>(data)->calls;
  };
  cl_program program = source("kernel asynchronous");
  hold_compiler(true);
  ASSERT_EQ(::clBuildProgram(program, 0, nullptr, "", notify, &seen), CL_SUCCESS);
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_IN_PROGRESS);
  EXPECT_EQ(::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  cl_int error = 0;
  EXPECT_EQ(::clLinkProgram(context, 0, nullptr, "", 1, &program, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(seen.calls, 0);
  hold_compiler(false);
  while (seen.calls == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(seen.program, program);
  EXPECT_EQ(build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

TEST_F(ProgramTest, LinksWhatIsCompiled) {
  cl_program a = source("kernel a");
  cl_program b = source("kernel b");
  const auto compile = [](cl_program program) {
    return ::clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr);
  };
  const auto link = [&](std::vector<cl_program> inputs, const char* options, cl_int expected) {
    cl_int error = 1;
    cl_program linked =
        ::clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                        inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected);
    return linked;
  };
  EXPECT_EQ(link({a, b}, "", CL_INVALID_OPERATION), nullptr);
  ASSERT_EQ(compile(a), CL_SUCCESS);
  EXPECT_EQ(link({a, b}, "", CL_INVALID_OPERATION), nullptr);  // one of two
  ASSERT_EQ(compile(b), CL_SUCCESS);
  EXPECT_EQ(link({a, b}, "-bad", CL_INVALID_LINKER_OPTIONS), nullptr);
  cl_program library = link({a}, "-create-library", CL_SUCCESS);
  EXPECT_EQ(build_info<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  cl_program executable = link({library, b}, "-cl-finite-math-only", CL_SUCCESS);
  EXPECT_EQ(build_text(executable, CL_PROGRAM_BUILD_OPTIONS), "-cl-finite-math-only");
  EXPECT_EQ(::clBuildProgram(executable, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(compile(executable), CL_INVALID_OPERATION);
  cl_program bad = source("kernel unlinkable");
  ASSERT_EQ(compile(bad), CL_SUCCESS);
  cl_program failed = link({bad}, "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(build_info<cl_build_status>(failed, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(build_text(failed, CL_PROGRAM_BUILD_LOG), "undefined function\n");
  for (cl_program program : {a, b, library, executable, bad, failed}) {
    EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  }
}

TEST_F(ProgramTest, ABinaryForThisCpuNeedsNoCompiler) {
  cl_program program = built("kernel k");
  const auto bytes = binary(program);
  const int before = compilations();
  cl_program copy = from_binary(bytes);
  EXPECT_EQ(build_info<cl_program_binary_type>(copy, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  cl_int error = 0;
  EXPECT_EQ(::clCreateKernel(copy, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);  // not built
  ASSERT_EQ(::clBuildProgram(copy, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(compilations(), before);
  cl_kernel kernel = ::clCreateKernel(copy, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(::clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 1u);  // empty unless from source
  EXPECT_EQ(::clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  EXPECT_EQ(binary(copy), bytes);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  for (cl_program each : {program, copy}) EXPECT_EQ(::clReleaseProgram(each), CL_SUCCESS);
}

TEST_F(ProgramTest, ABinaryForAnotherCpuIsCompiledAnew) {
  cl_program program = built("kernel k");
  auto record = deserialize(binary(program));
  ASSERT_TRUE(record);
  record->cpu = "+quantum";
  record->kernels[0].object = {0xde, 0xad};  // would not even load
  cl_program copy = from_binary(serialize(*record));
  const int before = compilations();
  ASSERT_EQ(::clBuildProgram(copy, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(compilations(), before + 1);
  cl_int error = 0;
  cl_kernel kernel = ::clCreateKernel(copy, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  record->ir.clear();  // and without IR there is nothing to be made of it
  EXPECT_EQ(from_binary(serialize(*record), CL_INVALID_BINARY), nullptr);
  for (cl_program each : {program, copy}) EXPECT_EQ(::clReleaseProgram(each), CL_SUCCESS);
}

TEST_F(ProgramTest, AnObjectThatDoesNotLoadIsGeneratedAnew) {
  cl_program program = built("kernel k");
  auto record = deserialize(binary(program));
  ASSERT_TRUE(record);
  record->kernels[0].object = {0xde, 0xad};
  cl_program copy = from_binary(serialize(*record));
  ASSERT_EQ(::clBuildProgram(copy, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  cl_int error = 0;
  cl_kernel kernel = ::clCreateKernel(copy, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  for (cl_program each : {program, copy}) EXPECT_EQ(::clReleaseProgram(each), CL_SUCCESS);
}

TEST_F(ProgramTest, ReleaseCallbacksRunInReverseOrder) {
  static std::string order;
  order.clear();
  cl_program program = built("kernel k");
  EXPECT_EQ(::clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
  ::clSetProgramReleaseCallback(program, [](cl_program, void*) { order += '1'; }, nullptr);
  ::clSetProgramReleaseCallback(program, [](cl_program, void*) { order += '2'; }, nullptr);
  cl_kernel kernel = ::clCreateKernel(program, "k", nullptr);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
  EXPECT_EQ(order, "");  // the kernel holds it
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(order, "21");
  EXPECT_EQ(::clReleaseProgram(program), CL_INVALID_PROGRAM);
}

TEST_F(ProgramTest, KernelsHoldBuildsOff) {
  cl_program program = built("kernel k");
  cl_kernel kernel = ::clCreateKernel(program, "k", nullptr);
  EXPECT_EQ(::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  cl_kernel copy = ::clCloneKernel(kernel, nullptr);
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(::clReleaseKernel(copy), CL_SUCCESS);
  EXPECT_EQ(::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

TEST(CompilerDoorTest, RefusesAnotherBuild) {
  hdc_interface table{};
  table.version = HDC_INTERFACE_VERSION;
  table.build_id = "0.0.0-other";
  EXPECT_EQ(CompilerDoor::check(nullptr, "x").error().code, CL_COMPILER_NOT_AVAILABLE);
  const Error error = CompilerDoor::check(&table, "x").error();
  EXPECT_EQ(error.code, CL_COMPILER_NOT_AVAILABLE);
  EXPECT_NE(error.why.find("0.0.0-other"), std::string::npos);
  table.version = HDC_INTERFACE_VERSION + 1;
  EXPECT_FALSE(CompilerDoor::check(&table, "x"));
}

}  // namespace
}  // namespace heddle::test
