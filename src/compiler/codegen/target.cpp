// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/target.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Target/TargetOptions.h>

#include <vector>

#include "compiler/target/code_generator.h"
#include "support/mutex.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringRef kTuning = "tune-cpu";

/// Target machines that no job uses now. Leaked on purpose: no static destructors.
struct IdleTargets {
  Mutex mutex;
  std::vector<std::unique_ptr<TargetMachine>> machines GUARDED_BY(mutex);
};

IdleTargets& idle_targets() {
  static IdleTargets& idle = *new IdleTargets;
  return idle;
}

CodeGenOptLevel level(bool optimize) {
  return optimize ? CodeGenOptLevel::Default : CodeGenOptLevel::None;
}

TargetMachine* take_idle(StringRef features, bool optimize) {
  IdleTargets& idle = idle_targets();
  const Lock lock(idle.mutex);
  for (auto& machine : idle.machines) {
    if (machine->getTargetFeatureString() != features || machine->getOptLevel() != level(optimize))
      continue;
    std::swap(machine, idle.machines.back());
    TargetMachine* taken = idle.machines.back().release();
    idle.machines.pop_back();
    return taken;
  }
  return nullptr;
}

/// Limits searches that take time quadratic in the code and make no difference to kernels of an
/// ordinary size. The first joins the copies of a value that many blocks hand on (it gives up early
/// on values in a hundred places and more). The second looks for places to split one. The third
/// finds the loads and stores of a block that must keep their order (above that number at a time
/// the scheduler assumes so). Together the limits halve the time of the largest kernels.
void limit_quadratic_searches() {
  constexpr std::pair<StringRef, StringRef> kLimits[] = {{"large-interval-freq-threshold", "16"},
                                                         {"grow-region-complexity-budget", "1000"},
                                                         {"dag-maps-huge-region", "200"}};
  for (const auto& [name, value] : kLimits) {
    auto* option = cl::getRegisteredOptions().lookup(name);
    const bool is_free =
        option && option->getNumOccurrences() == 0;  // not set by the user of heddle-opt
    if (is_free) option->addOccurrence(/*pos=*/0, name, value);
  }
}

void initialize_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    initialize_code_generator();
    limit_quadratic_searches();
  });
}

}  // namespace

void KeepTarget::operator()(TargetMachine* machine) const {
  IdleTargets& idle = idle_targets();
  const Lock lock(idle.mutex);
  idle.machines.emplace_back(machine);
}

TargetHandle make_target(const std::string& features, bool optimize, std::string& error) {
  if (TargetMachine* machine = take_idle(features, optimize)) return TargetHandle(machine);
  initialize_once();
  Triple triple(kKernelTriple);
  const Target* target = TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  TargetOptions options;
  options.AllowFPOpFusion =
      FPOpFusion::Standard;  // llvm.fmuladd only: the front end marks operations of one expression
  TargetHandle machine(target->createTargetMachine(triple, kBaselineCpu, features, options,
                                                   Reloc::PIC_, CodeModel::Small, level(optimize)));
  if (!machine) error = "LLVM has no target for this machine";
  return machine;
}

void set_target_attributes(Module& module, const TargetMachine& target) {
  StringRef features = target.getTargetFeatureString();
  AttrBuilder attributes(module.getContext());
  attributes.addAttribute("target-cpu", target.getTargetCPU());
  attributes.addAttribute("target-features", function_features(features));
  attributes.addAttribute(kTuning, tuning_for(features));
  attributes.addAttribute("no-trapping-math", "true");
  AttributeMask widths;  // without these attributes every vector that the CPU has may be used
  widths.addAttribute("prefer-vector-width");
  widths.addAttribute("min-legal-vector-width");
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttrs(widths);
    function.addFnAttrs(attributes);
  }
}

void set_missing_target_attributes(Module& module, const TargetMachine& target) {
  const auto is_missing = [](const Function& function) {
    return !function.isDeclaration() && !function.hasFnAttribute(kTuning);
  };
  if (any_of(module, is_missing)) set_target_attributes(module, target);
}

}  // namespace heddle::compiler
