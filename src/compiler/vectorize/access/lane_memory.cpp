// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/lane_memory.h"

#include "compiler/vectorize/access/run.h"
#include "compiler/vectorize/access/scattered.h"
#include "compiler/vectorize/access/strided.h"

namespace heddle::compiler {
using namespace llvm;

Value* LaneMemory::load(IRBuilder<>& at, Type* element, const LaneAddress& address, Align align,
                        Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(element);
  const int64_t size = emit_.size_of(at, type), stride = address.stride;
  Value* value = nullptr;
  if (address.base && std::abs(stride) == size) {
    ++emit_.report.contiguous;
    Value* first = address.base;
    if (stride < 0) first = at.CreatePtrAdd(first, at.getInt64(stride * (emit_.width - 1)));
    value = emit_.block_load(at, emit_.vector_of(type), first, align,
                             stride < 0 ? reversed(at, mask) : mask);
    if (stride < 0) value = reversed(at, value);
  } else if (std::optional<StridedRun> run = run_of(emit_, at, type, address, align, mask);
             run && pays_to_shuffle(emit_, *run)) {
    ++emit_.report.strided;
    value = load_run(emit_, at, *run)[0];
    if (stride < 0) value = reversed(at, value);
  } else {
    ++emit_.report.gathers;
    value = gather(emit_, at, type, address, align, mask);
  }
  return at.CreateBitCast(value, emit_.vector_of(element));
}

void LaneMemory::store(IRBuilder<>& at, Value* value, const LaneAddress& address, Align align,
                       Value* mask) {
  if (is_all_true(mask)) mask = nullptr;
  Type* type = carrier(value->getType()->getScalarType());
  value = at.CreateBitCast(value, emit_.vector_of(type));
  const int64_t size = emit_.size_of(at, type), stride = address.stride;
  if (address.base && std::abs(stride) == size) {
    ++emit_.report.contiguous;
    Value* first = address.base;
    if (stride < 0) first = at.CreatePtrAdd(first, at.getInt64(stride * (emit_.width - 1)));
    emit_.block_store(at, stride < 0 ? reversed(at, value) : value, first, align,
                      stride < 0 ? reversed(at, mask) : mask);
  } else if (std::optional<StridedRun> run = run_of(emit_, at, type, address, align, mask);
             run && emit_.machine.has_avx512() && pays_to_shuffle(emit_, *run)) {
    ++emit_.report.strided;
    LaneValues members(run->stride, nullptr);
    members[0] = stride < 0 ? reversed(at, value) : value;
    store_run(emit_, at, *run, members);
  } else {
    ++emit_.report.scatters;
    scatter(emit_, at, value, address, align, mask);
  }
}

}  // namespace heddle::compiler
