// SPDX-License-Identifier: Apache-2.0
// Strategies: the forms that a load or a store of all lanes may take. Each says for itself whether
// it is right for an access, and what it costs, and knows of no other one (docs/vectoriser.md).
#pragma once

#include <vector>

#include "compiler/ir/techniques.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/site.h"

namespace heddle::compiler {

/// The price of one vector's access.
struct Price {
  double cycles = 0;
  double instructions = 0;
};

struct Candidate;

/// The operands of an access while it is emitted.
struct LaneOperands {
  LaneAddress address;
  llvm::ArrayRef<llvm::Value*> values;  ///< those that are stored, one for each member
  llvm::Value* mask = nullptr;          ///< the active lanes; null: all
};

/// The memory that the report counts accesses as.
enum class Counted : unsigned char { Not, Uniform, Contiguous, Strided, Anywhere, Update };

struct AccessStrategy {
  const char* name;
  /// The test at run time that chooses between the parts; null: none.
  const char* condition = nullptr;
  Counted counted = Counted::Not;
  /// The switch; none: it is always allowed.
  std::optional<Technique> technique = std::nullopt;
  /// Tells whether the form is right for the access, not whether it is fast.
  bool (*fits)(const Site& site, const InstructionSet& machine);
  /// Returns the accesses that it is made of, for each of which a plan is made as well. Under a
  /// condition, the last one is for when that does not hold. Null: none.
  std::vector<Site> (*parts)(const Site& site, const InstructionSet& machine) = nullptr;
  /// Returns the price, without that of the parts.
  Price (*price)(const Site& site, const InstructionSet& machine);
  /// Emits the access, and returns what is loaded, a vector for each member. Null: `widen` does,
  /// because more of the kernel takes part than the operands.
  LaneValues (*emit)(AccessEmitter& emit, llvm::IRBuilder<>& at, const Candidate& plan,
                     const LaneOperands& operands) = nullptr;
};

/// A strategy for one access.
struct Candidate {
  const AccessStrategy* strategy = nullptr;
  Site site;
  Price price;  ///< parts included
  std::vector<Candidate> parts;
};

/// Emits a candidate that `widen` is not needed for.
inline LaneValues emit_access(AccessEmitter& emit, llvm::IRBuilder<>& at, const Candidate& plan,
                              const LaneOperands& operands) {
  return plan.strategy->emit(emit, at, plan, operands);
}

// The strategies. Where two cost the same, the one that stands first is taken.
extern const AccessStrategy kUniform, kUpdate, kCombined, kLaneLoop, kVolatile, kExchange,
    kFirstOfExchange, kPiecewise, kInOrder, kContiguous, kReversed, kInterleaved, kWholeStructures,
    kStructures, kTable, kNarrowGather, kTwoRegisterPermute, kCompress, kGather, kScatter,
    kLaneByLane, kIfAllLanes;

/// Lists all strategies for loads and stores.
llvm::ArrayRef<const AccessStrategy*> access_strategies();

}  // namespace heddle::compiler
