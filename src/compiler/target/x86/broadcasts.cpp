// SPDX-License-Identifier: Apache-2.0
#include "compiler/target/x86/broadcasts.h"

#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include <array>

namespace heddle::compiler::x86 {
using namespace llvm;

namespace {

struct Opcodes {
  std::array<unsigned, 2> from{}, to{};  ///< for elements of 32 and of 64 bits; 0: there is none

  explicit Opcodes(const TargetInstrInfo& instructions) {
    for (unsigned opcode = 1; opcode < instructions.getNumOpcodes(); ++opcode) {
      const StringRef name = instructions.getName(opcode);
      if (name == "VBROADCASTSSZrm") from[0] = opcode;
      if (name == "VBROADCASTSDZrm") from[1] = opcode;
      if (name == "VPBROADCASTDZrm") to[0] = opcode;
      if (name == "VPBROADCASTQZrm") to[1] = opcode;
    }
  }
};

class IntegerBroadcasts : public MachineFunctionPass {
 public:
  static char id;
  IntegerBroadcasts() : MachineFunctionPass(id) {}

  StringRef getPassName() const override { return "Integer broadcasts"; }

  void getAnalysisUsage(AnalysisUsage& usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction& function) override {
    const TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
    static const Opcodes opcodes(instructions);  // the same for all processors of the target
    bool changed = false;
    for (MachineBasicBlock& block : function) {
      for (MachineInstr& instruction : block) {
        for (unsigned i = 0; i < opcodes.from.size(); ++i) {
          if (instruction.getOpcode() != opcodes.from[i] || opcodes.to[i] == 0) continue;
          instruction.setDesc(instructions.get(opcodes.to[i]));
          changed = true;
          break;
        }
      }
    }
    return changed;
  }
};

char IntegerBroadcasts::id = 0;

}  // namespace

MachineFunctionPass* create_integer_broadcasts() {
  return new IntegerBroadcasts;
}

}  // namespace heddle::compiler::x86
