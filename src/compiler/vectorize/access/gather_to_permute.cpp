// SPDX-License-Identifier: Apache-2.0
// A gather as a permutation of two registers. Elements that are read along a line of an image lie
// anywhere, but probably close to each other. If all of them lie within two registers between the
// first and the last lane, which is tested at run time, these are loaded and permuted. A gather
// takes much longer.
#include "compiler/analysis/address.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether the last permute has the same numbers and mask and ends right here, as for the
/// next line of an image. No second branch is needed then.
bool shares_last_permute(AccessEmitter& emit, IRBuilder<>& at, Value* index, Value* base,
                         Value* mask, unsigned count) {
  BasicBlock* after = emit.last_permute.after;
  if (!after || at.GetInsertBlock() != after || at.GetInsertPoint() != after->end() ||
      emit.last_permute.index != index || emit.last_permute.mask != mask ||
      emit.last_permute.count != count)
    return false;
  if (any_of(*after, [](Instruction& each) { return each.mayWriteToMemory(); })) return false;
  // Its base may be computed in between.
  SmallVector<Instruction*> moved;
  for (Value* value = base;;) {
    auto* gep = dyn_cast<GetElementPtrInst>(value);
    if (!gep || gep->getParent() != after) {
      if (auto* other = dyn_cast<Instruction>(value); other && other->getParent() == after)
        return false;
      break;
    }
    if (any_of(gep->indices(), [&](const Use& use) {
          auto* index = dyn_cast<Instruction>(use);
          return index && index->getParent() == after;
        }))
      return false;
    moved.push_back(gep);
    value = gep->getPointerOperand();
  }
  BasicBlock* before = emit.last_permute.branch->getParent();
  for (Instruction* each : reverse(moved))
    each->moveBefore(*before, emit.last_permute.branch->getIterator());
  return true;
}

/// Emits into both arms of the last permute, instead of after it.
LaneValues extend_last_permute(AccessEmitter& emit, IRBuilder<>& at,
                               function_ref<LaneValues()> within,
                               function_ref<LaneValues()> elsewhere) {
  BasicBlock* after = emit.last_permute.after;
  const auto go_on = [&](BasicBlock*& end, function_ref<LaneValues()> way) {
    end->getTerminator()->eraseFromParent();
    at.SetInsertPoint(end);
    LaneValues values = way();
    at.CreateBr(after);
    after->replacePhiUsesWith(end, at.GetInsertBlock());
    end = at.GetInsertBlock();
    return values;
  };
  const LaneValues near_values = go_on(emit.last_permute.near_end, within);
  const LaneValues far_values = go_on(emit.last_permute.far_end, elsewhere);
  LaneValues merged;
  at.SetInsertPoint(after, after->getFirstNonPHIIt());
  for (auto [near_value, far_value] : zip_equal(near_values, far_values)) {
    PHINode* phi = at.CreatePHI(near_value->getType(), 2);
    phi->addIncoming(near_value, emit.last_permute.near_end);
    phi->addIncoming(far_value, emit.last_permute.far_end);
    merged.push_back(phi);
  }
  at.SetInsertPoint(after);
  return merged;
}

LaneValues permute_two_registers(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                                 const LaneOperands& operands) {
  const unsigned count = plan.site.offsets.size();
  Value* mask = operands.mask;
  const Address lanes = *indexed_lanes(operands.address.pointers, emit.layout(at));
  Value* numbers = lanes.terms[0].number;
  Type* word = at.getInt32Ty();
  FixedVectorType* type = emit.vector_of(word);
  const auto number = [&](unsigned value) {
    return at.CreateVectorSplat(emit.width, at.getInt32(value));
  };
  // Code generation must see what the numbers were extended from, in one block with the gather.
  const auto elsewhere = [&] {
    Value* base = at.CreatePtrAdd(lanes.base, at.getInt64(lanes.offset));
    Value* index = at.CreateSExt(numbers, emit.vector_of(at.getInt64Ty()));
    LaneOperands own = operands;
    own.address = LaneAddress::of(at.CreateGEP(word, base, index));
    LaneValues values = emit_access(emit, at, plan.parts[0], own);
    for (Value*& value : values) value = at.CreateBitCast(value, type);
    return values;
  };
  const auto within = [&]() -> LaneValues {
    // Nothing after the last element is read.
    Value* end = at.CreateAdd(emit.last_permute.length, number(count));
    Value* start =
        at.CreateSExt(at.CreateExtractElement(emit.last_permute.low, uint64_t{0}), at.getInt64Ty());
    Value* base = at.CreatePtrAdd(at.CreateGEP(word, lanes.base, start), at.getInt64(lanes.offset));
    LaneValues parts;
    for (unsigned part = 0; part < 2; ++part) {
      SmallVector<Constant*> elements;
      for (unsigned i = 0; i < emit.width; ++i)
        elements.push_back(at.getInt32(part * emit.width + i));
      Value* used = at.CreateICmpULT(ConstantVector::get(elements), end);
      Value* from = at.CreateConstGEP1_64(word, base, uint64_t{part} * emit.width);
      parts.push_back(emit.with_scopes(
          at.CreateMaskedLoad(type, from, plan.site.align, used, Constant::getNullValue(type))));
    }
    LaneValues members;
    for (unsigned member = 0; member < count; ++member) {
      Value* places = at.CreateAdd(emit.last_permute.place, number(member));
      members.push_back(emit.machine.permute_two(at, parts[0], parts[1], places));
    }
    return members;
  };
  const auto as_elements = [&](LaneValues values) {
    for (Value*& value : values) value = at.CreateBitCast(value, emit.vector_of(plan.site.element));
    return values;
  };
  if (shares_last_permute(emit, at, numbers, lanes.base, mask, count))
    return as_elements(extend_last_permute(emit, at, within, elsewhere));

  // All in vectors: nothing waits for a scalar register before the branch.
  const auto lane = [&](int number) {
    return at.CreateShuffleVector(numbers, SmallVector<int>(emit.width, number));
  };
  Value *first = lane(0), *last = lane(emit.width - 1);
  Value* low = at.CreateBinaryIntrinsic(Intrinsic::smin, first, last);
  Value* length = at.CreateSub(at.CreateBinaryIntrinsic(Intrinsic::smax, first, last), low);
  Value* place = at.CreateSub(numbers, low);
  Value* fits = at.CreateICmpULE(place, length);
  fits = at.CreateAnd(fits, at.CreateICmpULE(place, number(2 * emit.width - count)));
  if (mask) fits = at.CreateSelect(mask, fits, Constant::getNullValue(mask->getType()));
  emit.last_permute = {numbers, mask, count, low, length, place};
  const auto ending = [&](BasicBlock*& end, function_ref<LaneValues()> way) {
    LaneValues values = way();
    end = at.GetInsertBlock();
    return values;
  };
  BasicBlock *before = at.GetInsertBlock(), *near_end = nullptr, *far_end = nullptr;
  LaneValues members = emit.either(
      at, at.CreateAndReduce(fits), [&] { return ending(near_end, within); },
      [&] { return ending(far_end, elsewhere); });
  emit.last_permute.branch = before->getTerminator();
  emit.last_permute.near_end = near_end;
  emit.last_permute.far_end = far_end;
  emit.last_permute.after = at.GetInsertBlock();
  return as_elements(members);
}

/// Tells whether the lanes' elements of 32 bits, one or two for each, have signed numbers of 32
/// bits from one base on.
bool may_permute(const Site& site, const InstructionSet& machine) {
  const bool is_pair =
      site.kind == SiteKind::Members && site.offsets.size() == 2 && site.offsets[1] == 4;
  return !site.is_store && site.size == 4 && (site.is_element() || is_pair) &&
         site.expects_neighbours && site.index && site.index->terms[0].scale == 4 &&
         site.extension == Extension::Signed && site.number_bits == 32 &&
         site.mask != MaskKind::Lanes && machine.has_two_register_permute(32) &&
         machine.has_masked_memory(32) && site.width * 32 == machine.register_bits();
}

}  // namespace

const AccessStrategy kTwoRegisterPermute = {
    .name = "two-register permute",
    .condition = "all lanes lie within two registers",
    .technique = Technique::TwoRegisterPermute,
    .fits = may_permute,
    .parts = [](const Site& site, const InstructionSet&) -> std::vector<Site> {
      Site anywhere = site;
      anywhere.expects_neighbours = false;
      anywhere.is_plain_index = true;  // its base is computed first
      return {anywhere};
    },
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {machine.costs().gathered_lane / 4 * site.width * site.offsets.size(), 20};
    },
    .emit = permute_two_registers};

}  // namespace heddle::compiler
