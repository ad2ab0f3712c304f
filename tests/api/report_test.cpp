// SPDX-License-Identifier: Apache-2.0
// HEDDLE_REPORT: what is said of a kernel when it is compiled, and that nothing is where nobody
// asks.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
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

/// What the process writes to stderr with HEDDLE_REPORT=`value`.
std::string Said(const char* value) {
  std::FILE* const file = std::tmpfile();
  const int code = RunInOwnProcess("ReportTest.DISABLED_Compiles", [&] {
    ::setenv("HEDDLE_REPORT", value, 1);
    ::dup2(::fileno(file), STDERR_FILENO);
  });
  EXPECT_EQ(code, 0);
  std::ifstream text("/proc/self/fd/" + std::to_string(::fileno(file)));
  std::string said{std::istreambuf_iterator<char>(text), {}};
  std::fclose(file);
  return said;
}

TEST(ReportProcessTest, IsPrintedWhereItIsAskedFor) {
  const std::string said = Said("1");
  EXPECT_NE(said.find("kernel 'reported_"), std::string::npos) << said;
  for (const char* line : {"  width ", "  private memory: ", "  code: ", "codegen"})
    EXPECT_NE(said.find(line), std::string::npos) << line << said;
  EXPECT_EQ(Said("0").find("kernel '"), std::string::npos);
}

}  // namespace
