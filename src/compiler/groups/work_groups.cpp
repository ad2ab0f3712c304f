// SPDX-License-Identifier: Apache-2.0
// Turns the code of one work-item, or of a vector of them, into the function that runs a range of
// work-groups.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/analysis/meeting.h"
#include "compiler/groups/join_regions.h"
#include "compiler/groups/passes.h"
#include "compiler/groups/privatise_atomics.h"
#include "compiler/groups/region_values.h"
#include "compiler/groups/sub_groups.h"
#include "compiler/groups/unroll_and_jam.h"
#include "compiler/groups/whole_vectors.h"
#include "compiler/groups/work_item_loops.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/marks.h"
#include "compiler/ir/techniques.h"
#include "compiler/target/instruction_set.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kMaxContext = uint64_t{1} << 28;  // bytes of context for one group
/// The most instructions of a vector's code with two copies: larger code has one for full and
/// partial vectors.
constexpr size_t kMaxTwoCopies = 3000;
/// The same, if there is a version for whole vectors besides: three copies.
constexpr size_t kMaxThreeCopies = 600;
/// The same for a region, in code for groups of any size: after a few launches there is code for
/// the program's size. The second is for each memory access, as all are masked then.
constexpr size_t kMaxRegionTwice = 64, kMaxTwiceForAccess = 16;
/// The most instructions of a region whose loop over vectors is written out: with divergent
/// branches, and without; and of all such regions.
constexpr size_t kMaxBranching = 3000, kMaxStraight = 1000, kMaxWrittenOut = 4000;

/// Returns the most work-items of a group. A group may be filled up to a whole vector along the
/// lanes' dimension: at worst every vector has one work-item.
uint64_t max_group_size(uint64_t per_item, unsigned width) {
  uint64_t size = HD_MAX_GROUP_SIZE;
  while (size > 1 && per_item * width * size > kMaxContext) size /= 2;
  return size;
}

/// Drops the lifetimes of variables that leave the frame: code generation knows no others.
void drop_lifetimes(Function& kernel, const SpillPlan& plan) {
  for (Instruction& instruction : make_early_inc_range(instructions(kernel))) {
    auto* marker = dyn_cast<LifetimeIntrinsic>(&instruction);
    if (!marker) continue;
    auto* alloca = dyn_cast<AllocaInst>(marker->getArgOperand(0));
    if (!is_contained(plan.frame, alloca)) marker->eraseFromParent();
  }
}

/// Returns the vectors of a group (its work-items, if the kernel was not widened).
uint64_t count_vectors(const std::array<uint64_t, 3>& size, const Lanes& lanes) {
  uint64_t count = 1;
  if (lanes.linear) return divideCeil(size[0] * size[1] * size[2], lanes.width);
  for (unsigned d = 0; d < 3; ++d) {
    bool in_lanes = lanes.are_used() && d == lanes.dimension;
    count *= in_lanes ? divideCeil(size[d], lanes.width) : size[d];
  }
  return count;
}

/// Drops barriers in a group that is one vector: the order of the code suffices.
void drop_barriers(Function& kernel) {
  for (Instruction& instruction : make_early_inc_range(instructions(kernel))) {
    if (called_internal(instruction) != Internal::Barrier) continue;
    if (is_fence(cast<CallBase>(instruction)))
      IRBuilder<>(&instruction).CreateFence(AtomicOrdering::AcquireRelease);
    instruction.eraseFromParent();
  }
}

bool has_loop(const Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>> edges;
  FindFunctionBackedges(function, edges);
  return !edges.empty();
}

/// A function with its analyses.
struct Code {
  /// Requires: blocks are split at barriers.
  Code(Function& kernel, const SpillOptions& options, FunctionAnalysisManager& analyses)
      : function(kernel),
        graph(analyses.getResult<RegionsAnalysis>(kernel)),
        uniformity(analyses.getResult<KernelUniformityAnalysis>(kernel).of_group()),
        meeting(find_meeting(kernel, graph, uniformity,
                             analyses.getResult<PostDominatorTreeAnalysis>(kernel))),
        plan(
            plan_spills(kernel, graph, uniformity, meet_together() ? options : in_loops(options))) {
    if (meet_together() && !plan.in_registers && share_loops(graph))
      plan = plan_spills(kernel, graph, uniformity, in_loops(options));
    drop_lifetimes(kernel, plan);
  }

  bool meet_together() const { return meeting == Meeting::Together; }

  /// Returns options for loops: those that skip some vectors are not written out.
  static SpillOptions in_loops(SpillOptions options) {
    options.vectors = 0;
    return options;
  }

  Function& function;
  RegionGraph graph;
  const Uniformity& uniformity;
  Meeting meeting;
  SpillPlan plan;
};

class GroupsMaker {
 public:
  GroupsMaker(Module& module, KernelContext& context, FunctionAnalysisManager& analyses)
      : context_(context),
        analyses_(analyses),
        kernel_(*context.kernel(module)),
        techniques_(kernel_, analyses),
        tiles_(module.getFunction(rows_name(kernel_))),
        known_size_(known_local_size(context)) {}

  void run() {
    if (context_.options.optimize) find_counters(kernel_, context_, analyses_);
    removeUnreachableBlocks(kernel_);
    if (has_whole_vectors()) by_lanes_ = choose_whole_vectors(kernel_);
    const uint64_t vectors = known_size_ ? count_vectors(*known_size_, lanes()) : 0;
    if (vectors == 1) drop_barriers(kernel_);
    analyses_.invalidate(kernel_, PreservedAnalyses::none());
    if (context_.options.optimize) compiler::run(kJoinRegions, kernel_, context_, analyses_);
    bool writes_out = lanes().are_used() && context_.options.optimize;
    const InstructionSet& machine = context_.isa;
    make({.width = lanes().width,
          .vectors = writes_out ? vectors : 0,
          .register_bytes = machine.all_register_bytes()});
    erase(kernel_);
    if (tiles_) erase(*tiles_);
  }

 private:
  void erase(Function& function) {
    analyses_.clear(function, function.getName());
    function.eraseFromParent();
  }

  const Lanes& lanes() const { return context_.lanes; }

  /// Tells whether groups are distinguished, and have no partial vectors.
  bool has_whole_vectors() const {
    return known_size_ && lanes().are_used() && !goes_by_rows() && !lanes().linear &&
           (*known_size_)[lanes().dimension] % lanes().width == 0 &&
           techniques_.allow(Technique::WholeVectors);
  }

  bool needs_one_copy() const {
    if (lanes().same) return true;
    if (lanes().are_used() && !techniques_.allow(Technique::WholeVectors)) return true;
    if (has_whole_vectors()) return false;
    const size_t size = kernel_.getInstructionCount();
    return size > kMaxTwoCopies || (size > kMaxThreeCopies && any_of(kernel_, asks_for_all_lanes));
  }

  /// Tells whether nothing in the kernel distinguishes groups. Then vectors run along whole lines
  /// of the range.
  bool goes_by_rows() const {
    return context_.options.optimize && !has_barriers(kernel_) &&
           !knows_groups(kernel_, context_) && !zeroes_local_memory(context_);
  }

  /// Tells whether one copy of a region suffices, in code for groups of any size.
  bool needs_one_copy(const Code& code, unsigned index) const {
    size_t size = 0, accesses = 0;
    for (const BasicBlock* block : code.graph.regions[index].blocks) {
      size += block->size();
      accesses += static_cast<size_t>(
          count_if(*block, [](const Instruction& each) { return each.mayReadOrWriteMemory(); }));
    }
    return lanes().are_used() && size > kMaxRegionTwice && size > kMaxTwiceForAccess * accesses;
  }

  Code code_of(Function& function, const SpillOptions& options) {
    split_at_barriers(function);
    analyses_.invalidate(function, PreservedAnalyses::none());
    return {function, options, analyses_};
  }

  void make(const SpillOptions& options) {
    const bool one_copy = needs_one_copy(), by_rows = goes_by_rows();
    const bool by_regions = !by_rows && !known_size_;
    if (!techniques_.allow(Technique::WholeVectors))
      for_each(kernel_, drop_whole_vectors);
    else if (one_copy || by_regions)
      choose_whole_vectors_at_run_time(kernel_,
                                       analyses_.getResult<DominatorTreeAnalysis>(kernel_));
    const Code code = code_of(kernel_, options);
    has_one_copy_ = needs_one_copy();
    GroupEntry entry(kernel_, context_, walk(code, by_rows));
    WorkItemLoops loops(kernel_, entry, code.graph, code.plan, code.uniformity, code.meeting);
    NestMaker nests(entry, one_copy), masked(entry, /*masked_only=*/true);
    uint64_t fixed = loops.context_fixed();
    if (by_rows && tiles_) {
      fixed = std::max(fixed, make_tiles(entry, loops, nests, options));
    } else {
      loops.build([&](unsigned region, BasicBlock* preheader) {
        if (by_rows) return nests.over_rows(preheader, jammed(code, region));
        if (runs_once(code, region)) return once(nests, preheader);
        if (!writes_out(code, region)) {
          const bool is_large = by_regions && needs_one_copy(code, region);
          NestMaker& maker = is_large ? masked : nests;
          if (lanes().linear) return maker.over_linear_group(preheader);
          return maker.over_group(preheader, is_large ? 1 : jammed(code, region));
        }
        std::array<uint64_t, 3> size = *known_size_;
        if (lanes().linear) size = {size[0] * size[1] * size[2], 1, 1};
        return nests.over_vectors(preheader, size, batch(code, region));
      });
    }
    fill_record(code, loops.context_per_vector(), fixed);
    context_.record.wants_local_size = context_.options.optimize && !by_rows && !known_size_;
  }

  /// Returns the order of groups. Groups with a loop around barriers (a tiled matrix product) read
  /// whole rows and columns of blocks. Ranges are wide and low: from top to bottom, the rows of
  /// blocks stay in the cache.
  static GroupEntry::Walk walk(const Code& code, bool by_rows) {
    bool loops = any_of(code.graph.regions, [](const Region& each) { return each.reaches_itself; });
    return by_rows ? GroupEntry::Walk::Rows
           : loops ? GroupEntry::Walk::Columns
                   : GroupEntry::Walk::Groups;
  }

  /// Makes the code for tiles. Tiles and single vectors never run at the same time: they share the
  /// fixed part of the context.
  uint64_t make_tiles(GroupEntry& entry, WorkItemLoops& loops, NestMaker& nests,
                      const SpillOptions& options) {
    removeUnreachableBlocks(*tiles_);
    const Code code = code_of(*tiles_, options);
    WorkItemLoops tiles(*tiles_, entry, code.graph, code.plan, code.uniformity, code.meeting);
    // A loop's reads of a few columns stay in the cache for the tiles below; its reads of a row for
    // the tiles beside.
    const unsigned strip = has_loop(*tiles_) ? 4 : 0;
    loops.build([&](unsigned, BasicBlock* preheader) {
      Nest nest = nests.over_tiles(preheader, strip);
      for (unsigned i = 0; i < 2; ++i) tiles.build(nest, nest.bodies[i]);
      nest.bodies.erase(nest.bodies.begin(), nest.bodies.begin() + 2);
      return nest;
    });
    return tiles.context_fixed();
  }

  /// Tells whether a region is the same for all vectors, so that one of them suffices for the
  /// group.
  static bool runs_once(const Code& code, unsigned index) {
    const Region& region = code.graph.regions[index];
    const auto slot_of = [&](const Value* value) -> std::optional<uint64_t> {
      const auto slot = code.plan.slots.find(dyn_cast<Instruction>(value));
      const bool is_kept =
          slot != code.plan.slots.end() && slot->second.place == Slot::Place::PerVector;
      return is_kept ? std::optional(slot->second.offset) : std::nullopt;
    };
    // A value that stays in its slot around a loop is there for all vectors.
    const auto stays_in_slot = [&](const PHINode& phi) {
      const auto place = slot_of(&phi);
      return place && all_of(phi.blocks(), [&](BasicBlock* from) {
               return !region.blocks.contains(from) ||
                      slot_of(phi.getIncomingValueForBlock(from)) == place;
             });
    };
    return code.meet_together() && !code.graph.is_shared(index) &&
           all_of(region.blocks, [&](BasicBlock* block) {
             return is_of_group(*block, code.uniformity, stays_in_slot);
           });
  }

  Nest once(NestMaker& nests, BasicBlock* preheader) const {
    std::array<uint64_t, 3> one{1, 1, 1};
    if (lanes().are_used()) one[lanes().dimension] = lanes().width;
    return nests.over_vectors(preheader, one, 1);
  }

  /// Tells whether the loop over the vectors of a region is to be written out. Its conditions on
  /// local ids are known then.
  bool writes_out(const Code& code, unsigned index) {
    if (!code.meet_together() || code.graph.is_shared(index)) return false;
    if (code.plan.in_registers) return true;
    if (!known_size_ || !lanes().are_used() || !code.graph.has_barriers()) return false;
    const Region& region = code.graph.regions[index];
    size_t size = 0;
    bool branches = false;
    for (const BasicBlock* block : region.blocks) {
      size += block->size();
      branches |= code.uniformity.has_divergent_branch(*block);
    }
    size *= count_vectors(*known_size_, lanes());
    if (size > (branches ? kMaxBranching : kMaxStraight) || size > written_out_left_) return false;
    written_out_left_ -= size;
    return true;
  }

  /// Returns the number of work-items or vectors to unroll and jam through a region, if groups are
  /// of any size.
  unsigned jammed(const Code& code, unsigned index) {
    if (!context_.options.optimize || !code.meet_together() || has_one_copy_ ||
        lanes().by_columns || !by_lanes_.empty())
      return 1;
    const Region& region = code.graph.regions[index];
    if (shares_variables(code.plan, region) || !techniques_.allow(Technique::UnrollAndJam))
      return 1;
    const UnrollAndJam model(analyses_.getResult<LoopAnalysis>(kernel_), code.uniformity,
                             context_.isa);
    const unsigned count = model.items(region);
    if (count > 1)
      context_.report.note(std::to_string(count) +
                           " side by side, where operations wait for others");
    return count;
  }

  /// Returns the number of vectors that go through a region together: as many as leave some
  /// registers free, if control flow is the same for all and they share no variable.
  unsigned batch(const Code& code, unsigned index) const {
    const Region& region = code.graph.regions[index];
    for (BasicBlock* block : region.blocks)
      if (code.uniformity.has_divergent_branch(*block)) return 1;
    if (shares_variables(code.plan, region)) return 1;
    // Lanes with memory accesses of their own keep the units busy; more vectors would only need
    // more registers.
    if (any_of(region.blocks, [&](BasicBlock* block) { return by_lanes_.contains(block); }))
      return 1;
    const InstructionSet& machine = context_.isa;
    const uint64_t bytes = machine.register_bits() / 8;
    const uint64_t live = registers_at_ends(code.graph, code.plan, index, bytes);
    const uint64_t vectors = count_vectors(*known_size_, lanes());
    uint64_t count = std::clamp<uint64_t>(
        usable_bytes(machine.all_register_bytes()) / (bytes * std::max<uint64_t>(live, 1)), 1, 16);
    while (vectors % count != 0) --count;
    return count;
  }

  void fill_record(const Code& code, uint64_t per_vector, uint64_t fixed) {
    const unsigned width = lanes().width;
    KernelRecord& record = context_.record;
    record.uses_barriers = code.graph.has_barriers();
    record.context_fixed = fixed;
    record.context_per_item =
        divideCeil(per_vector, width) + (code.plan.uses_scratch ? HD_GROUP_SCRATCH_BYTES : 0);
    record.private_size = divideCeil(code.plan.private_size + code.plan.per_vector, width);
    // Code for other formats of images may keep more values, or longer vectors.
    const uint64_t reserve = context_.options.sizes_only && record.waits_for_launch() ? 4 : 1;
    record.max_group_size = max_group_size(reserve * record.context_per_item, width);
    record.lane_width = width;
    record.lane_rows = tiles_ ? lanes().rows : 1;
    record.lane_dimension = lanes().dimension;
    record.linear_lanes = lanes().linear;
    record_sub_groups(context_);
  }

  KernelContext& context_;
  FunctionAnalysisManager& analyses_;
  Function& kernel_;
  const Techniques techniques_;
  size_t written_out_left_ = kMaxWrittenOut;
  bool has_one_copy_ = false;  ///< full and partial vectors share their code
  Blocks by_lanes_;            ///< blocks with questions which lanes have a work-item
  Function* tiles_;            ///< several rows of vectors at once; null: there is no such code
  const std::optional<std::array<uint64_t, 3>> known_size_;
};

}  // namespace

PreservedAnalyses work_groups(Module& module, KernelContext& context,
                              ModuleAnalysisManager& analyses) {
  GroupsMaker(module, context, of_functions(module, analyses)).run();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
