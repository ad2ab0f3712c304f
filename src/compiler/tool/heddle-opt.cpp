// SPDX-License-Identifier: Apache-2.0
// heddle-opt: runs passes of the pipeline, and of LLVM's, on one kernel's IR, for tests and for
// people who study a pass (docs/passes.md).
//   heddle-opt --kernel NAME [-passes='lower-half,function(instcombine),widen'] [--until PASS]
//   [--disable-pass a,b,...] [-print-after-all] [-time-passes] [-verify-each]
//   [-opt-bisect-limit=N] [--emit ll|asm|obj] [--features +...,...]
//   [--image ARGUMENT:ORDER:TYPE:SIZE] [--sampler ARGUMENT:BITS] [--local-size X,Y,Z]
//   [--uniform-groups] [--width LANES] [--denorms-are-zero]
//   [--sub-group-size N] [--linear-lanes] [--no-sub-group-progress]
//   [--lanes WIDTH[,DIMENSION[,ROWS]]] [--report] FILE.ll|FILE.bc
//   heddle-opt --list-passes | --list-optional-passes | --list-analyses
// FILE is LLVM IR; passes default to all. Prints to stdout.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/Timer.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/inside_test.h"
#include "compiler/ir/managers.h"
#include "compiler/pipeline/registry.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernel_info.h"
#include "compiler/target/code_generator.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::compiler;

namespace {

cl::opt<std::string> input(cl::Positional, cl::desc("IR file"), cl::init("-"));
cl::opt<std::string> kernel_name("kernel", cl::desc("The kernel to work on"));
cl::opt<std::string> passes("passes",
                            cl::desc("Passes to run, in LLVM's syntax (default: the pipeline)"));
cl::opt<bool> list_passes("list-passes", cl::desc("Names of all passes, a line each"));
cl::opt<bool> list_optional("list-optional-passes",
                            cl::desc("Names of the passes that can be left out, a line each"));
cl::opt<std::string> disabled("disable-pass", cl::desc("Passes that are left out"));
cl::opt<bool> list_analyses("list-analyses",
                            cl::desc("Analyses that -passes='print<NAME>' prints, a line each"));
cl::opt<bool> verify_each("verify-each", cl::init(true), cl::desc("Verify the IR after each pass"));
cl::opt<std::string> until("until", cl::desc("Stop after this pass of the whole pipeline"));
cl::opt<std::string> emit("emit", cl::init("ll"), cl::desc("ll, asm or obj"));
cl::opt<std::string> features("features", cl::init(kCommonFeatures), cl::desc("CPU features"));

cl::list<uint64_t> local_size("local-size", cl::CommaSeparated,
                              cl::desc("The only local size, three numbers (default: any)"));
cl::opt<bool> report("report", cl::desc("Say what the vectoriser did"));
cl::opt<bool> uniform_groups("uniform-groups", cl::desc("All groups have the same size"));
cl::opt<unsigned> width("width", cl::desc("Lanes that plan-lanes chooses; 0: by cost (default)"));
cl::opt<uint64_t> access_seed(
    "access-seed", cl::desc("Draws a strategy for each load and store; 0: by cost (default)"));
cl::opt<unsigned> access_rival(
    "access-rival",
    cl::desc("Takes the second cheapest strategy, if it costs at most so many times "
             "as much; 0: the cheapest (default)"));
cl::opt<unsigned> sub_group_size("sub-group-size",
                                 cl::desc("Of every sub-group; 0: by cost (default)"));
cl::opt<bool> linear_lanes("linear-lanes", cl::desc("Sub-groups in groups of any shape"));
cl::opt<bool> no_progress("no-sub-group-progress", cl::desc("Sub-groups do not wait for others"));
cl::opt<bool> zero_local_memory("zero-local", cl::desc("Local memory begins as zeros"));
cl::opt<bool> zero_variables("zero-private", cl::desc("Private memory begins as zeros"));
cl::opt<bool> denorms_are_zero("denorms-are-zero", cl::desc("As -cl-denorms-are-zero"));
cl::opt<bool> guards("guard", cl::desc("Guard accesses, as HEDDLE_BOUNDS does"));
cl::opt<std::string> checks("check", cl::desc("Checks of accesses, as HEDDLE_CHECK names them"));
cl::opt<bool> stoppable("stoppable", cl::desc("Loops look at the launch's stop flag"));
cl::opt<bool> limited("limited", cl::desc("With --stoppable: loops say where they stop"));
cl::list<unsigned> lanes("lanes", cl::CommaSeparated,
                         cl::desc("The kernel is widened already: lanes, dimension, rows"));

cl::list<std::string> images("image", cl::desc("The format of an image: argument:order:type:size"));
cl::list<std::string> samplers("sampler", cl::desc("A sampler: argument:bits"));
cl::list<std::string> integers("integer", cl::desc("The value of a stride: argument:value"));
cl::opt<bool> merge_calls("merge-calls", cl::desc("Inline as if the kernel was found too large"));
cl::list<unsigned> overlapping("overlaps", cl::CommaSeparated,
                               cl::desc("Pointers among the arguments whose memory overlaps"));

/// A gate by which -opt-bisect-limit counts our optional transforms alone.
class OwnTransforms : public OptPassGate {
 public:
  bool shouldRunPass(StringRef name, StringRef where) const override {
    return !is_optional(name) || getGlobalPassGate().shouldRunPass(name, where);
  }
  bool isEnabled() const override { return getGlobalPassGate().isEnabled(); }
};

int fail(const Twine& why) {
  errs() << "heddle-opt: " << why << "\n";
  return 1;
}

void force_lanes(Lanes& result) {
  if (!lanes.empty()) result.width = lanes[0];
  if (lanes.size() > 1) result.dimension = lanes[1];
  if (lanes.size() > 2) result.rows = lanes[2];
  result.small_objects = true;
  result.row_dimension = result.dimension == 0 ? 1 : 0;
}

/// Returns the number of the pass after the last one that is wanted of the pipeline; nothing for a
/// name that it does not have.
std::optional<size_t> end_of_pipeline() {
  if (until.empty()) return pass_list().size();
  const auto last = find_if(pass_list(), [](const NamedPass& each) { return each.name == until; });
  if (last == pass_list().end()) return std::nullopt;
  return static_cast<size_t>(last - pass_list().begin()) + 1;
}

int run_passes(Module& module, KernelContext& context) {
  const auto off = switched_off(disabled);
  if (!off) return fail(off.error().why);
  PassInstrumentationCallbacks callbacks;
  switch_off(off.value(), callbacks);
  PassManagers managers(context.target, &callbacks);
  register_analyses(managers.function);
  StandardInstrumentations instrumentations(module.getContext(), /*DebugLogging=*/false,
                                            verify_each);
  instrumentations.registerCallbacks(callbacks, &managers.module);
  PassRun run{context, {}};
  register_passes(managers.builder, run);
  ModulePassManager manager;
  if (passes.empty()) {
    const auto end = end_of_pipeline();
    if (!end) return fail("there is no pass '" + until + "'");
    add_passes(manager, run, 0, *end);
  } else if (auto error = managers.builder.parsePassPipeline(manager, passes)) {
    return fail(toString(std::move(error)));
  }
  set_target_attributes(module, context.target);
  manager.run(module, managers.module);
  return context.error.empty() ? 0 : fail(context.error);
}

int print(Module& module, KernelContext& context) {
  if (report) errs() << context.report.text();
  if (emit == "ll") module.print(outs(), nullptr);
  if (emit == "asm") outs() << emit_assembly(module, context.target);
  if (emit == "obj") {
    auto object = emit_object(module, context.target);
    outs().write(reinterpret_cast<const char*>(object.data()), object.size());
  }
  return 0;
}

/// Returns the facts of arguments that --image, --sampler, --integer and --overlaps give.
std::vector<hd_argument_facts> given_facts() {
  std::vector<hd_argument_facts> facts;
  auto numbers = [&](StringRef text) {
    SmallVector<StringRef> parts;
    text.split(parts, ':');
    std::array<uint64_t, 4> values{};
    for (size_t i = 0; i < std::min(parts.size(), values.size()); ++i) {
      const bool negative = parts[i].consume_front("-");
      parts[i].getAsInteger(0, values[i]);
      if (negative) values[i] = -values[i];
    }
    if (facts.size() <= values[0]) facts.resize(values[0] + 1);
    return values;
  };
  for (const std::string& text : images) {
    const auto [argument, order, type, size] = numbers(text);
    facts[argument] = {HD_FACTS_IMAGE,
                       static_cast<uint32_t>(order),
                       static_cast<uint32_t>(type),
                       static_cast<uint32_t>(size),
                       1,
                       0,
                       0};
  }
  for (const std::string& text : samplers) {
    const auto values = numbers(text);
    facts[values[0]] = {HD_FACTS_SAMPLER, 0, 0, 0, 0, 0, values[1]};
  }
  for (const std::string& text : integers) {
    const auto values = numbers(text);
    facts[values[0]] = {HD_FACTS_INTEGER, 0, 0, 0, 0, 0, values[1]};
  }
  for (unsigned argument : overlapping) {
    if (facts.size() <= argument) facts.resize(argument + 1);
    facts[argument].kind = HD_FACTS_OVERLAPS;
  }
  return facts;
}

int run(Module& module) {
  std::string error;
  auto target = make_target(features, /*optimize=*/true, error);
  if (!target) return fail(error);
  auto records = kernel_records(module, /*arg_info=*/false);
  if (!records) return fail(records.error().why);
  KernelRecord record;
  for (KernelRecord& known : records.value()) {
    if (known.name == kernel_name) record = std::move(known);
  }
  if (record.name.empty()) return fail("no kernel '" + kernel_name + "'");
  auto layout = layout_globals(module);
  if (!layout) return fail(layout.error().why);
  const GlobalsLayout& globals = layout.value();
  KernelOptions options;
  options.cpu = features;
  options.width = width;
  options.access_seed = access_seed;
  options.access_rival = access_rival;
  options.arguments = given_facts();
  options.sub_group_size = sub_group_size;
  options.linear_lanes = linear_lanes;
  options.zero_local = zero_local_memory;
  options.zero_private = zero_variables || guards;
  options.denorms_are_zero = denorms_are_zero;
  options.stoppable = stoppable;
  options.limited = limited;
  const auto wanted = parse_checks(checks);
  if (!wanted) return fail(wanted.error().why);
  add_checks(*module.getFunction(kernel_name), wanted.value());
  if (guards) module.getFunction(kernel_name)->addFnAttr(kGuarded);
  options.sub_group_progress = !no_progress;
  const auto isa = make_instruction_set(*target);
  KernelContext context{globals, options, *target, *isa, record};
  options.uniform_groups = uniform_groups;
  for (size_t d = 0; d < local_size.size() && d < 3; ++d) options.local_size[d] = local_size[d];
  context.merging.wanted = merge_calls;
  force_lanes(context.lanes);
  if (int status = run_passes(module, context)) return status;
  return print(module, context);
}

}  // namespace

int main(int argc, char** argv) {
  cl::ParseCommandLineOptions(argc, argv, "Runs passes of Heddle's kernel compiler\n");
  if (list_passes || list_optional) {
    outs() << (list_optional ? optional_passes() : describe_passes());
    return 0;
  }
  if (list_analyses) {
    outs() << describe_analyses();
    return 0;
  }
  LLVMContext context;
  OwnTransforms gate;
  context.setOptPassGate(gate);
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print("heddle-opt", errs());
    return 1;
  }
  const int status = run(*module);
  TimerGroup::printAll(errs());  // for -time-passes
  return status;
}
