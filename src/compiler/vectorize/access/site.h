// SPDX-License-Identifier: Apache-2.0
// The facts about an access that strategies know before code is emitted.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/analysis/address.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

/// The reason why lanes may be left out.
enum class MaskKind : unsigned char {
  None,
  Range,  ///< the range ends: in most vectors none is left out
  Lanes,  ///< branches diverge
};

enum class SiteKind : unsigned char {
  Element,      ///< one element for each lane, at an address of its own
  Members,      ///< a group of them that is done together
  InOrder,      ///< a group whose registers hold the members as memory does (StructureGroups)
  Uniform,      ///< one address for all lanes
  Update,       ///< a load, an operation and a store of private memory (private_updates.h)
  Pair,         ///< with another access: partners whose elements fill two registers (exchange.h)
  FirstOfPair,  ///< done with the other one of a pair
  Volatile,     ///< one vector access is allowed where no lane is left out
  Atomic,       ///< an update of one address, which lanes' operands are combined for
  LaneLoop,     ///< only scalar code can do it
};

/// A load or a store of all lanes, or a group of them that is done together.
struct Site {
  const llvm::Instruction* place = nullptr;      ///< the access; a group is done at this member
  llvm::ArrayRef<llvm::Instruction*> members{};  ///< a group's
  llvm::Instruction* first = nullptr;            ///< the other one of a pair
  SiteKind kind = SiteKind::Element;
  bool is_store = false;
  llvm::Type* element = nullptr;  ///< one member of one lane, as registers hold it (carrier)
  unsigned size = 0;              ///< bytes of an element
  llvm::SmallVector<uint64_t, 4> offsets{0};  ///< bytes from the first member to each
  llvm::Align align{};                        ///< the first member's
  unsigned width = 1;
  MaskKind mask = MaskKind::None;

  // The address of the first member in each lane.
  int64_t stride = 0;              ///< bytes from lane to lane, of one base; 0: none for all lanes
  bool is_within_stride = false;   ///< the members lie within one stride of each other
  std::optional<Address> index{};  ///< without a stride: one base, and an index for each lane
  unsigned number_bits = 0;        ///< the index before its extension, as vectors hold it,
  Extension extension = Extension::None;  ///< and how it is extended
  bool is_plain_index = false;            ///< no constant is added to the base
  bool goes_by_rows = false;  ///< a product with a pitch varies: lanes lie in rows of their own
  bool may_count = false;     ///< active lanes may have the indices of neighbours
  bool is_private = false;    ///< anywhere in an interleaved private array
  bool expects_neighbours = false;  ///< lanes that lie anywhere probably lie close to each other

  // Conditions that may hold at run time, and answers to them.
  int64_t piece_stride = 0;     ///< the stride where all lanes are on one piece; 0: no pieces
  bool may_be_uniform = false;  ///< lanes on one piece have one address
  bool is_exchange = false;     ///< lanes' elements may fill one register
  bool is_rare = false;         ///< a condition was asked that usually holds, and does not
  bool is_mask_asked = false;   ///< some lane is left out

  unsigned bits() const { return size * 8; }
  bool is_element() const { return kind == SiteKind::Element; }
  bool is_in_order() const { return kind == SiteKind::InOrder; }
  bool is_group() const { return kind == SiteKind::Members || kind == SiteKind::InOrder; }
  /// Returns the registers of one member.
  double registers(const InstructionSet& machine) const {
    return std::max(1.0, double(bits()) * width / machine.register_bits());
  }
  /// Returns the elements of a structure, counted from 0, that its members are.
  llvm::SmallVector<unsigned> elements() const {
    llvm::SmallVector<unsigned> result;
    for (uint64_t offset : offsets) result.push_back(offset / size);
    return result;
  }
};

}  // namespace heddle::compiler
