// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/emit.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/codegen/split_blocks.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"
#include "compiler/target/code_generator.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

bool keeps_order(const Module& module) {
  return any_of(module,
                [](const Function& function) { return function.hasFnAttribute(kKeepOrder); });
}

/// Tells whether a switch is too large for LLVM's block placement. For each block that follows a
/// switch and each block that jumps to the same place, that asks how likely the edge is, and looks
/// it up among the cases: the third power of their number. In such modules blocks stay in the order
/// of the source.
bool has_large_switch(const Module& module) {
  constexpr unsigned kMostCases = 512;
  return any_of(module, [](const Function& function) { return most_cases(function) > kMostCases; });
}

/// Tells whether a block is so long that moving constants out of the loop around it is not worth
/// its time: there are more of them than registers, each is in a register from before the loop to
/// its end until the register allocator brings it back, and that asks of each whether every call
/// keeps it.
bool has_huge_block(const Module& module) {
  constexpr size_t kHuge = 2048;  // instructions
  return any_of(module, [](const Function& function) {
    return any_of(function, [](const BasicBlock& block) { return block.size() > kHuge; });
  });
}

/// LLVM's passes of code generation, with ours among them.
class PassManager : public legacy::PassManager {
 public:
  explicit PassManager(const Module& module)
      : split_blocks_(has_long_blocks(module)),
        keep_order_(keeps_order(module)),
        keep_blocks_(has_large_switch(module)),
        keep_constants_(has_huge_block(module)) {}

  void add(Pass* pass) override {
    const bool is_config = pass->getPassID() == &TargetPassConfig::ID;
    const bool is_prepare = pass->getPassName() == "CodeGen Prepare";
    legacy::PassManager::add(pass);  // deletes an analysis that it has already
    if (is_prepare && split_blocks_) legacy::PassManager::add(create_split_blocks());
    if (!is_config) return;
    auto* config = static_cast<TargetPassConfig*>(pass);
    if (keep_order_) config->disablePass(&MachineSchedulerID);
    if (keep_blocks_) config->disablePass(&MachineBlockPlacementID);
    if (keep_constants_) config->disablePass(&EarlyMachineLICMID);
    add_machine_passes(*config);
  }

 private:
  const bool split_blocks_, keep_order_, keep_blocks_, keep_constants_;
};

bool emit(Module& module, TargetMachine& target, raw_pwrite_stream& out, CodeGenFileType type) {
  PassManager passes(module);
  TargetLibraryInfoImpl none(target.getTargetTriple());
  none.disableAllFunctions();
  passes.add(new TargetLibraryInfoWrapperPass(none));
  if (target.addPassesToEmitFile(passes, out, nullptr, type, /*DisableVerify=*/true)) return false;
  passes.run(module);
  return true;
}

}  // namespace

std::vector<unsigned char> emit_object(Module& module, TargetMachine& target) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream out(bytes);
  if (!emit(module, target, out, CodeGenFileType::ObjectFile)) return {};
  return {bytes.begin(), bytes.end()};
}

std::string emit_assembly(Module& module, TargetMachine& target) {
  SmallVector<char, 0> text;
  raw_svector_ostream out(text);
  if (!emit(module, target, out, CodeGenFileType::AssemblyFile)) return {};
  return {text.begin(), text.end()};
}

}  // namespace heddle::compiler
