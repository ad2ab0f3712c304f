// SPDX-License-Identifier: Apache-2.0
// Strategies, run: for each access one of those that fit is drawn. The memory lies at both ends of
// what is mapped, so that a byte read or written for an inactive lane is a fault.
#include "compiler/vectorize/access/access_plan.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <sys/mman.h>

#include <cstring>
#include <random>
#include <set>

#include "abi/kernel_abi.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/ir/managers.h"
#include "compiler/vectorize/access/run.h"
#include "devices/cpu/loader.h"
#include "support/cpu_features.h"

namespace heddle::compiler {
namespace {

using namespace llvm;
using Builder = IRBuilder<>;

constexpr unsigned kMaxLanes = 128;

enum class Mode { Strided, Pointers, Numbers, Group, Rows };

struct Config {
  const char* level;  ///< of the instruction set
  std::string element;
  unsigned lanes;
  int64_t stride;                    ///< in elements
  std::vector<uint64_t> members{0};  ///< in elements
  Mode mode = Mode::Strided;
  bool is_store = false;
  bool has_mask = true;
  unsigned align = 0;  ///< bytes; 0: of an element
  bool is_cheapest = false;  ///< the strategy

  std::string text() const {
    std::string members_text;
    for (uint64_t member : members) members_text += " " + std::to_string(member);
    return std::string(level) + " " + (is_store ? "store " : "load ") + std::to_string(lanes) +
           " x " + element + " stride " + std::to_string(stride) + " members" + members_text +
           (mode == Mode::Pointers ? " pointers" : "") +
           (mode == Mode::Numbers ? " numbers" : "") + (mode == Mode::Rows ? " rows" : "") +
           (has_mask ? " masked" : "");
  }
};

Type* type_named(LLVMContext& context, const std::string& name) {
  if (name == "half") return Type::getHalfTy(context);
  if (name == "bfloat") return Type::getBFloatTy(context);
  if (name == "float") return Type::getFloatTy(context);
  if (name == "double") return Type::getDoubleTy(context);
  if (name == "ptr") return PointerType::get(context, 0);
  return Type::getIntNTy(context, std::stoi(name.substr(1)));
}

unsigned size_named(const std::string& name) {
  if (name == "half" || name == "bfloat") return 2;
  if (name == "float") return 4;
  if (name == "double" || name == "ptr") return 8;
  return std::stoi(name.substr(1)) / 8;
}

/// Lanes' memory as the compiled functions take it. Values are member after member.
struct Arguments {
  std::vector<unsigned char> values;
  unsigned char mask[kMaxLanes / 8] = {};
};

class LaneAccessTest : public testing::Test {
 protected:
  LaneAccessTest() {
    region_ = static_cast<unsigned char*>(
        mmap(nullptr, kGuard * 2 + kUsable, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    memory_ = region_ + kGuard;
    EXPECT_EQ(mprotect(memory_, kUsable, PROT_READ | PROT_WRITE), 0);
  }
  ~LaneAccessTest() override { munmap(region_, kGuard * 2 + kUsable); }

  static constexpr size_t kUsable = 1 << 15, kGuard = 1 << 16;

  /// Emits the pointers of lanes: one base, and numbers of 64 bits, or of 32 that are extended.
  static Value* pointers_of(const Config& config, Builder& at, Value* memory) {
    const bool is_short = config.mode == Mode::Numbers;
    SmallVector<Constant*> numbers;
    for (unsigned lane = 0; lane < config.lanes; ++lane)
      numbers.push_back(ConstantInt::getSigned(is_short ? at.getInt32Ty() : at.getInt64Ty(),
                                               config.stride * static_cast<int64_t>(lane)));
    Value* index = ConstantVector::get(numbers);
    if (is_short)
      index = at.Insert(
          new SExtInst(at.Insert(new FreezeInst(index)),
                       FixedVectorType::get(at.getInt64Ty(), config.lanes)));
    return at.CreateGEP(type_named(at.getContext(), config.element), memory, index);
  }

  /// Says what a kernel would know of the access.
  Site site_of(const Config& config, const DataLayout& layout, Type* element,
               const LaneAddress& address) {
    Site site{.kind = config.mode == Mode::Group || config.mode == Mode::Rows ? SiteKind::Members
                                                                              : SiteKind::Element,
              .is_store = config.is_store};
    site.element = carrier(element);
    site.size = size_named(config.element);
    site.offsets.clear();
    for (uint64_t member : config.members) site.offsets.push_back(member * site.size);
    site.align = Align(config.align ? config.align : site.size);
    site.width = config.lanes;
    if (config.has_mask) site.mask = random_() % 2 ? MaskKind::Lanes : MaskKind::Range;
    site.is_within_stride = config.mode == Mode::Group;
    site.stride = address.base ? address.stride : 0;
    site.index = indexed_lanes(address.pointers, layout);
    site.is_plain_index = true;
    site.number_bits = config.mode == Mode::Numbers ? 32 : 64;
    site.extension = config.mode == Mode::Numbers ? Extension::Signed : Extension::None;
    site.may_count = site.expects_neighbours = config.mode == Mode::Numbers;
    return site;
  }

  /// Returns one of the candidates, parts included.
  Candidate drawn(const Site& site, const InstructionSet& machine, const Config& config) {
    std::vector<Candidate> candidates = candidates_for(site, {machine, Techniques::all()});
    Candidate plan = candidates[config.is_cheapest ? 0 : random_() % candidates.size()];
    seen_.insert(plan.strategy->name);
    for (Candidate& part : plan.parts) part = drawn(part.site, machine, config);
    return plan;
  }

  std::unique_ptr<Module> build(const Config& config, TargetMachine& target) {
    auto module = std::make_unique<Module>("lanes", context_);
    module->setTargetTriple(target.getTargetTriple());
    module->setDataLayout(target.createDataLayout());
    Type* pointer = PointerType::get(context_, 0);
    auto* type = FunctionType::get(Type::getVoidTy(context_), {pointer, pointer, pointer}, false);
    auto* function = Function::Create(type, Function::ExternalLinkage, HD_KERNEL_SYMBOL, *module);
    Builder at(BasicBlock::Create(context_, "entry", function));
    Type* element = type_named(context_, config.element);
    const unsigned size = size_named(config.element), lanes = config.lanes;
    auto* vector = FixedVectorType::get(element, lanes);
    Value *memory = function->getArg(0), *values = function->getArg(1);
    Value* mask = nullptr;
    if (config.has_mask) {
      Value* bits = at.CreateAlignedLoad(at.getIntNTy(lanes), function->getArg(2), Align(1));
      mask = at.CreateBitCast(bits, FixedVectorType::get(at.getInt1Ty(), lanes), "mask");
    }
    const auto isa = make_instruction_set(target);
    AccessEmitter emit(*isa, lanes);
    auto member_at = [&](unsigned i) {
      return at.CreatePtrAdd(values, at.getInt64(uint64_t{i} * lanes * size));
    };
    const bool is_anywhere = config.mode == Mode::Pointers || config.mode == Mode::Numbers ||
                             (config.mode == Mode::Rows && lanes % 3 == 2);
    auto address = LaneAddress::strided(memory, config.stride * size);
    if (is_anywhere) address = LaneAddress::of(pointers_of(config, at, memory));
    const Site site = site_of(config, module->getDataLayout(), element, address);
    const Candidate plan = drawn(site, *isa, config);
    auto* registers = FixedVectorType::get(site.element, lanes);
    LaneValues members;
    for (unsigned i = 0; config.is_store && i < config.members.size(); ++i)
      members.push_back(at.CreateBitCast(at.CreateAlignedLoad(vector, member_at(i), Align(1)), registers));
    const LaneValues loaded = emit_access(emit, at, plan, {address, members, mask});
    for (unsigned i = 0; i < loaded.size(); ++i)
      at.CreateAlignedStore(at.CreateBitCast(loaded[i], vector), member_at(i), Align(1));
    at.CreateRetVoid();
    set_target_attributes(*module, target);
    std::string problem;
    raw_string_ostream out(problem);
    EXPECT_FALSE(verifyModule(*module, &out)) << config.text() << "\n" << problem;
    return module;
  }

  static void optimize(Module& module, TargetMachine& target) {
    FunctionPassManager passes;
    passes.addPass(InstCombinePass());
    passes.addPass(SimplifyCFGPass());
    passes.addPass(InstCombinePass());
    PassManagers managers(target);
    for (Function& function : module)
      if (!function.isDeclaration()) passes.run(function, managers.function);
  }

  /// Compiles and runs with random masks, lanes at the begin and at the end of the memory.
  void check(const Config& config) {
    std::string error;
    const std::string features = restrict_cpu_features(host_cpu_features(), config.level);
    TargetHandle target = make_target(features, true, error);
    ASSERT_TRUE(target) << error;
    auto module = build(config, *target);
    if (random_() % 2) optimize(*module, *target);
    KernelRecord record;
    record.name = "lanes";
    record.object = emit_object(*module, *target);
    auto loaded = cpu::load_kernel(record);
    ASSERT_TRUE(loaded) << loaded.error().why;
    auto run = reinterpret_cast<void (*)(unsigned char*, unsigned char*, unsigned char*)>(
        loaded.value()->function());
    for (unsigned round = 0; round < (config.has_mask ? 8 : 2); ++round) {
      for (bool at_end : {false, true}) {
        run_once(config, run, round, at_end);
        if (HasFailure()) {
          FAIL() << config.text();
        }
      }
    }
  }

 private:
  template <class Function>
  void run_once(const Config& config, Function run, unsigned round, bool at_end) {
    const unsigned size = size_named(config.element), lanes = config.lanes;
    std::vector<bool> active(lanes, true);
    if (config.has_mask && round > 0) {
      unsigned from = random_() % lanes, to = random_() % (lanes + 1), density = random_() % 4;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        active[lane] = (round % 2 ? lane >= std::min(from, to) && lane < std::max(from, to)
                                  : random_() % 4 <= density);
      }
    }
    auto place = [&](unsigned lane, unsigned member) {
      return (config.stride * static_cast<int64_t>(lane) +
              static_cast<int64_t>(config.members[member])) *
             static_cast<int64_t>(size);
    };
    int64_t low = INT64_MAX, high = INT64_MIN;
    Arguments arguments;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (!active[lane]) continue;
      arguments.mask[lane / 8] |= 1 << lane % 8;
      for (unsigned member = 0; member < config.members.size(); ++member) {
        low = std::min(low, place(lane, member));
        high = std::max(high, place(lane, member) + size);
      }
    }
    if (low > high) low = high = 0;
    // The first active byte is the first of the memory, or the last one the last.
    unsigned char* base = at_end ? memory_ + kUsable - high : memory_ - low;
    for (size_t i = 0; i < kUsable; i += sizeof(uint32_t)) {
      const uint32_t bits = random_();
      std::memcpy(memory_ + i, &bits, sizeof bits);
    }
    std::vector<unsigned char> expected_memory(memory_, memory_ + kUsable);
    arguments.values.resize(size_t{lanes} * size * config.members.size());
    for (unsigned char& byte : arguments.values) byte = random_();
    std::vector<unsigned char> expected = arguments.values;
    for (unsigned member = 0; member < config.members.size(); ++member) {
      for (unsigned lane = 0; lane < lanes; ++lane) {
        if (!active[lane]) continue;
        unsigned char* value = &expected[(size_t{member} * lanes + lane) * size];
        unsigned char* element = base + place(lane, member) - memory_ + expected_memory.data();
        std::memcpy(config.is_store ? element : value, config.is_store ? value : element, size);
      }
    }
    run(base, arguments.values.data(), arguments.mask);
    EXPECT_EQ(std::memcmp(memory_, expected_memory.data(), kUsable), 0)
        << config.text() << ": memory, round " << round;
    for (size_t i = 0; i < expected.size(); ++i) {
      if (active[i / size % lanes] && arguments.values[i] != expected[i]) {
        ADD_FAILURE() << config.text() << ": lane " << i / size % lanes << " of member "
                      << i / size / lanes << ", round " << round;
        return;
      }
    }
  }

 protected:
  unsigned char* region_;
  unsigned char* memory_;
  LLVMContext context_;
  std::set<std::string> seen_;  ///< the strategies that were drawn
  std::mt19937 random_{20};
  const char* levels_[4] = {"sse4.2", "avx2", "avx512", ""};  // the last: all that there is
  const char* elements_[9] = {"i8",     "i16",   "i32",    "i64", "half",
                              "bfloat", "float", "double", "ptr"};
};

TEST_F(LaneAccessTest, NeighboursBothWays) {
  for (const char* level : levels_) {
    for (const char* element : elements_) {
      const unsigned lanes = 2u << random_() % 7;
      for (int64_t stride : {1, -1}) {
        for (bool is_store : {false, true}) {
          check({level, element, lanes, stride, {0}, Mode::Strided, is_store, true});
          check({level, element, lanes, stride, {0}, Mode::Strided, is_store, false});
        }
      }
    }
  }
}

TEST_F(LaneAccessTest, Strides) {
  for (const char* level : levels_) {
    for (int64_t stride : {2, 3, 4, 5, 6, 7, 8, 9, -2, -3, -4}) {
      for (unsigned trial = 0; trial < 4; ++trial) {
        const unsigned lanes = 2u << random_() % 7;
        const char* element = elements_[random_() % 9];
        const bool is_store = trial % 2, has_mask = trial % 3;
        check({level, element, lanes, stride, {0}, Mode::Strided, is_store, has_mask});
      }
    }
  }
}

TEST_F(LaneAccessTest, AnyAddresses) {
  for (const char* level : levels_) {
    for (const char* element : elements_) {
      for (bool is_store : {false, true}) {
        const unsigned lanes = 2u << random_() % 7;
        const int64_t stride = static_cast<int64_t>(random_() % 40) - 20;
        check({level,
               element,
               lanes,
               stride ? stride : 21,
               {0},
               Mode::Pointers,
               is_store,
               random_() % 3 != 0});
      }
    }
  }
}

TEST_F(LaneAccessTest, NumbersOfOneBase) {
  for (const char* level : levels_) {
    for (const char* element : elements_) {
      for (unsigned trial = 0; trial < 6; ++trial) {
        const unsigned lanes = 2u << random_() % 5;
        const int64_t stride = trial < 2 ? 1 : static_cast<int64_t>(random_() % 9) - 4;
        check({level, element, lanes, stride ? stride : 5, {0}, Mode::Numbers, trial % 2 == 1,
               trial % 3 != 0});
      }
    }
  }
  EXPECT_TRUE(seen_.contains("narrow"));
}

TEST_F(LaneAccessTest, LoadsOfStructures) {
  for (const char* level : levels_) {
    for (unsigned stride = 2; stride <= 16; ++stride) {
      for (unsigned trial = 0; trial < 3; ++trial) {
        const unsigned lanes = 2U << random_() % 5;
        std::vector<uint64_t> members{0};
        for (uint64_t i = 1; i < stride; ++i)
          if (trial == 0 || random_() % 3) members.push_back(i);
        check({level, elements_[random_() % 9], lanes, stride, members, Mode::Group, false,
               trial % 3 != 1});
      }
    }
  }
}

TEST_F(LaneAccessTest, StoresOfStructures) {
  for (const char* level : levels_) {
    for (unsigned stride = 2; stride <= 16; ++stride) {
      for (unsigned trial = 0; trial < 3; ++trial) {
        const unsigned lanes = 2U << random_() % 5;
        std::vector<uint64_t> members;
        for (uint64_t i = 0; i < stride; ++i) members.push_back(i);
        check({level, elements_[random_() % 9], lanes, stride, members, Mode::Group, true,
               trial % 2 != 1});
      }
    }
  }
}

TEST_F(LaneAccessTest, RowsThatLieAnywhere) {
  for (const char* level : levels_) {
    for (const char* element : elements_) {
      const unsigned most = std::min(16U, 64 / size_named(element));
      for (unsigned trial = 0; trial < 4; ++trial) {
        const unsigned lanes = 2U << random_() % 5, length = 2 + random_() % (most - 1);
        const bool is_store = trial % 2;
        std::vector<uint64_t> members{0};
        for (uint64_t i = 1; i < length; ++i)
          if (is_store || random_() % 3) members.push_back(i);
        if (members.size() < 2) members = {0, 1};
        const auto far = static_cast<int64_t>(length + random_() % 9);
        const int64_t stride = random_() % 3 ? far : -far;
        check({level, element, lanes, stride, members, Mode::Rows, is_store, trial % 3 != 0});
      }
    }
  }
}

/// A mask that becomes constant leaves whole accesses, or such with a constant mask.
TEST_F(LaneAccessTest, FoldsWhenAllLanesAreActive) {
  for (const char* level : levels_) {
    for (const char* element : elements_) {
      for (const Config& shape :
           {Config{"", "", 16, 1}, Config{"", "", 16, 4, {0, 1, 2, 3}, Mode::Group},
            Config{"", "", 16, 3, {0, 1, 2}, Mode::Group}}) {
        for (bool is_store : {false, true}) {
          Config config = shape;
          config.level = level;
          config.element = element;
          config.is_store = is_store;
          config.is_cheapest = true;
          std::string error;
          TargetHandle target =
              make_target(restrict_cpu_features(host_cpu_features(), config.level), true, error);
          auto module = build(config, *target);
          Function& function = *module->getFunction(HD_KERNEL_SYMBOL);
          for (Instruction& instruction : function.getEntryBlock()) {
            if (instruction.getName() == "mask")
              instruction.replaceAllUsesWith(Constant::getAllOnesValue(instruction.getType()));
          }
          optimize(*module, *target);
          EXPECT_EQ(function.size(), 1u) << config.text();
          for (const Instruction& instruction : function.getEntryBlock()) {
            const auto* call = dyn_cast<CallInst>(&instruction);
            if (!call) continue;
            EXPECT_TRUE(isa<Constant>(call->getArgOperand(is_store ? 2 : 1))) << config.text();
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace heddle::compiler
