// SPDX-License-Identifier: Apache-2.0
// How each load and store of a kernel was written for all lanes: remarks of LLVM's, which
// `heddle-opt -pass-remarks=widen` prints.
#pragma once

#include <llvm/IR/Instruction.h>

#include <string>
#include <vector>

namespace heddle::compiler {

/// How lanes reach their memory.
enum class Strategy : unsigned char {
  Uniform,             ///< one scalar access for all lanes
  Contiguous,          ///< a vector
  Reversed,            ///< a vector, last lane first
  Interleaved,         ///< whole vectors and shuffles: lanes a small stride apart
  Structure,           ///< each lane's members as they lie
  Exchange,            ///< whole vectors and permutations: partners of a butterfly
  Narrow,              ///< the words around bytes, gathered
  Table,               ///< permutations of a constant table in registers
  TwoRegisterPermute,  ///< two vectors that hold all lanes, else a gather
  Compress,            ///< a vector of the active lanes, else a scatter
  Gather,
  Scatter,
  LaneByLane,  ///< scalar accesses
  Combined,    ///< one atomic operation with what all lanes' amount to
};

const char* name(Strategy strategy);

/// The accesses of one widened kernel.
class AccessPlan {
 public:
  /// Begins one load or store, or `members` that are done together at the place of `access`. Its
  /// rows do the same each.
  void begin(const llvm::Instruction& access, size_t members = 1);
  /// Notes that lanes may be left out of the current access for another reason than the range's
  /// end.
  void mask();
  /// Notes how the current access was written. `is_rare`: for when what usually holds does not.
  void use(Strategy strategy, bool is_rare);
  /// Notes how what use() noted last was done.
  void by(Strategy strategy);

  /// Emits a remark for each access, as of the pass `widen`, while the accesses' own kernel is
  /// there.
  void emit_remarks(const llvm::Function& widened) const;

 private:
  struct Way {
    Strategy strategy;
    bool is_rare;
    std::vector<Strategy> parts;
  };
  struct Access {
    const llvm::Instruction* place = nullptr;
    size_t members = 1;
    bool is_masked = false;
    std::vector<Way> ways;
  };

  static std::string text_of(const Access& access);
  Access& current();

  std::vector<Access> accesses_;
};

}  // namespace heddle::compiler
