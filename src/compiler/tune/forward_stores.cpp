// SPDX-License-Identifier: Apache-2.0
// Shuffles two vectors that were just stored into one that is loaded across their border
// (`offsets[lane - step]` in a scan, the neighbours in a stencil on local memory). Such a load
// waits until both stores are in the cache: no processor forwards from two stores.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kRecent = 400;  // instructions after which a store has reached the cache

struct Place {
  const Value* base;
  int64_t offset;
};

struct Piece {
  Place place;
  Value* value;
  FixedVectorType* type;
  unsigned number;  ///< the store's, counted through the block

  int64_t element_size() const { return type->getScalarSizeInBits() / 8; }
  int64_t size() const { return element_size() * type->getNumElements(); }
};

/// Returns the type if it is a vector whose elements are bytes or whole numbers of them, without
/// gaps.
FixedVectorType* plain_vector(Type* type) {
  auto* vector = dyn_cast<FixedVectorType>(type);
  const bool is_plain = vector && vector->getScalarSizeInBits() % 8 == 0 &&
                        isPowerOf2_32(vector->getScalarSizeInBits()) &&
                        !vector->getElementType()->isPointerTy();
  return is_plain ? vector : nullptr;
}

class Forwarder {
 public:
  explicit Forwarder(const DataLayout& layout) : layout_(layout) {}

  void run(BasicBlock& block) {
    pieces_.clear();
    unsigned number = 0;
    for (Instruction& each : make_early_inc_range(block)) {
      ++number;
      if (auto* load = dyn_cast<LoadInst>(&each)) {
        if (load->isSimple()) {
          forward(*load, number);
        } else {
          pieces_.clear();
        }
      } else if (auto* store = dyn_cast<StoreInst>(&each)) {
        add(*store, number);
      } else if (each.mayWriteToMemory()) {
        pieces_.clear();
      }
    }
  }

 private:
  Place place_of(const Value* pointer) const {
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    pointer =
        pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    return {pointer, offset.getSExtValue()};
  }

  void add(StoreInst& store, unsigned number) {
    const Place place = place_of(store.getPointerOperand());
    const int64_t size =
        layout_.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue();
    erase_if(pieces_, [&](const Piece& piece) {
      return piece.place.base != place.base || (piece.place.offset < place.offset + size &&
                                                place.offset < piece.place.offset + piece.size());
    });
    auto* type = plain_vector(store.getValueOperand()->getType());
    if (type && store.isSimple()) pieces_.push_back({place, store.getValueOperand(), type, number});
  }

  /// Returns the piece that has the element at `offset`.
  const Piece* piece_at(int64_t offset, int64_t element) const {
    for (const Piece& piece : pieces_) {
      const int64_t within = offset - piece.place.offset;
      if (piece.element_size() == element && within >= 0 && within < piece.size())
        return within % element == 0 ? &piece : nullptr;
    }
    return nullptr;
  }

  void forward(LoadInst& load, unsigned number) {
    auto* type = plain_vector(load.getType());
    const Place place = place_of(load.getPointerOperand());
    if (!type || pieces_.empty() || pieces_[0].place.base != place.base) return;
    const int64_t element = type->getScalarSizeInBits() / 8;
    SmallVector<const Piece*, 2> sources;
    SmallVector<int> mask;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const int64_t offset = place.offset + static_cast<int64_t>(i) * element;
      const Piece* piece = piece_at(offset, element);
      if (!piece || number - piece->number > kRecent) return;
      if (!is_contained(sources, piece)) sources.push_back(piece);
      if (sources.size() > 2 || piece->type != sources[0]->type) return;
      const int64_t first = piece == sources[0] ? 0 : piece->type->getNumElements();
      mask.push_back(static_cast<int>(first + (offset - piece->place.offset) / element));
    }
    if (sources.size() != 2) return;  // one store is forwarded
    IRBuilder<> at(&load);
    Value* value = at.CreateShuffleVector(sources[0]->value, sources[1]->value, mask);
    load.replaceAllUsesWith(at.CreateBitCast(value, type));
    load.eraseFromParent();
  }

  const DataLayout& layout_;
  SmallVector<Piece, 16> pieces_;  ///< known contents of memory, all of one base
};

}  // namespace

PreservedAnalyses forward_stores(Function& function, KernelContext& context,
                                 FunctionAnalysisManager& /*analyses*/) {
  if (!context.options.optimize) return PreservedAnalyses::all();
  for (BasicBlock& block : function) Forwarder(function.getDataLayout()).run(block);
  return control_flow_preserved();
}

}  // namespace heddle::compiler
