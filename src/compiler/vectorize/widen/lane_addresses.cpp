// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/lane_addresses.h"

#include "compiler/vectorize/widen/recomputed.h"
#include "compiler/vectorize/widen/wide_kernel.h"

namespace heddle::compiler {
using namespace llvm;

LaneAddress address_of(WideKernel& wide, Value* pointer, unsigned row, Value* lanes) {
  Shape shape = wide.shapes.of(pointer);
  if (shape.is_affine() && shape.is_modular)
    return LaneAddress::strided(modular_pointer(wide, pointer, row, lanes), shape.stride);
  return shape.is_affine()
             ? LaneAddress::strided(wide.scalar(pointer, row), shape.stride)
             : LaneAddress::of(wide.vector(pointer, row), shape.interleaved != nullptr);
}

int64_t own_offset(const Site& site) {
  return site.is_group() ? site.offsets[find(site.members, site.place) - site.members.begin()] : 0;
}

LaneAddress address_of(WideKernel& wide, const Site& site, unsigned row, Value* lanes) {
  auto* own = const_cast<Value*>(getLoadStorePointerOperand(site.place));
  LaneAddress result = address_of(wide, own, row, lanes);
  const int64_t offset = own_offset(site);
  Value*& pointer = result.base ? result.base : result.pointers;
  if (offset == 0) return result;
  // The constant offset of the access's own pointer often cancels this one, and leaves a base and
  // numbers.
  APInt known(64, 0);
  pointer =
      pointer->stripAndAccumulateConstantOffsets(wide.layout, known, /*AllowNonInbounds=*/true);
  const int64_t rest = known.getSExtValue() - offset;
  if (rest != 0) pointer = wide.at.CreatePtrAdd(pointer, wide.at.getInt64(rest));
  return result;
}

}  // namespace heddle::compiler
