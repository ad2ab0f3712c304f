// SPDX-License-Identifier: Apache-2.0
// Loads and stores of all lanes of a vector: one vector access where the lanes are neighbours,
// shuffles where they lie a small stride apart, gathers and scatters else. Nothing is written for a
// lane that the mask leaves out, and nothing read for it but from a page that another one reads.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/report.h"
#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

/// Where the lanes of one access find their memory.
struct LaneAddress {
  llvm::Value* base = nullptr;      ///< scalar pointer of lane 0; null: see `pointers`
  int64_t stride = 0;               ///< bytes from lane to lane (may be negative, never 0), if base
  llvm::Value* pointers = nullptr;  ///< <width x ptr>, if !base
  /// A private array: what was stored is loaded again soon, which the processor forwards from one
  /// scalar access to the next, but not from a scatter to a gather.
  bool is_private = false;

  static LaneAddress strided(llvm::Value* base, int64_t stride) { return {base, stride}; }
  static LaneAddress of(llvm::Value* pointers, bool is_private = false) {
    return {nullptr, 0, pointers, is_private};
  }
};

/// May begin new blocks where the builder stands at the end of its block (and leaves it at the end
/// of the last one); elsewhere the code has no branches.
class LaneMemory {
 public:
  LaneMemory(llvm::TargetMachine& target, unsigned width, LaneReport& report);

  const VectorIsa& isa() const { return isa_; }

  /// What is known of the memory of all accesses from now on.
  void set_scopes(const llvm::AAMDNodes& scopes) { scopes_ = scopes; }

  /// Will lanes that lie anywhere probably lie near each other? So loads can be marked: by a flag
  /// that means nothing else here, nontemporal.
  void set_neighbours(bool expected) { expects_neighbours_ = expected; }

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
              llvm::function_ref<llvm::Value*(unsigned lane, llvm::Value* old)> changed);
  using Values = llvm::SmallVector<llvm::Value*>;
  /// For lanes that nearly always lie on a line, all active: `is_line` (i1) says so, and then
  /// `line` does the access; else `anywhere` does, which counts for no report.
  Values if_line(llvm::IRBuilder<>& at, llvm::Value* is_line, llvm::function_ref<Values()> line,
                 llvm::function_ref<Values()> anywhere);

  /// Members of a structure or of a short vector, read together: lane l's member m lies at base +
  /// l * stride + offsets[m]. Offsets ascend from 0, are multiples of the element's size and below
  /// `stride`; stride is a multiple of the element's size. One vector for each member. `align` is
  /// that of the first member.
  llvm::SmallVector<llvm::Value*> load_group(llvm::IRBuilder<>& at, llvm::Type* element,
                                             llvm::Value* base, int64_t stride,
                                             llvm::ArrayRef<uint64_t> offsets, llvm::Align align,
                                             llvm::Value* mask);
  /// As above; only for groups without gaps (is_dense).
  void store_group(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values, llvm::Value* base,
                   int64_t stride, llvm::Align align, llvm::Value* mask);

  /// For groups of which no lane or member is looked at alone (structure_groups.h): all elements as
  /// they lie from `base` on, a vector for each of `count` members.
  Values load_structures(llvm::IRBuilder<>& at, llvm::Type* element, llvm::Value* base,
                         unsigned count, llvm::Align align, llvm::Value* mask);
  void store_structures(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                        llvm::Value* base, llvm::Align align, llvm::Value* mask);
  /// The same of lanes' groups that lie anywhere; a power of two of members without gaps, of which
  /// a register has those of whole lanes.
  Values load_structures_rows(llvm::IRBuilder<>& at, llvm::Type* element,
                              const LaneAddress& address, unsigned count, llvm::Align align,
                              llvm::Value* mask);
  void store_structures_rows(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                             const LaneAddress& address, llvm::Align align, llvm::Value* mask);

  /// Members that lie together wherever the lanes' structures lie: lane l's member m at its address
  /// + offsets[m]; all within kMaxRowBytes.
  llvm::SmallVector<llvm::Value*> load_rows(llvm::IRBuilder<>& at, llvm::Type* element,
                                            const LaneAddress& address,
                                            llvm::ArrayRef<uint64_t> offsets, llvm::Align align,
                                            llvm::Value* mask);
  /// As above; only for rows without gaps.
  void store_rows(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                  const LaneAddress& address, llvm::Align align, llvm::Value* mask);
  static constexpr unsigned kMaxRowBytes = 64;

  /// One or two accesses whose lanes lie in as many registers, in each place just one of them
  /// (butterflies.cpp). Element l of access a is number a * width + l.
  struct Butterfly {
    llvm::SmallVector<llvm::Value*, 2> bases;   ///< where each register begins
    llvm::SmallVector<llvm::Value*, 2> places;  ///< of each access's elements in the registers
    llvm::SmallVector<llvm::Value*, 2> lanes;   ///< of each register's elements: their numbers
  };
  /// Has the target instructions for that?
  bool can_permute_butterfly(llvm::IRBuilder<>& at, llvm::Type* element) const;
  Values load_butterfly(llvm::IRBuilder<>& at, llvm::Type* element, const Butterfly& butterfly,
                        llvm::Align align, llvm::Value* mask);
  void store_butterfly(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> values,
                       const Butterfly& butterfly, llvm::Align align, llvm::Value* mask);

 private:
  using Builder = llvm::IRBuilder<>;

  // memory.cpp
  llvm::FixedVectorType* vector_of(llvm::Type* element) const;
  unsigned size_of(Builder& at, llvm::Type* element) const;
  llvm::Value* block_load(Builder& at, llvm::FixedVectorType* type, llvm::Value* base,
                          llvm::Align align, llvm::Value* mask);
  void block_store(Builder& at, llvm::Value* value, llvm::Value* base, llvm::Align align,
                   llvm::Value* mask);
  Values if_all(Builder& at, llvm::Value* mask, llvm::function_ref<Values()> all,
                llvm::function_ref<Values()> some);
  void if_any(Builder& at, llvm::Value* mask, llvm::function_ref<void()> access);
  Values if_readable(Builder& at, llvm::Value* mask, llvm::Value* base, uint64_t bytes,
                     llvm::function_ref<Values()> all, llvm::function_ref<Values()> some);
  Values either(Builder& at, llvm::Value* condition, llvm::function_ref<Values()> likely,
                llvm::function_ref<Values()> rest);
  template <class Access>
  Access* with_scopes(Access* access) const {
    if (scopes_) access->setAAMetadata(scopes_);
    return access;
  }

  // scattered.cpp: each lane at its own address
  llvm::Value* gather(Builder& at, llvm::Type* element, const LaneAddress& address,
                      llvm::Align align, llvm::Value* mask);
  void scatter(Builder& at, llvm::Value* value, const LaneAddress& address, llvm::Align align,
               llvm::Value* mask);
  llvm::Value* load_lanes(Builder& at, llvm::FixedVectorType* type, const LaneAddress& address,
                          llvm::Align align, llvm::Value* mask);
  void store_lanes(Builder& at, llvm::Value* value, const LaneAddress& address, llvm::Align align,
                   llvm::Value* mask);
  Values by_lanes(Builder& at, const LaneAddress& address, llvm::Value* mask,
                  llvm::function_ref<Values(llvm::Value* mask)> access);
  void each_lane(Builder& at, const LaneAddress& address, unsigned lanes, llvm::Value* mask,
                 llvm::Value* idle,
                 llvm::function_ref<void(unsigned lane, llvm::Value* place)> access);
  llvm::Value* idle_source(Builder& at);
  llvm::Value* idle_target(Builder& at);

  // narrow_gathers.cpp: bytes and words that lie anywhere
  bool has_narrow_gather(Builder& at, llvm::Type* element, const LaneAddress& address,
                         llvm::Align align) const;
  llvm::Value* gather_narrow(Builder& at, llvm::Type* element, const LaneAddress& address,
                             llvm::Value* mask);

  // packed.cpp: active lanes that may be neighbours of each other
  struct Packing;
  std::optional<Packing> packing_of(Builder& at, llvm::Value* pointers) const;
  bool store_packed(Builder& at, llvm::Value* value, const LaneAddress& address, llvm::Align align,
                    llvm::Value* mask);
  void store_packed_part(Builder& at, llvm::Value* value, const Packing& lanes, llvm::Align align,
                         llvm::Value* mask);

  // windows.cpp: lanes that may lie near each other
  bool may_have_window(Builder& at, const LaneAddress& address) const;
  Values load_window(Builder& at, const LaneAddress& address, unsigned count, llvm::Align align,
                     llvm::Value* mask, llvm::function_ref<Values(const LaneAddress&)> anywhere);
  bool is_of_window(Builder& at, llvm::Value* index, llvm::Value* base, llvm::Value* mask,
                    unsigned count);
  Values both_ways(Builder& at, llvm::function_ref<Values()> within,
                   llvm::function_ref<Values()> elsewhere);

  // strided.cpp: neighbours a small stride apart
  struct Run;
  std::optional<Run> run_of(Builder& at, llvm::Type* element, const LaneAddress& address,
                            llvm::Align align, llvm::Value* mask);
  bool pays_to_shuffle(const Run& run) const;
  Values load_run(Builder& at, const Run& run);
  Values load_containers(Builder& at, const Run& run, bool as_integers);
  Values load_windows(Builder& at, const Run& run);
  Values load_members(Builder& at, const Run& run);
  llvm::Value* load_piece(Builder& at, const Run& run, unsigned start, unsigned length);
  void store_run(Builder& at, const Run& run, llvm::ArrayRef<llvm::Value*> members);
  void store_members(Builder& at, const Run& run, llvm::ArrayRef<llvm::Value*> members);
  void store_containers(Builder& at, const Run& run, llvm::ArrayRef<llvm::Value*> members);
  void store_windows(Builder& at, const Run& run, llvm::ArrayRef<llvm::Value*> members);
  void store_piece(Builder& at, const Run& run, llvm::Value* piece, unsigned start);

  // butterfly_memory.cpp
  llvm::Value* permuted_mask(Builder& at, llvm::Value* mask, llvm::Value* lanes) const;

  // structure_memory.cpp
  llvm::Value* structure_mask(Builder& at, llvm::Value* mask, unsigned count, unsigned index) const;

  // rows.cpp: structures that lie anywhere
  llvm::SmallVector<llvm::Value*> parts_of_rows(Builder& at, const Run& run, llvm::Value* rows);
  Values members_of_rows(Builder& at, const Run& run, llvm::ArrayRef<llvm::Value*> rows);
  Values rows_of_members(Builder& at, const Run& run, llvm::ArrayRef<llvm::Value*> values);
  bool scatters_rows(unsigned row_bits) const;
  llvm::Value* load_row(Builder& at, const Run& run, llvm::Value* pointer);
  void store_row(Builder& at, const Run& run, llvm::Value* pointer, llvm::Value* row);

  /// The last one: what was asked of the lanes, and where the ways that follow from it end.
  struct Window {
    llvm::Value *index = nullptr, *mask = nullptr;
    unsigned count = 0;
    llvm::Value *low = nullptr, *length = nullptr, *place = nullptr;
    llvm::Instruction* branch = nullptr;
    llvm::BasicBlock *near_end = nullptr, *far_end = nullptr, *after = nullptr;
  };

  unsigned width_;
  VectorIsa isa_;
  LaneReport& report_;
  Window window_;
  llvm::AAMDNodes scopes_;
  bool expects_neighbours_ = false;
  bool is_rare_ = false;  ///< what is made now is hardly ever run
  llvm::AllocaInst* idle_target_ = nullptr;
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
