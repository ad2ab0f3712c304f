// SPDX-License-Identifier: Apache-2.0
// Addresses of images' elements are marked, not the loads: LLVM drops unknown metadata where it
// makes one load of two.
#include "compiler/analysis/texels.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/analysis/address.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

Value* texel_number(const Instruction& load) {
  constexpr uint64_t kBytes = 4;
  if (!isa<LoadInst>(load) || load.getType()->getScalarSizeInBits() != 8 * kBytes) return nullptr;
  const Address address(*cast<LoadInst>(load).getPointerOperand(), load.getDataLayout());
  const auto* base = dyn_cast<IntToPtrInst>(getUnderlyingObject(address.base, 0));
  const auto* begin = base ? dyn_cast<Instruction>(base->getOperand(0)) : nullptr;
  const bool is_texel = address.terms.size() == 1 && address.terms[0].scale == kBytes && begin &&
                        called_internal(*begin) == Internal::Texels;
  return is_texel ? address.terms[0].index : nullptr;
}

}  // namespace heddle::compiler
