// SPDX-License-Identifier: Apache-2.0
// Source to compiled object: the log, the language versions, headers, extensions.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "../compiler_fixture.h"

namespace heddle::compiler {
namespace {

using Frontend = CompilerTest;

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Frontend, CompiledObjectHasIrAndKernelsButNoObjects) {
  const auto output = compile("kernel void k(global int* p) { p[get_global_id(0)] = 1; }");
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  const auto record = output.record();
  EXPECT_EQ(record.kind, ProgramKind::CompiledObject);
  EXPECT_TRUE(record.from_source);
  EXPECT_TRUE(record.uniform_groups_only);
  EXPECT_FALSE(record.ir.empty());
  ASSERT_EQ(record.kernels.size(), 1u);
  EXPECT_EQ(record.kernels[0].name, "k");
  EXPECT_TRUE(record.kernels[0].object.empty());
}

TEST_F(Frontend, ErrorsNameTheLineAndShowIt) {
  const auto output = compile("kernel void k(global int* p) {\n  p[0] = nowhere;\n}\n");
  EXPECT_EQ(output.status, HDC_FAILURE);
  EXPECT_TRUE(contains(output.log, "<source>:2:10: error: use of undeclared identifier 'nowhere'"))
      << output.log;
  EXPECT_TRUE(contains(output.log, "^")) << output.log;
}

TEST_F(Frontend, NothingIsPrinted) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  compile("#warning here\nkernel void k( { nowhere }");
  build("int f(); kernel void k(global int* p) { *p = f(); }", "-cl-std=CL2.0");
  link({Output{HDC_SUCCESS, "", {1, 2, 3}}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST_F(Frontend, WarningsAreInTheLogOfAGoodProgram) {
  const auto source = "kernel void k(global int* p) { int n = 1; *p == n; }";
  EXPECT_TRUE(contains(compile(source).log, "warning:"));
  EXPECT_EQ(compile(source, "-w").log, "");
  EXPECT_EQ(compile(source, "-Werror").status, HDC_FAILURE);
}

TEST_F(Frontend, UnknownOptionsAreRefused) {
  const auto output = compile("kernel void k() {}", "-cl-std=CL3.2");
  EXPECT_EQ(output.status, HDC_INVALID_OPTIONS);
  EXPECT_TRUE(contains(output.log, "CL3.2"));
}

TEST_F(Frontend, LanguageVersionAndDeviceMacros) {
  const auto version = [&](const char* options, const char* value) {
    const auto source = std::string("#if __OPENCL_C_VERSION__ != ") + value +
                        " || __OPENCL_VERSION__ != 220 || !defined(__ENDIAN_LITTLE__) || "
                        "CL_VERSION_1_0 != 100 || CL_VERSION_1_1 != 110 || "
                        "CL_VERSION_1_2 != 120 || CL_VERSION_2_0 != 200\n"
                        "#error\n#endif\nkernel void k() {}";
    EXPECT_EQ(compile(source, options).status, HDC_SUCCESS) << options;
  };
  version("", "120");
  version("-cl-std=CL1.0", "100");
  version("-cl-std=CL1.1", "110");
  version("-cl-std=CL1.2", "120");
  version("-cl-std=CL2.0", "200");
}

TEST_F(Frontend, OptionMacros) {
  const auto defined = [&](const char* macro, const char* options) {
    const auto source = std::string("#ifndef ") + macro + "\n#error\n#endif\nkernel void k() {}";
    return compile(source, options).status == HDC_SUCCESS;
  };
  EXPECT_TRUE(defined("__FAST_RELAXED_MATH__", "-cl-fast-relaxed-math"));
  EXPECT_FALSE(defined("__FAST_RELAXED_MATH__", ""));
  EXPECT_TRUE(defined("MINE", "-D MINE"));
  EXPECT_FALSE(defined("__IMAGE_SUPPORT__", ""));
  EXPECT_TRUE(defined("cl_khr_fp64", ""));
  EXPECT_FALSE(defined("cl_khr_fp16", ""));
  extensions += " cl_khr_subgroups";
  EXPECT_TRUE(defined("cl_khr_subgroups", ""));
  EXPECT_TRUE(defined("cl_khr_subgroups", "-cl-std=CL2.0"));
}

TEST_F(Frontend, MacrosWithSpaces) {
  EXPECT_EQ(compile("kernel void k(global int* p) { *p = SUM; }", "-D \"SUM=1 + 2\"").status,
            HDC_SUCCESS);
}

TEST_F(Frontend, NonUniformGroupsNeedOpenClC2) {
  const auto source = "kernel void k() {}";
  EXPECT_TRUE(compile(source, "-cl-std=CL1.1").record().uniform_groups_only);
  EXPECT_FALSE(compile(source, "-cl-std=CL2.0").record().uniform_groups_only);
  EXPECT_TRUE(
      compile(source, "-cl-std=CL2.0 -cl-uniform-work-group-size").record().uniform_groups_only);
}

TEST_F(Frontend, OpenClC2HasItsBuiltIns) {
  const auto source = R"(
    global int counter = 0;
    kernel void k(global atomic_int* a, global float* f, local int* l) {
      atomic_store_explicit(a, atomic_load(a), memory_order_release, memory_scope_device);
      atomic_fetch_add(a, 1);
      float whole;
      f[0] = fract(f[1], &whole) + fract(f[2], &f[3]) + whole;
      int* either = (f[0] > 0) ? (int*)&counter : (int*)l;
      *either = work_group_reduce_add(*l);
      work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    })";
  const auto output = compile(source, "-cl-std=CL2.0");
  EXPECT_EQ(output.status, HDC_SUCCESS) << output.log;
  EXPECT_EQ(output.log, "");
  EXPECT_EQ(compile(source).status, HDC_FAILURE);
}

TEST_F(Frontend, EmbeddedHeadersComeFirst) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "heddle include test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "a.h") << "#define A from_folder\n";
  std::ofstream(folder / "b.h") << "#define B 2\n";
  const auto source =
      "#include <a.h>\n#include \"b.h\"\n#include \"sub/c.h\"\n"
      "kernel void k(global int* p) { *p = A + B + C; }";
  const auto options = "-I \"" + folder.string() + "\"";
  const auto output = compile(
      source, options.c_str(),
      {header("a.h", "#define A 1\n"), header("a.h", "#define A twice\n"),
       header("sub/c.h", "#include \"../up.h\"\n#define C UP"), header("up.h", "#define UP 3")});
  EXPECT_EQ(output.status, HDC_SUCCESS) << output.log;
  std::filesystem::remove_all(folder);
}

TEST_F(Frontend, DiagnosticsInHeadersNameTheHeader) {
  const auto output = compile("#include \"bad.h\"\n", "", {header("bad.h", "int f( {}\n")});
  EXPECT_EQ(output.status, HDC_FAILURE);
  EXPECT_TRUE(contains(output.log, "\nbad.h:1:")) << output.log;
}

TEST_F(Frontend, ExtensionPragmas) {
  const auto pragma = [&](const char* text) {
    return compile(std::string("#pragma OPENCL EXTENSION ") + text + "\nkernel void k() {}");
  };
  EXPECT_EQ(pragma("cl_khr_fp64 : enable").log, "");
  EXPECT_EQ(pragma("cl_khr_icd : enable").log, "");
  EXPECT_EQ(pragma("all : disable").log, "");
  const auto all = pragma("all : enable");
  EXPECT_EQ(all.status, HDC_SUCCESS);
  EXPECT_TRUE(contains(all.log, "warning: 'all' extensions")) << all.log;
  for (const std::string name : {"cl_amd_media_ops", "cl_APPLE_SetMemObjectDestructor",
                                 "cl_arm_core_id", "cl_clang_storage_class_specifiers",
                                 "cl_intel_va_api_media_sharing", "cl_nv_compiler_options"}) {
    const auto output = compile("#pragma OPENCL EXTENSION " + name + " : enable\n#ifdef " + name +
                                "\n#error listed\n#endif\nkernel void k() {}");
    EXPECT_EQ(output.status, HDC_SUCCESS) << output.log;
    EXPECT_TRUE(contains(output.log, "warning: extension '" + name + "'")) << output.log;
  }
  EXPECT_EQ(pragma("cl_khr_fp16 : enable").status, HDC_FAILURE);
  EXPECT_EQ(pragma("cl_amd_printf : enable").log, "");
  EXPECT_EQ(pragma("cl_amd_printf : enable").status, HDC_SUCCESS);
  EXPECT_EQ(pragma("cl_vendor_unknown : enable").status, HDC_FAILURE);
  const auto disabled = pragma("cl_vendor_unknown : disable");
  EXPECT_EQ(disabled.status, HDC_SUCCESS);
  EXPECT_TRUE(contains(disabled.log, "warning: extension 'cl_vendor_unknown'")) << disabled.log;
}

TEST_F(Frontend, NoFileOfTheHostIsIncludedUnasked) {
  EXPECT_EQ(compile("#include <stdio.h>\nkernel void k() {}").status, HDC_FAILURE);
  EXPECT_EQ(compile("#include <opencl-c.h>\nkernel void k() {}").status, HDC_FAILURE);
}

TEST_F(Frontend, HostileSourcesFailAndNothingElse) {
  const std::string deep = "kernel void k(global int* p) { *p = " + std::string(5000, '(') + "1" +
                           std::string(5000, ')') + "; }";
  EXPECT_EQ(compile(deep).status, HDC_FAILURE);
  std::string sum = "kernel void k(global int* p) { *p = p[0]";
  for (int i = 0; i < 60000; ++i) sum += "+p[1]";
  EXPECT_EQ(compile(sum + "; }").status, HDC_SUCCESS);
  EXPECT_EQ(compile(std::string("kernel void k() {}\0 garbage", 27)).status, HDC_FAILURE);
  EXPECT_EQ(compile("").status, HDC_SUCCESS);
  EXPECT_EQ(compile("#include __FILE__\n").status, HDC_FAILURE);
  EXPECT_EQ(compile("kernel void k(global uint* p) { *p = as_uint(sin); }").status, HDC_FAILURE);
}

}  // namespace
}  // namespace heddle::compiler
