// SPDX-License-Identifier: Apache-2.0
#include "compiler/tune/passes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/lane_stores.h"
#include "compiler/ir/evolution.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Stores that follow each other, with nothing between them that looks at memory, and write 16
/// bytes together: one lane of each of some vectors.
using Piece = SmallVector<LaneStore, 4>;

class Transposer {
 public:
  explicit Transposer(Function& function)
      : tree_(function), loops_(tree_), evolution_(function, tree_, loops_) {}

  void run(BasicBlock& block) {
    SmallVector<LaneStore> stores;
    for (Instruction& each : make_early_inc_range(block)) {
      if (const LaneStore store = lane_store(each)) {
        stores.push_back(store);
      } else if (each.mayReadOrWriteMemory() || each.mayHaveSideEffects()) {
        transpose(stores);
        stores.clear();
      }
    }
    transpose(stores);
  }

 private:
  void transpose(ArrayRef<LaneStore> stores) {
    MapVector<std::pair<Value*, Value*>, SmallVector<Piece>> groups;
    while (!stores.empty()) {
      const size_t rows = stores[0].rows();
      if (!writes_piece(stores)) {
        stores = stores.drop_front();
        continue;
      }
      groups[{stores[0].vector, stores[rows - 1].vector}].push_back(
          {SmallVector<LaneStore, 4>(stores.take_front(rows))});
      stores = stores.drop_front(rows);
    }
    for (const auto& [vectors, pieces] : groups)
      if (are_all_lanes(pieces)) write(pieces);
  }

  /// Do the first stores write one lane of different vectors to addresses in ascending order?
  bool writes_piece(ArrayRef<LaneStore> stores) {
    const LaneStore& first = stores[0];
    const unsigned rows = first.rows();
    if (stores.size() < rows) return false;
    for (unsigned i = 1; i < rows; ++i) {
      const LaneStore& each = stores[i];
      if (each.vector->getType() != first.vector->getType() || each.lane != first.lane)
        return false;
      for (unsigned j = 0; j < i; ++j)
        if (stores[j].vector == each.vector) return false;
    }
    const SCEV* start = evolution_.result.getSCEV(first.store->getPointerOperand());
    for (unsigned i = 1; i < rows; ++i) {
      const SCEV* place = evolution_.result.getSCEV(stores[i].store->getPointerOperand());
      const auto apart = evolution_.result.computeConstantDifference(place, start);
      if (!apart || *apart != uint64_t{i} * first.size) return false;
    }
    return true;
  }

  /// Turning pays if it is for all lanes of the vectors.
  static bool are_all_lanes(ArrayRef<Piece> pieces) {
    const LaneStore& first = pieces[0][0];
    if (pieces.size() != first.lanes()) return false;
    SmallBitVector lanes(first.lanes());
    for (const Piece& piece : pieces) {
      lanes.set(piece[0].lane);
      for (const auto& [each, same] : zip(piece, pieces[0]))
        if (each.vector != same.vector) return false;
    }
    return lanes.all();
  }

  /// All stores of a piece move to the last one of it.
  static void write(ArrayRef<Piece> pieces) {
    const LaneStore& first = pieces[0][0];
    const unsigned rows = first.rows();
    IRBuilder<> at(pieces[0].back().store);
    const SmallVector<Value*, 4> turned = turn(at, pieces[0]);
    for (const Piece& piece : pieces) {
      const LaneStore& lane = piece[0];
      StoreInst* last = piece.back().store;
      at.SetInsertPoint(last);
      SmallVector<int, 4> elements;
      for (unsigned i = 0; i < rows; ++i)
        elements.push_back(static_cast<int>(lane.lane / rows * rows + i));
      Value* row = at.CreateShuffleVector(turned[lane.lane % rows], elements);
      StoreInst* store =
          at.CreateAlignedStore(row, lane.store->getPointerOperand(), lane.store->getAlign());
      store->copyMetadata(*lane.store);
      for (const LaneStore& each : piece) {
        store->setAAMetadata(store->getAAMetadata().concat(each.store->getAAMetadata()));
      }
    }
    for (const Piece& piece : pieces) {
      for (const LaneStore& each : piece) {
        Value *pointer = each.store->getPointerOperand(), *element = each.store->getValueOperand();
        each.store->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(pointer);
        RecursivelyDeleteTriviallyDeadInstructions(element);
      }
    }
  }

  /// Within each 16 bytes of the vectors: rows become columns.
  static SmallVector<Value*, 4> turn(IRBuilder<>& at, const Piece& piece) {
    const int lanes = static_cast<int>(piece[0].lanes());
    const auto shuffle = [&](Value* a, Value* b, ArrayRef<int> pattern) {
      SmallVector<int, 16> mask;
      const int size = static_cast<int>(pattern.size());
      for (int first = 0; first < lanes; first += size)
        for (const int from : pattern)
          mask.push_back(first + (from < size ? from : from - size + lanes));
      return at.CreateShuffleVector(a, b, mask, "turned");
    };
    const auto vector = [&](unsigned row) { return piece[row].vector; };
    if (piece.size() == 2) {
      return {shuffle(vector(0), vector(1), {0, 2}), shuffle(vector(0), vector(1), {1, 3})};
    }
    Value* low_01 = shuffle(vector(0), vector(1), {0, 4, 1, 5});
    Value* low_23 = shuffle(vector(2), vector(3), {0, 4, 1, 5});
    Value* high_01 = shuffle(vector(0), vector(1), {2, 6, 3, 7});
    Value* high_23 = shuffle(vector(2), vector(3), {2, 6, 3, 7});
    return {shuffle(low_01, low_23, {0, 1, 4, 5}), shuffle(low_01, low_23, {2, 3, 6, 7}),
            shuffle(high_01, high_23, {0, 1, 4, 5}), shuffle(high_01, high_23, {2, 3, 6, 7})};
  }

  DominatorTree tree_;
  LoopInfo loops_;
  Evolution evolution_;
};

/// Is there a block that writes one lane of different vectors at a time?
bool may_transpose(Function& function) {
  return any_of(function, [](BasicBlock& block) {
    LaneStore before;
    unsigned count = 0;
    for (Instruction& each : block) {
      const LaneStore store = lane_store(each);
      if (!store) continue;
      count += before && before.lane == store.lane && before.vector != store.vector;
      before = store;
    }
    return before && count >= before.lanes();
  });
}

}  // namespace

void transpose_stores(Module& module, KernelContext& context) {
  if (!context.options.optimize) return;
  for (Function& function : module) {
    if (function.isDeclaration() || !may_transpose(function)) continue;
    Transposer transposer(function);
    for (BasicBlock& block : function) transposer.run(block);
  }
}

}  // namespace heddle::compiler
