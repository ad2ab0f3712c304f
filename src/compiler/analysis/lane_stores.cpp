// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lane_stores.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMaxDepth = 12;

/// What `value` grows by, in bytes of an address, from one work-item to the next one along a
/// dimension; nothing if that is not known.
class StepsAlong {
 public:
  StepsAlong(unsigned dimension, const Uniformity& uniformity)
      : dimension_(dimension), uniformity_(uniformity) {}

  std::optional<int64_t> step(const Value& value, unsigned depth = 0) const {
    if (!isa<Instruction>(value)) return 0;
    const auto& instruction = cast<Instruction>(value);
    const Internal intrinsic = called_internal(instruction);
    if (intrinsic == Internal::LocalId || intrinsic == Internal::GlobalId)
      return match(instruction.getOperand(0), m_SpecificInt(dimension_)) ? 1 : 0;
    if (uniformity_.is_one_value(value)) return 0;
    if (depth == kMaxDepth) return std::nullopt;
    const auto of = [&](unsigned operand) {
      return step(*instruction.getOperand(operand), depth + 1);
    };
    const Value *a = nullptr, *b = nullptr;
    uint64_t factor = 0;
    if (isa<SExtInst, ZExtInst, TruncInst>(value)) return of(0);
    if (match(&value, m_AddLike(m_Value(a), m_Value(b)))) return sum(of(0), of(1), 1);
    if (match(&value, m_Mul(m_Value(a), m_ConstantInt(factor))))
      return sum(0, of(0), static_cast<int64_t>(factor));
    if (match(&value, m_Shl(m_Value(a), m_ConstantInt(factor))) && factor < 32)
      return sum(0, of(0), int64_t{1} << factor);
    const auto* address = dyn_cast<GEPOperator>(&value);
    return address ? step_of(*address, depth) : std::nullopt;
  }

 private:
  static std::optional<int64_t> sum(std::optional<int64_t> a, std::optional<int64_t> b,
                                    int64_t factor) {
    int64_t product = 0, result = 0;
    if (!a || !b || MulOverflow(*b, factor, product) || AddOverflow(*a, product, result))
      return std::nullopt;
    return result;
  }

  std::optional<int64_t> step_of(const GEPOperator& address, unsigned depth) const {
    if (address.getType()->isVectorTy()) return std::nullopt;
    const DataLayout& layout = cast<Instruction>(address).getDataLayout();
    auto result = step(*address.getPointerOperand(), depth + 1);
    for (auto index = gep_type_begin(address); index != gep_type_end(address); ++index) {
      if (index.isStruct()) continue;
      const TypeSize size = index.getSequentialElementStride(layout);
      result = sum(result, step(*index.getOperand(), depth + 1),
                   static_cast<int64_t>(size.getFixedValue()));
    }
    return result;
  }

  const unsigned dimension_;
  const Uniformity& uniformity_;
};

}  // namespace

LaneStore lane_store(Instruction& instruction) {
  auto* store = dyn_cast<StoreInst>(&instruction);
  Value* vector = nullptr;
  uint64_t lane = 0;
  if (!store || !store->isSimple() ||
      !match(store->getValueOperand(), m_ExtractElt(m_Value(vector), m_ConstantInt(lane))) ||
      !isa<FixedVectorType>(vector->getType()))
    return {};
  const auto size = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
  if (size != 4 && size != 8) return {};
  const LaneStore result{store, vector, lane, static_cast<unsigned>(size)};
  return lane < result.lanes() && result.lanes() % result.rows() == 0 ? result : LaneStore();
}

unsigned neighbours_to_transpose(const Region& region, unsigned dimension,
                                 const Uniformity& uniformity) {
  const StepsAlong steps(dimension, uniformity);
  DenseMap<const Value*, unsigned> counts;
  unsigned neighbours = 1;
  for (BasicBlock* block : region.blocks) {
    for (Instruction& each : *block) {
      const LaneStore store = lane_store(each);
      if (!store || ++counts[store.vector] < store.lanes()) continue;
      if (steps.step(*store.store->getPointerOperand()) == int64_t{store.size})
        neighbours = std::max(neighbours, store.rows());
    }
  }
  return neighbours;
}

}  // namespace heddle::compiler
