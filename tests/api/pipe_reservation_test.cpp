// SPDX-License-Identifier: Apache-2.0
// Reservations of pipes (OpenCL C 2.0 §6.13.16.2 to §6.13.16.4).
#include <algorithm>

#include "pipe_fixture.h"

namespace {

TEST_F(PipeTest, ReservesAllOrNothing) {
  Program program = Build20(
      "kernel void k(write_only pipe int w, read_only pipe int r, global int* out) {\n"
      "  int n = 0, x = 5;\n"
      "  out[n++] = is_valid_reserve_id(reserve_write_pipe(w, 9));\n"  // more than there are
      "  out[n++] = is_valid_reserve_id(reserve_write_pipe(w, 0));\n"
      "  out[n++] = is_valid_reserve_id(reserve_read_pipe(r, 1));\n"  // nothing there
      "  reserve_id_t a = reserve_write_pipe(w, 5), b = reserve_write_pipe(w, 2);\n"
      "  out[n++] = is_valid_reserve_id(a) && is_valid_reserve_id(b);\n"
      "  out[n++] = is_valid_reserve_id(reserve_write_pipe(w, 2));\n"  // one is left
      "  out[n++] = write_pipe(w, a, 5, &x);\n"                        // an index too far
      "  for (int i = 0; i < 5; ++i) { int v = 10 + i; write_pipe(w, a, i, &v); }\n"
      "  for (int i = 0; i < 2; ++i) { int v = 20 + i; write_pipe(w, b, i, &v); }\n"
      "  commit_write_pipe(w, b);\n"
      "  out[n++] = read_pipe(r, &x);\n"  // the earlier ones come first
      "  commit_write_pipe(w, a);\n"
      "  reserve_id_t c = reserve_read_pipe(r, 4);\n"
      "  out[n++] = is_valid_reserve_id(c);\n"
      "  out[n++] = is_valid_reserve_id(reserve_read_pipe(r, 4));\n"
      "  out[n++] = is_valid_reserve_id(reserve_write_pipe(w, 2));\n"  // c still has its slots
      "  for (int i = 3; i >= 0; --i) { read_pipe(r, c, i, &x); out[n++] = x; }\n"
      "  commit_read_pipe(r, c);\n"
      "  for (int i = 0; i < 3; ++i) { read_pipe(r, &x); out[n++] = x; }\n"
      "  a = reserve_write_pipe(w, 8);\n"
      "  out[n++] = is_valid_reserve_id(a);\n"
      "  for (int i = 0; i < 8; ++i) { int v = 30 + i; write_pipe(w, a, i, &v); }\n"
      "  commit_write_pipe(w, a);\n"
      "  for (int i = 0; i < 8; ++i) { read_pipe(r, &x); out[n++] = x; }\n"
      "}\n");
  Kernel kernel = MakeKernel(program, "k");
  Mem pipe = Pipe(4, 8), out = Buffer(128);
  Set(kernel, 0, pipe), Set(kernel, 1, pipe), Set(kernel, 2, out);
  const std::vector<int> expected = {0,  0,  0,  1,  0, -1, -1, 1,  0,  0,  13, 12, 11,
                                     10, 14, 20, 21, 1, 30, 31, 32, 33, 34, 35, 36, 37};
  for (int round = 0; round < 3; ++round) {
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, expected.size()), expected);
  }
}

TEST_F(PipeTest, WorkGroupsReserveTogether) {
  Program program = Build20(
      "kernel void produce(write_only pipe int p, global int* valid) {\n"
      "  size_t l = get_local_id(0), n = get_local_size(0);\n"
      "  reserve_id_t r = work_group_reserve_write_pipe(p, n);\n"
      "  valid[get_global_id(0)] = is_valid_reserve_id(r);\n"
      "  if (is_valid_reserve_id(r)) {\n"
      "    int x = get_group_id(0) * 1000 + l;\n"
      "    write_pipe(p, r, n - 1 - l, &x);\n"
      "    work_group_commit_write_pipe(p, r);\n"
      "  }\n"
      "}\n"
      "kernel void consume(read_only pipe int p, global int* out) {\n"
      "  size_t l = get_local_id(0), n = get_local_size(0);\n"
      "  int x = -1;\n"
      "  reserve_id_t r = work_group_reserve_read_pipe(p, n);\n"
      "  if (is_valid_reserve_id(r)) {\n"
      "    read_pipe(p, r, l, &x);\n"
      "    work_group_commit_read_pipe(p, r);\n"
      "  }\n"
      "  out[get_global_id(0)] = x;\n"
      "}\n");
  Kernel produce = MakeKernel(program, "produce"), consume = MakeKernel(program, "consume");
  for (const size_t local : {1u, 3u, 16u, 40u, 64u, 250u}) {
    SCOPED_TRACE(local);
    const size_t groups = 12, fit = 7, items = groups * local;
    // Room for seven groups and a bit.
    Mem pipe = Pipe(4, static_cast<cl_uint>(fit * local + local / 2));
    Mem valid = Buffer(items * 4), out = Buffer(items * 4);
    Set(produce, 0, pipe), Set(produce, 1, valid);
    Set(consume, 0, pipe), Set(consume, 1, out);
    for (int round = 0; round < 3; ++round) {
      Run(produce, items, local);
      const auto ok = Read<int>(valid, items);
      size_t groups_in = 0;
      for (size_t g = 0; g < groups; ++g) {
        groups_in += static_cast<size_t>(ok[g * local]);
        for (size_t l = 0; l < local; ++l) ASSERT_EQ(ok[g * local + l], ok[g * local]);
      }
      EXPECT_EQ(groups_in, fit);
      Run(consume, items, local);
      const auto got = Read<int>(out, items);
      size_t groups_out = 0;
      std::vector<int> seen;
      for (size_t g = 0; g < groups; ++g) {
        if (got[g * local] == -1) continue;
        ++groups_out;
        const int from = got[g * local] / 1000;
        seen.push_back(from);
        EXPECT_EQ(ok[static_cast<size_t>(from) * local], 1);
        for (size_t l = 0; l < local; ++l)
          ASSERT_EQ(got[g * local + l], from * 1000 + static_cast<int>(local - 1 - l));
      }
      EXPECT_EQ(groups_out, fit);
      std::sort(seen.begin(), seen.end());
      EXPECT_TRUE(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    }
  }
}

// Reservations are values like any other: many at once, kept in memory, committed by others of the
// group.
TEST_F(PipeTest, ReservationsMayBeKept) {
  Program program = Build20(
      "kernel void k(write_only pipe int p, read_only pipe int q, global int* out) {\n"
      "  local reserve_id_t ids[128];\n"
      "  size_t i = get_local_id(0), n = get_local_size(0);\n"
      "  ids[i] = reserve_write_pipe(p, 2);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  reserve_id_t mine = ids[n - 1 - i];\n"
      "  int x = n - 1 - i, y = x + 1000;\n"
      "  write_pipe(p, mine, 0, &x);\n"
      "  write_pipe(p, mine, 1, &y);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  commit_write_pipe(p, ids[i]);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  reserve_id_t r = reserve_read_pipe(q, 2);\n"
      "  read_pipe(q, r, 0, &out[2 * i]);\n"
      "  read_pipe(q, r, 1, &out[2 * i + 1]);\n"
      "  commit_read_pipe(q, r);\n"
      "}\n");
  Kernel kernel = MakeKernel(program, "k");
  constexpr size_t kItems = 100;
  Mem pipe = Pipe(4, 2 * kItems), out = Buffer(8 * kItems);
  Set(kernel, 0, pipe), Set(kernel, 1, pipe), Set(kernel, 2, out);
  Run(kernel, kItems, kItems);
  auto got = Read<int>(out, 2 * kItems);
  std::vector<int> first;
  for (size_t i = 0; i < kItems; ++i) {
    first.push_back(got[2 * i]);
    EXPECT_EQ(got[2 * i + 1], got[2 * i] + 1000);
  }
  std::sort(first.begin(), first.end());
  for (size_t i = 0; i < kItems; ++i) EXPECT_EQ(first[i], static_cast<int>(i));
}

}  // namespace
