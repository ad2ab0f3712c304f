// SPDX-License-Identifier: Apache-2.0
// Linking, libraries, binaries, program-scope variables.
#include <cstring>

#include "../compiler_fixture.h"

namespace heddle::compiler {
namespace {

using Link = CompilerTest;

constexpr const char* kCaller =
    "int twice(int); kernel void k(global int* p) { *p = twice(get_global_id(0)); }";
constexpr const char* kCallee = "int twice(int x) { return 2 * x; }";

TEST_F(Link, TwoObjectsMakeAnExecutable) {
  const auto output = link({compile(kCaller, "-cl-kernel-arg-info"), compile(kCallee)});
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  const auto record = output.record();
  EXPECT_EQ(record.kind, ProgramKind::Executable);
  ASSERT_EQ(record.kernels.size(), 1u);
  EXPECT_EQ(record.kernels[0].name, "k");
  EXPECT_EQ(record.kernels[0].args[0].name, "p");
  EXPECT_FALSE(record.kernels[0].object.empty());
}

TEST_F(Link, WhatIsMissingIsNamed) {
  const auto output = link({compile(kCaller)});
  EXPECT_EQ(output.status, HDC_FAILURE);
  EXPECT_NE(output.log.find("undefined function 'twice'"), std::string::npos) << output.log;
  EXPECT_EQ(build(kCaller).status, HDC_FAILURE);
}

TEST_F(Link, WhatIsThereTwiceIsAnError) {
  const auto output = link({compile(kCaller), compile(kCallee), compile(kCallee)});
  EXPECT_EQ(output.status, HDC_FAILURE);
  EXPECT_NE(output.log.find("twice"), std::string::npos) << output.log;
}

TEST_F(Link, LibrariesMayLackFunctions) {
  const auto library = link({compile(kCaller)}, "-create-library");
  ASSERT_EQ(library.status, HDC_SUCCESS) << library.log;
  EXPECT_EQ(library.record().kind, ProgramKind::Library);
  EXPECT_FALSE(library.record().enable_link_options);
  EXPECT_EQ(link({library, compile(kCallee)}).status, HDC_SUCCESS);
  EXPECT_TRUE(link({compile(kCaller)}, "-create-library -enable-link-options")
                  .record()
                  .enable_link_options);
}

TEST_F(Link, Options) {
  const auto object = compile("kernel void k(global float* p) { *p = *p * 2 + 1; }");
  EXPECT_EQ(link({object}, "-cl-fast-relaxed-math -cl-denorms-are-zero").status, HDC_SUCCESS);
  EXPECT_EQ(link({object}, "-enable-link-options").status, HDC_INVALID_OPTIONS);
  EXPECT_EQ(link({object}, "-cl-std=CL2.0").status, HDC_INVALID_OPTIONS);
}

TEST_F(Link, OneUniformInputMakesAllUniform) {
  const auto uniform = compile(kCaller), other = compile(kCallee, "-cl-std=CL2.0");
  EXPECT_TRUE(link({uniform, other}).record().uniform_groups_only);
  EXPECT_FALSE(link({compile(kCaller, "-cl-std=CL2.0"), other}).record().uniform_groups_only);
}

TEST_F(Link, ExecutablesAreRebuiltButNotLinked) {
  const auto executable = build("kernel void k() {}");
  ASSERT_EQ(executable.status, HDC_SUCCESS) << executable.log;
  EXPECT_EQ(link({executable}).status, HDC_SUCCESS);
  EXPECT_EQ(link({executable, compile(kCallee)}).status, HDC_INVALID_INPUT);
}

TEST_F(Link, BinaryOfAnotherCpuIsCompiledAgain) {
  auto record = build("kernel void k(global int* p) { *p = 1; }").record();
  record.cpu = "+other";
  record.kernels[0].object = {1, 2, 3, 4};
  const Output foreign{HDC_SUCCESS, "", serialize(record)};
  const auto output = link({foreign});
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  EXPECT_EQ(output.record().cpu, cpu);
  EXPECT_NE(output.record().kernels[0].object, record.kernels[0].object);
}

TEST_F(Link, LargeProgramsGenerateOnDemand) {
  std::string source;
  for (int i = 0; i < 20; ++i)
    source += "kernel void k" + std::to_string(i) + "(global int* p) { *p = 1; }\n";
  const auto output = build(source);
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  const auto record = output.record();
  ASSERT_EQ(record.kernels.size(), 20u);
  EXPECT_TRUE(record.kernels[7].object.empty());
  const auto generated = generate(output, "k7");
  ASSERT_EQ(generated.status, HDC_SUCCESS) << generated.log;
  ASSERT_EQ(generated.record().kernels.size(), 1u);  // it alone
  EXPECT_EQ(generated.record().kernels[0].name, "k7");
  EXPECT_FALSE(generated.record().kernels[0].object.empty());
  EXPECT_TRUE(generated.record().ir.empty());
  const auto all = generate(output, nullptr).record();
  ASSERT_EQ(all.kernels.size(), 20u);
  for (const auto& kernel : all.kernels) EXPECT_FALSE(kernel.object.empty()) << kernel.name;
  EXPECT_EQ(generate(output, "nobody").status, HDC_INVALID_INPUT);
}

TEST_F(Link, AVariantIsGeneratedAnew) {
  const auto output =
      build("kernel void k(global int* p) { p[get_global_id(0)] = get_local_size(0); }");
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  const auto general = output.record().kernels[0];
  hdc_variant_key sized{}, wide{};
  sized.local_size[0] = 16, sized.local_size[1] = sized.local_size[2] = 1;
  wide.wide_ids = 1;
  for (const auto* key : {&sized, &wide}) {
    const auto variant = generate(output, "k", key);
    ASSERT_EQ(variant.status, HDC_SUCCESS) << variant.log;
    const auto kernel = variant.record().kernels[0];
    EXPECT_EQ(kernel.arg_block_size, general.arg_block_size);
    EXPECT_EQ(kernel.local_size, general.local_size);
    EXPECT_FALSE(kernel.object.empty());
    if (key == &sized) {
      EXPECT_NE(kernel.object, general.object);
    }
  }
}

TEST_F(Link, GeneratesLater) {
  const auto output = build("kernel void k(global int* p) { *p = 1; }");
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  for (const bool there : {true, false}) {
    const Output later = generate_later(output, there ? "k" : "nobody");
    EXPECT_EQ(later.status, there ? HDC_SUCCESS : HDC_INVALID_INPUT) << later.log;
    if (there) {
      EXPECT_FALSE(later.record().kernels[0].object.empty());
    }
  }
}

TEST_F(Link, SeveralKernelsAreAllGenerated) {
  const auto output = build(
      "kernel void a(global int* p) { *p = 1; }"
      "kernel void b(global int* p) { *p = 2; }"
      "kernel void c(global int* p) { *p = 3; }");
  ASSERT_EQ(output.status, HDC_SUCCESS) << output.log;
  for (const auto& kernel : output.record().kernels) EXPECT_FALSE(kernel.object.empty());
}

TEST_F(Link, GarbageIsInvalidInput) {
  const auto good = compile(kCallee);
  Output bad{HDC_SUCCESS, "", {1, 2, 3}};
  EXPECT_EQ(link({bad}).status, HDC_INVALID_INPUT);
  EXPECT_EQ(link({Output{}}).status, HDC_INVALID_INPUT);
  EXPECT_EQ(link({}).status, HDC_INVALID_INPUT);
  EXPECT_EQ(generate(good, nullptr).status, HDC_INVALID_INPUT);  // not an executable
  auto record = good.record();
  record.ir = {'B', 'C', 0xc0, 0xde, 1, 2, 3, 4};
  EXPECT_EQ(link({Output{HDC_SUCCESS, "", serialize(record)}}).status, HDC_INVALID_INPUT);
  record.ir.clear();
  EXPECT_EQ(link({Output{HDC_SUCCESS, "", serialize(record)}}).status, HDC_INVALID_INPUT);
}

TEST_F(Link, CutBitcodeIsInvalidInput) {
  const auto record = compile(kCallee).record();
  for (size_t size = 4; size < record.ir.size(); size += 97) {
    auto cut = record;
    cut.ir.resize(size);
    EXPECT_EQ(link({Output{HDC_SUCCESS, "", serialize(cut)}}).status, HDC_INVALID_INPUT) << size;
  }
}

class Globals : public CompilerTest {
 protected:
  GlobalsRecord globals(std::string_view source) {
    const auto output = build(source, "-cl-std=CL2.0");
    EXPECT_EQ(output.status, HDC_SUCCESS) << output.log;
    return output.record().globals;
  }
  template <class T>
  static T at(const GlobalsRecord& globals, size_t offset) {
    T value{};
    if (offset < globals.init.size())
      std::memcpy(&value, &globals.init[offset], std::min(sizeof(T), globals.init.size() - offset));
    return value;
  }
};

TEST_F(Globals, NoneMeansNoBlock) {
  const auto record = globals(
      "constant int c[4] = {1, 2, 3, 4};"
      "kernel void k(global int* p) { *p = c[*p]; }");
  EXPECT_EQ(record.size, 0u);
  EXPECT_EQ(record.variables_size, 0u);
}

TEST_F(Globals, VariablesAndTheirValues) {
  const auto record = globals(
      "global int a = 7; global float4 v = (float4)(1, 2, 3, 4); global char zero[1000];"
      "kernel void k(global int* p) { static global short s = -3; *p = a + v.x + s++ + zero[1]; }");
  EXPECT_EQ(record.variables_size, 4u + 16u + 1000u + 2u);
  EXPECT_EQ(at<int>(record, 0), 7);
  EXPECT_EQ(at<float>(record, 16), 1.0f);
  EXPECT_EQ(at<float>(record, 28), 4.0f);
  EXPECT_GE(record.align, 128u);
}

TEST_F(Globals, PointersBecomeRelocations) {
  const auto record = globals(
      "global int a[4] = {1, 2, 3, 4}; global int* global p = &a[2];"
      "constant int c = 5; constant int* global q = &c;"
      "kernel void k(global int* o) { *o = *p + *q; p = o; }");
  ASSERT_EQ(record.relocations.size(), 2u);
  EXPECT_EQ(record.relocations[0].at, 16u);
  EXPECT_EQ(record.relocations[0].target, 8u);
  EXPECT_EQ(at<int>(record, record.relocations[1].target), 5);
  EXPECT_EQ(record.variables_size, 16u + 8u + 8u);
}

}  // namespace
}  // namespace heddle::compiler
