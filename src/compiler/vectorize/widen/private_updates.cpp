// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/private_updates.h"

#include "compiler/vectorize/access/lane_by_lane.h"
#include "compiler/vectorize/access/private_updates.h"
#include "compiler/vectorize/widen/lane_addresses.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

void private_update(WideKernel& wide, StoreInst& store) {
  const BinaryOperator& operation = *operation_of(store);
  const LoadInst& load = *load_of(store, operation);
  unsigned rows = std::max(wide.rows_of(operation), wide.rows_of(*store.getPointerOperand()));
  if (wide.block_mask()) rows = std::max(rows, wide.rows_of(*wide.block_mask()));
  AAMDNodes scopes = store.getAAMetadata();
  wide.emit.set_scopes(scopes.merge(load.getAAMetadata()));
  for (unsigned row = 0; row < rows; ++row) {
    Value* lanes = wide.mask(row);
    const LaneAddress place = address_of(wide, store.getPointerOperand(), row, lanes);
    auto changed = [&](unsigned index, Value* element) {
      Instruction* copy = operation.clone();
      for (Use& operand : copy->operands())
        operand.set(operand == &load ? element : wide.lane(operand, row, index, wide.at));
      return wide.at.Insert(copy);
    };
    update(wide.emit, wide.at, store.getValueOperand()->getType(), place, store.getAlign(), lanes,
           changed);
  }
}

}  // namespace heddle::compiler
