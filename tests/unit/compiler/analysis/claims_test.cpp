// SPDX-License-Identifier: Apache-2.0
// What the analyses claim of values holds for the values that work-items compute. A kernel goes
// through the pipeline up to the analysis. Then it is made to write the values to a trace, and runs
// one work-item at a time, with nothing optimised in between. The values of the work-items that
// would be the lanes of a vector are compared where they are in the same iterations.
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <random>

#include "abi/kernel_abi.h"
#include "claims_kernels.h"
#include "claims_trace.h"
#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/ir/drop_lane_intrinsics.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/marks.h"
#include "compiler/pipeline/registry.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernel_info.h"
#include "compiler/target/instruction_set.h"
#include "devices/cpu/loader.h"
#include "support/cpu_features.h"

namespace heddle::compiler {
namespace {

using namespace llvm;

enum class Kind {
  Uniform,         ///< in a tile of vectors
  UniformInGroup,  ///< in a work-group
  Affine,          ///< in a vector, modulo the type's range
  Modular,         ///< in a vector, modulo 2^32
  Piecewise,       ///< affine in a whole vector in which all breakpoints are
};

struct Claim {
  unsigned number;  ///< of the traced value
  Kind kind;
  unsigned bits;                     ///< of the value
  int64_t stride = 0;                ///< from lane to lane
  bool in_tile = false;              ///< Uniform: the rows of a tile have the same, too
  std::string text;                  ///< of the value
  std::vector<Claim> breakpoints{};  ///< Piecewise: each is affine if all lanes lie on one piece
};

uint64_t cut(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

unsigned width_of(const Instruction& value) {
  return value.getType()->isPointerTy() ? 64 : value.getType()->getPrimitiveSizeInBits();
}

std::string text_of(const Instruction& value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text;
}

/// A kernel on its way from the source to a launch.
class Subject {
 public:
  void build(const char* source, unsigned width) {
    FrontendRequest request{.source = source,
                            .headers = {},
                            .options = {},
                            .cpu = cpu_features(),
                            .extensions = "cl_khr_fp64"};
    request.options.language = 200;
    std::string log, uses, error;
    module_ = compile_opencl_c(context_, request, log, uses);
    ASSERT_TRUE(module_) << log;
    target_ = make_target(cpu_features(), /*optimize=*/true, error);
    record_ = kernel_records(*module_, /*arg_info=*/false).value().at(0);
    layout_ = layout_globals(*module_).value();
    options_.cpu = cpu_features();
    options_.width = width;
    isa_ = make_instruction_set(*target_);
    kernel_context_.emplace(KernelContext{layout_, options_, *target_, *isa_, record_});
  }

  /// Runs the passes up to the end of plan-lanes, and of linearize if `is_linear`, for tiles of
  /// `rows` vectors.
  void run(bool is_linear, unsigned rows) {
    const size_t planned = end_of("plan-lanes");
    run_passes(0, planned);
    kernel_context_->lanes.rows = rows;
    if (is_linear) run_passes(planned, end_of("linearize"));
    lanes = kernel_context_->lanes;
  }

  Function& kernel() { return *kernel_context_->kernel(*module_); }

  /// Makes scalar code of the kernel, which has been traced, by what must be done alone.
  void finish() {
    if (Function* scalar = module_->getFunction(scalar_copy_name(kernel())))
      scalar->eraseFromParent();
    drop_lane_intrinsics(kernel());
    kernel_context_->lanes = {};
    options_.optimize = false;
    run_passes(end_of("widen"), pass_list().size());
    std::string problem;
    raw_string_ostream out(problem);
    ASSERT_FALSE(verifyModule(*module_, &out)) << problem;
    auto loaded = cpu::load_kernel(emit_object(*module_, *target_), "claims");
    ASSERT_TRUE(loaded) << loaded.error().why;
    code_ = loaded.value();
  }

  /// Runs groups of the traced kernel. Pointers get memory of small numbers, numbers `numbers`.
  void launch(const std::array<size_t, 3>& local, const std::array<size_t, 3>& groups,
              size_t offset, ArrayRef<uint32_t> numbers) {
    constexpr size_t kBytes = 1 << 16, kContext = 1 << 22;
    std::mt19937 random(7);
    std::vector<std::vector<uint32_t>> memory;
    alignas(16) unsigned char arguments[512] = {};
    unsigned number = 0;
    for (const ArgRecord& argument : record_.args) {
      if (argument.size == 8) {
        auto& buffer = memory.emplace_back(kBytes / 4);
        for (uint32_t& each : buffer) each = random() % 64;
        const void* address = buffer.data();
        std::memcpy(arguments + argument.offset, &address, 8);
      } else {
        const uint32_t value = numbers[number++ % numbers.size()];
        std::memcpy(arguments + argument.offset, &value, argument.size);
      }
    }
    std::vector<std::array<unsigned char, 128>> block(2 * kContext / 128);
    auto* aligned =
        reinterpret_cast<unsigned char*>(alignTo(reinterpret_cast<uintptr_t>(block.data()), 128));
    hd_services services{};
    hd_launch launch{};
    launch.abi_version = HD_ABI_VERSION;
    launch.work_dim = 2;
    for (unsigned d = 0; d < 3; ++d) {
      launch.global_size[d] = local[d] * groups[d];
      launch.global_offset[d] = d == 0 ? offset : 0;
      launch.enqueued_local_size[d] = local[d];
      launch.num_groups[d] = groups[d];
    }
    launch.args = arguments;
    launch.services = &services;
    hd_worker worker{aligned,
                     kContext / 2,
                     aligned + kContext / 2,
                     kContext / 2,
                     /*stack_begin=*/nullptr,
                     nullptr};
    const hd_group_range range{{0, 0, 0}, {groups[0], groups[1], groups[2]}};
    code_->function()(&launch, &range, &worker);
  }

  FunctionAnalysisManager& analyses() { return managers_->function; }

  Lanes lanes;

 private:
  /// Returns the number of the pass after `name`.
  static size_t end_of(StringRef name) {
    const auto passes = pass_list();
    return find_if(passes, [&](const NamedPass& pass) { return name == pass.name; }) -
           passes.begin() + 1;
  }

  void run_passes(size_t from, size_t end) {
    managers_.emplace(*target_);
    register_analyses(managers_->function);
    PassRun run{*kernel_context_, {}};
    ModulePassManager manager;
    add_passes(manager, run, from, end);
    set_target_attributes(*module_, *target_);
    manager.run(*module_, managers_->module);
    EXPECT_EQ(kernel_context_->error, "");
  }

  LLVMContext context_;
  std::unique_ptr<Module> module_;
  TargetHandle target_;
  std::unique_ptr<const InstructionSet> isa_;
  KernelRecord record_;
  GlobalsLayout layout_;
  KernelOptions options_;
  std::optional<KernelContext> kernel_context_;
  std::optional<PassManagers> managers_;
  std::shared_ptr<const cpu::LoadedKernel> code_;
};

/// Adds the claims of lane shapes, which hold for linearised kernels.
void claim_shapes(Subject& subject, Tracer& tracer, ArrayRef<Instruction*> values,
                  std::vector<Claim>& claims) {
  const Shapes& shapes =
      subject.analyses().getResult<LaneShapesAnalysis>(subject.kernel()).at(subject.lanes);
  for (Instruction* value : values) {
    const Shape shape = shapes.of(value);
    Claim claim{0, Kind::Uniform, width_of(*value), shape.stride, !shape.rows, text_of(*value)};
    if (shape.is_modular) {
      claim.kind = Kind::Modular;
    } else if (shape.is_affine()) {
      claim.kind = Kind::Affine;
    } else if (shape.breakpoints) {
      claim.kind = Kind::Piecewise;
      // Where a number of 32 bits wraps before it is extended, the high bits go on elsewhere.
      if (!shape.is_signed && !shape.is_unsigned) claim.bits = std::min(claim.bits, 32U);
      for (const Breakpoint& each : *shape.breakpoints) {
        claim.breakpoints.push_back({tracer.add(*each.value), Kind::Affine, width_of(*each.value),
                                     shapes.of(each.value).stride, false, text_of(*each.value)});
      }
    } else if (!shape.is_uniform()) {
      continue;
    }
    claim.number = tracer.add(*value);
    claims.push_back(claim);
  }
}

/// Adds the claims of `uniformity`: of values where they are computed, and of those where they are
/// used after a loop.
void claim_uniformity(const Uniformity& uniformity, Kind kind, const LoopInfo& loops,
                      Tracer& tracer, ArrayRef<Instruction*> values, std::vector<Claim>& claims) {
  for (Instruction* value : values) {
    if (!uniformity.is_uniform(*value)) continue;
    Claim claim{0, kind, width_of(*value), 0, /*in_tile=*/true, text_of(*value)};
    claim.number = tracer.add(*value);
    claims.push_back(claim);
    if (!uniformity.is_one_value(*value)) continue;
    SmallSetVector<BasicBlock*, 4> users;
    const Loop* loop = loops.getLoopFor(value->getParent());
    for (const User* user : value->users()) {
      auto* use = const_cast<Instruction*>(cast<Instruction>(user));
      if (loop && !loop->contains(use) && !isa<PHINode>(use)) users.insert(use->getParent());
    }
    for (BasicBlock* user : users) {
      claim.number = tracer.add(*value, user);
      claims.push_back(claim);
    }
  }
}

/// The work-items that are compared, and the number of a lane among them.
using Vector = std::map<uint64_t, std::vector<const TracedValue*>>;

/// Which vector a work-item is in, and which of its lanes it is.
std::pair<std::vector<uint64_t>, uint64_t> place_of(const TracedValue& item, const Claim& claim,
                                                    const Lanes& lanes) {
  std::vector<uint64_t> vector(item.group.begin(), item.group.end());
  if (claim.kind == Kind::UniformInGroup) return {vector, 0};
  for (unsigned d = 0; d < 3; ++d) {
    const bool is_of_tile = claim.kind == Kind::Uniform && claim.in_tile && lanes.rows > 1;
    const uint64_t id = item.local[d];
    vector.push_back(d == lanes.dimension                     ? id / lanes.width
                     : is_of_tile && d == lanes.row_dimension ? id / lanes.rows
                                                              : id);
  }
  return {vector, item.local[lanes.dimension] % lanes.width};
}

/// Returns what of a claim does not hold for a vector, or nothing.
std::string broken(const Claim& claim, const Vector& vector) {
  const uint64_t first_lane = vector.begin()->first;
  const uint64_t first = vector.begin()->second.front()->bits;
  const unsigned bits = claim.kind == Kind::Modular ? std::min(claim.bits, 32U) : claim.bits;
  const auto expected = [&](uint64_t lane) { return first + claim.stride * (lane - first_lane); };
  const bool is_uniform = claim.kind == Kind::Uniform || claim.kind == Kind::UniformInGroup;
  for (const auto& [lane, items] : vector) {
    for (const TracedValue* item : items) {
      const uint64_t wanted = is_uniform ? first : expected(lane);
      if (cut(item->bits - wanted, bits) == 0) continue;
      return "work-item " + std::to_string(item->global[0]) + ", " +
             std::to_string(item->global[1]) + " has " + std::to_string(item->bits) +
             " instead of " + std::to_string(cut(wanted, bits));
    }
  }
  return "";
}

/// The vectors of a claim by their places.
using Vectors = std::map<std::vector<uint64_t>, Vector>;

Vectors vectors_of(const Claim& claim, const std::vector<TracedValue>& items, const Lanes& lanes) {
  Vectors vectors;
  for (const TracedValue& item : items) {
    const auto [place, lane] = place_of(item, claim, lanes);
    vectors[place][lane].push_back(&item);
  }
  return vectors;
}

/// Tells whether all lanes of the vector are active and lie on one piece of each breakpoint.
bool is_one_piece(const Claim& claim, const std::vector<uint64_t>& place, const Iterations& when,
                  const Trace& trace, const Lanes& lanes) {
  return std::ranges::all_of(claim.breakpoints, [&](const Claim& each) {
    const auto found = trace[each.number].find(when);
    if (found == trace[each.number].end()) return false;
    const Vector vector = vectors_of(each, found->second, lanes)[place];
    return vector.size() == lanes.width && broken(each, vector).empty();
  });
}

/// Checks the claims, and counts what was compared in `compared`.
void check(const std::vector<Claim>& claims, const Trace& trace, const Lanes& lanes,
           std::map<Kind, size_t>& compared) {
  for (const Claim& claim : claims) {
    for (const auto& [when, items] : trace[claim.number]) {
      for (const auto& [place, vector] : vectors_of(claim, items, lanes)) {
        const bool is_whole = vector.size() == lanes.width;
        if (claim.kind == Kind::Piecewise &&
            !(is_whole && is_one_piece(claim, place, when, trace, lanes)))
          continue;
        ++compared[claim.kind];
        const std::string why = broken(claim, vector);
        if (why.empty()) continue;
        ADD_FAILURE() << claim.text << "\n  kind " << static_cast<int>(claim.kind) << ", stride "
                      << claim.stride << ", iterations " << when[0] << ", " << when[1] << ": "
                      << why;
        return;
      }
    }
  }
}

/// Whether the analyses are asked of a linearised kernel, and for which tiles.
struct Case {
  KernelOfClaims kernel;
  bool is_linear;
  unsigned width, rows;
};

/// Prints a case where a test fails.
void PrintTo(const Case& param, std::ostream* out) {
  *out << param.kernel.name << (param.is_linear ? ", linearised" : ", as planned") << ", "
       << param.width << " lanes, " << param.rows << " rows";
}

class Claims : public testing::TestWithParam<Case> {};

TEST_P(Claims, HoldForWhatWorkItemsCompute) {
  const Case& param = GetParam();
  Subject subject;
  ASSERT_NO_FATAL_FAILURE(subject.build(param.kernel.source, param.width));
  subject.run(param.is_linear, param.rows);
  ASSERT_TRUE(subject.lanes.are_used());
  const bool is_linear = param.is_linear;
  Function& kernel = subject.kernel();
  auto& loops = subject.analyses().getResult<LoopAnalysis>(kernel);
  auto& uniformity = subject.analyses().getResult<KernelUniformityAnalysis>(kernel);
  const Uniformity& of_tile = uniformity.of_tile(subject.lanes);
  SmallVector<Instruction*> values;
  for (Instruction& each : instructions(kernel))
    if (Tracer::can_trace(each)) values.push_back(&each);
  if (is_linear) subject.analyses().getResult<LaneShapesAnalysis>(kernel).at(subject.lanes);
  if (!is_linear) uniformity.of_group();
  Trace trace;
  std::vector<Claim> claims;
  Tracer tracer(kernel, loops, trace);
  claim_uniformity(of_tile, Kind::Uniform, loops, tracer, values, claims);
  if (is_linear)
    claim_shapes(subject, tracer, values, claims);
  else
    claim_uniformity(uniformity.of_group(), Kind::UniformInGroup, loops, tracer, values, claims);
  EXPECT_FALSE(claims.empty());
  subject.finish();
  if (HasFatalFailure()) return;
  const uint32_t numbers[][4] = {{37, 5, 16, 3}, {1, 0, 7, 64}, {0xfffffff0U, 33, 2, 9}};
  std::map<Kind, size_t> compared;
  for (const auto& set : numbers) {
    for (const size_t offset : {0, 5}) {
      for (TraceOfValue& each : trace) each.clear();
      subject.launch(param.kernel.local, {2, 2, 1}, offset, set);
      check(claims, trace, subject.lanes, compared);
      if (HasFailure()) return;
    }
  }
  EXPECT_FALSE(compared.empty());
  const bool is_piecewise =
      std::ranges::any_of(claims, [](const Claim& claim) { return claim.kind == Kind::Piecewise; });
  const bool has_whole_vectors = param.kernel.local[0] >= param.width;
  if (is_piecewise && has_whole_vectors) EXPECT_GT(compared[Kind::Piecewise], 0U);
}

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const KernelOfClaims& kernel : kKernelsOfClaims) {
    for (const bool is_linear : {false, true}) {
      result.push_back({kernel, is_linear, 4, 2});
      result.push_back({kernel, is_linear, 16, 1});
    }
  }
  return result;
}

std::string name(const testing::TestParamInfo<Case>& info) {
  return std::string(info.param.kernel.name) + (info.param.is_linear ? "Linear" : "Planned") +
         std::to_string(info.param.width);
}

INSTANTIATE_TEST_SUITE_P(All, Claims, testing::ValuesIn(cases()), name);

}  // namespace
}  // namespace heddle::compiler
