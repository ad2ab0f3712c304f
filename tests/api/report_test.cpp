// SPDX-License-Identifier: Apache-2.0
// HEDDLE_REPORT: what is said of a kernel when it is compiled, and that nothing is where nobody
// asks.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "api_test.h"
#include "own_process.h"

namespace {

using ReportTest = ApiTest;

TEST_F(ReportTest, DISABLED_Compiles) {
  const std::string name = "reported_" + std::to_string(::getpid());  // in no cache
  Program program =
      Build("kernel void " + name + "(global int* out) { out[get_global_id(0)] = 3; }");
  Kernel kernel = MakeKernel(program, name.c_str());
  Mem out = Buffer(64);
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 16);
}

/// Returns what the process writes to stderr with HEDDLE_REPORT=`value`.
std::string SaidWith(const char* value) {
  const Said said = SaidInOwnProcess("ReportTest.DISABLED_Compiles",
                                     [&] { ::setenv("HEDDLE_REPORT", value, 1); });
  EXPECT_EQ(said.code, 0);
  return said.text;
}

TEST(ReportProcessTest, IsPrintedWhereItIsAskedFor) {
  const std::string said = SaidWith("1");
  EXPECT_NE(said.find("kernel 'reported_"), std::string::npos) << said;
  for (const char* line : {"  width ", "  private memory: ", "  code: ", "codegen"})
    EXPECT_NE(said.find(line), std::string::npos) << line << said;
  EXPECT_EQ(SaidWith("0").find("kernel '"), std::string::npos);
}

}  // namespace
