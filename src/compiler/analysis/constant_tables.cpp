// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/constant_tables.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

namespace heddle::compiler {
using namespace llvm;

const ConstantDataArray* table_in_registers(const Value* pointers, unsigned bits,
                                            const InstructionSet& isa) {
  const auto* address = dyn_cast<GEPOperator>(pointers);
  if (!address || address->getNumIndices() != 1 ||
      address->getSourceElementType()->getPrimitiveSizeInBits() != bits)
    return nullptr;
  const unsigned most = isa.lookup_bits(bits);
  if (most == 0) return nullptr;
  const auto* global = dyn_cast<GlobalVariable>(address->getPointerOperand());
  if (!global || !global->isConstant() || !global->hasDefinitiveInitializer()) return nullptr;
  const auto* table = dyn_cast<ConstantDataArray>(global->getInitializer());
  if (!table || table->getElementType()->getPrimitiveSizeInBits() != bits) return nullptr;
  return table->getNumElements() * bits <= most ? table : nullptr;
}

}  // namespace heddle::compiler
