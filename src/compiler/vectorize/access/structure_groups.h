// SPDX-License-Identifier: Apache-2.0
// Groups of accesses whose members are all treated alike: `out[i] = a[i] * b[i] + 1` with uchar16.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

#include <optional>

#include "compiler/target/instruction_set.h"
#include "compiler/vectorize/access/access_groups.h"

namespace heddle::compiler {

/// The groups of loads and stores between which the same is done with each member. Registers may
/// then hold their elements in the order of memory: nothing is shuffled.
class StructureGroups {
 public:
  StructureGroups() = default;
  StructureGroups(llvm::Function& kernel, const Shapes& shapes, const AccessGroups& groups,
                  unsigned width, const InstructionSet& isa, const Techniques& allowed);
  bool has(const AccessGroup& group) const { return groups_.contains(&group); }
  using Members = llvm::SmallVector<llvm::Value*, 16>;
  /// Returns the values of each step from loads to stores, one for each member.
  llvm::ArrayRef<Members> steps() const { return steps_; }
  /// Returns the member that a pick between such groups is, and which one of its elements lies in
  /// the same registers.
  std::optional<unsigned> place_of(const llvm::CallBase& pick) const {
    const auto place = picks_.find(&pick);
    return place == picks_.end() ? std::nullopt : std::optional(place->second);
  }

 private:
  llvm::DenseSet<const AccessGroup*> groups_;
  llvm::DenseMap<const llvm::Value*, unsigned> picks_;
  llvm::SmallVector<Members> steps_;
};

}  // namespace heddle::compiler
