// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/widen_access.h"

#include "compiler/vectorize/access/contiguous.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/scattered.h"
#include "compiler/vectorize/access/strided.h"

namespace heddle::compiler {
using namespace llvm;

Value* widen_load(AccessEmitter& emit, IRBuilder<>& at, Type* element, const LaneAddress& address,
                  Align align, Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(element);
  const int64_t size = emit.size_of(at, type), stride = address.stride;
  Value* value = nullptr;
  if (address.base && std::abs(stride) == size) {
    emit.uses(stride < 0 ? Strategy::Reversed : Strategy::Contiguous);
    Value* first = address.base;
    if (stride < 0) first = at.CreatePtrAdd(first, at.getInt64(stride * (emit.width - 1)));
    value = block_load(emit, at, emit.vector_of(type), first, align,
                       stride < 0 ? reversed(at, mask) : mask);
    if (stride < 0) value = reversed(at, value);
  } else if (std::optional<StridedRun> run = run_of(emit, at, type, address, align, mask);
             run && pays_to_shuffle(emit, *run)) {
    emit.uses(Strategy::Interleaved);
    value = load_run(emit, at, *run)[0];
    if (stride < 0) value = reversed(at, value);
  } else {
    emit.uses(Strategy::Gather);
    value = gather(emit, at, type, address, align, mask);
  }
  return at.CreateBitCast(value, emit.vector_of(element));
}

void widen_store(AccessEmitter& emit, IRBuilder<>& at, Value* value, const LaneAddress& address,
                 Align align, Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(value->getType()->getScalarType());
  value = at.CreateBitCast(value, emit.vector_of(type));
  const int64_t size = emit.size_of(at, type), stride = address.stride;
  if (address.base && std::abs(stride) == size) {
    emit.uses(stride < 0 ? Strategy::Reversed : Strategy::Contiguous);
    Value* first = address.base;
    if (stride < 0) first = at.CreatePtrAdd(first, at.getInt64(stride * (emit.width - 1)));
    block_store(emit, at, stride < 0 ? reversed(at, value) : value, first, align,
                stride < 0 ? reversed(at, mask) : mask);
  } else if (std::optional<StridedRun> run = run_of(emit, at, type, address, align, mask);
             run && emit.machine.has_fast_masked_stores() && pays_to_shuffle(emit, *run)) {
    emit.uses(Strategy::Interleaved);
    LaneValues members(run->stride, nullptr);
    members[0] = stride < 0 ? reversed(at, value) : value;
    store_run(emit, at, *run, members);
  } else {
    emit.uses(Strategy::Scatter);
    scatter(emit, at, value, address, align, mask);
  }
}

}  // namespace heddle::compiler
