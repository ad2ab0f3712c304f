// SPDX-License-Identifier: Apache-2.0
// The access plan: how each load and store of a kernel is written for all lanes. It is made before
// anything is emitted. `heddle-opt -pass-remarks=widen` prints it, and
// `-pass-remarks-analysis=widen` what the other strategies would cost.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include "compiler/vectorize/access/site_finder.h"
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {

/// Returns the candidates for an access: all strategies that fit, by price. With random draws the
/// one that was drawn comes first.
std::vector<Candidate> candidates_for(const Site& site, const AccessRules& rules);

/// Tells whether each lane goes to a place of its own, as far as conditions hold.
bool lies_apart(const Candidate& plan);

class AccessPlan {
 public:
  AccessPlan() = default;
  AccessPlan(llvm::Function& kernel, const AccessFacts& facts, const AccessRules& rules);

  /// Returns the plan for an access; null: it is done with another one.
  const Candidate* of(const llvm::Instruction& access) const;
  /// Tells whether the instruction is done with an update of private memory (kUpdate).
  bool is_of_update(const llvm::Instruction& instruction) const {
    return updates_.contains(&instruction);
  }

  /// Emits a remark for each access, as of the pass `widen`.
  void emit_remarks(const llvm::Function& widened, const AccessRules& rules) const;
  /// Returns the cycles of one vector, each access counted once.
  double cycles() const;
  /// Returns the most expensive accesses, and what the next best strategies would cost.
  std::string summary() const;

 private:
  struct Planned {
    Candidate chosen;
    /// The next best form, and its cycles; null: there is no other one.
    const AccessStrategy* other = nullptr;
    double other_cycles = 0;
  };
  std::vector<Planned> accesses_;
  llvm::DenseMap<const llvm::Instruction*, size_t> by_place_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> updates_;
};

}  // namespace heddle::compiler
