// SPDX-License-Identifier: Apache-2.0
#include "compiler/pipeline/registry.h"

#include <CL/cl.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>

#include "compiler/analysis/block_counts.h"
#include "compiler/analysis/code_weight.h"
#include "compiler/analysis/recurrence.h"
#include "compiler/analysis/regions.h"
#include "compiler/analysis/restrict.h"
#include "compiler/analysis/same_in_group.h"
#include "compiler/analysis/shape.h"
#include "compiler/analysis/stride_arguments.h"
#include "compiler/analysis/sub_group_lanes.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/check/hoist_checks.h"
#include "compiler/check/passes.h"
#include "compiler/codegen/target.h"
#include "compiler/groups/join_regions.h"
#include "compiler/groups/passes.h"
#include "compiler/ir/id_arithmetic.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/techniques.h"
#include "compiler/lower/image_fields.h"
#include "compiler/lower/noalias_arguments.h"
#include "compiler/lower/passes.h"
#include "compiler/lower/simplify_powers.h"
#include "compiler/target/passes.h"
#include "compiler/tune/nan_tests.h"
#include "compiler/tune/passes.h"
#include "compiler/tune/unroll_opaque.h"
#include "compiler/tune/unroll_private.h"
#include "compiler/vectorize/linearize/linearize.h"
#include "compiler/vectorize/linearize/passes.h"
#include "compiler/vectorize/plan/lane_costs.h"
#include "compiler/vectorize/plan/narrow.h"
#include "compiler/vectorize/plan/narrow_ranges.h"
#include "compiler/vectorize/plan/passes.h"
#include "compiler/vectorize/plan/scalar_parts.h"
#include "compiler/vectorize/plan/scalarize.h"
#include "compiler/vectorize/plan/unroll_matrix_rows.h"
#include "compiler/vectorize/widen/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr NamedPass kPasses[] = {
#define PASS(name, function, need, why) {name, function, Need::need, why},
#include "compiler/pipeline/passes.def"
#undef PASS
};

constexpr const KernelTransform* kTransforms[] = {
    &kSimplifyPowers, &kOutlineScalarParts, &kScalarize,        &kNarrow,           &kNarrowRanges,
    &kNumberLinearly, &kUnrollMatrixRows,   &kSinkCommonStores, &kUnmaskedVersions, &kJoinRegions,
};

/// The facts about any transform.
struct Entry {
  StringRef name;
  Need need;
  StringRef why;
};

/// Returns the entry of a pass over functions in LLVM's form, which runs among LLVM's own.
template <class Pass>
Entry entry_of() {
  const bool is_required = requires {
    Pass::isRequired();
  };
  return {Pass::name(), is_required ? Need::Required : Need::Optional, "among LLVM's own passes"};
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry>& all = *[] {
    auto* made = new std::vector<Entry>;
    for (const NamedPass& pass : kPasses) made->push_back({pass.name, pass.need, pass.why});
    for (const KernelTransform* transform : kTransforms)
      made->push_back({transform->label, transform->need, "run by a pass, on the kernel"});
    for (const NamedTechnique& technique : technique_list())
      made->push_back({technique.label, Need::Optional, technique.why});
    made->insert(
        made->end(),
        {entry_of<RestrictPass>(), entry_of<NoAliasArgumentsPass>(), entry_of<ImageFieldsPass>(),
         entry_of<SameInGroupPass>(), entry_of<IdArithmeticPass>(), entry_of<UnrollPrivatePass>(),
         entry_of<HoistChecksPass>(), entry_of<UnrollOpaquePass>(), entry_of<NanTestsPass>()});
    return made;
  }();
  return all;
}

/// A pass of the pipeline in LLVM's pass manager, over modules or over functions.
template <size_t Place>
class PipelinePass : public PassInfoMixin<PipelinePass<Place>> {
 public:
  static constexpr bool kIsOfFunctions = std::holds_alternative<FunctionPass>(kPasses[Place].run);
  static StringRef name() { return kPasses[Place].name; }
  static bool isRequired() { return kPasses[Place].need == Need::Required; }

  explicit PipelinePass(PassRun& run) : run_(&run) {}

  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    if (run_->is_over()) return PreservedAnalyses::all();
    PreservedAnalyses preserved =
        std::get<FunctionPass>(kPasses[Place].run)(function, run_->context, analyses);
    run_->next = Place + 1;
    if (run_->after) run_->after(*function.getParent(), kPasses[Place]);
    return preserved;
  }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    if (run_->is_over()) return PreservedAnalyses::all();
    PreservedAnalyses preserved =
        std::get<ModulePass>(kPasses[Place].run)(module, run_->context, analyses);
    set_missing_target_attributes(module, run_->context.target);
    run_->next = Place + 1;
    if (run_->after) run_->after(module, kPasses[Place]);
    return preserved;
  }

 private:
  PassRun* run_;
};

/// A transform that a pass runs, by itself.
template <size_t Place>
class TransformPass : public PassInfoMixin<TransformPass<Place>> {
 public:
  static StringRef name() { return kTransforms[Place]->label; }
  static bool isRequired() { return kTransforms[Place]->isRequired(); }

  explicit TransformPass(PassRun& run) : run_(&run) {}

  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    if (run_->is_over()) return PreservedAnalyses::all();
    kTransforms[Place]->body(*run_->context.kernel(module), run_->context,
                             of_functions(module, analyses));
    return PreservedAnalyses::none();
  }

 private:
  PassRun* run_;
};

template <size_t... Places>
void add(ModulePassManager& manager, PassRun& run, size_t place, std::index_sequence<Places...>) {
  const auto add_one = [&](auto pass) {
    if constexpr (pass.kIsOfFunctions) {
      manager.addPass(createModuleToFunctionPassAdaptor(std::move(pass)));
    } else {
      manager.addPass(std::move(pass));
    }
  };
  ((place == Places ? add_one(PipelinePass<Places>(run)) : void()), ...);
}

template <size_t... Places>
bool add_transform(ModulePassManager& manager, PassRun& run, StringRef name,
                   std::index_sequence<Places...>) {
  bool found = false;
  const auto add_one = [&](auto pass) {
    if (pass.name() != name) return;
    manager.addPass(std::move(pass));
    found = true;
  };
  (add_one(TransformPass<Places>(run)), ...);
  return found;
}

/// An analysis of the kernel that can be printed, for the context's lanes.
struct PrintedAnalysis {
  StringLiteral name;
  StringLiteral text;
  void (*print)(Function& kernel, FunctionAnalysisManager& analyses, const KernelContext& context,
                raw_ostream& out);
};

constexpr PrintedAnalysis kAnalyses[] = {
    {"lane-shapes", "how values differ between the lanes of a vector (after linearize)",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext& context,
        raw_ostream& out) {
       analyses.getResult<LaneShapesAnalysis>(kernel).at(context.lanes).print(out, kernel);
     }},
    {"tile-uniformity", "what is the same for all work-items of a tile of vectors",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext& context,
        raw_ostream& out) {
       analyses.getResult<KernelUniformityAnalysis>(kernel)
           .of_tile(context.lanes)
           .print(out, kernel);
     }},
    {"group-uniformity", "what is the same for all work-items of a group",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext&,
        raw_ostream& out) {
       analyses.getResult<KernelUniformityAnalysis>(kernel).of_group().print(out, kernel);
     }},
    {"barrier-regions", "the regions between barriers",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext&,
        raw_ostream& out) { analyses.getResult<RegionsAnalysis>(kernel).print(out); }},
    {"recurrences", "the longest chain of operations from one iteration of a loop to the next",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext&,
        raw_ostream& out) { print_recurrences(analyses.getResult<LoopAnalysis>(kernel), out); }},
    {"block-counts", "how often blocks run, for one work-item",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext&,
        raw_ostream& out) { analyses.getResult<BlockCountsAnalysis>(kernel).print(out, kernel); }},
    {"stride-arguments", "integer arguments that say how far apart accesses are",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext&,
        raw_ostream& out) { analyses.getResult<StrideArgumentsAnalysis>(kernel).print(out); }},
    {"code-weight", "machine instructions and cycles of a body",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext&,
        raw_ostream& out) {
       const Weight& weight = analyses.getResult<CodeWeightAnalysis>(kernel);
       out << format("%g instructions, %g cycles\n", weight.instructions, weight.cycles);
     }},
    {"lane-costs", "what is computed and accessed along each dimension",
     [](Function& kernel, FunctionAnalysisManager& analyses, const KernelContext& context,
        raw_ostream& out) { print_lane_costs(kernel, analyses, context, out); }},
};

/// The pass `print<NAME>`: prints the claims of an analysis about the kernel.
class AnalysisPrinter : public PassInfoMixin<AnalysisPrinter> {
 public:
  static bool isRequired() { return true; }

  AnalysisPrinter(const PrintedAnalysis& analysis, const KernelContext& context)
      : analysis_(&analysis), context_(&context) {}

  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    if (!context_->is_kernel(function)) return PreservedAnalyses::all();
    errs() << analysis_->name << " of " << function.getName() << ":\n";
    analysis_->print(function, analyses, *context_, errs());
    return PreservedAnalyses::all();
  }

 private:
  const PrintedAnalysis* analysis_;
  const KernelContext* context_;
};

bool add_printer(FunctionPassManager& manager, const KernelContext& context, StringRef name) {
  if (!name.consume_front("print<") || !name.consume_back(">")) return false;
  const auto* found =
      find_if(kAnalyses, [&](const PrintedAnalysis& each) { return each.name == name; });
  if (found == std::end(kAnalyses)) return false;
  manager.addPass(AnalysisPrinter(*found, context));
  return true;
}

bool add_by_name(ModulePassManager& manager, PassRun& run, StringRef name) {
  for (size_t place = 0; place < std::size(kPasses); ++place) {
    if (name != kPasses[place].name) continue;
    add_passes(manager, run, place, place + 1);
    return true;
  }
  FunctionPassManager printer;
  if (add_printer(printer, run.context, name)) {
    manager.addPass(createModuleToFunctionPassAdaptor(std::move(printer)));
    return true;
  }
  return add_transform(manager, run, name, std::make_index_sequence<std::size(kTransforms)>());
}

bool add_by_name(FunctionPassManager& manager, KernelContext& context, StringRef name) {
  const auto add_one = [&](auto pass) {
    if (pass.name() != name) return false;
    manager.addPass(std::move(pass));
    return true;
  };
  return add_one(RestrictPass()) || add_one(NoAliasArgumentsPass(context)) ||
         add_one(ImageFieldsPass(context)) || add_one(SameInGroupPass()) ||
         add_one(IdArithmeticPass(context)) || add_one(UnrollPrivatePass()) ||
         add_one(HoistChecksPass()) || add_one(UnrollOpaquePass()) || add_one(NanTestsPass()) ||
         add_printer(manager, context, name);
}

/// Returns the need of a transform; nothing if there is none of this name.
std::optional<Need> need_of(StringRef name) {
  const auto found = find_if(entries(), [&](const Entry& each) { return each.name == name; });
  return found == entries().end() ? std::nullopt : std::optional(found->need);
}

const char* text(Need need) {
  return need == Need::Required ? "required" : "optional";
}

}  // namespace

std::span<const NamedPass> pass_list() {
  return kPasses;
}

size_t place_of(ModulePass pass) {
  return static_cast<size_t>(find_if(kPasses,
                                     [&](const NamedPass& each) {
                                       const auto* of_modules = std::get_if<ModulePass>(&each.run);
                                       return of_modules && *of_modules == pass;
                                     }) -
                             std::begin(kPasses));
}

std::span<const KernelTransform* const> transform_list() {
  return kTransforms;
}

std::string describe_passes() {
  std::string lines;
  for (const Entry& each : entries())
    lines += (each.name + "\t" + text(each.need) + "\t" + each.why + "\n").str();
  return lines;
}

std::string describe_analyses() {
  std::string lines;
  for (const PrintedAnalysis& each : kAnalyses)
    lines += (each.name + "\t" + each.text + "\n").str();
  return lines;
}

std::string optional_passes() {
  std::string lines;
  for (const Entry& each : entries())
    if (each.need == Need::Optional) lines += (each.name + "\n").str();
  return lines;
}

void register_analyses(FunctionAnalysisManager& analyses) {
  analyses.registerPass([] { return LaneShapesAnalysis(); });
  analyses.registerPass([] { return KernelUniformityAnalysis(); });
  analyses.registerPass([] { return RegionsAnalysis(); });
  analyses.registerPass([] { return BlockCountsAnalysis(); });
  analyses.registerPass([] { return StrideArgumentsAnalysis(); });
  analyses.registerPass([] { return CodeWeightAnalysis(); });
}

void add_passes(ModulePassManager& manager, PassRun& run, size_t from, size_t end) {
  for (size_t place = from; place < end; ++place)
    add(manager, run, place, std::make_index_sequence<std::size(kPasses)>());
}

void register_passes(PassBuilder& builder, PassRun& run) {
  using Elements = ArrayRef<PassBuilder::PipelineElement>;
  // -print-after=NAME looks the name of a name up.
  if (auto* callbacks = builder.getPassInstrumentationCallbacks())
    for (const Entry& each : entries()) callbacks->addClassToPassName(each.name, each.name);
  builder.registerPipelineParsingCallback(
      [&run](StringRef name, ModulePassManager& manager, Elements) {
        return add_by_name(manager, run, name);
      });
  builder.registerPipelineParsingCallback(
      [&run](StringRef name, FunctionPassManager& manager, Elements) {
        return add_by_name(manager, run.context, name);
      });
}

Result<StringSet<>> switched_off(StringRef names) {
  StringSet<> result;
  SmallVector<StringRef> parts;
  names.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (const StringRef part : parts) {
    const StringRef name = part.trim();
    const auto need = need_of(name);
    if (!need)
      return Error{CL_BUILD_PROGRAM_FAILURE, "there is no pass '" + name.str() + "' to switch off"};
    if (*need == Need::Required)
      return Error{CL_BUILD_PROGRAM_FAILURE,
                   "pass '" + name.str() + "' cannot be switched off: results depend on it"};
    result.insert(name);
  }
  return result;
}

bool is_optional(StringRef name) {
  return need_of(name) == Need::Optional;
}

void switch_off(const StringSet<>& names, PassInstrumentationCallbacks& callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [&names](StringRef name, Any) { return !names.contains(name); });
}

}  // namespace heddle::compiler
