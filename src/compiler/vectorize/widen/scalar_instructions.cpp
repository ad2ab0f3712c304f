// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/scalar_instructions.h"
#include "compiler/analysis/modular_affine.h"
#include "compiler/vectorize/widen/recomputed.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Emits lane 0 of an affine value, extended. No active lane overflows, but lane 0 may. Extended
/// after the overflow it would not be affine with the other lanes, so the operands are extended,
/// and the value is computed in the larger type.
Value* extended(WideKernel& wide, Value* value, bool is_signed, Type* type, unsigned row) {
  auto extend = [&](Value* from) {
    return is_signed ? wide.at.CreateSExtOrTrunc(from, type)
                     : wide.at.CreateZExtOrTrunc(from, type);
  };
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || !wide.shapes.of(value).is_affine()) return extend(wide.scalar(value, row));
  if (auto* cut = dyn_cast<TruncInst>(instruction))
    return extend(wide.scalar(cut->getOperand(0), row));
  auto* op = dyn_cast<BinaryOperator>(instruction);
  if (!op) return extend(wide.scalar(value, row));
  auto operand = [&](unsigned i) {
    return extended(wide, op->getOperand(i), is_signed, type, row);
  };
  switch (op->getOpcode()) {
    case Instruction::Add:
    case Instruction::Or:  // disjoint
      return wide.at.CreateAdd(operand(0), operand(1));
    case Instruction::Sub:
      return wide.at.CreateSub(operand(0), operand(1));
    case Instruction::Xor:  // with -1
      return wide.at.CreateNot(operand(0));
    case Instruction::Mul:
      return wide.at.CreateMul(operand(0), operand(1));
    case Instruction::Shl:
      return wide.at.CreateShl(operand(0),
                               wide.at.CreateZExt(wide.scalar(op->getOperand(1), row), type));
    default:
      return extend(wide.scalar(value, row));
  }
}

/// Emits the address of a uniform load of one row. A row without an active lane must not read at
/// its own address: it takes that of a row with one, which there is, or the block would not run.
Value* address_of_active_row(WideKernel& wide, LoadInst& load, unsigned row) {
  Value* own = load.getPointerOperand();
  Value* address = wide.scalar(own, row);
  if (wide.rows_of(*own) == 1 || !wide.block_mask() || wide.rows_of(*wide.block_mask()) == 1)
    return address;
  auto is_active = [&](unsigned of) {
    return wide.shapes.of(wide.block_mask()).is_uniform() ? wide.scalar(wide.block_mask(), of)
                                                          : wide.at.CreateOrReduce(wide.mask(of));
  };
  Value* other = wide.scalar(own, wide.lanes.rows - 1);
  for (unsigned of = wide.lanes.rows - 1; of-- > 0;)
    other = wide.at.CreateSelect(is_active(of), wide.scalar(own, of), other);
  return wide.at.CreateSelect(is_active(row), address, other);
}

}  // namespace

void scalar_instruction(WideKernel& wide, Instruction& instruction) {
  bool is_affine = wide.shapes.of(&instruction).is_affine();
  if (is_affine && isa<SExtInst, ZExtInst>(instruction)) {
    bool is_signed = wide.shapes.extends_signed(cast<CastInst>(instruction));
    for (unsigned row = 0; row < wide.rows_of(instruction); ++row) {
      wide.set_base(instruction, extended(wide, instruction.getOperand(0), is_signed,
                                          instruction.getType(), row));
    }
    return;
  }
  const bool is_trunc = isa<TruncInst>(instruction);
  if ((is_trunc || drops_high_word(instruction)) &&
      wide.shapes.of(instruction.getOperand(0)).is_modular) {
    for (unsigned row = 0; row < wide.rows_of(instruction); ++row) {
      Value* base = modular_base(wide, instruction.getOperand(0), row, nullptr);
      wide.set_base(instruction, is_trunc ? wide.at.CreateTrunc(base, instruction.getType())
                                          : wide.at.CreateShl(base, instruction.getOperand(1)));
    }
    return;
  }
  for (unsigned row = 0; row < wide.rows_of(instruction); ++row) {
    // Bits that are disjoint for active lanes need not be so for lane 0.
    if (is_affine && instruction.getOpcode() == Instruction::Or) {
      wide.set_base(instruction, wide.at.CreateAdd(wide.scalar(instruction.getOperand(0), row),
                                                   wide.scalar(instruction.getOperand(1), row)));
      continue;
    }
    Instruction* copy = instruction.clone();
    for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
      if (!isa<BasicBlock, Function>(copy->getOperand(i)))
        copy->setOperand(i, wide.scalar(instruction.getOperand(i), row));
    }
    if (auto* load = dyn_cast<LoadInst>(copy))
      load->setOperand(0, address_of_active_row(wide, cast<LoadInst>(instruction), row));
    // Lane 0 may be inactive: its operation may wrap where those of active lanes do not.
    if (is_affine) copy->dropPoisonGeneratingFlags();
    wide.at.Insert(copy, instruction.getName());
    wide.set_base(instruction, copy);
  }
}

}  // namespace heddle::compiler
