// SPDX-License-Identifier: Apache-2.0
// Checked kernels (HEDDLE_CHECK, -heddle-check): who is told of a fault, and which ways of making
// and launching kernels take part. Checks of the environment are a matter of the process, so this
// executable runs itself again. tests/check/cases has the kinds of faults.
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "device_enqueue_fixture.h"
#include "few_addresses.h"
#include "own_process.h"
#include "program_fixture.h"

namespace {

constexpr const char* kShifted =
    "kernel void shifted(global int* out, int by) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i + by] = i;\n"
    "}\n";
constexpr const char* kShiftedPlace = "<source>:3:15";

class CheckTest : public ProgramFixture {
 protected:
  /// Runs the kernel of a buffer of 16 numbers, which writes `by` of them past the end.
  std::vector<cl_int> RunShifted(cl_program program, cl_int by = 3) {
    Kernel kernel = MakeKernel(program, "shifted");
    Mem out = Buffer(std::vector<cl_int>(16, -1));
    SetArgs(kernel, static_cast<cl_mem>(out), by);
    Run(kernel, 16);
    return Read<cl_int>(out, 16);
  }
};

/// Runs a test of this file, checked or not.
Said SaidWith(const std::string& test, const char* checks, const char* file = nullptr,
              bool aborts = false) {
  return SaidInOwnProcess(test, [&] {
    ::setenv("HEDDLE_CACHE", "off", 1);
    ::unsetenv("HEDDLE_LOG");
    if (checks) ::setenv("HEDDLE_CHECK", checks, 1);
    if (file) ::setenv("HEDDLE_CHECK_FILE", file, 1);
    if (aborts) ::setenv("HEDDLE_CHECK_ABORT", "1", 1);
  });
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

/// A name for a file that is not there.
std::string NewFile() {
  char name[] = "/tmp/heddle_check_XXXXXX";
  ::close(::mkstemp(name));
  ::unlink(name);
  return name;
}

std::string TextOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// ---- Who is told.

void CL_CALLBACK Collect(const char* text, const void* /*info*/, size_t /*size*/, void* to) {
  static_cast<std::string*>(to)->append(text);
}

TEST_F(CheckTest, DISABLED_Callback) {
  std::string told;
  cl_int error = 0;
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  context = clCreateContext(nullptr, 1, &device, Collect, &told, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = Build(kShifted);
  const std::vector<cl_int> out = RunShifted(program);
  for (cl_int i = 0; i < 16; ++i) EXPECT_EQ(out[static_cast<size_t>(i)], i < 3 ? -1 : i - 3);
  EXPECT_NE(told.find("kernel 'shifted' writes past the end of 'out': element 16 of 'out', which "
                      "has 16."),
            std::string::npos)
      << told;
  told.clear();
  RunShifted(program);
  EXPECT_EQ(told, "") << "the same fault at the same place";
}

TEST(CheckProcessTest, TellsStderrTheCallbackAndTheFile) {
  const std::string file = NewFile();
  const Said said = SaidWith("CheckTest.DISABLED_Callback", "memory", file.c_str());
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "kernel 'shifted' writes past the end"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, kShiftedPlace), 2u) << "the report, and the line that counts";
  EXPECT_EQ(Count(said.text, "happened 3 times"), 1u) << said.text;
  const std::string json = TextOf(file);
  ::unlink(file.c_str());
  EXPECT_EQ(Count(json, "\n"), 2u) << json;
  EXPECT_EQ(Count(json, "\"count\":1,"), 1u) << "when it is found: " << json;
  EXPECT_EQ(Count(json, "\"count\":2,"), 1u) << "when the launch ends: " << json;
  for (const char* part :
       {"{\"kind\":\"write past end\"", "\"kernel\":\"shifted\"", "\"argument\":\"out\"",
        "\"file\":\"<source>\",\"line\":3,\"column\":15", "\"source_line\":\"  out[i + by] = i;\"",
        "\"source\":\"kernel void shifted(", "\"global_id\":[13,0,0]"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

TEST(CheckProcessTest, EndsAtTheFirstFault) {
  const std::string file = NewFile();
  const Said said = SaidWith("CheckTest.DISABLED_Callback", "all", file.c_str(), true);
  EXPECT_EQ(said.code, -SIGABRT);
  EXPECT_EQ(Count(said.text, "writes past the end"), 1u) << said.text;
  EXPECT_EQ(Count(TextOf(file), "\"count\":1"), 1u);
  ::unlink(file.c_str());
}

TEST(CheckProcessTest, KeepsWhatWasFoundBeforeTheEnd) {
  const std::string file = NewFile();
  const Said said = SaidWith("CheckTest.DISABLED_Dies", "uninitialised", file.c_str());
  EXPECT_EQ(said.code, -SIGILL) << said.text;
  EXPECT_EQ(Count(TextOf(file), "\"kind\":\"uninitialised branch\""), 1u) << said.text;
  ::unlink(file.c_str());
}
TEST_F(CheckTest, DISABLED_Dies) {
  Program program = Build(
      "kernel void dies(global int* out) {\n"
      "  int unwritten;\n"
      "  if (unwritten == 7) *out = 1;\n"
      "  __builtin_trap();\n"
      "}\n");
  Kernel kernel = MakeKernel(program, "dies");
  Mem out = Buffer(std::vector<cl_int>(1));
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 1);
}

TEST(CheckProcessTest, IsOffWithoutTheVariable) {
  EXPECT_EQ(Count(SaidWith("CheckTest.DISABLED_Right", nullptr).text, "heddle-check"), 0u);
  const Said wrong = SaidWith("CheckTest.DISABLED_Right", "memory,nothing");
  EXPECT_EQ(Count(wrong.text,
                  "heddle-check: HEDDLE_CHECK is ignored: there is no check 'nothing': "
                  "memory,barriers,races,uninitialised,unspecified or all\n"),
            1u)
      << wrong.text;
  EXPECT_EQ(Count(wrong.text, "heddle-check"), 1u) << wrong.text;
  EXPECT_EQ(wrong.code, 0);
}
TEST_F(CheckTest, DISABLED_Right) {
  RunShifted(Build(kShifted), 0);
}

// ---- Ways to a program.

TEST(CheckProcessTest, ABuildOptionIsEnough) {
  const Said said = SaidWith("CheckTest.DISABLED_Options", nullptr);
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_Options) {
  RunShifted(Build(kShifted, "-heddle-check=memory"));
  RunShifted(Build(kShifted), 0);
  Program program = Source(kShifted);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-heddle-check=nothing", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

TEST(CheckProcessTest, BinariesKeepTheirChecks) {
  const Said said = SaidWith("CheckTest.DISABLED_Binary", nullptr);
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end of 'out'"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "  out[i + by] = i;"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_Binary) {
  Program built = Build(kShifted, "-heddle-check=memory");
  Program program = WithBinary(BinaryOf(built));
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  RunShifted(program);
}

TEST(CheckProcessTest, LinkedProgramsAreChecked) {
  const Said said = SaidWith("CheckTest.DISABLED_Linked", "memory");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "At <source>:2:23 in 'store_far'"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "    int far = 16; at[far] = 1; }"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "element 16 of 'out'"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_Linked) {
  Program a = Compiled(
      "void store_far(global int* at);\n"
      "kernel void shifted(global int* out, int by) { store_far(out); }\n");
  Program b = Compiled(
      "void store_far(global int* at) {\n"
      "int far = 16; at[far] = 1; }\n");
  RunShifted(Link({a, b}));
}

/// Kernels that are generated when they are launched are read from stored IR.
TEST(CheckProcessTest, StoredCodeKeepsNames) {
  const Said said = SaidWith("CheckTest.DISABLED_Many", "memory");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "reads past the end of the private variable 'near'"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end of 'out'"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_Many) {
  std::string source =
      "kernel void shifted(global int* out, int by) {\n"
      "  int near[4] = {by, by, by, by};\n"
      "  out[get_global_id(0) + by] = near[by + (by & 1)];\n"
      "}\n";
  for (int i = 0; i < 20; ++i)
    source += "kernel void other" + std::to_string(i) + "(global int* out) { *out = 1; }\n";
  RunShifted(Build(source));
}

TEST(CheckProcessTest, CppIsChecked) {
  const Said said = SaidWith("CheckTest.DISABLED_Cpp", "all");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end of 'out': element 16 of 'out'"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_Cpp) {
  RunShifted(
      Build("template <class T> struct Row {\n"
            "  global T* data;\n"
            "  T& operator[](int i) const { return *(T*)(data + i); }\n"
            "};\n"
            "kernel void shifted(global int* out, int by) {\n"
            "  const Row<int> row{out};\n"
            "  row[get_global_id(0) + by] = 1;\n"
            "}\n",
            "-cl-std=CLC++"));
}

// ---- No room for the table of uninitialised values.

/// Megabytes of addresses: fewer than the table takes, but enough for all else.
constexpr size_t kFew = 100;

TEST(CheckProcessTest, GoesOnWithoutTheTable) {
  const Said said = SaidWith("CheckTest.DISABLED_NoTable", "memory,uninitialised");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "uninitialised values are not looked for"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end of 'out'"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_NoTable) {
  {
    const FewAddresses few(kFew);
    Buffer(std::vector<cl_int>(16));
  }
  RunShifted(Build(kShifted));
}

TEST(CheckProcessTest, ALaunchFailsWithoutTheTable) {
  const Said said = SaidWith("CheckTest.DISABLED_NoTableForOption", nullptr);
  EXPECT_EQ(said.code, 0) << said.text;
}
TEST_F(CheckTest, DISABLED_NoTableForOption) {
  Program program = Build(kShifted, "-heddle-check=uninitialised");
  Kernel kernel = MakeKernel(program, "shifted");
  Mem out = Buffer(std::vector<cl_int>(16, -1));
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{0});
  const size_t size = 16;
  const FewAddresses few(kFew);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(Read<cl_int>(out, 16), std::vector<cl_int>(16, -1));
}

// ---- Ways to a launch.

TEST(CheckProcessTest, WorkersCountTogether) {
  const Said said = SaidWith("CheckTest.DISABLED_Large", "memory");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "happened 1,000,000 times"), 1u) << said.text;
}
TEST_F(CheckTest, DISABLED_Large) {
  Program program = Build(kShifted);
  Kernel kernel = MakeKernel(program, "shifted");
  Mem out = Buffer(std::vector<cl_int>(48'576));
  SetArgs(kernel, static_cast<cl_mem>(out), cl_int{0});
  Run(kernel, 1'048'576);
}

class CheckEnqueueTest : public DeviceEnqueueTest {};

TEST(CheckProcessTest, ChildrenAreChecked) {
  const Said said = SaidWith("CheckEnqueueTest.DISABLED_Child", "memory");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_EQ(Count(said.text, "writes past the end"), 1u) << said.text;
  EXPECT_EQ(Count(said.text, "element 4 of it, which has 4."), 1u) << said.text;
}
TEST_F(CheckEnqueueTest, DISABLED_Child) {
  const std::vector<int> out = RunKernel(
      "kernel void k(global int* out) {\n"
      "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(5),\n"
      "                 ^{ out[get_global_id(0)] = 7; });\n"
      "}\n",
      1, 4);
  EXPECT_EQ(out, std::vector<int>(4, 7));
}

}  // namespace
