// SPDX-License-Identifier: Apache-2.0
#include "compiler/pipeline/pipeline.h"

#include <CL/cl.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <time.h>

#include "compiler/analysis/any_order.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/lines.h"
#include "compiler/codegen/spills.h"
#include "compiler/codegen/target.h"
#include "compiler/groups/passes.h"
#include "compiler/ir/managers.h"
#include "compiler/lower/passes.h"
#include "compiler/pipeline/registry.h"
#include "support/cancellation.h"
#include "support/options.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

heddle::Error failure(const KernelRecord& record, const std::string& why) {
  return {CL_BUILD_PROGRAM_FAILURE, "kernel '" + record.name + "': " + why};
}

Status check(const Module& module, const KernelRecord& record, [[maybe_unused]] const char* pass) {
#ifndef NDEBUG
  std::string message;
  raw_string_ostream out(message);
  if (verifyModule(module, &out))
    return failure(record, std::string("invalid IR after ") + pass + ": " + message);
#else
  (void)module;
  (void)record;
#endif
  return {};
}

/// Tells whether code generation must not optimise, so that no kernel takes minutes. Instruction
/// selection takes time quadratic in the memory accesses of a block (four thousand loads: a
/// second), passes over loops in their number, and those over the control flow in the cases of a
/// switch.
bool is_too_large(const Function& function) {
  constexpr size_t kMaxAccesses = 4096;
  constexpr size_t kManyBlocks = 8 * kMaxBlocks;
  constexpr size_t kManyLoops = 128;
  if (function.size() > kManyBlocks || most_cases(function) > kMaxCases) return true;
  if (function.size() > kMaxBlocks) {
    SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> back_edges;
    FindFunctionBackedges(function, back_edges);
    if (back_edges.size() > kManyLoops) return true;
  }
  return any_of(function, [](const BasicBlock& block) {
    auto accesses =
        count_if(block, [](const Instruction& each) { return each.mayReadOrWriteMemory(); });
    return static_cast<size_t>(accesses) > kMaxAccesses;
  });
}

/// Marks functions that are too large, one by one. Returns true if the kernel itself is: then
/// nothing is optimised.
bool mark_too_large(Module& module) {
  bool quickly = false;
  for (Function& function : module) {
    if (!is_too_large(function)) continue;
    quickly |= !function.hasLocalLinkage();
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
  return quickly;
}

/// Returns facts about a compiled kernel for its user, one a line. The text goes into the record,
/// so it says nothing that differs from one compilation to the next.
std::string report_text(const KernelRecord& record, const LaneReport& lanes, bool quickly) {
  using std::to_string;
  std::string text = "kernel '" + record.name + "':\n" + lanes.text();
  if (record.uses_sub_groups)
    text += "  sub-groups of " + to_string(record.sub_group_size) + " work-items\n";
  if (record.uses_barriers) {
    text += "  keeps " + to_string(record.context_per_item) +
            " bytes for each work-item across barriers\n";
  }
  text += "  private memory: " + to_string(record.private_size) +
          " bytes, local memory: " + to_string(record.local_size) + " bytes\n";
  if (quickly) text += "  too large to optimise: code was generated without\n";
  // The hash tells whether two compilations made the same code (bench/ablate.py).
  const StringRef object(reinterpret_cast<const char*>(record.object.data()), record.object.size());
  text += "  code: " + to_string(object.size()) + " bytes of object, hash " +
          utohexstr(xxh3_64bits(object), /*LowerCase=*/true) + "\n";
  return text;
}

/// A stop watch of this thread's CPU time between laps, for the report.
class StopWatch {
 public:
  void lap(const char* name) {
    const int64_t time = now();
    if (laps_.empty() || laps_.back().first != name) laps_.emplace_back(name, 0);
    laps_.back().second += time - last_;
    last_ = time;
  }

  /// Returns the total, and the steps with a notable share of it.
  std::string text() const {
    int64_t total = 0;
    for (const auto& [name, time] : laps_) total += time;
    std::string text = "  compiled in " + std::to_string(total) + " us of CPU time:";
    for (const auto& [name, time] : laps_)
      if (50 * time > total) text += std::string(" ") + name + " " + std::to_string(time);
    return text + "\n";
  }

 private:
  static int64_t now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000;
  }

  std::vector<std::pair<const char*, int64_t>> laps_;
  int64_t last_ = now();
};

/// Returns the end of the pipeline: all passes, or those up to the one that knows the sizes.
size_t end_of(const KernelOptions& options) {
  return options.sizes_only ? place_of(work_groups) + 1 : pass_list().size();
}

/// The pipeline for one kernel, in LLVM's pass manager.
class Compilation {
 public:
  Compilation(KernelContext& context, StopWatch& watch, const int* cancelled)
      : run_{context, {}}, cancelled_(cancelled) {
    run_.after = [this, &watch](const Module& module, const NamedPass& pass) {
      watch.lap(pass.name);
      if (verdict_) verdict_ = check(module, run_.context.record, pass.name);
      if (is_cancelled(cancelled_)) run_.context.error = kCancelled;
    };
  }

  /// Runs the passes from number `from`. Ends early if the kernel is to be compiled anew
  /// (Merging::restart).
  Status run(Module& module, size_t from) {
    KernelContext& context = run_.context;
    const StringSet<> off = TRY(switched_off(heddle::options().disable_pass));
    PassInstrumentationCallbacks callbacks;
    if (!off.empty()) switch_off(off, callbacks);
    PassManagers analyses(context.target, &callbacks);
    register_analyses(analyses.function);
    ModulePassManager manager;
    add_passes(manager, run_, from, end_of(context.options));
    set_target_attributes(module, context.target);
    manager.run(module, analyses.module);
    if (!context.error.empty()) return failure(context.record, context.error);
    TRY(verdict_);
    if (!run_.is_over()) set_target_attributes(module, context.target);
    return {};
  }

  /// Returns the first pass that has not run.
  size_t next() const { return run_.next; }

 private:
  PassRun run_;
  const int* const cancelled_;  // see compile_kernel
  Status verdict_{};
};

/// Runs the rest of the pipeline, from pass number `next`, for a kernel that was too large for
/// vectors: with merged calls if that helps, else as it is.
Status go_on_smaller(std::unique_ptr<Module>& program, KernelContext& context, StopWatch& watch,
                     size_t next, const int* cancelled) {
  KernelContext again{context.globals, context.options, context.target, context.isa,
                      context.record};
  again.merging.wanted = true;
  const KernelRecord record = std::exchange(context.record, std::move(context.merging.before));
  std::unique_ptr<Module> untouched = std::move(context.merging.untouched);
  {
    PassManagers analyses(context.target);
    inline_all(*untouched, again, analyses.module);
  }
  watch.lap("inline anew");
  if (!again.merging.done) {
    context.record = record;
    context.merging.restart = false;
    return Compilation(context, watch, cancelled).run(*program, next);
  }
  program = std::move(untouched);
  TRY(Compilation(again, watch, cancelled).run(*program, place_of(inline_all) + 1));
  context.report = std::move(again.report);
  return {};
}

}  // namespace

Status compile_kernel(std::unique_ptr<Module> program, const GlobalsLayout& globals,
                      const KernelOptions& options, const int* cancelled, KernelRecord& record) {
  StopWatch watch;
  std::string error;
  TargetHandle target = make_target(options.cpu, options.optimize, error);
  if (!target) return failure(record, error);
  const auto isa = make_instruction_set(*target);
  KernelContext context{globals, options, *target, *isa, record};
  if (!context.kernel(*program)) return failure(record, "no such kernel in the program");
  Compilation compilation(context, watch, cancelled);
  TRY(compilation.run(*program, 0));
  if (context.merging.restart)
    TRY(go_on_smaller(program, context, watch, compilation.next(), cancelled));
  if (options.sizes_only) {
    if (heddle::options().report)
      errs() << "kernel '" << record.name << "': sizes only, without code\n" << watch.text();
    return {};
  }
  record.any_order = options.optimize && may_run_in_any_order(*program);
  const bool quickly = mark_too_large(*program);
  if (quickly) target = make_target(options.cpu, /*optimize=*/false, error);
  SpillCounter counter(program->getContext());
  record.object = emit_object(*program, *target);
  watch.lap("codegen");
  if (record.object.empty()) return failure(record, "code generation failed");
  record.lines = code_lines(record.object);
  record.report = report_text(record, context.report, quickly);
  if (counter.spills() > 0)
    record.report += "  registers: " + std::to_string(counter.spills()) + " spills, " +
                     std::to_string(counter.reloads()) + " reloads\n";
  if (heddle::options().report) errs() << record.report << watch.text();
  if (options.timed) record.report += watch.text();
  return {};
}

}  // namespace heddle::compiler
