// SPDX-License-Identifier: Apache-2.0
// HEDDLE_CATCH_FAULTS: planted crashes, each of which must be told of by its right name.
#include "fault_fixture.h"

namespace {

/// A kernel `k(global int* out, global const int* in, ulong at)` in which work-item `at` dies, on
/// the line that ends with HERE.
struct Planted {
  const char* name;
  const char* source;
  const char* cause;  // a regular expression
  int signal = SIGSEGV;
  bool is_group_named = false;  // the sentence names one group
};

constexpr size_t kItems = 16384, kLocal = 64, kAt = 1777;

const Planted kPlanted[] = {
    {"WritePastEnd", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  if (i == at)
    out[1028] = 1; // HERE
  else
    out[i % 1024] = in[i % 1024];
})",
     "it wrote to 0x[0-9a-f]+, 16 bytes past the end of argument 0 `out` \\(4096 bytes\\)"},
    {"WriteAtEnd", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  if (get_global_id(0) == at)
    out[1024] = 1; // HERE
})",
     "it wrote to 0x[0-9a-f]+, at the end of argument 0 `out` \\(4096 bytes\\)"},
    {"ReadBeforeBeginning", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  if (i == at)
    out[i % 1024] =
        in[-4]; // HERE
})",
     "it read from 0x[0-9a-f]+, 16 bytes before the beginning of argument 1 `in` \\(4096 bytes\\)"},
    {"ReadFarPastEnd", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  long far = i == at ? 1000000 : 0;
  out[i % 1024] = in[i % 1024 + far]; // HERE
})",
     "it read from 0x[0-9a-f]+, [0-9]+ bytes past the end of argument 1 `in` \\(4096 bytes\\)"},
    {"NullPointer", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  global int* p = i == at ? (global int*)(at - 1777) : out + i % 1024;
  p[i == at ? 3 : 0] = 5; // HERE
})",
     "it wrote to 0xc, near the null pointer"},
    {"Trap", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  out[i % 1024] = in[i % 1024];
  if (i == at)
    __builtin_trap(); // HERE
})",
     "an instruction that is a trap, or that the processor has not", SIGILL},
    {"CalledFunction", R"(
__attribute__((noinline)) void store(global int* p, int value) {
  *p = value; // HERE
}
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  store(out + (i == at ? 2000 : i % 1024), 3);
})",
     "it wrote to 0x[0-9a-f]+, 3904 bytes past the end of argument 0 `out` \\(4096 bytes\\)"},
    {"Barrier", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  local int shared[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  shared[l] = in[i % 1024];
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = shared[63 - l];
  if (i == at)
    out[1024 + 64] = other; // HERE
})",
     "it wrote to 0x[0-9a-f]+, 256 bytes past the end of argument 0 `out` \\(4096 bytes\\)",
     SIGSEGV, true},
    {"Atomic", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  if (i == at)
    atomic_add(out + 1100, 1); // HERE
})",
     "it wrote to 0x[0-9a-f]+, 304 bytes past the end of argument 0 `out` \\(4096 bytes\\)"},
    {"Loop", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < (i == at ? 5000 : 50); ++j)
    sum += in[j]; // HERE
  out[i % 1024] = sum;
})",
     "it read from 0x[0-9a-f]+, (at|[0-9]+ bytes past) the end of argument 1 `in` \\(4096 "
     "bytes\\)"},
    {"VectorStore", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  if (i == at)
    vstore4((int4)(i), 260, out); // HERE
})",
     "it wrote to 0x[0-9a-f]+, 64 bytes past the end of argument 0 `out` \\(4096 bytes\\)"},
    {"NoAddress", R"(
kernel void k(global int* out, global const int* in, ulong at) {
  size_t i = get_global_id(0);
  global int* p = i == at ? (global int*)(at + 0x8000000000000000ul) : out + i % 1024;
  *p = 5; // HERE
})",
     "an address that is not aligned for its instruction, or none that memory can have"},
};

class PlantedFaultTest : public FaultTest, public testing::WithParamInterface<Planted> {};

/// The part of a process that dies.
TEST_F(FaultTest, DISABLED_Dies) {
  const auto* planted = std::find_if(std::begin(kPlanted), std::end(kPlanted),
                                     [](const Planted& p) { return Setting("FAULT") == p.name; });
  ASSERT_NE(planted, std::end(kPlanted));
  Program program =
      Build("#line 1 \"planted.cl\"" + std::string(planted->source), Setting("OPTIONS").c_str());
  Kernel kernel = MakeKernel(program, "k");
  Mem out = GuardedBuffer(), in = GuardedBuffer();
  SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in), cl_ulong{kAt});
  Run(kernel, kItems, kLocal);
}

size_t LineOf(const std::string& source) {
  const auto here = source.begin() + static_cast<ptrdiff_t>(source.find("// HERE"));
  return static_cast<size_t>(std::count(source.begin(), here, '\n'));
}

TEST_P(PlantedFaultTest, IsNamed) {
  const Planted& planted = GetParam();
  for (const char* options : {"", "-g", "-g -cl-opt-disable"}) {
    for (const char* width : {"0", "1"}) {
      for (const char* features : {"", "avx2", "sse4.2"}) {
        SCOPED_TRACE(std::string("options '") + options + "', width " + width + ", " + features);
        const Ended ended = EndOf("FaultTest.DISABLED_Dies", {{"HEDDLE_CATCH_FAULTS", "on"},
                                                              {"FAULT", planted.name},
                                                              {"OPTIONS", options},
                                                              {"HEDDLE_WIDTH", width},
                                                              {"HEDDLE_CPU_FEATURES", features}});
        EXPECT_EQ(ended.code, -planted.signal);
        const std::vector<Sentence> sentences = SentencesIn(ended.err);
        ASSERT_EQ(sentences.size(), 1u) << ended.err;
        const Sentence& said = sentences[0];
        EXPECT_EQ(said.kernel, "k");
        EXPECT_EQ(said.signal, planted.signal == SIGILL ? "SIGILL" : "SIGSEGV");
        EXPECT_LE(said.first_item.at(0), kAt);
        EXPECT_GE(said.last_item.at(0), kAt);
        EXPECT_LT(said.last_item.at(0) - said.first_item.at(0), kItems / 8);
        EXPECT_EQ(said.first_item.at(0), said.first_group.at(0) * kLocal);
        EXPECT_EQ(said.last_item.at(0), (said.last_group.at(0) + 1) * kLocal - 1);
        if (planted.is_group_named) EXPECT_EQ(said.first_group, said.last_group);
        EXPECT_EQ(said.place,
                  *options ? "planted.cl:" + std::to_string(LineOf(planted.source)) : "")
            << ended.err;
        EXPECT_TRUE(std::regex_search(said.cause, std::regex(planted.cause))) << ended.err;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFaultTest, testing::ValuesIn(kPlanted),
                         [](const auto& info) { return info.param.name; });

}  // namespace
