// SPDX-License-Identifier: Apache-2.0
// Extensions of SPIR-V that compilers of SYCL write.
#include <functional>

#include "il_fixture.h"

namespace {

struct Case {
  const char* name;
  std::string head;  ///< capabilities and extensions
  std::string decorations, constants, body;
  std::function<cl_uint(cl_uint)> expected;  ///< of %extra in work-item i of eight
  std::string variables = "";                ///< that the kernel uses
};

const Case kCases[] = {
    {"OpSubgroupShuffleINTEL",
     "OpCapability SubgroupShuffleINTEL\nOpExtension \"SPV_INTEL_subgroups\"\n", "",
     "%seven = OpConstant %uint 7\n",
     "%other = OpISub %uint %seven %narrow\n"
     "%extra = OpSubgroupShuffleINTEL %uint %narrow %other\n",
     [](cl_uint i) { return 7 - i; }},
    {"OpSubgroupShuffleXorINTEL",
     "OpCapability SubgroupShuffleINTEL\nOpExtension \"SPV_INTEL_subgroups\"\n", "", "",
     "%wide = OpIMul %ulong %i %i\n%moved = OpSubgroupShuffleXorINTEL %ulong %wide %two\n"
     "%extra = OpUConvert %uint %moved\n",
     [](cl_uint i) { return (i ^ 2) * (i ^ 2); }},
    {"OpSubgroupShuffleDownINTEL",
     "OpCapability SubgroupShuffleINTEL\nOpExtension \"SPV_INTEL_subgroups\"\n", "",
     "%hundred = OpConstant %uint 100\n%three = OpConstant %uint 3\n",
     "%next = OpIAdd %uint %narrow %hundred\n"
     "%extra = OpSubgroupShuffleDownINTEL %uint %narrow %next %three\n",
     [](cl_uint i) { return i + 3 < 8 ? i + 3 : i + 3 - 8 + 100; }},
    {"OpSubgroupShuffleUpINTEL",
     "OpCapability SubgroupShuffleINTEL\nOpExtension \"SPV_INTEL_subgroups\"\n", "",
     "%hundred = OpConstant %uint 100\n%three = OpConstant %uint 3\n",
     "%previous = OpIAdd %uint %narrow %hundred\n"
     "%extra = OpSubgroupShuffleUpINTEL %uint %previous %narrow %three\n",
     [](cl_uint i) { return i >= 3 ? i - 3 : i + 8 - 3 + 100; }},
    {"FPFastMathModeINTEL",
     "OpCapability FPFastMathModeINTEL\nOpExtension \"SPV_INTEL_fp_fast_math_mode\"\n",
     "OpDecorate %product FPFastMathMode AllowContractFastINTEL|AllowReassocINTEL\n",
     "%half = OpConstant %float 0.5\n",
     "%real = OpConvertUToF %float %narrow\n%product = OpFMul %float %real %half\n"
     "%extra = OpConvertFToU %uint %product\n",
     [](cl_uint i) { return i / 2; }},
};

class IlSyclTest : public IlTest {
 protected:
  /// Runs the case, in the last version that the device lists and in the one that compilers write.
  void Check(const Case& one) {
    SCOPED_TRACE(one.name);
    const size_t eight = 8;
    std::string text = CountingKernel(one.decorations, one.constants, one.body, "%extra");
    text = Inserted(text, "%std", one.head);
    for (const auto rules : {SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_4}) {
      if (rules == SPV_ENV_UNIVERSAL_1_4)  // where an entry point names all variables
        text.insert(text.find("\n", text.find("OpEntryPoint")), one.variables);
      Program program = WithIL(Assemble(text, rules));
      if (!program || !Built(program)) continue;
      Kernel kernel = MakeKernel(program, "count");
      Mem out = Buffer(std::vector<cl_uint>(eight));
      SetArgs(kernel, static_cast<cl_mem>(out));
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &eight, &eight, 0, nullptr, nullptr),
          CL_SUCCESS);
      const auto found = Read<cl_uint>(out, eight);
      for (cl_uint i = 0; i < eight; ++i) EXPECT_EQ(found[i], i + 2 * one.expected(i)) << i;
    }
  }
};

TEST_F(IlSyclTest, Extensions) {
  for (const Case& one : kCases) Check(one);
}

struct Operation {
  const char *instruction, *capability, *extension;
  cl_uint expected;  ///< in a variable that is 3 before, after 1 to 8
};
constexpr Operation kOperations[] = {
    {"OpAtomicFAddEXT", "AddEXT", "float_add", 39},
    {"OpAtomicFMinEXT", "MinMaxEXT", "float_min_max", 1},
    {"OpAtomicFMaxEXT", "MinMaxEXT", "float_min_max", 8},
};

/// Eight work-items meet in a variable: each brings its number and 1.
Case Meeting(const Operation& operation, const std::string& type, const std::string& space) {
  const std::string bits = type == "%half" ? "16" : type == "%float" ? "32" : "64";
  Case made{operation.instruction, "", "", "", "", {}, " %cell"};
  const auto extension = [&](const std::string& name) {
    made.head += "OpExtension \"SPV_EXT_shader_atomic_" + name + "\"\n";
  };
  made.head = "OpCapability AtomicFloat" + bits + operation.capability + "\n";
  if (space == "Generic") made.head += "OpCapability GenericPointer\n";
  if (bits == "16") made.head += "OpCapability Float16\n";
  extension(operation.extension);
  if (bits == "16" && operation.capability == std::string("AddEXT")) extension("float16_add");
  const std::string where = space == "Generic" ? "Workgroup" : space;
  if (bits == "16") made.constants = "%half = OpTypeFloat 16\n";
  made.constants += "%p_cell = OpTypePointer " + where + " " + type +
                    "\n%cell = OpVariable %p_cell " + where + "\n%begin_with = OpConstant " + type +
                    " 3\n%order = OpConstant %uint 784\n";  // acquire and release, both
  if (space == "Generic") made.constants += "%p_any = OpTypePointer Generic " + type + "\n";
  made.body = space == "Generic" ? "%place = OpPtrCastToGeneric %p_any %cell\n"
                                 : "%place = OpCopyObject %p_cell %cell\n";
  made.body +=
      "OpAtomicStore %place %one %zero %begin_with\nOpControlBarrier %two %two %order\n"
      "%number = OpIAdd %uint %narrow %one\n%mine = OpConvertUToF " +
      type + " %number\n%before = " + operation.instruction + " " + type +
      " %place %one %order %mine\nOpControlBarrier %two %two %order\n%after = "
      "OpAtomicLoad " +
      type +
      " %place %one %zero\n"
      "%extra = OpConvertFToU %uint %after\n";
  made.expected = [expected = operation.expected](cl_uint) { return expected; };
  return made;
}

/// SPV_EXT_shader_atomic_float_add, _float16_add and _float_min_max.
TEST_F(IlSyclTest, FloatAtomics) {
  for (const char* type : {"%half", "%float", "%double"}) {
    for (const char* space : {"Workgroup", "CrossWorkgroup", "Generic"}) {
      SCOPED_TRACE(std::string(type) + " " + space);
      for (const Operation& operation : kOperations) Check(Meeting(operation, type, space));
    }
  }
}

/// Puts words in front of the first instruction with `opcode`.
void Insert(Words& words, uint16_t opcode, const Words& what) {
  size_t at = 5;
  while (at < words.size() && (words[at] & 0xffff) != opcode) at += words[at] >> 16;
  ASSERT_LT(at, words.size());
  words.insert(words.begin() + static_cast<ptrdiff_t>(at), what.begin(), what.end());
}

/// Hints about aliases are taken out: declarations, decorations, operands of loads and stores, and
/// their names. Made of words, as the assembler of some releases does not know them.
TEST_F(IlSyclTest, HintsAboutAliases) {
  const auto instruction = [](uint16_t opcode, const Words& operands) {
    Words words = {static_cast<uint32_t>(operands.size() + 1) << 16 | opcode};
    words.insert(words.end(), operands.begin(), operands.end());
    return words;
  };
  constexpr uint16_t kName = 5, kMemoryModel = 14, kTypeVoid = 19, kFunction = 54, kLoad = 61,
                     kStore = 62;
  Words words = Assemble(PlainKernel());
  const uint32_t domain = words[3], scope = domain + 1, list = domain + 2;
  words[3] += 3;
  Words declarations = instruction(5911, {domain});
  for (const Words& more : {instruction(5912, {scope, domain}), instruction(5913, {list, scope})})
    declarations.insert(declarations.end(), more.begin(), more.end());
  Insert(words, kFunction, declarations);
  Insert(words, kTypeVoid, instruction(332, {domain, 5914, list}));
  Insert(words, kName, instruction(kName, {scope, 0x00000073}));
  Insert(words, kMemoryModel, instruction(17, {5910}));
  // Loads get a mask, stores have `Aligned 4` already.
  Words marked(words.begin(), words.begin() + 5);
  size_t loads = 0, stores = 0;
  for (size_t at = 5; at < words.size();) {
    const size_t length = words[at] >> 16;
    Words one(words.begin() + static_cast<ptrdiff_t>(at),
              words.begin() + static_cast<ptrdiff_t>(at + length));
    at += length;
    const uint32_t opcode = one[0] & 0xffff;
    if (opcode == kLoad && one.size() == 4) {
      one.insert(one.end(), {0x30000, list, list});
      ++loads;
    } else if (opcode == kStore && one.size() == 5 && one[3] == 2) {
      one[3] |= 0x20000;
      one.push_back(list);
      ++stores;
    }
    one[0] = static_cast<uint32_t>(one.size()) << 16 | opcode;
    marked.insert(marked.end(), one.begin(), one.end());
  }
  EXPECT_GE(loads, 1u);
  EXPECT_EQ(stores, 1u);
  Program program = WithIL(marked);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(2));
}

}  // namespace
