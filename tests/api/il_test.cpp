// SPDX-License-Identifier: Apache-2.0
// Programs from SPIR-V (§5.8.1) and specialisation constants (§5.8.3). Modules are assembled
// here, from text.
#include <algorithm>
#include <cstring>
#include <thread>

#include "il_fixture.h"

namespace {

Words OtherEndianness(Words words) {
  for (uint32_t& word : words) word = __builtin_bswap32(word);
  return words;
}

TEST_F(IlTest, DeviceSaysWhichVersionsItTakes) {
  const std::string versions = InfoString(clGetDeviceInfo, device, CL_DEVICE_IL_VERSION);
  EXPECT_EQ(versions,
            "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6");
  const auto listed =
      InfoArray<cl_name_version_khr>(clGetDeviceInfo, device, CL_DEVICE_ILS_WITH_VERSION_KHR);
  ASSERT_EQ(listed.size(), 7u);
  for (unsigned minor = 0; minor < 7; ++minor) {
    EXPECT_STREQ(listed[minor].name, "SPIR-V");
    EXPECT_EQ(listed[minor].version, CL_MAKE_VERSION_KHR(1u, minor, 0u));
  }
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"),
            nullptr);
}

TEST_F(IlTest, RunsAKernel) {
  const Words words = Assemble(PlainKernel());
  Program program = WithIL(words);
  EXPECT_EQ(InfoString(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_SOURCE), "");
  EXPECT_EQ(InfoArray<uint32_t>(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_IL),
            words);
  CheckQueryProtocol(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_IL);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program, 100), Counted(2, 100));
  EXPECT_EQ(
      Info<size_t>(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_NUM_KERNELS), 1u);
  Kernel kernel = MakeKernel(program, "count");
  EXPECT_EQ(InfoString(clGetKernelInfo, static_cast<cl_kernel>(kernel), CL_KERNEL_ATTRIBUTES), "");
}

TEST_F(IlTest, EveryVersionAndBothEndiannesses) {
  for (const auto rules : {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2}) {
    const Words words = Assemble(PlainKernel(), rules);
    for (const Words& given : {words, OtherEndianness(words)}) {
      Program program = WithIL(given);
      EXPECT_EQ(
          InfoArray<uint32_t>(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_IL),
          given);
      ASSERT_TRUE(Built(program));
      EXPECT_EQ(Result(program), Counted(2));
    }
  }
}

TEST_F(IlTest, NonUniformGroups) {
  Program program = WithIL(PlainKernel());
  ASSERT_TRUE(Built(program));
  Kernel kernel = MakeKernel(program, "count");
  Mem out = Buffer(std::vector<cl_uint>(10));
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 10, 4);
  EXPECT_EQ(Read<cl_uint>(out, 10), Counted(2, 10));
}

TEST_F(IlTest, ProgramsFromElsewhereHaveNoIL) {
  Program program = Build("kernel void k() {}");
  size_t size = 1;
  char untouched = 'x';
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, 1, &untouched, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(untouched, 'x');
  const cl_uint value = 1;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 0, sizeof(value), &value),
            CL_INVALID_PROGRAM);
}

TEST_F(IlTest, RefusesWhatIsNoModule) {
  const Words good = Assemble(PlainKernel());
  const size_t bytes = good.size() * sizeof(uint32_t);
  cl_int error = 0;
  EXPECT_EQ(clCreateProgramWithIL(context, nullptr, bytes, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  WithIL(good.data(), 0, CL_INVALID_VALUE);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateProgramWithIL(bad, good.data(), bytes, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
  for (const size_t length : {size_t{1}, size_t{4}, size_t{19}, size_t{20}, bytes - 1, bytes - 4})
    WithIL(good.data(), length, CL_INVALID_VALUE);
  const std::string source = "kernel void k() {}";
  WithIL(source.data(), source.size(), CL_INVALID_VALUE);
  WithIL(Words(64, 0), CL_INVALID_VALUE);
  WithIL(Words(64, 0xffffffff), CL_INVALID_VALUE);
}

TEST_F(IlTest, RefusesModulesThatAreNotValid) {
  const Words good = Assemble(PlainKernel());
  Words changed = good;
  changed[1] = 0x00090000;  // version 9.0
  WithIL(changed, CL_INVALID_VALUE);
  for (size_t i = 5; i < good.size(); ++i) {  // an instruction of no words, and of far too many
    changed = good;
    changed[i] &= 0xffff;
    cl_int error = 0;
    Program maybe = clCreateProgramWithIL(context, changed.data(), 4 * changed.size(), &error);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_VALUE) << i;
  }
  changed = good;
  changed[5] |= 0xffff0000;
  WithIL(changed, CL_INVALID_VALUE);
  const auto text = [](std::string from, const char* what, const char* by) {
    const size_t at = from.find(what);
    EXPECT_NE(at, std::string::npos);
    return Assemble(from.replace(at, strlen(what), by));
  };
  WithIL(text(PlainKernel(), "OpIMul %uint", "OpIMul %float"), CL_INVALID_VALUE);
  WithIL(text(PlainKernel(), "OpReturn\n", ""), CL_INVALID_VALUE);
  // Valid, but not for this device.
  WithIL(text(PlainKernel(), "Physical64", "Physical32"), CL_INVALID_VALUE);
  WithIL(text(PlainKernel(), "OpCapability Int16\n", "OpCapability Int16\nOpCapability Shader\n"),
         CL_INVALID_VALUE);
}

TEST_F(IlTest, SpecialisationConstantsOfEveryType) {
  // The sum of all constants, as far as it is a whole number.
  const std::string decorations = R"(OpDecorate %c_bool SpecId 0
OpDecorate %c_uchar SpecId 1
OpDecorate %c_ushort SpecId 2
OpDecorate %c_uint SpecId 3
OpDecorate %c_ulong SpecId 4
OpDecorate %c_float SpecId 5
OpDecorate %c_double SpecId 4000000000
)";
  const std::string constants = R"(%c_bool = OpSpecConstantTrue %bool
%c_uchar = OpSpecConstant %uchar 2
%c_ushort = OpSpecConstant %ushort 3
%c_uint = OpSpecConstant %uint 4
%c_ulong = OpSpecConstant %ulong 5
%c_float = OpSpecConstant %float 6
%c_double = OpSpecConstant %double 7
)";
  const std::string body = R"(%n0 = OpSelect %uint %c_bool %one %zero
%n1 = OpUConvert %uint %c_uchar
%n2 = OpUConvert %uint %c_ushort
%n4 = OpUConvert %uint %c_ulong
%n5 = OpConvertFToU %uint %c_float
%n6 = OpConvertFToU %uint %c_double
%s1 = OpIAdd %uint %n0 %n1
%s2 = OpIAdd %uint %s1 %n2
%s3 = OpIAdd %uint %s2 %c_uint
%s4 = OpIAdd %uint %s3 %n4
%s5 = OpIAdd %uint %s4 %n5
%s6 = OpIAdd %uint %s5 %n6
)";
  Program program = WithIL(CountingKernel(decorations, constants, body, "%s6"));
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(2 * 28));

  const auto set = [&](cl_uint id, auto value) {
    return clSetProgramSpecializationConstant(program, id, sizeof(value), &value);
  };
  EXPECT_EQ(set(0, cl_uchar{0}), CL_SUCCESS);
  EXPECT_EQ(set(1, cl_uchar{200}), CL_SUCCESS);
  EXPECT_EQ(set(2, cl_ushort{3000}), CL_SUCCESS);
  EXPECT_EQ(set(3, cl_uint{5}), CL_SUCCESS);
  EXPECT_EQ(set(3, cl_uint{40000}), CL_SUCCESS);  // the last value counts
  EXPECT_EQ(set(4, cl_ulong{500000}), CL_SUCCESS);
  EXPECT_EQ(set(5, 6000000.0f), CL_SUCCESS);
  EXPECT_EQ(set(4000000000u, 7e7), CL_SUCCESS);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(2 * 76543200));
  EXPECT_EQ(set(0, cl_uchar{17}), CL_SUCCESS);  // any value but zero is true
  ASSERT_TRUE(Built(program));                  // the others stay as they were
  EXPECT_EQ(Result(program), Counted(2 * 76543201));
}

TEST_F(IlTest, SpecialisationConstantsAreChecked) {
  Program program = WithIL(CountingKernel("OpDecorate %c SpecId 7\nOpDecorate %b SpecId 8\n",
                                          "%c = OpSpecConstant %uint 1\n"
                                          "%b = OpSpecConstantFalse %bool\n",
                                          "", "%c"));
  const cl_ulong value = 3;
  const auto set = [&](cl_uint id, size_t size, const void* from) {
    return clSetProgramSpecializationConstant(program, id, size, from);
  };
  for (cl_program bad : BadHandles<cl_program>()) {
    EXPECT_EQ(Driver().clSetProgramSpecializationConstant(bad, 7, 4, &value), CL_INVALID_PROGRAM);
  }
  EXPECT_EQ(set(6, 4, &value), CL_INVALID_SPEC_ID);
  EXPECT_EQ(set(7, 4, nullptr), CL_INVALID_VALUE);
  for (const size_t size : {0, 1, 2, 3, 5, 8}) EXPECT_EQ(set(7, size, &value), CL_INVALID_VALUE);
  for (const size_t size : {0, 4}) EXPECT_EQ(set(8, size, &value), CL_INVALID_VALUE);
  EXPECT_EQ(set(7, 4, &value), CL_SUCCESS);
  EXPECT_EQ(set(8, 1, &value), CL_SUCCESS);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(6));
}

TEST_F(IlTest, Options) {
  Program program = WithIL(PlainKernel());
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-no-such-option", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  for (const char* options :
       {"-cl-fast-relaxed-math", "-cl-opt-disable", "-cl-mad-enable -cl-denorms-are-zero",
        "-cl-std=CL1.2 -DX=1 -I. -w", "-cl-kernel-arg-info"}) {
    ASSERT_TRUE(Built(program, options));
    EXPECT_EQ(Result(program), Counted(2)) << options;
    EXPECT_EQ(InfoString(
                  [&](cl_program of, cl_uint id, size_t size, void* out, size_t* needed) {
                    return clGetProgramBuildInfo(of, device, id, size, out, needed);
                  },
                  static_cast<cl_program>(program), CL_PROGRAM_BUILD_OPTIONS),
              options);
  }
}

// §5.8.4: of a program from intermediate language they are ignored.
TEST_F(IlTest, HeadersOfACompilationAreIgnored) {
  Program program = WithIL(PlainKernel());
  const auto compile = [&](cl_uint count, const cl_program* headers, const char** names) {
    return clCompileProgram(program, 1, &device, "", count, headers, names, nullptr, nullptr);
  };
  const cl_program none = nullptr;
  const char* name = nullptr;
  EXPECT_EQ(compile(1, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(compile(0, &none, &name), CL_SUCCESS);
  EXPECT_EQ(compile(1, &none, &name), CL_SUCCESS);
  EXPECT_EQ(Result(Link({program})), Counted(2));
}

// OpenCL.DebugInfo.100 (cl_khr_spirv_extended_debug_info), as the translator writes it: a function
// without a result has the type DebugInfoNone, which SPIRV-Tools refuse.
TEST_F(IlTest, TakesDebugInformation) {
  std::string text = PlainKernel();
  const auto insert = [&](const char* before, const std::string& what) {
    const size_t at = text.find(before);
    ASSERT_NE(at, std::string::npos);
    text.insert(at, what);
  };
  insert("OpMemoryModel", "%debug = OpExtInstImport \"OpenCL.DebugInfo.100\"\n");
  insert("OpName",
         "%file = OpString \"/tmp/count.cl\"\n%name = OpString \"count\"\n"
         "%empty = OpString \"\"\n%uint_name = OpString \"uint\"\n");
  insert("%k = OpFunction", R"(%bits = OpConstant %uint 32
%none = OpExtInst %void %debug DebugInfoNone
%source = OpExtInst %void %debug DebugSource %file
%unit = OpExtInst %void %debug DebugCompilationUnit 65536 4 %source OpenCL_C
%d_uint = OpExtInst %void %debug DebugTypeBasic %uint_name %bits Unsigned
%d_pointer = OpExtInst %void %debug DebugTypePointer %d_uint CrossWorkgroup None
%d_type = OpExtInst %void %debug DebugTypeFunction None %none %d_pointer
%d_count = OpExtInst %void %debug DebugFunction %name %d_type %source 1 0 %unit %empty FlagIsDefinition 1 %k %none
)");
  insert("%ids = OpLoad",
         "%scope = OpExtInst %void %debug DebugScope %d_count\nOpLine %file 3 1\n");
  insert("OpReturn\n", "%no_scope = OpExtInst %void %debug DebugNoScope\n");
  // Not every translator takes a source without its text: then there is no debug information.
  std::string with_text = text;
  with_text.replace(text.find("DebugSource %file"), 17, "DebugSource %file %empty");
  for (const auto& module : {text, with_text}) {
    const Words words = Assemble(module);
    for (const char* options : {"", "-g", "-g -cl-opt-disable"}) {
      Program program = WithIL(words);
      ASSERT_TRUE(program);
      ASSERT_TRUE(Built(program, options)) << options;
      EXPECT_EQ(Result(program), Counted(2));
      if (module == with_text) EXPECT_EQ(BuildLog(program), "");
    }
  }
}

TEST_F(IlTest, LinksWithOpenCLC) {
  // uint add_five(uint) comes from a source; the source's kernel calls uint seven() of the module.
  const std::string text = std::string(kHead) + R"(OpEntryPoint Kernel %k "count" %id
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %add LinkageAttributes "add_five" Import
OpDecorate %seven LinkageAttributes "seven" Export
)" + kTypes + R"(%c7 = OpConstant %uint 7
%add_type = OpTypeFunction %uint %uint
%seven_type = OpTypeFunction %uint
%add = OpFunction %uint None %add_type
%x = OpFunctionParameter %uint
OpFunctionEnd
%seven = OpFunction %uint None %seven_type
%seven_begin = OpLabel
OpReturnValue %c7
OpFunctionEnd
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%narrow = OpUConvert %uint %i
%sum = OpFunctionCall %uint %add %narrow
%at = OpInBoundsPtrAccessChain %p_uint %out %i
OpStore %at %sum Aligned 4
OpReturn
OpFunctionEnd
)";
  Program module = WithIL(text);
  EXPECT_EQ(clBuildProgram(module, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(module).find("add_five"), std::string::npos) << BuildLog(module);

  ASSERT_EQ(Compile(module), CL_SUCCESS) << BuildLog(module);
  Program c = Compiled(
      "uint seven(void); uint add_five(uint x) { return x + 5; }"
      "kernel void c(global uint* o) { o[get_global_id(0)] = get_global_id(0) + seven(); }",
      "-cl-std=CL2.0");
  Program whole = Link({module, c});
  ASSERT_TRUE(whole);
  EXPECT_EQ(Result(whole), Counted(5));
  EXPECT_EQ(Result(whole, 8, "c"), Counted(7));
}

TEST_F(IlTest, BinariesOfModules) {
  Program program = WithIL(PlainKernel());
  ASSERT_TRUE(Built(program));
  Program again = WithBinary(BinaryOf(program));
  ASSERT_TRUE(Built(again));
  EXPECT_EQ(Result(again), Counted(2));
}

/// A module with a program-scope variable, an initialiser that adds 40 to its 2, a finaliser that
/// prints, and a kernel that writes variable + i.
std::string WithInitializer() {
  return std::string(kHead) + R"(OpEntryPoint Kernel %init "set_up"
OpEntryPoint Kernel %fini "tear_down"
OpEntryPoint Kernel %k "count" %id
OpExecutionMode %init Initializer
OpExecutionMode %fini Finalizer
OpDecorate %id BuiltIn GlobalInvocationId
)" + kTypes +
         R"(%c40 = OpConstant %uint 40
%state = OpVariable %p_uint CrossWorkgroup %two
%fmt_size = OpConstant %uint 3
%uc_f = OpConstant %uchar 102
%uc_n = OpConstant %uchar 10
%uc_0 = OpConstant %uchar 0
%text_type = OpTypeArray %uchar %fmt_size
%p_text = OpTypePointer UniformConstant %text_type
%p_char = OpTypePointer UniformConstant %uchar
%text_value = OpConstantComposite %text_type %uc_f %uc_n %uc_0
%text = OpVariable %p_text UniformConstant %text_value
%init = OpFunction %void None %action_type
%init_begin = OpLabel
%old = OpLoad %uint %state Aligned 4
%new = OpIAdd %uint %old %c40
OpStore %state %new Aligned 4
OpReturn
OpFunctionEnd
%fini = OpFunction %void None %action_type
%fini_begin = OpLabel
%first = OpInBoundsAccessChain %p_char %text %zero
%printed = OpExtInst %uint %std printf %first
OpReturn
OpFunctionEnd
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%narrow = OpUConvert %uint %i
%now = OpLoad %uint %state Aligned 4
%sum = OpIAdd %uint %narrow %now
%at = OpInBoundsPtrAccessChain %p_uint %out %i
OpStore %at %sum Aligned 4
OpReturn
OpFunctionEnd
)";
}

TEST_F(IlTest, InitializersAndFinalizers) {
  Program program = WithIL(WithInitializer());
  ASSERT_TRUE(Built(program));
  cl_program handle = program;
  EXPECT_EQ(Info<cl_bool>(clGetProgramInfo, handle, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT),
            cl_bool{CL_TRUE});
  EXPECT_EQ(Info<cl_bool>(clGetProgramInfo, handle, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT),
            cl_bool{CL_TRUE});
  EXPECT_EQ(InfoString(clGetProgramInfo, handle, CL_PROGRAM_KERNEL_NAMES), "count");
  EXPECT_EQ(Info<size_t>(clGetProgramInfo, handle, CL_PROGRAM_NUM_KERNELS), 1u);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "set_up", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(Result(program), Counted(42));
  EXPECT_EQ(Result(program), Counted(42));  // once for the program, not for each kernel
  ASSERT_TRUE(Built(program));              // a new executable has new variables
  EXPECT_EQ(Result(program), Counted(42));

  // The finaliser prints before the release callback is called.
  fflush(stdout);
  testing::internal::CaptureStdout();
  ASSERT_EQ(clSetProgramReleaseCallback(
                program, [](cl_program, void*) { printf("callback\n"); }, nullptr),
            CL_SUCCESS);
  program.reset();
  fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "f\ncallback\n");
}

TEST_F(IlTest, HintsAndNullConstants) {
  const std::string text =
      CountingKernel("",
                     "%null = OpConstantNull %uint\n%no = OpConstantNull %bool\n"
                     "%null8 = OpConstantNull %ulong\n%nullf = OpConstantNull %float\n",
                     "%likely = OpExpectKHR %uint %narrow %null\n"
                     "%same = OpIEqual %bool %likely %narrow\nOpAssumeTrueKHR %same\n"
                     "%more = OpSelect %uint %no %two %null\n"
                     "%last = OpIAdd %uint %more %one\n",
                     "%last");
  const std::string capability = "OpCapability ExpectAssumeKHR\n";
  const std::string extension = "OpExtension \"SPV_KHR_expect_assume\"\n";
  std::string whole = text;
  whole.insert(whole.find("%std ="), capability + extension);
  const std::string extensions = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  if (extensions.find("cl_khr_expect_assume") == std::string::npos) {
    WithIL(Assemble(whole), CL_INVALID_VALUE);
    return;
  }
  Program program = WithIL(whole);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(2));
}

/// SPIR-V 1.2: the required local size is a constant, here one that can be specialised.
TEST_F(IlTest, LocalSizeIsAConstant) {
  std::string text = CountingKernel("OpDecorate %size SpecId 3\n",
                                    "%size = OpSpecConstant %uint 4\n", "", "%size");
  text.insert(text.find("OpName"), "OpExecutionModeId %k LocalSizeId %size %one %one\n");
  Program program = WithIL(text);
  for (const cl_uint size : {4u, 8u}) {
    if (size != 4) {
      ASSERT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof(size), &size), CL_SUCCESS);
    }
    ASSERT_TRUE(Built(program));
    EXPECT_EQ(Result(program), Counted(2 * size));
    Kernel kernel = MakeKernel(program, "count");
    size_t required[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof(required), required, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(required[0], size);
    EXPECT_EQ(required[1], 1u);
  }
}

/// The translator takes vectors of one length only.
TEST_F(IlTest, ShufflesVectorsOfDifferentLengths) {
  const std::string body = R"(%v2 = OpCompositeConstruct %uint2 %one %two
%v3 = OpCompositeConstruct %uint3 %c10 %c20 %c30
%short_first = OpVectorShuffle %uint2 %v2 %v3 1 4
%long_first = OpVectorShuffle %uint2 %v3 %v2 4 0
%n1 = OpCompositeExtract %uint %short_first 0
%n2 = OpCompositeExtract %uint %short_first 1
%n3 = OpCompositeExtract %uint %long_first 0
%n4 = OpCompositeExtract %uint %long_first 1
%s1 = OpIAdd %uint %n1 %n2
%s2 = OpIAdd %uint %n3 %n4
%s3 = OpIMul %uint %s2 %c100
%s4 = OpIAdd %uint %s1 %s3
)";
  const std::string constants =
      "%uint2 = OpTypeVector %uint 2\n%uint3 = OpTypeVector %uint 3\n%c10 = OpConstant %uint 10\n"
      "%c20 = OpConstant %uint 20\n%c30 = OpConstant %uint 30\n%c100 = OpConstant %uint 100\n";
  Program program = WithIL(CountingKernel("", constants, body, "%s4"));
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(2 * (2 + 30 + 100 * (2 + 10))));
}

/// The translator ends itself: the build fails, and nothing else happens.
TEST_F(IlTest, WhatCannotBeTranslatedFailsToBuild) {
  Program program = WithIL(kNotTranslated);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(program), "");
  EXPECT_EQ(clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(IlTest, ManyThreadsBuildAtOnce) {
  std::vector<std::thread> threads;
  std::vector<Program> programs(4);
  for (size_t i = 0; i < programs.size(); ++i) {
    threads.emplace_back([this, i, &programs] {
      programs[i] = WithIL(PlainKernel());
      Built(programs[i], ("-D N=" + std::to_string(i)).c_str());
    });
  }
  for (auto& thread : threads) thread.join();
  for (auto& program : programs) EXPECT_EQ(Result(program), Counted(2));
}

}  // namespace
