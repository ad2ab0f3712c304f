// SPDX-License-Identifier: Apache-2.0
// Chooses the number of work-items to unroll and jam (Allen and Kennedy) in kernels that were not
// widened. If each operation waits for the one before, a processor idles: two or four work-items
// with interleaved instructions take hardly longer than one.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {

class UnrollAndJam {
 public:
  UnrollAndJam(const llvm::LoopInfo& loops, const Uniformity& uniformity, const InstructionSet& isa)
      : uniformity_(uniformity), isa_(isa), loops_(loops) {}

  /// Returns the number of work-items that go through `region` together, in which a group has the
  /// same control flow: 1, 2 or 4. As many as hide the latencies, if their values fit into the
  /// registers.
  unsigned items(const Region& region) const;

 private:
  struct Times {
    double busy = 0;     ///< cycles of the instructions if none waits
    double waiting = 0;  ///< cycles one after the other
  };
  struct Registers {
    unsigned own = 0, shared = 0;  ///< those of each work-item, those of all
  };

  Times times(const Region& region) const;
  double longest_chain(const Region& region) const;
  unsigned registers_of(const llvm::Value& value) const;
  bool fit(const Region& region, unsigned items) const;
  double busy(const llvm::BasicBlock& block) const;
  double busy(const llvm::Instruction& instruction) const;

  const Uniformity& uniformity_;
  const InstructionSet& isa_;
  const llvm::LoopInfo& loops_;
};

}  // namespace heddle::compiler
