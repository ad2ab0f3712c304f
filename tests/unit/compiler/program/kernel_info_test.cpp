// SPDX-License-Identifier: Apache-2.0
#include "../compiler_fixture.h"

namespace heddle::compiler {
namespace {

class KernelInfo : public CompilerTest {
 protected:
  KernelRecord kernel(std::string_view source, const char* options = "-cl-kernel-arg-info") {
    const auto output = compile(source, options);
    EXPECT_EQ(output.status, HDC_SUCCESS) << output.log;
    const auto record = output.record();
    EXPECT_EQ(record.kernels.size(), 1u);
    return record.kernels.empty() ? KernelRecord{} : record.kernels.front();
  }
  std::string type_name(const std::string& declaration) {
    const auto record = kernel(
        "typedef struct { int x; } pair; typedef uint word;"
        "struct tag { int x; }; kernel void k(" +
        declaration + ") {}");
    return record.args.empty() ? "" : record.args.front().type_name;
  }
};

TEST_F(KernelInfo, ArgumentInformationOnlyWhenAskedFor) {
  const auto source = "kernel void k(int first, global float* second) {}";
  const auto with = kernel(source);
  EXPECT_TRUE(with.has_arg_info);
  EXPECT_EQ(with.args[0].name, "first");
  EXPECT_EQ(with.args[1].name, "second");
  const auto without = kernel(source, "");
  EXPECT_FALSE(without.has_arg_info);
  EXPECT_EQ(without.args[0].name, "first");  // for sentences about faults
  EXPECT_EQ(without.args.size(), 2u);
}

TEST_F(KernelInfo, TypeNames) {
  EXPECT_EQ(type_name("unsigned char x"), "uchar");
  EXPECT_EQ(type_name("char unsigned x"), "uchar");
  EXPECT_EQ(type_name("unsigned x"), "uint");
  EXPECT_EQ(type_name("signed x"), "int");
  EXPECT_EQ(type_name("long signed x"), "long");
  EXPECT_EQ(type_name("global unsigned short* x"), "ushort*");
  EXPECT_EQ(type_name("global unsigned* x"), "uint*");
  EXPECT_EQ(type_name("global void* x"), "void*");
  EXPECT_EQ(type_name("global const volatile int4* restrict x"), "int4*");
  EXPECT_EQ(type_name("constant double16* x"), "double16*");
  EXPECT_EQ(type_name("local float3* x"), "float3*");
  EXPECT_EQ(type_name("pair x"), "pair");
  EXPECT_EQ(type_name("global word* x"), "word*");
  EXPECT_EQ(type_name("global struct tag* x"), "struct tag*");
}

TEST_F(KernelInfo, KindsAndQualifiers) {
  const auto args =
      kernel(
          "kernel void k(global const volatile int* restrict g, constant int* restrict c,"
          "              local int* l, const int v) {}")
          .args;
  ASSERT_EQ(args.size(), 4u);
  EXPECT_EQ(args[0].kind, ArgKind::Pointer);
  EXPECT_EQ(args[0].address_space, AddressSpace::Global);
  EXPECT_EQ(args[0].qualifiers, kConst | kVolatile | kRestrict);
  EXPECT_EQ(args[1].kind, ArgKind::Pointer);
  EXPECT_EQ(args[1].address_space, AddressSpace::Constant);
  EXPECT_EQ(args[1].qualifiers, kConst | kRestrict);
  EXPECT_EQ(args[2].kind, ArgKind::Local);
  EXPECT_EQ(args[2].address_space, AddressSpace::Local);
  EXPECT_EQ(args[2].pointee_align, 4u);
  EXPECT_EQ(args[3].kind, ArgKind::Value);
  EXPECT_EQ(args[3].address_space, AddressSpace::Private);
  EXPECT_EQ(args[3].qualifiers, 0);
  for (const auto& arg : args) EXPECT_EQ(arg.access, Access::None);
}

TEST_F(KernelInfo, SizesAndOffsets) {
  const auto record = kernel(
      "typedef struct { char c; float4 v; } item;\n"
      "kernel void k(char a, int3 b, char3 c, global int* d, item e, local long16* f, ulong16 g) "
      "{}");
  const auto& args = record.args;
  ASSERT_EQ(args.size(), 7u);
  const uint32_t sizes[] = {1, 16, 4, 8, 32, 8, 128};
  const uint32_t offsets[] = {0, 16, 32, 40, 48, 80, 128};
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(args[i].size, sizes[i]) << i;
    EXPECT_EQ(args[i].offset, offsets[i]) << i;
  }
  EXPECT_EQ(record.arg_block_size, 256u);
  EXPECT_EQ(args[5].pointee_align, 128u);
}

TEST_F(KernelInfo, ImagesSamplersPipesQueues) {
  const auto args = kernel(
                        "kernel void k(read_only image2d_t i, write_only image2d_t w, sampler_t s,"
                        "              read_only pipe int4 p, queue_t q) {}",
                        "-cl-std=CL2.0 -cl-kernel-arg-info")
                        .args;
  ASSERT_EQ(args.size(), 5u);
  EXPECT_EQ(args[0].kind, ArgKind::Image);
  EXPECT_EQ(args[0].access, Access::ReadOnly);
  EXPECT_EQ(args[0].type_name, "image2d_t");
  EXPECT_EQ(args[0].address_space, AddressSpace::Global);
  EXPECT_EQ(args[1].access, Access::WriteOnly);
  EXPECT_EQ(args[2].kind, ArgKind::Sampler);
  EXPECT_EQ(args[2].type_name, "sampler_t");
  EXPECT_EQ(args[3].kind, ArgKind::Pipe);
  EXPECT_EQ(args[3].qualifiers, kPipe);
  EXPECT_EQ(args[3].type_name, "int4");
  EXPECT_EQ(args[4].kind, ArgKind::Queue);
  for (const auto& arg : args) EXPECT_EQ(arg.size, 8u);
}

TEST_F(KernelInfo, Attributes) {
  const auto attributes = [&](const char* text) {
    return kernel(std::string(text) + " kernel void k() {}").attributes;
  };
  EXPECT_EQ(attributes(""), "");
  EXPECT_EQ(attributes("__attribute__((reqd_work_group_size( 4, 2, 1 )))"),
            "reqd_work_group_size(4,2,1)");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint(uint3)))"), "vec_type_hint(uint3)");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint(short8)))"), "vec_type_hint(short8)");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint(double2)))"), "vec_type_hint(double2)");
  EXPECT_EQ(attributes("__attribute__((vec_type_hint(float)))"
                       "__attribute__((work_group_size_hint(1,1,1)))"),
            "work_group_size_hint(1,1,1) vec_type_hint(float)");
  const auto required = kernel("__attribute__((reqd_work_group_size(8,4,2))) kernel void k() {}");
  EXPECT_EQ(required.required_group_size, (std::array<uint64_t, 3>{8, 4, 2}));
}

TEST_F(KernelInfo, KernelsKeepTheOrderOfTheSource) {
  const auto record = compile("kernel void b() {} void f() {} kernel void a() { b(); }").record();
  ASSERT_EQ(record.kernels.size(), 2u);
  EXPECT_EQ(record.kernels[0].name, "b");
  EXPECT_EQ(record.kernels[1].name, "a");
}

// The runtime decides by this whether a launch writes past the caches.
TEST_F(KernelInfo, MemoryThatIsWrittenInARow) {
  const auto of = [&](const char* source) {
    const auto record = build(source, "-cl-std=CL1.2").record();
    EXPECT_EQ(record.kernels.size(), 1u);
    return record.kernels.empty() ? KernelRecord{} : record.kernels.front();
  };
  const auto pairs =
      of("kernel void k(global float2* out, global const float* in) {"
         "  size_t i = get_global_id(0); out[i] = (float2)(in[i], -in[i]); }");
  EXPECT_EQ(pairs.streamed_per_item, 12u);
  EXPECT_TRUE(pairs.args[0].is_streamed && !pairs.args[0].is_read);
  EXPECT_TRUE(!pairs.args[1].is_streamed && pairs.args[1].is_read);
  const auto adds = of("kernel void k(global float* out) { out[get_global_id(0)] += 1; }");
  EXPECT_EQ(adds.streamed_per_item, 0u);
  EXPECT_FALSE(adds.args[0].is_streamed);
}

}  // namespace
}  // namespace heddle::compiler
