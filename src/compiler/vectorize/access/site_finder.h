// SPDX-License-Identifier: Apache-2.0
// Finds the loads and stores of a kernel, and what is known of each before anything is emitted.
#pragma once

#include <llvm/IR/Dominators.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/techniques.h"
#include "compiler/vectorize/access/site.h"
#include "compiler/vectorize/access/structure_groups.h"

namespace heddle::compiler {

/// The machine that accesses are planned for, and what is allowed.
struct AccessRules {
  const InstructionSet& machine;
  const Techniques& techniques;
  /// The state of random draws, for tests; 0: the cheapest candidate is taken.
  mutable uint64_t draws = 0;
  /// The second cheapest candidate is taken where it costs at most so many times as much; 0: never.
  unsigned rival = 0;
};

/// The analyses of a kernel whose accesses are planned.
struct AccessFacts {
  const Lanes& lanes;
  const Shapes& shapes;
  const AccessGroups& groups;
  const StructureGroups& structures;
  /// The blocks of a linearised kernel: their masks are known. Null: the kernel has branches.
  const llvm::DominatorTree* tree = nullptr;
  /// Tells how many lanes a block of a kernel with branches leaves out.
  llvm::function_ref<MaskKind(const llvm::BasicBlock& block)> mask_of = nullptr;
  /// Tells whether lanes of a kernel with branches differ in what looks uniform or affine.
  llvm::function_ref<bool(const llvm::Value* value)> is_parted = nullptr;
  /// Tells whether vectors hold a number of 64 bits in 32.
  llvm::function_ref<bool(const llvm::Value* number)> is_narrowed;
};

class SiteFinder {
 public:
  SiteFinder(const AccessFacts& facts, const AccessRules& rules) : facts_(facts), rules_(rules) {}

  /// Begins a block, whose instructions follow in their order.
  void begin(const llvm::BasicBlock& block);
  /// Returns the site of the next instruction; nothing if it accesses no memory, or is a member of
  /// a group that is done at another one.
  std::optional<Site> next(llvm::Instruction& instruction);

 private:
  Shape shape_of(const llvm::Value* pointer) const;
  Site of_update(const llvm::Instruction& update) const;
  Site of_access(const llvm::Instruction& access, MaskKind mask) const;
  Site of_group(const AccessGroup& group, MaskKind mask) const;
  void set_address(Site& site, uint64_t own_offset) const;
  void set_piece(Site& site, const AccessGroup* group) const;
  const Exchange* partner_of(const llvm::Instruction& access) const;
  void set_exchange(Site& site, llvm::Instruction& access);
  llvm::Instruction* pair_of(llvm::Instruction& access, const Exchange& partner) const;
  bool may_count(const llvm::Value* index) const;
  bool may_read_neighbours(const llvm::Instruction& access) const;
  bool varies_by_product(const llvm::Value& sum) const;
  bool has_active_lane(const llvm::Value* mask, const llvm::BasicBlock* block,
                       unsigned steps) const;
  bool stays_in_private_memory(const llvm::Instruction& access) const;

  const AccessFacts& facts_;
  const AccessRules& rules_;
  const llvm::Value* mask_ = nullptr;  ///< the lanes that are active; null: all
  MaskKind mask_kind_ = MaskKind::None;
  llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*>
      firsts_;  ///< the first accesses of pairs, by the second
};

}  // namespace heddle::compiler
