// SPDX-License-Identifier: Apache-2.0
// Branches that come to a block by several ways at once. OpPhi names each parent there once.
#include <functional>

#include "il_fixture.h"

namespace {

struct Case {
  const char* name;
  std::string body;  ///< from block %begin on; it computes %extra
  std::function<cl_uint(cl_uint)> expected;
};

constexpr const char* kWays =
    "%way = OpLabel\n%more = OpIAdd %uint %narrow %ten\nOpBranch %merge\n"
    "%merge = OpLabel\n";

const Case kCases[] = {
    {"OpSwitch with two literals of the merge block",
     "OpSwitch %low %other 0 %merge 1 %merge 2 %way\n"
     "%other = OpLabel\nOpBranch %merge\n" +
         std::string(kWays) + "%extra = OpPhi %uint %narrow %begin %one %other %more %way\n",
     [](cl_uint i) { return i % 4 < 2    ? i
                            : i % 4 == 2 ? i + 10
                                         : 1; }},
    {"OpSwitch with a literal of the default block",
     "OpSwitch %low %merge 3 %merge 2 %way\n" + std::string(kWays) +
         "%extra = OpPhi %uint %more %way %two %begin\n",
     [](cl_uint i) { return i % 4 == 2 ? i + 10 : 2; }},
    {"OpSwitch with all literals of the merge block, and two values",
     "OpSwitch %low %merge 0 %merge 1 %merge 2 %merge\n%merge = OpLabel\n"
     "%first = OpPhi %uint %narrow %begin\n%second = OpPhi %uint %ten %begin\n"
     "%extra = OpIAdd %uint %first %second\n",
     [](cl_uint i) { return i + 10; }},
    {"OpBranchConditional with one target",
     "%is = OpIEqual %bool %low %zero\nOpBranchConditional %is %merge %merge\n%merge = OpLabel\n"
     "%extra = OpPhi %uint %narrow %begin\n",
     [](cl_uint i) { return i; }},
    {"OpSwitch with two literals of a loop's head",
     "OpBranch %head\n%head = OpLabel\n%count = OpPhi %uint %zero %begin %next %head\n"
     "%sum0 = OpPhi %uint %narrow %begin %sum1 %head\n%next = OpIAdd %uint %count %one\n"
     "%sum1 = OpIAdd %uint %sum0 %ten\n%left = OpISub %uint %low %count\n"
     "OpSwitch %left %done 1 %head 2 %head 3 %head\n%done = OpLabel\n"
     "%extra = OpPhi %uint %sum1 %head\n",
     [](cl_uint i) { return i + 10 * (i % 4 + 1); }},
};

TEST_F(IlTest, BlocksWithSeveralWaysFromOne) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    const std::string body = "%low = OpBitwiseAnd %uint %narrow %three\n" + one.body;
    Program program = WithIL(Assemble(CountingKernel(
        "", "%three = OpConstant %uint 3\n%ten = OpConstant %uint 10\n", body, "%extra")));
    if (!program || !Built(program)) continue;
    const auto found = Result(program);
    for (cl_uint i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i + 2 * one.expected(i)) << i;
  }
}

}  // namespace
