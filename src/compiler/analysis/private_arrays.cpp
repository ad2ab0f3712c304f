// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/private_arrays.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/analysis/address.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether the offsets of `access` are multiples of `bytes`, a power of two, for all indices.
bool steps_by(uint64_t bytes, const GEPOperator& access, const DataLayout& layout) {
  const Address address(access, layout);
  if (address.offset % bytes != 0) return false;
  return all_of(address.terms, [&](const AddressTerm& term) {  // `a[2 * i]` is bytes, shifted
    const KnownBits known = computeKnownBits(term.index, layout);
    return countr_zero(term.scale) + known.countMinTrailingZeros() >= Log2_64(bytes);
  });
}

/// Visits all uses of the addresses of one variable.
class Accesses {
 public:
  explicit Accesses(const DataLayout& layout) : layout_(layout) {}

  bool visit(const Value& pointer) {
    return all_of(pointer.users(), [&](const User* user) { return visit_user(*user, pointer); });
  }

  uint64_t size = 0;  ///< bytes of each access

 private:
  bool access(Type* type) {
    uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
    bool plain = (type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy()) &&
                 isPowerOf2_64(bytes) && bytes <= 8 &&
                 layout_.getTypeAllocSize(type).getFixedValue() == bytes;
    if (!plain || (size != 0 && size != bytes)) return false;
    size = bytes;
    return true;
  }

  bool visit_user(const User& user, const Value& pointer) {
    if (const auto* load = dyn_cast<LoadInst>(&user))
      return load->isSimple() && access(load->getType());
    if (const auto* store = dyn_cast<StoreInst>(&user)) {
      return store->isSimple() && store->getValueOperand() != &pointer &&
             access(store->getValueOperand()->getType());
    }
    if (isa<LifetimeIntrinsic>(user)) return true;
    const auto* gep = dyn_cast<GetElementPtrInst>(&user);
    if (!gep || !visit(*gep)) return false;
    return size == 0 || steps_by(size, *cast<GEPOperator>(gep), layout_);  // 0: no access after it
  }

  const DataLayout& layout_;
};

}  // namespace

uint64_t interleaved_element_size(const AllocaInst& alloca) {
  const DataLayout& layout = alloca.getModule()->getDataLayout();
  uint64_t bytes = alloca.getAllocationSize(layout)->getFixedValue();
  Accesses accesses(layout);
  // Checked twice: a step is only known to be right once the size of all accesses is.
  if (!accesses.visit(alloca) || !accesses.visit(alloca)) return 0;
  return accesses.size != 0 && bytes % accesses.size == 0 ? accesses.size : 0;
}

uint64_t private_stride(const AllocaInst& alloca, uint64_t size) {
  return alignTo(size, alloca.getAlign());
}

}  // namespace heddle::compiler
