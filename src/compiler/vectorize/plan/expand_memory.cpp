// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/expand_memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/counted_loop.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the bytes of an element of the array at `pointer`; 4 if that is not known.
uint64_t element_size(const Value& pointer, const DataLayout& layout) {
  const auto* array = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer));
  if (!array) return 4;
  Type* type = array->getAllocatedType();
  while (type->isArrayTy()) type = type->getArrayElementType();
  const bool is_plain = type->isIntegerTy() || type->isFloatingPointTy();
  const uint64_t size = is_plain ? layout.getTypeStoreSize(type).getFixedValue() : 4;
  return isPowerOf2_64(size) && size <= 8 ? size : 4;
}

uint64_t element_size(const MemIntrinsic& memory) {
  const auto* copy = dyn_cast<MemTransferInst>(&memory);
  const Align to = memory.getDestAlign().valueOrOne();
  const Align from = copy ? copy->getSourceAlign().valueOrOne() : to;
  return std::min(
      {element_size(*memory.getDest(), memory.getDataLayout()), to.value(), from.value()});
}

/// Emits a number with `byte` in each of its bytes.
Value* repeated(IRBuilder<>& at, Value* byte, Type* type) {
  const unsigned bits = type->getIntegerBitWidth();
  return at.CreateMul(at.CreateZExt(byte, type),
                      ConstantInt::get(type, APInt::getSplat(bits, APInt(8, 1))));
}

/// Clears an array, or copies one from elsewhere, by elements in a loop.
void expand_array(MemIntrinsic& memory) {
  const uint64_t size = element_size(memory),
                 bytes = cast<ConstantInt>(memory.getLength())->getZExtValue();
  BasicBlock* before = memory.getParent();
  BasicBlock* after = before->splitBasicBlock(&memory, "after.array");
  before->getTerminator()->eraseFromParent();
  IRBuilder<> at(before);
  const CountedLoop loop =
      make_loop(before, at.getInt64(0), at.getInt64(bytes), size, after, /*may_be_empty=*/false,
                /*is_small=*/true, "array");
  at.SetInsertPoint(loop.body);
  Type* type = at.getIntNTy(size * 8);
  Value* value = nullptr;
  if (auto* set = dyn_cast<MemSetInst>(&memory)) {
    value = repeated(at, set->getValue(), type);
  } else {
    Value* source = at.CreateInBoundsPtrAdd(cast<MemCpyInst>(memory).getSource(), loop.counter);
    value = at.CreateAlignedLoad(type, source, Align(size));
  }
  at.CreateAlignedStore(value, at.CreateInBoundsPtrAdd(memory.getDest(), loop.counter),
                        Align(size));
  at.CreateBr(loop.latch);
  memory.eraseFromParent();
}

bool is_array(const MemIntrinsic& memory, uint64_t bytes) {
  return isa<MemSetInst, MemCpyInst>(memory) && bytes % element_size(memory) == 0 &&
         isa<AllocaInst>(getUnderlyingObject(memory.getDest()));
}

/// Copies or clears a structure by members of four bytes.
void expand(MemIntrinsic& memory, SmallVectorImpl<MemIntrinsic*>& arrays) {
  constexpr uint64_t kMaxBytes = 256;
  const auto* length = dyn_cast<ConstantInt>(memory.getLength());
  if (!length || memory.isVolatile()) return;
  const uint64_t bytes = length->getZExtValue();
  if (bytes > kMaxBytes) {
    if (is_array(memory, bytes)) arrays.push_back(&memory);
    return;
  }
  IRBuilder<> at(&memory);
  auto* set = dyn_cast<MemSetInst>(&memory);
  auto* copy = dyn_cast<MemTransferInst>(&memory);
  if (!set && !copy) return;
  const Align to = memory.getDestAlign().valueOrOne();
  const Align from = copy ? copy->getSourceAlign().valueOrOne() : to;
  const uint64_t size = element_size(memory);
  // All is read before anything is written: the two may overlap.
  struct Part {
    Value* value;
    uint64_t offset;
  };
  SmallVector<Part> parts;
  for (uint64_t offset = 0; offset < bytes;) {
    const uint64_t left = bytes - offset;
    const uint64_t now = std::min(size, uint64_t{1} << Log2_64(left));
    Type* type = at.getIntNTy(now * 8);
    Value* value = nullptr;
    if (set) {
      value = repeated(at, set->getValue(), type);
    } else {
      Value* source = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), copy->getSource(), offset);
      value = at.CreateAlignedLoad(type, source, commonAlignment(from, offset));
    }
    parts.push_back({value, offset});
    offset += now;
  }
  for (const Part& part : parts) {
    Value* target = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), memory.getDest(), part.offset);
    at.CreateAlignedStore(part.value, target, commonAlignment(to, part.offset));
  }
  memory.eraseFromParent();
}

}  // namespace

bool expand_memory(Function& kernel) {
  SmallVector<MemIntrinsic*> all, arrays;
  for (Instruction& instruction : instructions(kernel)) {
    if (auto* memory = dyn_cast<MemIntrinsic>(&instruction)) all.push_back(memory);
  }
  for (MemIntrinsic* memory : all) expand(*memory, arrays);
  for (MemIntrinsic* memory : arrays) expand_array(*memory);
  return !all.empty();
}

}  // namespace heddle::compiler
