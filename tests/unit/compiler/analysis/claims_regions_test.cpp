// SPDX-License-Identifier: Apache-2.0
// The claims of RegionsAnalysis hold for the barriers that work-items meet: one after the other as
// the graph says, and one of them again only where the region reaches itself.
#include <llvm/IR/InstIterator.h>

#include "claims_subject.h"
#include "claims_trace.h"
#include "compiler/analysis/regions.h"

namespace heddle::compiler {
namespace {

using namespace llvm;

struct KernelWithBarriers {
  const char* name;
  const char* source;
};

/// Prints a kernel where a test fails.
void PrintTo(const KernelWithBarriers& kernel, std::ostream* out) {
  *out << kernel.name;
}

constexpr KernelWithBarriers kKernels[] = {
    {"Loops", R"(kernel void k(global int* out, int n, int m) {
  local int shared[64];
  int l = get_local_id(0) + 16 * get_local_id(1), x = 0;
  for (int i = 0; i < (n & 7); ++i) {
    shared[l] = i + x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < (m & 3); ++j) {
      x += shared[l ^ 1];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i & 1) barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = x;
})"},
    {"Branches", R"(kernel void k(global int* out, int n, int m) {
  local int shared[64];
  int l = get_local_id(0) + 16 * get_local_id(1);
  shared[l] = l;
  if (n & 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[l ^ 1];
  } else {
    out[get_global_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (m == 0) return;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (m > 3) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += shared[l ^ 2];
})"},
    {"Ways", R"(kernel void k(global int* out, int n, int m) {
  local int shared[64];
  int l = get_local_id(0) + 16 * get_local_id(1), i = 0;
  do {
    shared[l] = i;
    if (m & 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (n & 2) break;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    i += 1 + shared[l ^ 3];
    if (n & 4) continue;
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (i < (n & 63));
  out[get_global_id(0)] = i;
})"},
};

/// The way from one region to another, or to the return.
struct Passage {
  unsigned number;  ///< of the traced value, the region before
  unsigned to;
};

class RegionClaims : public testing::TestWithParam<KernelWithBarriers> {};

TEST_P(RegionClaims, HoldForTheBarriersThatWorkItemsMeet) {
  Subject subject;
  ASSERT_NO_FATAL_FAILURE(subject.build(GetParam().source, 4));
  subject.run(/*is_linear=*/false, /*rows=*/1);
  Function& kernel = subject.kernel();
  split_at_barriers(kernel);
  subject.analyses().invalidate(kernel, PreservedAnalyses::none());
  const RegionGraph graph = subject.analyses().getResult<RegionsAnalysis>(kernel);
  ASSERT_TRUE(graph.has_barriers());

  Trace trace;
  Tracer tracer(kernel, subject.analyses().getResult<LoopAnalysis>(kernel), trace);
  IRBuilder<> at(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  Value* now = at.CreateAlloca(at.getInt32Ty());
  at.CreateStore(at.getInt32(0), now);
  std::vector<Passage> passages;
  for (BasicBlock& block : kernel) {
    const auto after = graph.after.find(&block);
    const bool is_barrier = after != graph.after.end();
    if (!is_barrier && !succ_empty(&block)) continue;
    Instruction* end = block.getTerminator();
    at.SetInsertPoint(is_barrier ? &*std::prev(end->getIterator()) : end);
    LoadInst* before = at.CreateLoad(at.getInt32Ty(), now);
    passages.push_back({tracer.add(*before), is_barrier ? after->second : RegionGraph::kReturn});
    if (!is_barrier) continue;
    at.CreateStore(at.getInt32(after->second), now);
    // Work-items run one by one, by nothing that the analysis says.
    std::prev(end->getIterator())->eraseFromParent();
  }
  subject.finish();
  if (HasFatalFailure()) return;

  std::set<std::pair<uint64_t, unsigned>> met;
  for (const uint32_t n : {0U, 1U, 2U, 4U, 7U, 37U, 40U}) {
    for (const uint32_t m : {0U, 1U, 3U, 6U}) {
      for (TraceOfValue& each : trace) each.clear();
      subject.launch({16, 4, 1}, {2, 1, 1}, 0, {n, m});
      for (const Passage& passage : passages) {
        std::map<std::array<uint64_t, 3>, unsigned> times;
        for (const auto& [when, items] : trace[passage.number]) {
          for (const TracedValue& item : items) {
            met.emplace(item.bits, passage.to);
            ++times[item.global];
            ASSERT_LT(item.bits, graph.regions.size());
            EXPECT_TRUE(graph.regions[item.bits].next.contains(passage.to))
                << item.bits << " to " << passage.to << ", n " << n << ", m " << m;
          }
        }
        const bool is_again = any_of(times, [](const auto& each) { return each.second > 1; });
        EXPECT_TRUE(!is_again || graph.regions[passage.to].reaches_itself) << passage.to;
        if (HasFailure()) return;
      }
    }
  }
  // The numbers above take every way.
  size_t ways = 0;
  for (const Region& region : graph.regions) ways += region.next.size();
  EXPECT_EQ(met.size(), ways);
}

std::string name(const testing::TestParamInfo<KernelWithBarriers>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, RegionClaims, testing::ValuesIn(kKernels), name);

}  // namespace
}  // namespace heddle::compiler
