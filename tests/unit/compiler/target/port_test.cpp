// SPDX-License-Identifier: Apache-2.0
// Instruction sets that have nothing, one thing, or all but one: the kernels whose plans are pinned
// (tests/plans) compile for them, and nothing is emitted but what the instruction set says it has.
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <bitset>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/ir/managers.h"
#include "compiler/pipeline/registry.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernel_info.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {
namespace {

using namespace llvm;

/// The things that an instruction set may have.
enum class Thing {
  MaskRegisters,
  MaskedMemory,
  FastMaskedStores,
  Gathers,
  Scatters,
  Compression,
  Permutes,
  TwoRegisterPermutes,
  ByteProducts,
  AnyByteProducts,
  MixedBytes,
  Rotations,
  TernaryLogic,
  ReciprocalTests,
  Count
};

constexpr TargetCosts kCosts = {.register_cycles = 1,
                                .overlapped_part = 1,
                                .multiple_test = 9,
                                .multiple_test_once = 8,
                                .float_division = 5,
                                .double_division = 8,
                                .float_root = 6,
                                .double_root = 12,
                                .mispredicted_branch = 12,
                                .gathered_lane = 2,
                                .lane_by_lane = 2,
                                .scattered_lane = 2,
                                .search_registers = 20,
                                .jam_vector_registers = 15,
                                .jam_scalar_registers = 13};

using Things = std::bitset<static_cast<size_t>(Thing::Count)>;

/// An instruction set with some things. It emits calls of functions that do not exist.
class SomeThings final : public InstructionSet {
 public:
  SomeThings(Things things, unsigned bits) : things_(things), bits_(bits) {}

  bool has(Thing thing) const { return things_[static_cast<size_t>(thing)]; }

  unsigned register_bits() const override { return bits_; }
  unsigned shortest_register_bits() const override { return 128; }
  unsigned vector_registers() const override { return 32; }
  const TargetCosts& costs() const override { return kCosts; }

  bool has_mask_registers() const override { return has(Thing::MaskRegisters); }
  bool has_masked_memory(unsigned) const override { return has(Thing::MaskedMemory); }
  bool has_fast_masked_stores() const override { return has(Thing::FastMaskedStores); }
  bool has_gather(unsigned, unsigned) const override { return has(Thing::Gathers); }
  bool has_scatter(unsigned, unsigned) const override { return has(Thing::Scatters); }
  bool has_compression() const override { return has(Thing::Compression); }
  void emit_stream_fence(Builder& at) const override { call(at, at.getVoidTy(), {}); }

  unsigned shuffle_bits(unsigned) const override { return 128; }
  bool can_permute(unsigned count, unsigned element) const override {
    return has(Thing::Permutes) && count * element <= bits_;
  }
  Value* permute(Builder& at, Value* table, Value* numbers, unsigned count) const override {
    EXPECT_TRUE(can_permute(count, numbers->getType()->getScalarSizeInBits()));
    return call(at, numbers->getType(), {table, numbers});
  }
  bool has_two_register_permute(unsigned) const override { return has(Thing::TwoRegisterPermutes); }
  Value* permute_two(Builder& at, Value* low, Value* high, Value* numbers) const override {
    EXPECT_TRUE(has(Thing::TwoRegisterPermutes));
    EXPECT_EQ(low->getType()->getPrimitiveSizeInBits(), bits_);
    return call(at, low->getType(), {low, high, numbers});
  }
  Value* permute_lanes(Builder&, Value*, Value*) const override { return nullptr; }
  unsigned lookup_bits(unsigned /*element*/, unsigned /*lanes*/) const override { return 0; }

  bool has_byte_products() const override { return has(Thing::ByteProducts); }
  bool has_any_byte_products() const override { return has(Thing::AnyByteProducts); }
  Value* mixed_byte_products(Builder& at, Value* a, Value* b) const override {
    EXPECT_TRUE(has(Thing::ByteProducts));
    return call(at, a->getType(), {a, b});
  }
  Value* same_byte_products(Builder& at, Value* a, Value* b, bool) const override {
    EXPECT_TRUE(has(Thing::AnyByteProducts));
    return call(at, a->getType(), {a, b});
  }
  Value* pair_products(Builder& at, Value* a, Value* b) const override {
    auto* halves = cast<FixedVectorType>(a->getType());
    return call(at, FixedVectorType::get(at.getInt32Ty(), halves->getNumElements() / 2), {a, b});
  }
  bool mixes_bytes() const override { return has(Thing::MixedBytes); }

  bool has_fused_multiply_add() const override { return false; }
  bool has_long_arithmetic() const override { return false; }
  bool has_rotations() const override { return has(Thing::Rotations); }
  bool has_ternary_logic() const override { return has(Thing::TernaryLogic); }
  bool tests_multiples_by_reciprocals() const override { return has(Thing::ReciprocalTests); }
  bool has_estimates() const override { return false; }
  bool has_table_lookups() const override { return false; }
  bool has_half_arithmetic() const override { return false; }
  bool has_half_conversions() const override { return false; }
  unsigned directed_multiply_add_lanes() const override { return 0; }
  Value* directed_multiply_add(Builder&, Value* a, Value*, Value*, RoundingMode) const override {
    ADD_FAILURE() << "directed_multiply_add";
    return a;
  }
  Value* begin_flushing(Builder& at) const override { return at.getInt32(0); }
  void end_flushing(Builder&, Value*) const override {}

 private:
  static Value* call(Builder& at, Type* result, ArrayRef<Value*> operands) {
    SmallVector<Type*> types;
    for (Value* each : operands) types.push_back(each->getType());
    std::string name = "port.";
    raw_string_ostream text(name);
    text << *result;
    for (Type* each : types) text << '.' << *each;
    Module& module = *at.GetInsertBlock()->getModule();
    return at.CreateCall(
        module.getOrInsertFunction(name, FunctionType::get(result, types, /*isVarArg=*/false)),
        operands);
  }

  const Things things_;
  const unsigned bits_;
};

/// A kernel with a heading of a *.plan file: `== KERNEL of FILE [OPTION ...]`.
struct Planned {
  std::string kernel, file;
  std::string options;                   ///< those of the front end
  std::vector<hd_argument_facts> facts;  ///< images whose formats are known
};

/// Adds the facts of `--image=ARGUMENT:ORDER:TYPE:SIZE`.
void add_image(std::vector<hd_argument_facts>& facts, const std::string& option) {
  unsigned argument = 0;
  hd_argument_facts image{};
  image.kind = HD_FACTS_IMAGE;
  image.is_near = 1;
  ASSERT_EQ(std::sscanf(option.c_str(), "--image=%u:%x:%x:%u", &argument, &image.channel_order,
                        &image.channel_data_type, &image.element_size),
            4);
  facts.resize(argument + 1);
  facts[argument] = image;
}

std::vector<Planned> planned_kernels() {
  const std::regex heading(R"(== (\w+) of (\S+)(.*))");
  std::vector<Planned> all;
  const std::filesystem::path root(HEDDLE_SOURCE_ROOT);
  for (const auto& entry : std::filesystem::directory_iterator(root / "tests/plans")) {
    if (entry.path().extension() != ".plan") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      std::smatch found;
      if (!std::regex_match(line, found, heading)) continue;
      Planned planned{
          found[1], (root / found[2].str()).string(), "-DT=float -DT2=float2 -DT4=float4", {}};
      std::istringstream words(found[3]);
      for (std::string word; words >> word;) {
        if (word.starts_with("-D")) planned.options += " " + word;
        if (word.starts_with("--image=")) add_image(planned.facts, word);
      }
      all.push_back(std::move(planned));
    }
  }
  return all;
}

class PortTest : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override {
    std::string error;
    target_ = make_target("+sse4.2,+popcnt", /*optimize=*/true, error);
    ASSERT_TRUE(target_) << error;
  }

  std::unique_ptr<Module> compile(const Planned& planned) {
    std::ifstream in(planned.file);
    const std::string source(std::istreambuf_iterator<char>(in), {});
    FrontendRequest request{.source = source,
                            .headers = {},
                            .options = parse_compile_options(planned.options).value(),
                            .cpu = "+sse4.2,+popcnt",
                            .extensions =
                                "cl_khr_fp64 cl_khr_byte_addressable_store "
                                "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics"};
    request.options.language = 200;
    std::string log, uses;
    auto module = compile_opencl_c(context_, request, log, uses);
    EXPECT_TRUE(module) << log;
    return module;
  }

  /// Runs the pipeline up to the target's own passes.
  void run(Module& module, const Planned& planned, const SomeThings& isa, bool emits) {
    std::vector<KernelRecord> records = kernel_records(module, /*arg_info=*/false).value();
    const auto found =
        find_if(records, [&](const auto& each) { return each.name == planned.kernel; });
    ASSERT_NE(found, records.end());
    KernelRecord& record = *found;
    const GlobalsLayout layout = layout_globals(module).value();
    KernelOptions options;
    options.cpu = "+sse4.2,+popcnt";
    options.width = isa.register_bits() / 32;
    options.arguments = planned.facts;
    KernelContext context{layout, options, *target_, isa, record};
    const auto passes = pass_list();
    const size_t own =
        find_if(passes,
                [](const NamedPass& pass) { return pass.name == StringRef("lower-estimates"); }) -
        passes.begin();
    run(module, context, 0, own);
    check(module, isa);
    if (!emits) return;
    run(module, context, own, passes.size());
    std::string problem;
    raw_string_ostream out(problem);
    EXPECT_FALSE(verifyModule(module, &out)) << problem;
    EXPECT_FALSE(emit_object(module, *target_).empty());
  }

 private:
  void run(Module& module, KernelContext& context, size_t from, size_t end) {
    PassManagers managers(*target_);
    register_analyses(managers.function);
    PassRun run{context, {}};
    ModulePassManager manager;
    add_passes(manager, run, from, end);
    set_target_attributes(module, *target_);
    manager.run(module, managers.module);
    EXPECT_EQ(context.error, "");
  }

  /// Checks that no intrinsic is called that only another instruction set has.
  static void check(const Module& module, const SomeThings& isa) {
    for (const Function& function : module) {
      for (const Instruction& each : instructions(function)) {
        const auto* call = dyn_cast<IntrinsicInst>(&each);
        if (!call) continue;
        EXPECT_FALSE(call->getCalledFunction()->getName().starts_with("llvm.x86.")) << text(each);
        switch (call->getIntrinsicID()) {
          case Intrinsic::masked_load:
          case Intrinsic::masked_store:
            EXPECT_TRUE(isa.has(Thing::MaskedMemory)) << text(each);
            break;
          case Intrinsic::masked_gather:
            EXPECT_TRUE(isa.has(Thing::Gathers)) << text(each);
            break;
          case Intrinsic::masked_scatter:
            EXPECT_TRUE(isa.has(Thing::Scatters)) << text(each);
            break;
          case Intrinsic::experimental_vector_compress:
            EXPECT_TRUE(isa.has(Thing::Compression)) << text(each);
            break;
          default:
            break;
        }
      }
    }
  }

  static std::string text(const Value& value) {
    std::string text;
    raw_string_ostream(text) << value;
    return text;
  }

  LLVMContext context_;
  TargetHandle target_;
};

constexpr size_t kParts = 8;  // all kernels together take long

TEST_P(PortTest, NothingIsEmittedThatIsNotThere) {
  const std::vector<Planned> all = planned_kernels();
  ASSERT_GT(all.size(), 30U);
  for (size_t i = GetParam(); i < all.size(); i += kParts) {
    const Planned& planned = all[i];
    const std::unique_ptr<Module> module = compile(planned);
    ASSERT_TRUE(module) << planned.file;
    const auto check = [&](Things things, unsigned bits, bool emits) {
      SCOPED_TRACE(planned.kernel + ", " + std::to_string(bits) + " bits, " + things.to_string());
      run(*CloneModule(*module), planned, SomeThings(things, bits), emits);
    };
    for (const unsigned bits : {128, 256, 512}) check({}, bits, /*emits=*/true);
    for (size_t thing = 0; thing < Things().size(); ++thing) {
      check(Things().set(thing), 512, /*emits=*/false);
      check(Things().set().reset(thing), 512, /*emits=*/false);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfKernels, PortTest, testing::Range(size_t{0}, kParts));

}  // namespace
}  // namespace heddle::compiler
