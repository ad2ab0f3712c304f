// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/regions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the blocks that end in a barrier, those that end in a yield first. `yields` is their
/// number.
std::vector<BasicBlock*> ends_in_barriers(Function& kernel, unsigned& yields) {
  SmallVector<Instruction*> barriers;
  for (Instruction& instruction : instructions(kernel)) {
    if (called_internal(instruction) == Internal::Barrier) barriers.push_back(&instruction);
  }
  const auto* end_of_yields =
      std::stable_partition(barriers.begin(), barriers.end(),
                            [](const Instruction* barrier) { return is_yield(*barrier); });
  yields = static_cast<unsigned>(end_of_yields - barriers.begin());
  std::vector<BasicBlock*> ends;
  for (Instruction* barrier : barriers) {
    assert(std::next(barrier->getIterator())->isTerminator() &&
           barrier->getParent()->getSingleSuccessor() && "blocks are split at barriers");
    ends.push_back(barrier->getParent());
  }
  return ends;
}

void collect(Region& region, const RegionGraph& graph) {
  SmallVector<BasicBlock*> work{region.start};
  while (!work.empty()) {
    BasicBlock* block = work.pop_back_val();
    if (!region.blocks.insert(block)) continue;
    if (auto after = graph.after.find(block); after != graph.after.end()) {
      region.next.insert(after->second);
      region.ends_in_fence |=
          is_fence(cast<CallBase>(*std::prev(block->getTerminator()->getIterator())));
      continue;
    }
    if (succ_empty(block)) region.next.insert(RegionGraph::kReturn);
    append_range(work, successors(block));
  }
}

void find_cycles(RegionGraph& graph) {
  // With many barriers the search is quadratic; saying "yes" is always right, it only costs memory.
  constexpr size_t kMaxRegions = 64;
  if (graph.regions.size() > kMaxRegions) {
    for (Region& region : graph.regions) region.reaches_itself = true;
    return;
  }
  for (unsigned start = 0; start < graph.regions.size(); ++start) {
    SmallSetVector<unsigned, 8> seen;
    SmallVector<unsigned> work(graph.regions[start].next.begin(), graph.regions[start].next.end());
    while (!work.empty()) {
      unsigned region = work.pop_back_val();
      if (region == RegionGraph::kReturn || !seen.insert(region)) continue;
      append_range(work, graph.regions[region].next);
    }
    graph.regions[start].reaches_itself = seen.contains(start);
  }
}

/// The instructions in common that are worth a switch for each vector: they take code generation
/// tens of milliseconds.
constexpr size_t kMinShared = 256;

size_t shared_instructions(const Region& a, const Region& b) {
  size_t count = 0;
  for (const BasicBlock* block : a.blocks)
    if (b.blocks.contains(block)) count += block->size();
  return count;
}

/// Lets `guest` run in the loop of `host`.
void join(Region& host, Region& guest) {
  host.blocks.insert_range(guest.blocks);
  host.next.insert_range(guest.next);
  host.reaches_itself = true;  // from one start to the other, if not over a loop
  host.ends_in_fence |= guest.ends_in_fence;
  guest.loop = host.loop;
  guest.blocks.clear();
  append_range(host.together, guest.together);
  llvm::sort(host.together);
  guest.together.clear();
}

}  // namespace

bool is_fence(const CallBase& barrier) {
  const auto* scope = dyn_cast<ConstantInt>(barrier.getArgOperand(1));
  constexpr unsigned kDevice = 2;  // memory_scope_device
  return !is_yield(barrier) && (!scope || scope->getZExtValue() >= kDevice);
}

bool only_returns(const BasicBlock& from) {
  const BasicBlock* block = &from;
  SmallPtrSet<const BasicBlock*, 4> seen;
  while (const BasicBlock* next = block->getSingleSuccessor()) {
    if (block->size() > 1 || !seen.insert(block).second) return false;
    block = next;
  }
  return isa<ReturnInst>(block->front());
}

BasicBlock* join_of(const BasicBlock& block, const PostDominatorTree& joins) {
  const auto* node = joins.getNode(&block);
  return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
}

BarrierBlocks blocks_with_barriers(const Function& kernel) {
  BarrierBlocks result;
  for (const Instruction& instruction : instructions(kernel)) {
    if (called_internal(instruction) == Internal::Barrier) result.insert(instruction.getParent());
  }
  return result;
}

bool decides_on_barrier(const BasicBlock& block, const BarrierBlocks& barriers,
                        const PostDominatorTree& joins) {
  const BasicBlock* join = join_of(block, joins);
  SmallVector<const BasicBlock*> work(successors(&block));
  SmallPtrSet<const BasicBlock*, 16> seen;
  while (!work.empty()) {
    const BasicBlock* at = work.pop_back_val();
    if (at == join || !seen.insert(at).second) continue;
    if (barriers.contains(at)) return true;
    append_range(work, successors(at));
  }
  return false;
}

void split_at_barriers(Function& kernel) {
  SmallVector<Instruction*> barriers;
  for (Instruction& instruction : instructions(kernel)) {
    if (called_internal(instruction) == Internal::Barrier) barriers.push_back(&instruction);
  }
  // The last one first: each split moves the code after it.
  for (Instruction* barrier : reverse(barriers))
    barrier->getParent()->splitBasicBlock(std::next(barrier->getIterator()), "after.barrier");
}

AnalysisKey RegionsAnalysis::Key;

RegionGraph RegionsAnalysis::run(Function& kernel, FunctionAnalysisManager& /*analyses*/) {
  RegionGraph graph;
  graph.regions.push_back({&kernel.getEntryBlock(), {}, {}});
  for (BasicBlock* end : ends_in_barriers(kernel, graph.yields)) {
    graph.after[end] = graph.regions.size();
    graph.regions.push_back({end->getSingleSuccessor(), {}, {}});
  }
  for (unsigned i = 0; i < graph.regions.size(); ++i) {
    graph.regions[i].loop = i;
    graph.regions[i].together = {i};
    collect(graph.regions[i], graph);
  }
  find_cycles(graph);
  if (graph.yields == 0) return graph;
  for (unsigned i = 1; i < graph.regions.size(); ++i) join(graph.regions[0], graph.regions[i]);
  return graph;
}

void RegionGraph::print(raw_ostream& out) const {
  const auto print_block = [&](const BasicBlock& block) {
    out << " ";
    block.printAsOperand(out, /*PrintType=*/false);
  };
  for (unsigned i = 0; i < regions.size(); ++i) {
    const Region& region = regions[i];
    out << "region " << i
        << (i == 0        ? ""
            : i <= yields ? " after a yield"
                          : " after a barrier")
        << ", start";
    print_block(*region.start);
    out << "\n  blocks";
    for (const BasicBlock* block : region.blocks) print_block(*block);
    out << "\n  followed by";
    for (const unsigned next : region.next) {
      if (next == kReturn) {
        out << " return";
      } else {
        out << " " << next;
      }
    }
    out << "\n";
    if (region.reaches_itself) out << "  reaches itself\n";
    if (region.ends_in_fence) out << "  ends in a fence\n";
    if (region.loop != i) out << "  runs in the loop of region " << region.loop << "\n";
  }
}

bool share_loops(RegionGraph& graph) {
  constexpr size_t kMaxRegions = 64;  // the search is quadratic
  if (graph.regions.size() > kMaxRegions) return false;
  bool any = false;
  for (unsigned i = 1; i < graph.regions.size(); ++i) {
    Region& region = graph.regions[i];
    for (unsigned host = 0; host < i && region.loop == i; ++host) {
      if (graph.regions[host].loop != host) continue;
      if (shared_instructions(region, graph.regions[host]) < kMinShared) continue;
      join(graph.regions[host], region);
      any = true;
    }
  }
  return any;
}

}  // namespace heddle::compiler
