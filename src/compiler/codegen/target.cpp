// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/target.h"

#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Instructions.h>
#include <llvm/InitializePasses.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetOptions.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "support/cpu_features.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr const char* kTriple = "x86_64-unknown-linux-gnu";
constexpr StringRef kTuning = "tune-cpu";

/// By features alone LLVM tunes for the oldest machine that has them: gathers would become scalar
/// loads.
StringRef tuning(StringRef features) {
  if (has_cpu_feature(features, "avx512f")) return "icelake-server";
  if (has_cpu_feature(features, "avx2")) return "haswell";
  return "nehalem";
}

/// Target machines that no job uses now. Leaked on purpose: no static destructors.
struct IdleTargets {
  std::mutex mutex;  // guards the rest
  std::condition_variable changed;
  bool preparing = false;  // by prepare_target
  std::vector<std::unique_ptr<TargetMachine>> machines;
};

IdleTargets& idle_targets() {
  static IdleTargets& idle = *new IdleTargets;
  return idle;
}

CodeGenOptLevel level(bool optimize) {
  return optimize ? CodeGenOptLevel::Default : CodeGenOptLevel::None;
}

TargetMachine* take_idle(StringRef features, bool optimize) {
  constexpr auto kPatience = std::chrono::milliseconds(20);  // the other thread may not get a CPU
  IdleTargets& idle = idle_targets();
  std::unique_lock lock(idle.mutex);
  idle.changed.wait_for(lock, kPatience, [&] { return !idle.preparing; });
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

/// What takes time that grows with the square of the code and makes no difference to kernels of an
/// ordinary size: joining the copies of a value that many blocks hand on (those that live in a
/// hundred places and more are given up on early), and the search for places to split one.
/// Together they halve the time that the largest kernels take.
void limit_register_allocation() {
  constexpr std::pair<StringRef, StringRef> kLimits[] = {{"large-interval-freq-threshold", "16"},
                                                         {"grow-region-complexity-budget", "1000"}};
  for (const auto& [name, value] : kLimits) {
    auto* option = cl::getRegisteredOptions().lookup(name);
    const bool is_free = option && option->getNumOccurrences() == 0;  // not heddle-opt's user's
    if (is_free) option->addOccurrence(/*pos=*/0, name, value);
  }
}

void initialize_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    limit_register_allocation();
  });
}

}  // namespace

void KeepTarget::operator()(TargetMachine* machine) const {
  IdleTargets& idle = idle_targets();
  std::lock_guard lock(idle.mutex);
  idle.machines.emplace_back(machine);
}

namespace {

TargetHandle make_another(const std::string& features, bool optimize, std::string& error) {
  initialize_once();
  Triple triple(kTriple);
  const Target* target = TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  TargetOptions options;
  options.AllowFPOpFusion =
      FPOpFusion::Standard;  // llvm.fmuladd only: what the front end marked as one expression
  TargetHandle machine(target->createTargetMachine(triple, "x86-64", features, options, Reloc::PIC_,
                                                   CodeModel::Small, level(optimize)));
  if (!machine) error = "LLVM has no X86 target";
  return machine;
}

}  // namespace

TargetHandle make_target(const std::string& features, bool optimize, std::string& error) {
  if (TargetMachine* machine = take_idle(features, optimize)) return TargetHandle(machine);
  return make_another(features, optimize, error);
}

void prepare_target(const std::string& features) {
  IdleTargets& idle = idle_targets();
  const auto set_preparing = [&](bool preparing) {
    std::lock_guard lock(idle.mutex);
    idle.preparing = preparing;
    idle.changed.notify_all();
  };
  set_preparing(true);
  const TargetSubtargetInfo* tables = nullptr;
  {
    std::string error;
    if (TargetHandle target = make_another(features, /*optimize=*/true, error)) {
      LLVMContext context;
      Module module("", context);
      Function* function = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                            Function::ExternalLinkage, "", module);
      ReturnInst::Create(context, BasicBlock::Create(context, "", function));
      set_target_attributes(module, *target);
      tables = target->getSubtargetImpl(*function);
    }
  }
  set_preparing(false);
  if (!tables) return;
  // What LLVM makes when it is first asked for it.
  tables->getInstrInfo()->getOpcodeAfterMemoryUnfold(0, /*UnfoldLoad=*/true, /*UnfoldStore=*/false);
  initializeCodeGen(*PassRegistry::getPassRegistry());
}

void set_target_attributes(Module& module, const TargetMachine& target) {
  StringRef features = target.getTargetFeatureString();
  AttrBuilder attributes(module.getContext());
  attributes.addAttribute("target-cpu", target.getTargetCPU());
  attributes.addAttribute("target-features", features.str() + ",-prefer-256-bit");
  attributes.addAttribute(kTuning, tuning(features));
  attributes.addAttribute("no-trapping-math", "true");
  AttributeMask widths;  // without them every vector that the CPU has may be used
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
