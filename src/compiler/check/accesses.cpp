// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/accesses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "abi/check_abi.h"
#include "compiler/check/services.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether the value is only stored again, where it came from, with other components: Clang
/// writes a component of a vector so.
bool is_part_of_store(const LoadInst& load) {
  if (!load.getType()->isVectorTy() || load.isVolatile()) return false;
  const Value* value = &load;
  while (value->hasOneUse()) {
    const User* user = *value->user_begin();
    if (const auto* store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() == value &&
             store->getPointerOperand() == load.getPointerOperand();
    if (checked_load(*user) != &load && !isa<InsertElementInst, ShuffleVectorInst>(user))
      return false;
    value = user;
  }
  return false;
}

void add(Instruction& instruction, SmallVectorImpl<Access>& accesses) {
  const DataLayout& layout = instruction.getDataLayout();
  Type* const word = Type::getInt64Ty(instruction.getContext());
  const auto one = [&](Value* pointer, uint32_t kind, Type* type, Align align) {
    accesses.push_back({&instruction, pointer, kind,
                        ConstantInt::get(word, layout.getTypeStoreSize(type).getFixedValue()),
                        static_cast<uint32_t>(align.value())});
  };
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    one(load->getPointerOperand(), is_part_of_store(*load) ? HD_SITE_WRITE : HD_SITE_READ,
        load->getType(), load->getAlign());
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    one(store->getPointerOperand(), HD_SITE_WRITE, store->getValueOperand()->getType(),
        store->getAlign());
  } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    one(update->getPointerOperand(), HD_SITE_UPDATE, update->getType(), update->getAlign());
  } else if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    one(swap->getPointerOperand(), HD_SITE_UPDATE, swap->getNewValOperand()->getType(),
        swap->getAlign());
  } else if (auto* memory = dyn_cast<MemIntrinsic>(&instruction)) {
    Value* bytes = memory->getLength();
    if (bytes->getType() != word) bytes = IRBuilder<>(memory).CreateZExtOrTrunc(bytes, word);
    accesses.push_back({memory, memory->getRawDest(), HD_SITE_WRITE, bytes});
    if (auto* copy = dyn_cast<MemTransferInst>(memory))
      accesses.push_back({copy, copy->getRawSource(), HD_SITE_READ, bytes});
  }
}

}  // namespace

const LoadInst* checked_load(const Value& value) {
  const auto* choice = dyn_cast<PHINode>(&value);
  if (!choice || choice->getNumIncomingValues() != 2) return nullptr;
  const auto* zero = dyn_cast<Constant>(choice->getIncomingValue(1));
  return zero && zero->isNullValue() ? dyn_cast<LoadInst>(choice->getIncomingValue(0)) : nullptr;
}

SmallVector<Access> accesses_of(Function& kernel) {
  SmallVector<Access> all;
  for (Instruction& each : instructions(kernel))
    if (!is_of_check(each)) add(each, all);
  return all;
}

bool is_trusted(const Instruction& pointer, const KernelContext& context) {
  if (const auto* call = dyn_cast<CallBase>(&pointer)) return !isa<IntrinsicInst>(call);
  constexpr size_t kMost = 64;
  SmallVector<const Value*> work{&pointer};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty() && seen.size() < kMost) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (const auto* argument = dyn_cast<Argument>(value)) {
      const auto& args = context.record.args;
      const unsigned index = argument->getArgNo();
      if (index >= args.size()) continue;
      const ArgKind kind = args[index].kind;
      if (kind == ArgKind::Pipe || kind == ArgKind::Image) return true;
    }
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction) continue;
    const Internal called = called_internal(*instruction);
    if (called == Internal::ImageField || called == Internal::Texels) return true;
    if (isa<CallBase>(instruction)) continue;
    append_range(work, instruction->operand_values());
  }
  return false;
}

}  // namespace heddle::compiler
