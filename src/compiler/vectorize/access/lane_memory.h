// SPDX-License-Identifier: Apache-2.0
// Loads and stores of all lanes of a vector: one vector access where the lanes are neighbours,
// shuffles where they lie a small stride apart, gathers and scatters else. Nothing is written for a
// lane that the mask leaves out, and nothing read for it but from a page that another one reads.
#pragma once

#include "compiler/analysis/shape.h"
#include "compiler/vectorize/access/access_emitter.h"
#include "compiler/vectorize/access/butterfly_memory.h"
#include "compiler/vectorize/access/scattered.h"
#include "compiler/vectorize/access/strided.h"
#include "compiler/vectorize/access/structure_memory.h"
#include "compiler/vectorize/access/structures.h"

namespace heddle::compiler {

/// The planner: each access goes the cheapest of the ways that the emitters have.
class LaneMemory {
 public:
  using Values = LaneValues;
  using Butterfly = ButterflyLanes;

  LaneMemory(llvm::TargetMachine& target, unsigned width, LaneReport& report)
      : emit_(target, width, report) {}

  const VectorIsa& isa() const { return emit_.machine; }

  /// What is known of the memory of all accesses from now on.
  void set_scopes(const llvm::AAMDNodes& scopes) { emit_.scopes = scopes; }

  /// Will lanes that lie anywhere probably lie near each other?
  void set_neighbours(bool expected) { emit_.expects_neighbours = expected; }

  /// `element`: type of one lane's value (integer, floating-point or pointer; never i1 or a
  /// vector). `mask`: <width x i1>, or null for all lanes. Lanes that are left out get any value,
  /// but no poison. `align` is that of each lane's access.
  llvm::Value* load(llvm::IRBuilder<>& at, llvm::Type* element, const LaneAddress& address,
                    llvm::Align align, llvm::Value* mask);
  void store(llvm::IRBuilder<>& at, llvm::Value* value, const LaneAddress& address,
             llvm::Align align, llvm::Value* mask);
  /// Elements of lanes' own memory that are loaded, changed and stored, one lane after the other;
  /// `changed` makes a lane's new element of its old one.
  void update(llvm::IRBuilder<>& at, llvm::Type* element, const LaneAddress& address,
              llvm::Align align, llvm::Value* mask,
              llvm::function_ref<llvm::Value*(unsigned, llvm::Value*)> changed) {
    return compiler::update(emit_, at, element, address, align, mask, changed);
  }
  /// For lanes that nearly always lie on a line, all active: `is_line` (i1) says so, and then
  /// `line` does the access; else `anywhere` does, which counts for no report.
  Values if_line(llvm::IRBuilder<>& at, llvm::Value* is_line, llvm::function_ref<Values()> line,
                 llvm::function_ref<Values()> anywhere) {
    return emit_.if_line(at, is_line, line, anywhere);
  }
  /// Members of a structure or of a short vector, read together: lane l's member m lies at base +
  /// l * stride + offsets[m]. Offsets ascend from 0, are multiples of the element's size and below
  /// `stride`; stride is a multiple of the element's size. One vector for each member. `align` is
  /// that of the first member.
  LaneValues load_group(llvm::IRBuilder<>& at, llvm::Type* element, llvm::Value* base,
                        int64_t stride, llvm::ArrayRef<uint64_t> offsets, llvm::Align align,
                        llvm::Value* mask) {
    return compiler::load_group(emit_, at, element, base, stride, offsets, align, mask);
  }
  /// As above; only for groups without gaps (is_dense).
  void store_group(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values, llvm::Value* base,
                   int64_t stride, llvm::Align align, llvm::Value* mask) {
    return compiler::store_group(emit_, at, values, base, stride, align, mask);
  }
  /// For groups of which no lane or member is looked at alone (structure_groups.h): all elements as
  /// they lie from `base` on, a vector for each of `count` members.
  LaneValues load_structures(llvm::IRBuilder<>& at, llvm::Type* element, llvm::Value* base,
                             unsigned count, llvm::Align align, llvm::Value* mask) {
    return compiler::load_structures(emit_, at, element, base, count, align, mask);
  }
  void store_structures(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                        llvm::Value* base, llvm::Align align, llvm::Value* mask) {
    return compiler::store_structures(emit_, at, values, base, align, mask);
  }
  /// The same of lanes' groups that lie anywhere; a power of two of members without gaps, of which
  /// a register has those of whole lanes.
  LaneValues load_structures_rows(llvm::IRBuilder<>& at, llvm::Type* element,
                                  const LaneAddress& address, unsigned count, llvm::Align align,
                                  llvm::Value* mask) {
    return compiler::load_structures_rows(emit_, at, element, address, count, align, mask);
  }
  void store_structures_rows(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                             const LaneAddress& address, llvm::Align align, llvm::Value* mask) {
    return compiler::store_structures_rows(emit_, at, values, address, align, mask);
  }
  /// Members that lie together wherever the lanes' structures lie: lane l's member m at its address
  /// + offsets[m]; all within kMaxRowBytes.
  LaneValues load_rows(llvm::IRBuilder<>& at, llvm::Type* element, const LaneAddress& address,
                       llvm::ArrayRef<uint64_t> offsets, llvm::Align align, llvm::Value* mask) {
    return compiler::load_rows(emit_, at, element, address, offsets, align, mask);
  }
  /// As above; only for rows without gaps.
  void store_rows(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                  const LaneAddress& address, llvm::Align align, llvm::Value* mask) {
    return compiler::store_rows(emit_, at, values, address, align, mask);
  }
  /// Has the target instructions for that?
  bool can_permute_butterfly(llvm::IRBuilder<>& at, llvm::Type* element) {
    return compiler::can_permute_butterfly(emit_, at, element);
  }
  LaneValues load_butterfly(llvm::IRBuilder<>& at, llvm::Type* element,
                            const ButterflyLanes& butterfly, llvm::Align align, llvm::Value* mask) {
    return compiler::load_butterfly(emit_, at, element, butterfly, align, mask);
  }
  void store_butterfly(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                       const ButterflyLanes& butterfly, llvm::Align align, llvm::Value* mask) {
    return compiler::store_butterfly(emit_, at, values, butterfly, align, mask);
  }
  static constexpr unsigned kMaxRowBytes = compiler::kMaxRowBytes;

 private:
  AccessEmitter emit_;
};

/// Loads (or stores) of one block that LaneMemory handles together: the same element type and
/// stride, bases apart by constants, nothing between them that might change what they read
/// (or read or write what they write). Loads are done at the first member's place, stores at the
/// last's.
struct AccessGroup {
  llvm::SmallVector<llvm::Instruction*, 4> members;  ///< by ascending offset
  llvm::SmallVector<uint64_t, 4> offsets;            ///< bytes from members[0]; offsets[0] == 0
  int64_t stride;                                    ///< bytes from lane to lane; 0: load_rows
  llvm::Align align;                                 ///< of the first member
  llvm::Instruction* place;                          ///< the member where the access is done
};

/// Which accesses of the linearised `kernel` belong together. A load or store is in one group at
/// most.
class AccessGroups {
 public:
  /// `rows`: also groups for load_rows and store_rows.
  AccessGroups(llvm::Function& kernel, const Shapes& shapes, bool rows = false);
  const AccessGroup* of(const llvm::Instruction& access) const;

 private:
  std::vector<std::unique_ptr<AccessGroup>> groups_;
  llvm::DenseMap<const llvm::Instruction*, const AccessGroup*> by_member_;
};

}  // namespace heddle::compiler
