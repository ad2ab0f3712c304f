// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters of lanes that lie anywhere, and look-ups in tables, which are gathers up to
// `lower-tables`.
#include <llvm/IR/Constants.h>

#include "compiler/analysis/constant_tables.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the pointers of lanes a constant stride apart, in the form of the addressing modes of
/// gathers.
Value* spread(IRBuilder<>& at, const LaneAddress& address, unsigned lanes) {
  if (address.pointers) return address.pointers;
  SmallVector<Constant*> offsets;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    offsets.push_back(
        ConstantInt::getSigned(at.getInt64Ty(), static_cast<int64_t>(lane) * address.stride));
  }
  return at.CreateGEP(at.getInt8Ty(), address.base, ConstantVector::get(offsets));
}

LaneValues emit_scattered(AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
                          const LaneOperands& operands) {
  const Site& site = plan.site;
  Value* mask = operands.mask;
  if (!mask) mask = Constant::getAllOnesValue(emit.vector_of(at.getInt1Ty()));
  Value* pointers = spread(at, operands.address, site.width);
  if (site.is_store) {
    emit.with_scopes(at.CreateMaskedScatter(operands.values[0], pointers, site.align, mask));
    return {};
  }
  FixedVectorType* type = emit.vector_of(site.element);
  return {emit.with_scopes(
      at.CreateMaskedGather(type, pointers, site.align, mask, Constant::getNullValue(type)))};
}

bool has_table(const Site& site, const InstructionSet& machine) {
  return site.is_element() && !site.is_store && site.index &&
         bool(table_in_registers(*site.index, site.bits(), site.width, machine));
}

}  // namespace

const AccessStrategy kTable = {
    .name = "table",
    .counted = Counted::Anywhere,
    .fits = has_table,
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {std::min(3 * site.registers(machine), 0.6 * site.width), 4};
    },
    .emit = emit_scattered};

const AccessStrategy kGather = {
    .name = "gather",
    .counted = Counted::Anywhere,
    .fits =
        [](const Site& site, const InstructionSet& machine) {
          return site.is_element() && !site.is_store && machine.has_gather(site.bits(), site.width);
        },
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {machine.costs().gathered_lane * site.width, 3};
    },
    .emit = emit_scattered};

const AccessStrategy kScatter = {
    .name = "scatter",
    .counted = Counted::Anywhere,
    .fits =
        [](const Site& site, const InstructionSet& machine) {
          return site.is_element() && site.is_store && machine.has_scatter(site.bits(), site.width);
        },
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {machine.costs().scattered_lane * site.width, 3};
    },
    .emit = emit_scattered};

}  // namespace heddle::compiler
