// SPDX-License-Identifier: Apache-2.0
// Turns memory intrinsics of unknown or large size into loops. A kernel object has no undefined
// symbols, so code generation must find nothing to turn into a call of libc.
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

#include "compiler/analysis/counted_loop.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/lower/passes.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kInlineBytes = 128;  // the most bytes that a few vector moves copy

bool is_small(const MemIntrinsic& intrinsic) {
  const auto* size = dyn_cast<ConstantInt>(intrinsic.getLength());
  return size && size->getZExtValue() <= kInlineBytes;
}

bool is_nothing(MemIntrinsic& intrinsic) {
  const auto* size = dyn_cast<ConstantInt>(intrinsic.getLength());
  if (!size || !size->isZero()) return false;
  intrinsic.eraseFromParent();
  return true;
}

/// Replaces the intrinsic by an inline one: for plain ones code generation may prefer calls, as it
/// does without optimisation. There is no inline memmove.
bool make_inline(MemIntrinsic& intrinsic) {
  if (!is_small(intrinsic)) return false;
  IRBuilder<> at(&intrinsic);
  Intrinsic::ID id = intrinsic.getIntrinsicID();
  if (id == Intrinsic::memcpy_inline || id == Intrinsic::memset_inline) return true;
  if (auto* copy = dyn_cast<MemCpyInst>(&intrinsic)) {
    at.CreateMemCpyInline(copy->getDest(), copy->getDestAlign(), copy->getSource(),
                          copy->getSourceAlign(), copy->getLength(), copy->isVolatile());
  } else if (auto* set = dyn_cast<MemSetInst>(&intrinsic)) {
    at.CreateMemSetInline(set->getDest(), set->getDestAlign(), set->getValue(), set->getLength(),
                          set->isVolatile());
  } else {
    return false;
  }
  intrinsic.eraseFromParent();
  return true;
}

/// Emits a loop over whole vectors, as LLVM's own loops go by bytes. The intrinsic is left for the
/// bytes after them, of which there may be none.
void expand_in_vectors(MemIntrinsic& intrinsic, uint64_t vector_bytes) {
  constexpr uint64_t kVectors = 4;  // in an iteration
  auto* copy = dyn_cast<MemCpyInst>(&intrinsic);
  auto* set = dyn_cast<MemSetInst>(&intrinsic);
  if ((!copy && !set) || intrinsic.isVolatile()) return;
  BasicBlock* before = intrinsic.getParent();
  BasicBlock* after = before->splitBasicBlock(&intrinsic, "after.memory");
  before->getTerminator()->eraseFromParent();
  IRBuilder<> at(before);
  const uint64_t step = kVectors * vector_bytes;
  Type* type = FixedVectorType::get(at.getInt8Ty(), vector_bytes);
  Value* length = at.CreateZExtOrTrunc(intrinsic.getLength(), at.getInt64Ty());
  Value* whole = at.CreateAnd(length, ~(step - 1));
  Value* bytes = set ? at.CreateVectorSplat(vector_bytes, set->getValue()) : nullptr;
  const CountedLoop loop = make_loop(before, at.getInt64(0), whole, step, after,
                                     /*may_be_empty=*/true, /*is_small=*/true, "memory");
  at.SetInsertPoint(loop.body);
  for (uint64_t offset = 0; offset < step; offset += vector_bytes) {
    Value* place = at.CreateAdd(loop.counter, at.getInt64(offset));
    const Align shared = commonAlignment(Align(step), offset);
    Value* value = bytes;
    if (copy) {
      value = at.CreateAlignedLoad(type, at.CreateInBoundsPtrAdd(copy->getSource(), place),
                                   std::min(shared, copy->getSourceAlign().valueOrOne()));
    }
    at.CreateAlignedStore(value, at.CreateInBoundsPtrAdd(intrinsic.getDest(), place),
                          std::min(shared, intrinsic.getDestAlign().valueOrOne()));
  }
  at.CreateBr(loop.latch);
  at.SetInsertPoint(&intrinsic);
  const auto rest = [&](MaybeAlign align) { return std::min(Align(step), align.valueOrOne()); };
  intrinsic.setDest(at.CreateInBoundsPtrAdd(intrinsic.getDest(), whole));
  intrinsic.setDestAlignment(rest(intrinsic.getDestAlign()));
  if (copy) {
    copy->setSource(at.CreateInBoundsPtrAdd(copy->getSource(), whole));
    copy->setSourceAlignment(rest(copy->getSourceAlign()));
  }
  intrinsic.setLength(
      at.CreateZExtOrTrunc(at.CreateSub(length, whole), intrinsic.getLength()->getType()));
}

}  // namespace

PreservedAnalyses lower_libcalls(Function& function, KernelContext& context,
                                 FunctionAnalysisManager& analyses) {
  SmallVector<MemIntrinsic*> intrinsics;
  for (Instruction& instruction : instructions(function)) {
    if (auto* intrinsic = dyn_cast<MemIntrinsic>(&instruction)) intrinsics.push_back(intrinsic);
  }
  if (intrinsics.empty()) return PreservedAnalyses::all();
  const uint64_t vector_bytes = context.isa.register_bits() / 8;
  const auto& costs = analyses.getResult<TargetIRAnalysis>(function);
  for (MemIntrinsic* intrinsic : intrinsics) {
    if (make_inline(*intrinsic)) continue;
    expand_in_vectors(*intrinsic, vector_bytes);
    if (is_nothing(*intrinsic) || make_inline(*intrinsic)) continue;
    if (auto* copy = dyn_cast<MemCpyInst>(intrinsic)) expandMemCpyAsLoop(copy, costs);
    if (auto* set = dyn_cast<MemSetInst>(intrinsic)) expandMemSetAsLoop(set);
    if (auto* move = dyn_cast<MemMoveInst>(intrinsic)) expandMemMoveAsLoop(move, costs);
    intrinsic->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
