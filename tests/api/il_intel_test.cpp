// SPDX-License-Identifier: Apache-2.0
// SPV_INTEL_subgroups (cl_intel_spirv_subgroups) and SPV_INTEL_bfloat16_conversion: every type and
// width that the environment has to take, against results that are computed here.
#include <algorithm>
#include <cstring>
#include <random>

#include "il_fixture.h"

namespace {

constexpr size_t kItems = 16;  // one sub-group

struct Data {
  std::string name, declaration;
  size_t size, count;

  std::string Vector() const { return count == 1 ? name : "%vector"; }
  size_t Stride() const { return size * (count == 3 ? 4 : count); }
};

std::vector<Data> AllOf(std::initializer_list<std::pair<const char*, size_t>> scalars,
                        std::initializer_list<size_t> counts) {
  std::vector<Data> all;
  for (const auto& [declaration, size] : scalars)
    for (const size_t count : counts) all.push_back({"%scalar", declaration, size, count});
  return all;
}

Bytes Random(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
  return bytes;
}

class IlIntelTest : public IlTest {
 protected:
  /// A kernel for one sub-group; its parameters are lines of OpFunctionParameter, of `types`.
  static std::string Module(const Data& type, const std::string& capabilities,
                            const std::string& types, const std::string& parameters,
                            const std::string& declarations, const std::string& body) {
    const bool is_vector = type.count > 1;
    const std::string count = std::to_string(type.count);
    std::string base =
        "OpCapability Addresses\nOpCapability Kernel\nOpCapability Vector16\nOpCapability Int64\n"
        "OpCapability Int16\nOpCapability Int8\nOpCapability Float16\nOpCapability Float64\n"
        "OpCapability SubgroupDispatch\n";
    base += capabilities;
    base +=
        "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\" %id\n"
        "OpExecutionMode %k SubgroupSize 16\nOpDecorate %id BuiltIn GlobalInvocationId\n"
        "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%ulong = OpTypeInt 64 0\n"
        "%v3ulong = OpTypeVector %ulong 3\n%p_id = OpTypePointer Input %v3ulong\n"
        "%id = OpVariable %p_id Input\n%zero = OpConstant %uint 0\n%one = OpConstant %uint 1\n"
        "%two = OpConstant %uint 2\n%three = OpConstant %uint 3\n%last = OpConstant %uint 15\n";
    std::string scalar = type.name;
    if (type.declaration == "OpTypeInt 32 0") {
      scalar = "%uint";
    } else if (type.declaration == "OpTypeInt 64 0") {
      scalar = "%ulong";
    } else {
      base += "%scalar = " + type.declaration + "\n";
    }
    if (is_vector) base += "%vector = OpTypeVector %scalar " + count + "\n";
    base +=
        "%p_global = OpTypePointer CrossWorkgroup %scalar\n%p_local = OpTypePointer Workgroup "
        "%scalar\n%p_item = OpTypePointer CrossWorkgroup " +
        type.Vector() + "\n%p_place = OpTypePointer Workgroup " + type.Vector() + "\n" +
        declarations + "%kernel = OpTypeFunction %void " + types +
        "\n%k = OpFunction %void None %kernel\n" + parameters +
        "%begin = OpLabel\n%ids = OpLoad %v3ulong %id\n%i = OpCompositeExtract %ulong %ids 0\n"
        "%lane = OpUConvert %uint %i\n" +
        body + "OpReturn\nOpFunctionEnd\n";
    for (size_t at; scalar != type.name && (at = base.find("%scalar")) != std::string::npos;)
      base.replace(at, 7, scalar);
    return base;
  }

  static std::string Parameters(std::initializer_list<const char*> names) {
    std::string text;
    for (const char* name : names) text += std::string(name) + " = OpFunctionParameter %p_item\n";
    return text;
  }
  static std::string Loaded(const std::string& result, const std::string& from,
                            const std::string& vector, size_t align) {
    return result + "_at = OpInBoundsPtrAccessChain %p_item " + from + " %i\n" + result +
           " = OpLoad " + vector + " " + result + "_at Aligned " + std::to_string(align) + "\n";
  }
  static std::string Stored(const std::string& value, const std::string& to, size_t align) {
    return value + "_at = OpInBoundsPtrAccessChain %p_item " + to + " %i\nOpStore " + value +
           "_at " + value + " Aligned " + std::to_string(align) + "\n";
  }

  template <class... Args>
  void Launch(const Words& words, const Args&... args) {
    Program program = WithIL(words);
    ASSERT_TRUE(program && Built(program));
    Kernel kernel = MakeKernel(program, "k");
    SetArgs(kernel, args...);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, &kItems, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
};

TEST_F(IlIntelTest, Shuffles) {
  auto all = AllOf(
      {{"OpTypeInt 8 0", 1}, {"OpTypeInt 16 0", 2}, {"OpTypeInt 32 0", 4}, {"OpTypeFloat 32", 4}},
      {1, 2, 3, 4, 8, 16});
  const auto scalars =
      AllOf({{"OpTypeInt 64 0", 8}, {"OpTypeFloat 16", 2}, {"OpTypeFloat 64", 8}}, {1});
  all.insert(all.end(), scalars.begin(), scalars.end());
  for (const Data& type : all) {
    SCOPED_TRACE(type.declaration + " " + std::to_string(type.count));
    const std::string v = type.Vector();
    const size_t align = type.Stride(), bytes = kItems * type.Stride();
    const std::string text =
        Module(type, "OpCapability SubgroupShuffleINTEL\nOpExtension \"SPV_INTEL_subgroups\"\n",
               "%p_item %p_item %p_item %p_item %p_item %p_item",
               Parameters({"%out0", "%out1", "%out2", "%out3", "%from", "%more"}), "",
               Loaded("%a", "%from", v, align) + Loaded("%b", "%more", v, align) +
                   "%other = OpISub %uint %last %lane\n%x = OpSubgroupShuffleINTEL " + v +
                   " %a %other\n%y = OpSubgroupShuffleXorINTEL " + v +
                   " %a %three\n%z = OpSubgroupShuffleDownINTEL " + v +
                   " %a %b %three\n%w = OpSubgroupShuffleUpINTEL " + v + " %a %b %two\n" +
                   Stored("%x", "%out0", align) + Stored("%y", "%out1", align) +
                   Stored("%z", "%out2", align) + Stored("%w", "%out3", align));
    const Bytes a = Random(bytes, 1), b = Random(bytes, 2);
    Mem out[4], first = Buffer(a), second = Buffer(b);
    for (Mem& one : out) one = Buffer(Bytes(bytes));
    Launch(Assemble(text), static_cast<cl_mem>(out[0]), static_cast<cl_mem>(out[1]),
           static_cast<cl_mem>(out[2]), static_cast<cl_mem>(out[3]), static_cast<cl_mem>(first),
           static_cast<cl_mem>(second));
    for (size_t which = 0; which < 4; ++which) {
      const Bytes found = Read<unsigned char>(out[which], bytes);
      for (size_t i = 0; i < kItems; ++i) {
        const size_t places[] = {15 - i, i ^ 3, i + 3, i + 14};
        const bool is_second = (which == 2 && i + 3 >= kItems) || (which == 3 && i + 14 >= kItems);
        const Bytes& from = is_second ? b : a;
        const size_t at = places[which] % kItems;
        EXPECT_EQ(0, std::memcmp(&found[i * align], &from[at * align], type.size * type.count))
            << "work-item " << i << ", instruction " << which;
      }
    }
  }
}

std::vector<Data> BlockTypes() {
  auto all = AllOf({{"OpTypeInt 32 0", 4}, {"OpTypeInt 64 0", 8}}, {1, 2, 4, 8});
  const auto small = AllOf({{"OpTypeInt 8 0", 1}, {"OpTypeInt 16 0", 2}}, {1, 2, 4, 8, 16});
  all.insert(all.end(), small.begin(), small.end());
  return all;
}

/// Number `row` of work-item `i` lies side by side with its others; in a block with those of the
/// row.
void ExpectBlock(const Data& type, const Bytes& block, const Bytes& items) {
  for (size_t i = 0; i < kItems; ++i)
    for (size_t row = 0; row < type.count; ++row)
      EXPECT_EQ(0, std::memcmp(&block[(row * kItems + i) * type.size],
                               &items[(i * type.count + row) * type.size], type.size))
          << "work-item " << i << ", row " << row;
}

TEST_F(IlIntelTest, BlocksOfBuffers) {
  for (const Data& type : BlockTypes()) {
    SCOPED_TRACE(type.declaration + " " + std::to_string(type.count));
    const std::string v = type.Vector();
    const size_t align = type.Stride(), bytes = kItems * align;
    const std::string text = Module(
        type, "OpCapability SubgroupBufferBlockIOINTEL\nOpExtension \"SPV_INTEL_subgroups\"\n",
        "%p_global %p_global %p_item %p_item %p_item %p_item %p_local",
        "%in = OpFunctionParameter %p_global\n%out = OpFunctionParameter %p_global\n" +
            Parameters({"%items", "%seen", "%back", "%again"}) +
            "%there = OpFunctionParameter %p_local\n",
        "%order = OpConstant %uint 784\n",
        "%x = OpSubgroupBlockReadINTEL " + v + " %in\n" + Stored("%x", "%seen", align) +
            Loaded("%y", "%items", v, align) +
            "OpSubgroupBlockWriteINTEL %out %y\nOpSubgroupBlockWriteINTEL %there %y\n"
            "OpControlBarrier %two %two %order\n%near = OpBitcast %p_place %there\n"
            "%own = OpInBoundsPtrAccessChain %p_place %near %i\n%plain = OpLoad " +
            v + " %own Aligned " + std::to_string(align) + "\n" + Stored("%plain", "%back", align) +
            "%z = OpSubgroupBlockReadINTEL " + v + " %there\n" + Stored("%z", "%again", align));
    const Bytes in = Random(bytes, 3), items = Random(bytes, 4);
    Mem from = Buffer(in), out = Buffer(Bytes(bytes)), more = Buffer(items),
        seen = Buffer(Bytes(bytes)), back = Buffer(Bytes(bytes)), again = Buffer(Bytes(bytes));
    Program program = WithIL(Assemble(text));
    ASSERT_TRUE(program && Built(program));
    Kernel kernel = MakeKernel(program, "k");
    SetArgs(kernel, static_cast<cl_mem>(from), static_cast<cl_mem>(out), static_cast<cl_mem>(more),
            static_cast<cl_mem>(seen), static_cast<cl_mem>(back), static_cast<cl_mem>(again));
    ASSERT_EQ(clSetKernelArg(kernel, 6, bytes, nullptr), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, &kItems, 0, nullptr, nullptr),
        CL_SUCCESS);
    ExpectBlock(type, in, Read<unsigned char>(seen, bytes));
    ExpectBlock(type, Read<unsigned char>(out, bytes), items);
    ExpectBlock(type, Read<unsigned char>(back, bytes), items);
    EXPECT_EQ(Read<unsigned char>(again, bytes), items);
  }
}

TEST_F(IlIntelTest, BlocksOfImages) {
  constexpr size_t kWidth = 64, kHeight = 24;
  for (const Data& type : BlockTypes()) {
    SCOPED_TRACE(type.declaration + " " + std::to_string(type.count));
    const std::string v = type.Vector();
    const size_t align = type.Stride(), bytes = kItems * align;
    const bool is_pair = type.declaration == "OpTypeInt 32 0" && type.count == 2;
    const std::string text = Module(
        type,
        "OpCapability ImageBasic\nOpCapability SubgroupImageBlockIOINTEL\n"
        "OpExtension \"SPV_INTEL_subgroups\"\n",
        "%image_in %image_out %p_item %p_item",
        "%in = OpFunctionParameter %image_in\n%out = OpFunctionParameter %image_out\n" +
            Parameters({"%items", "%seen"}),
        "%image_in = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly\n"
        "%image_out = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly\n" +
            (is_pair ? std::string() : "%place = OpTypeVector %uint 2\n") +
            "%eight = OpConstant %uint 8\n%at = OpConstantComposite " +
            (is_pair ? "%vector" : "%place") + " %eight %three\n",
        "%x = OpSubgroupImageBlockReadINTEL " + v + " %in %at\n" + Stored("%x", "%seen", align) +
            Loaded("%y", "%items", v, align) + "OpSubgroupImageBlockWriteINTEL %out %at %y\n");
    const Bytes in = Random(kWidth * kHeight * 4, 5), items = Random(bytes, 6);
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = kWidth;
    desc.image_height = kHeight;
    const size_t origin[3] = {}, region[3] = {kWidth, kHeight, 1};
    cl_int error = -1;
    Mem from = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc,
                             const_cast<unsigned char*>(in.data()), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Mem to = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc,
                           const_cast<unsigned char*>(in.data()), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Mem more = Buffer(items), seen = Buffer(Bytes(bytes));
    Launch(Assemble(text), static_cast<cl_mem>(from), static_cast<cl_mem>(to),
           static_cast<cl_mem>(more), static_cast<cl_mem>(seen));
    Bytes expected_out = in, block(bytes);
    const Bytes got = Read<unsigned char>(seen, bytes);
    for (size_t row = 0; row < type.count; ++row) {
      unsigned char* line = &expected_out[(3 + row) * kWidth * 4 + 8];
      std::copy_n(&in[(3 + row) * kWidth * 4 + 8], kItems * type.size,
                  &block[row * kItems * type.size]);
      for (size_t i = 0; i < kItems; ++i)
        std::copy_n(&items[(i * type.count + row) * type.size], type.size, line + i * type.size);
    }
    ExpectBlock(type, block, got);
    Bytes out(in.size());
    ASSERT_EQ(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, out.data(), 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    EXPECT_EQ(out, expected_out);
  }
}

// ---- SPV_INTEL_bfloat16_conversion, which not every assembler knows.

constexpr uint32_t kBfloat16Conversion = 6115, kToBfloat16 = 6116, kFromBfloat16 = 6117;

/// OpFNegate stands for OpConvertFToBF16INTEL, OpSNegate for OpConvertBF16ToFINTEL, and the
/// capability Matrix for theirs.
Words WithConversions(Words words) {
  constexpr uint32_t kCapability = 17, kMatrix = 0, kSNegate = 126, kFNegate = 127;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const uint32_t opcode = words[at] & 0xffff, length = words[at] & 0xffff0000;
    if (opcode == kFNegate) words[at] = length | kToBfloat16;
    if (opcode == kSNegate) words[at] = length | kFromBfloat16;
    if (opcode == kCapability && words[at + 1] == kMatrix) words[at + 1] = kBfloat16Conversion;
  }
  return words;
}

constexpr const char* kConversions =
    "OpCapability Matrix\nOpExtension \"SPV_INTEL_bfloat16_conversion\"\n";

TEST_F(IlIntelTest, Bfloat16) {
  for (const Data& type : AllOf({{"OpTypeInt 16 0", 2}}, {1, 2, 3, 4, 8, 16})) {
    SCOPED_TRACE(type.count);
    const std::string count = std::to_string(type.count), v = type.Vector();
    const std::string wide = type.count == 1 ? "%float" : "%v_float";
    const size_t align = type.Stride();
    const auto twice = [](std::string text) {  // the pointers to floats
      for (size_t at; (at = text.find("%p_item")) != std::string::npos;)
        text.replace(at, 7, "%p_wide");
      return text;
    };
    const std::string text =
        Module(type, kConversions, "%p_item %p_wide %p_wide %p_item",
               Parameters({"%out"}) + twice(Parameters({"%wide", "%in"})) + Parameters({"%narrow"}),
               "%float = OpTypeFloat 32\n" +
                   (type.count == 1 ? "" : "%v_float = OpTypeVector %float " + count + "\n") +
                   "%p_wide = OpTypePointer CrossWorkgroup " + wide + "\n",
               twice(Loaded("%a", "%in", wide, 2 * align)) + Loaded("%b", "%narrow", v, align) +
                   "%x = OpFNegate " + v + " %a\n%y = OpSNegate " + wide + " %b\n" +
                   Stored("%x", "%out", align) + twice(Stored("%y", "%wide", 2 * align)));
    const size_t numbers = kItems * align / 2;
    std::vector<cl_uint> in(numbers);
    std::vector<cl_ushort> narrow(numbers);
    for (size_t i = 0; i < numbers; ++i) {
      in[i] = static_cast<cl_uint>(0x3f7f0000 + i * 0x2001 + i % 3 * 0x4000);
      narrow[i] = static_cast<cl_ushort>(i * 0x311);
    }
    Mem out = Buffer(std::vector<cl_ushort>(numbers)),
        wider = Buffer(std::vector<cl_uint>(numbers)), first = Buffer(in), second = Buffer(narrow);
    Launch(WithConversions(Assemble(text)), static_cast<cl_mem>(out), static_cast<cl_mem>(wider),
           static_cast<cl_mem>(first), static_cast<cl_mem>(second));
    const auto found = Read<cl_ushort>(out, numbers);
    const auto bits = Read<cl_uint>(wider, numbers);
    for (size_t i = 0; i < numbers; ++i) {
      if (type.count == 3 && i % 4 == 3) continue;
      const cl_uint low = in[i] & 0xffff, high = in[i] >> 16;
      EXPECT_EQ(found[i], high + (low > 0x8000 || (low == 0x8000 && high % 2))) << i;
      EXPECT_EQ(bits[i], cl_uint{narrow[i]} << 16) << i;
    }
  }
}

TEST_F(IlIntelTest, Bfloat16OfWrongTypes) {
  const Data type{"%scalar", "OpTypeInt 16 0", 2, 1};
  for (const char* body : {"%x = OpFNegate %uint %zero\n", "%x = OpFNegate %scalar %lane\n",
                           "%x = OpSNegate %uint %lane\n", "%x = OpFNegate %scalar %missing\n"}) {
    SCOPED_TRACE(body);
    const std::string text = Module(type, kConversions, "%p_item", Parameters({"%out"}), "", body);
    const Words words = WithConversions(Assemble(text));
    WithIL(words, CL_INVALID_VALUE);
  }
}

}  // namespace
