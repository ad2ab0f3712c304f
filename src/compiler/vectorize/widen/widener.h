// SPDX-License-Identifier: Apache-2.0
// Writes the code of a vector of work-items from the linearised code of one, block by block and
// value by value. A value that is uniform or affine stays a scalar (lane 0's), one for each row
// where rows differ; one that varies becomes a vector; what no vector can hold (aggregates, short
// vectors) becomes one value for each lane.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/analysis/shape.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/vectorize/access/lane_memory.h"
#include "compiler/vectorize/access/structure_groups.h"

namespace heddle::compiler {

class Widener {
 public:
  /// `target` is empty and has the kernel's arguments.
  Widener(llvm::Function& kernel, llvm::Function& target, const Lanes& lanes,
          llvm::TargetMachine& machine, LaneReport& report);

  /// False if something in the kernel cannot be widened; why is in the report, and the target is
  /// useless.
  bool run();

 private:
  using Builder = llvm::IRBuilder<>;
  /// A value of the kernel in the target. Each list has one entry, or one for each row.
  struct Wide {
    llvm::SmallVector<llvm::Value*, 1> base;    ///< lane 0, where the shape has a base
    llvm::SmallVector<llvm::Value*, 1> vector;  ///< all lanes; of a base made when it is asked for
    llvm::SmallVector<llvm::Value*, 1> small;   ///< all lanes in 32 bits (small_numbers.cpp)
    llvm::SmallVector<llvm::SmallVector<llvm::Value*, 0>, 0> lanes;  ///< where no vector holds it
  };

  // widener.cpp
  void make_blocks();
  void make_phis(llvm::BasicBlock& block);
  void fill_phis(llvm::BasicBlock& block);
  void block(llvm::BasicBlock& block);
  void terminator(llvm::Instruction& instruction);
  bool fail(const std::string& why, const llvm::Instruction& where);

  // paired_members.cpp
  void pair_members();

  // wide_values.cpp
  bool is_vectorizable(const llvm::Type* type) const;
  llvm::Type* widened(llvm::Type* type) const;
  unsigned rows_of(const llvm::Value& value) const;
  llvm::Value* scalar(llvm::Value* value, unsigned row);
  llvm::Value* vector(llvm::Value* value, unsigned row);
  llvm::Value* extended_small(llvm::Value* small);
  llvm::Value* lane(llvm::Value* value, unsigned row, unsigned index, Builder& at);
  llvm::Value* any_lane(llvm::Value* value, unsigned row, llvm::Value* index, Builder& at);
  llvm::Value* spread(llvm::Value* base, const Shape& shape, llvm::Type* type);
  llvm::Constant* iota(llvm::Type* element, int64_t stride) const;
  void set_base(llvm::Value& of, llvm::Value* value) { values_[&of].base.push_back(value); }
  void set_vector(llvm::Value& of, llvm::Value* value) { values_[&of].vector.push_back(value); }

  // wide_instructions.cpp
  void instruction(llvm::Instruction& instruction);
  void scalar_instruction(llvm::Instruction& instruction);
  llvm::Value* extended(llvm::Value* value, bool is_signed, llvm::Type* type, unsigned row);
  void vector_instruction(llvm::Instruction& instruction);
  void lane_instructions(llvm::Instruction& instruction);
  bool is_zero_test(llvm::ICmpInst& compare);
  bool word(llvm::CallBase& call);
  void intrinsic(llvm::IntrinsicInst& call);
  void rounded(llvm::IntrinsicInst& call);
  void pointer(llvm::GetElementPtrInst& gep);
  llvm::Value* scaled_pointer(llvm::GetElementPtrInst& gep, unsigned row, bool as_vector);
  llvm::Value* scaled_offset(llvm::GetElementPtrInst& gep, unsigned row, llvm::Type* word);
  void alloca(llvm::AllocaInst& alloca);
  void arithmetic(llvm::CallBase& call,
                  llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> made);
  llvm::Value* over_tile(llvm::Value* flag, bool for_all);
  llvm::Value* joined(llvm::ArrayRef<llvm::Value*> lanes);

  // collectives.cpp
  void collective(llvm::CallBase& call);
  bool flag_reduction(llvm::CallBase& call);

  // exchanges.cpp
  void pick(llvm::CallBase& call);

  // exchanges.cpp
  void exchange(llvm::CallBase& call);
  llvm::Value* broadcast(llvm::CallBase& call, unsigned row);
  llvm::Value* shuffle(llvm::CallBase& call, unsigned row);
  llvm::Value* ballot(llvm::CallBase& call, unsigned row);

  // small_numbers.cpp
  bool is_small(const llvm::Value* value);
  llvm::Value* small_vector(llvm::Value* value, unsigned row);
  bool works_on_small(const llvm::Instruction& instruction);
  void small_instruction(llvm::Instruction& instruction);

  // modular_addresses.cpp
  llvm::Value* modular_base(llvm::Value* value, unsigned row, llvm::Value* lane);
  llvm::Value* modular_pointer(llvm::Value* pointer, unsigned row, llvm::Value* lanes);

  // piecewise_accesses.cpp
  llvm::Value* piecewise_value(llvm::Value* value,
                               llvm::function_ref<llvm::Value*(llvm::Value*)> line);
  void alike(llvm::Value*& a, llvm::Value*& b);
  llvm::Value* piecewise_rest(const llvm::BinaryOperator& division, llvm::Value* dividend,
                              llvm::Value* divisor);
  bool find_bends(llvm::Value* value, bool is_asked, unsigned& steps,
                  llvm::SetVector<llvm::Instruction*>& found) const;
  llvm::Value* is_one_side(const llvm::SelectInst& select, unsigned row);
  llvm::Value* line_at(llvm::Value* line, unsigned row, unsigned index);
  llvm::Value* piecewise_at(llvm::Value* value, unsigned row, unsigned index);
  llvm::Value* is_one_quotient(llvm::Instruction& quotient, unsigned row);
  llvm::Value* is_one_turn(llvm::Instruction& rest, unsigned row);
  llvm::Value* piecewise_mask(const llvm::Instruction& rest, unsigned row);
  llvm::Value* is_straight(llvm::Instruction& bend, unsigned row);
  llvm::Value* is_on_line(llvm::Value* pointer, unsigned row, llvm::Value* lanes);
  LaneAddress piecewise_address(llvm::Value* pointer, unsigned row);
  bool piecewise_load(llvm::LoadInst& load, unsigned row, llvm::Value* lanes);
  bool piecewise_store(llvm::StoreInst& store, unsigned row, llvm::Value* lanes);
  bool piecewise_load_group(const AccessGroup& group, unsigned row, llvm::Value* lanes);
  bool piecewise_store_group(const AccessGroup& group, llvm::ArrayRef<llvm::Value*> values,
                             unsigned row, llvm::Value* lanes);

  // butterflies.cpp
  struct Partner;
  bool is_of_bits(const llvm::Value* value, unsigned steps) const;
  bool is_of_sums(const llvm::Value* value, unsigned steps) const;
  std::optional<Partner> partner_of(llvm::Instruction& access) const;
  llvm::Instruction* pair_of(llvm::Instruction& access, const Partner& partner) const;
  llvm::Value* first_of(llvm::Value* value);
  llvm::Value* lanes_of(llvm::Value* value, llvm::Value*& is_so);
  /// How lanes lie whose indices have one core.
  struct Pairing {
    const llvm::BasicBlock* block = nullptr;  ///< of the kernel, where this was asked
    llvm::Value *is_so = nullptr, *distance = nullptr;
    llvm::SmallVector<llvm::Value*, 2> places, lanes;  ///< as in LaneMemory::Butterfly
  };
  Pairing pairing_of_exchange(const llvm::Instruction& exchange, unsigned bits);
  Pairing pairing_of(llvm::Value* core, unsigned bits);
  llvm::SmallVector<llvm::Value*, 2> bases_of(llvm::ArrayRef<Partner> accesses,
                                              const Pairing& pairing, uint64_t size,
                                              llvm::Value*& is_so);
  bool butterfly(llvm::Instruction& access, llvm::Value* lanes);

  // wide_division.cpp
  llvm::Value* is_multiple(llvm::Value* dividend, llvm::Value* divisor);
  llvm::Value* is_multiple_of_word(llvm::Value* dividend, llvm::Value* divisor);
  bool is_multiple_test(llvm::ICmpInst& compare);
  static bool divides_as_float(const llvm::BinaryOperator& division);
  llvm::Value* harmless_divisor(const llvm::BinaryOperator& division, llvm::Value* divisor);
  std::pair<llvm::Value*, llvm::Value*> divide_words_by_one(llvm::Value* dividend,
                                                            llvm::Value* divisor);
  std::pair<llvm::Value*, llvm::Value*> divide_words(llvm::Value* dividend, llvm::Value* divisor);
  llvm::Value* divide(const llvm::BinaryOperator& division, llvm::Value* dividend,
                      llvm::Value* divisor);

  // wide_memory.cpp
  bool volatile_line(llvm::Instruction& access);
  void load(llvm::LoadInst& load);
  llvm::Value* address_of_active_row(llvm::LoadInst& load, unsigned row);
  void store(llvm::StoreInst& store);
  LaneMemory::Values load_rows(const AccessGroup& group, const LaneAddress& from,
                               llvm::Value* lanes);
  void store_rows(const AccessGroup& group, llvm::ArrayRef<llvm::Value*> values,
                  const LaneAddress& to, llvm::Value* lanes);
  void load_group(const AccessGroup& group);
  void store_group(const AccessGroup& group);
  void uniform_store(llvm::StoreInst& store, unsigned row);
  LaneAddress address(llvm::Value* pointer, unsigned row, llvm::Value* lanes);
  LaneAddress address(const AccessGroup& group, unsigned row, llvm::Value* lanes);
  llvm::Value* mask(unsigned row);
  llvm::Value* mask_of_load(const llvm::LoadInst& load, unsigned row);
  bool has_active_lane(const llvm::Value* mask, const llvm::BasicBlock* block,
                       unsigned steps) const;
  bool is_own_row(const llvm::LoadInst& load) const;
  bool may_read_neighbours(const llvm::LoadInst& load) const;
  llvm::Value* bits_of_mask(unsigned row);

  // private_updates.cpp
  void find_updates(llvm::BasicBlock& block);
  void private_update(llvm::StoreInst& store);

  // lane_loop.cpp
  void lane_loop(llvm::Instruction& instruction);
  llvm::Value* lane_loop(llvm::Instruction& instruction, unsigned row);
  llvm::Value* in_memory(llvm::Value* value, unsigned row);
  llvm::Value* lane_array(llvm::Type* type);
  llvm::Value* element(llvm::Value* array, llvm::Type* type, llvm::Value* index);

  // combined_atomics.cpp
  bool combined_atomic(llvm::AtomicRMWInst& update);
  void if_it_changes(llvm::AtomicRMWInst& update, LaneOperation operation);

  llvm::Function& kernel_;
  llvm::Function& target_;
  const Lanes lanes_;
  const unsigned width_;
  const llvm::TargetMachine& machine_;
  LaneReport& report_;
  Shapes shapes_;
  AccessGroups groups_;
  StructureGroups structures_;
  LaneMemory memory_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Value*, Wide> values_;
  llvm::DenseMap<const llvm::Value*, bool> small_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> first_, last_;
  llvm::DenseMap<std::pair<const llvm::Value*, int64_t>, llvm::Value*> spreads_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Instruction*> butterflies_;  ///< by the second
  llvm::DenseMap<std::pair<const llvm::Value*, uint64_t>, Pairing> pairings_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> updates_;  ///< of the current block
  llvm::Value* block_mask_ = nullptr;  ///< of the kernel: what the current block's marker says
  llvm::DominatorTree tree_;           ///< of the kernel
  llvm::LoopInfo loops_;               ///< of the kernel
  Builder at_;
  bool failed_ = false;
};

}  // namespace heddle::compiler
