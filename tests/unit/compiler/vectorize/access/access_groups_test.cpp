// SPDX-License-Identifier: Apache-2.0
// AccessGroups: which loads and stores are done together, and which must not be.
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>

#include "compiler/vectorize/access/access_groups.h"

namespace heddle::compiler {
namespace {

using namespace llvm;

class AccessGroupsTest : public testing::Test {
 protected:
  /// The groups of a kernel with the body `text`, in the order of their places: "place: members"
  /// by the names of the pointers, without the dots.
  std::vector<std::string> groups(const std::string& text) {
    SMDiagnostic error;
    module_ = parseAssemblyString(
        "declare i64 @__hd_global_id(i32) nounwind willreturn memory(none)\n"
        "declare void @unknown()\n"
        "declare void @__hd_mask(i1)\n"
        "define void @k(ptr %p, ptr noalias %q, i64 %n, i1 %c) {\n"
        "  %g = call i64 @__hd_global_id(i32 0)\n"
        "  %t = trunc nsw i64 %g to i32\n" +
            text + "  ret void\n}\n",
        error, context_);
    EXPECT_TRUE(module_) << error.getMessage().str() << " " << error.getLineContents().str();
    if (!module_) return {};
    Function& kernel = *module_->getFunction("k");
    Lanes lanes;
    lanes.width = 8;
    Shapes shapes(kernel, lanes);
    PassInstrumentationCallbacks callbacks;
    callbacks.registerShouldRunOptionalPassCallback(
        [this](StringRef technique, Any) { return anywhere_ || technique != "structures"; });
    PassBuilder builder(/*TM=*/nullptr, PipelineTuningOptions(), std::nullopt, &callbacks);
    LoopAnalysisManager loop;
    FunctionAnalysisManager analyses;
    CGSCCAnalysisManager cgscc;
    ModuleAnalysisManager module;
    builder.registerModuleAnalyses(module);
    builder.registerCGSCCAnalyses(cgscc);
    builder.registerFunctionAnalyses(analyses);
    builder.registerLoopAnalyses(loop);
    builder.crossRegisterProxies(loop, analyses, cgscc, module);
    AccessGroups groups(kernel, shapes, Techniques(kernel, analyses), analyses);
    std::vector<std::string> result;
    for (Instruction& instruction : instructions(kernel)) {
      const AccessGroup* group = groups.of(instruction);
      if (!group || group->place != &instruction) continue;
      std::string line = name(instruction) + ":";
      for (unsigned i = 0; i < group->members.size(); ++i) {
        EXPECT_EQ(groups.of(*group->members[i]), group);
        line += " " + name(*group->members[i]) + "+" + std::to_string(group->offsets[i]);
      }
      result.push_back(line + " stride " + std::to_string(group->stride) + " align " +
                       std::to_string(group->align.value()));
    }
    return result;
  }
  bool anywhere_ = false;

 private:
  static std::string name(const Instruction& access) {
    return getLoadStorePointerOperand(&access)->getName().str();
  }

  LLVMContext context_;
  std::unique_ptr<Module> module_;
};

using Lines = std::vector<std::string>;

TEST_F(AccessGroupsTest, MembersOfAShortVector) {
  EXPECT_EQ(groups(R"(
    %x = getelementptr <4 x float>, ptr %p, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %z = getelementptr i8, ptr %x, i64 8
    %lz = load float, ptr %z, align 8
    %lx = load float, ptr %x, align 16
    %ly = load float, ptr %y, align 4
    )"),
            (Lines{"z: x+0 y+4 z+8 stride 16 align 16"}));
}

TEST_F(AccessGroupsTest, IndicesInManyForms) {
  EXPECT_EQ(groups(R"(
    %i0 = shl i64 %g, 2
    %i1 = or disjoint i64 %i0, 1
    %t2 = mul nsw i32 %t, 4
    %s2 = add nsw i32 %t2, 2
    %i2 = sext i32 %s2 to i64
    %t0 = sext i32 %t2 to i64
    %i3 = add i64 %t0, 3
    %a = getelementptr float, ptr %p, i64 %i0
    %b = getelementptr float, ptr %p, i64 %i1
    %c2 = getelementptr float, ptr %p, i64 %i2
    %d = getelementptr float, ptr %p, i32 %t2
    %e = getelementptr float, ptr %p, i64 %i3
    %la = load float, ptr %a, align 4
    %lb = load float, ptr %b, align 4
    %lc = load float, ptr %c2, align 4
    %ld = load float, ptr %d, align 4
    %le = load float, ptr %e, align 4
    )"),
            (Lines{"a: a+0 b+4 stride 16 align 4", "c2: d+0 c2+8 e+12 stride 16 align 4"}));
}

TEST_F(AccessGroupsTest, UniformPartsOfAnIndex) {
  EXPECT_EQ(groups(R"(
    %m = mul i64 %n, %n
    %r = add i64 %g, %m
    %i = mul i64 %r, 2
    %j = add i64 %i, 1
    %a = getelementptr double, ptr %p, i64 %i
    %b = getelementptr double, ptr %p, i64 %j
    %la = load double, ptr %a, align 8
    %lb = load double, ptr %b, align 8
    )"),
            (Lines{"a: a+0 b+8 stride 16 align 8"}));
}

TEST_F(AccessGroupsTest, DenseStoresGoToTheLast) {
  const std::string text = R"(
    %x = getelementptr <2 x i32>, ptr %q, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    store i32 1, ptr %y, align 4
    %other = load i32, ptr %p, align 4
    store i32 2, ptr %x, align 8
    )";
  EXPECT_EQ(groups(text), (Lines{"x: x+0 y+4 stride 8 align 8"}));
}

TEST_F(AccessGroupsTest, StoresWithAGapStayAlone) {
  EXPECT_EQ(groups(R"(
    %x = getelementptr <4 x i32>, ptr %q, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %z = getelementptr i8, ptr %x, i64 8
    store i32 1, ptr %x, align 4
    store i32 1, ptr %y, align 4
    store i32 1, ptr %z, align 4
    )"),
            Lines{});
}

/// Loads pay where half of what lies between is used, or where that is little.
TEST_F(AccessGroupsTest, LoadsMayLeaveOutHalf) {
  const auto loads = [&](const std::string& type, unsigned count) {
    std::string text = "%m0 = getelementptr " + type + ", ptr %p, i64 %g\n";
    for (unsigned i = 0; i < count; ++i) {
      const std::string at = "%m" + std::to_string(i);
      if (i > 0) text += at + " = getelementptr i8, ptr %m0, i64 " + std::to_string(4 * i) + "\n";
      text += "%l" + std::to_string(i) + " = load float, ptr " + at + ", align 4\n";
    }
    return groups(text);
  };
  EXPECT_EQ(loads("[8 x float]", 4), (Lines{"m0: m0+0 m1+4 m2+8 m3+12 stride 32 align 4"}));
  EXPECT_EQ(loads("[8 x float]", 3), Lines{});
  EXPECT_EQ(loads("[5 x float]", 2), Lines{});
  EXPECT_EQ(loads("[4 x float]", 2), (Lines{"m0: m0+0 m1+4 stride 16 align 4"}));
}

TEST_F(AccessGroupsTest, LoadsDoNotPassWrites) {
  const std::string address = R"(
    %x = getelementptr <2 x float>, ptr %p, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %o = getelementptr float, ptr %q, i64 %n
    %u = getelementptr float, ptr %p, i64 %n
    %lx = load float, ptr %x, align 4
    )";
  const std::string end = "%ly = load float, ptr %y, align 4\n";
  const Lines both{"x: x+0 y+4 stride 8 align 4"};
  EXPECT_EQ(groups(address + end), both);
  EXPECT_EQ(groups(address + "store float 0.0, ptr %u, align 4\n" + end), Lines{});
  EXPECT_EQ(groups(address + "store float 0.0, ptr %o, align 4\n" + end), both);
  EXPECT_EQ(groups(address + "store float 0.0, ptr %x, align 4\n" + end), both);
  EXPECT_EQ(groups(address + "call void @unknown()\n" + end), Lines{});
  EXPECT_EQ(groups(address + "fence acquire\n" + end), Lines{});
  EXPECT_EQ(groups(address + "call void @__hd_mask(i1 %c)\n" + end), both);
  EXPECT_EQ(groups(address + "br label %next\nnext:\n" + end), Lines{});
}

TEST_F(AccessGroupsTest, StoresDoNotPassReads) {
  const std::string address = R"(
    %x = getelementptr <2 x float>, ptr %p, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %u = getelementptr float, ptr %p, i64 %n
    store float 1.0, ptr %x, align 4
    )";
  const std::string end = "store float 1.0, ptr %y, align 4\n";
  EXPECT_EQ(groups(address + end), (Lines{"y: x+0 y+4 stride 8 align 4"}));
  EXPECT_EQ(groups(address + "%v = load float, ptr %u, align 4\n" + end), Lines{});
  EXPECT_EQ(groups(address + "%v = load float, ptr %q, align 4\n" + end),
            (Lines{"y: x+0 y+4 stride 8 align 4"}));
  EXPECT_EQ(groups(address + "store float 2.0, ptr %x, align 4\n" + end),
            (Lines{"y: x+0 y+4 stride 8 align 4"}));
}

/// The store of x would sink behind the second load, which would rise above it.
TEST_F(AccessGroupsTest, LoadsAndStoresDoNotCross) {
  EXPECT_EQ(groups(R"(
    %x = getelementptr <2 x float>, ptr %p, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %g1 = add i64 %g, %n
    %v = getelementptr <2 x float>, ptr %q, i64 %g
    %w = getelementptr i8, ptr %v, i64 4
    %q0 = getelementptr <2 x float>, ptr %q, i64 %n
    store float 1.0, ptr %x, align 4
    %lv = load float, ptr %v, align 4
    store float 1.0, ptr %y, align 4
    %lw = load float, ptr %w, align 4
    )"),
            (Lines{"v: v+0 w+4 stride 8 align 4", "y: x+0 y+4 stride 8 align 4"}));
  EXPECT_EQ(groups(R"(
    %x = getelementptr <2 x float>, ptr %p, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %v = getelementptr <2 x float>, ptr %p, i64 %n
    %g1 = add i64 %g, %n
    %w = getelementptr <2 x float>, ptr %q, i64 %g
    %w1 = getelementptr i8, ptr %w, i64 4
    store float 1.0, ptr %w, align 4
    %lx = load float, ptr %x, align 4
    store float 1.0, ptr %w1, align 4
    %ly = load float, ptr %y, align 4
    %lw = load float, ptr %w, align 4
    )"),
            (Lines{"x: x+0 y+4 stride 8 align 4", "w1: w+0 w1+4 stride 8 align 4"}));
}

TEST_F(AccessGroupsTest, SparseLoadsStayAlone) {
  EXPECT_EQ(groups(R"(
    %x = getelementptr [8 x float], ptr %p, i64 %g
    %y = getelementptr i8, ptr %x, i64 4
    %lx = load float, ptr %x, align 4
    %ly = load float, ptr %y, align 4
    )"),
            Lines{});
}

TEST_F(AccessGroupsTest, LongerThanTheStrideIsCut) {
  EXPECT_EQ(groups(R"(
    %a = getelementptr <2 x float>, ptr %p, i64 %g
    %b = getelementptr i8, ptr %a, i64 4
    %c1 = getelementptr i8, ptr %a, i64 8
    %d = getelementptr i8, ptr %a, i64 12
    %la = load float, ptr %a, align 8
    %lb = load float, ptr %b, align 4
    %lc = load float, ptr %c1, align 8
    %ld = load float, ptr %d, align 4
    )"),
            (Lines{"a: a+0 b+4 stride 8 align 8", "c1: c1+0 d+4 stride 8 align 8"}));
}

TEST_F(AccessGroupsTest, RowsWhereLanesLieAnywhere) {
  const std::string text = R"(
    %ix = getelementptr i64, ptr %q, i64 %g
    %i = load i64, ptr %ix, align 8
    %a = getelementptr <4 x float>, ptr %p, i64 %i
    %b = getelementptr i8, ptr %a, i64 4
    %c1 = getelementptr i8, ptr %a, i64 8
    %la = load float, ptr %a, align 16
    %lb = load float, ptr %b, align 4
    %lc = load float, ptr %c1, align 8
    )";
  EXPECT_EQ(groups(text), Lines{});
  anywhere_ = true;
  EXPECT_EQ(groups(text), (Lines{"a: a+0 b+4 c1+8 stride 0 align 16"}));
  EXPECT_EQ(groups(R"(
    %a = getelementptr [20 x float], ptr %p, i64 %g
    %b = getelementptr i8, ptr %a, i64 4
    %c1 = getelementptr i8, ptr %a, i64 40
    %la = load float, ptr %a, align 4
    %lb = load float, ptr %b, align 4
    %lc = load float, ptr %c1, align 8
    )"),
            (Lines{"a: a+0 b+4 stride 0 align 4"}));
  EXPECT_EQ(groups(R"(
    %a = getelementptr [8 x float], ptr %p, i64 %g
    %b = getelementptr i8, ptr %a, i64 4
    store float 0.0, ptr %a, align 4
    store float 0.0, ptr %b, align 4
    )"),
            (Lines{"b: a+0 b+4 stride 0 align 4"}));
}

TEST_F(AccessGroupsTest, VolatileAndAtomicAccessesStayAlone) {
  EXPECT_EQ(groups(R"(
    %a = getelementptr <2 x float>, ptr %p, i64 %g
    %b = getelementptr i8, ptr %a, i64 4
    %la = load volatile float, ptr %a, align 4
    %lb = load float, ptr %b, align 4
    )"),
            Lines{});
}

}  // namespace
}  // namespace heddle::compiler
