// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/constant_tables.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Support/KnownBits.h>

namespace heddle::compiler {
using namespace llvm;

LookupTable table_in_registers(const Address& address, unsigned bits, unsigned lanes,
                               const InstructionSet& isa) {
  if (address.terms.size() != 1 || address.offset != 0 || address.terms[0].scale * 8 != bits)
    return {};
  const unsigned most = isa.lookup_bits(bits, lanes);
  if (most == 0) return {};
  const auto* global = dyn_cast<GlobalVariable>(address.base);
  if (!global || !global->isConstant() || !global->hasDefinitiveInitializer()) return {};
  const auto* table = dyn_cast<ConstantDataArray>(global->getInitializer());
  if (!table || table->getElementType()->getPrimitiveSizeInBits() != bits) return {};
  // Numbers do not reach the end of a string, as a rule.
  const APInt largest =
      computeKnownBits(address.terms[0].number, global->getDataLayout()).getMaxValue();
  const uint64_t size = std::min(table->getNumElements(), largest.getLimitedValue(UINT32_MAX) + 1);
  if (size * bits > most) return {};
  return {table, static_cast<unsigned>(size)};
}

}  // namespace heddle::compiler
