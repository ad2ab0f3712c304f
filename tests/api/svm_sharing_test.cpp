// SPDX-License-Identifier: Apache-2.0
// Host and kernel on the same shared virtual memory at the same time (§3.3.1, §5.6).
#include <atomic>
#include <cstring>

#include "svm_fixture.h"

namespace {

// Host and kernel talk while the kernel runs: each store of one becomes visible to the other.
TEST_F(SVMTest, HostAndKernelSynchroniseByAtomics) {
  Program program = Build(
      "kernel void echo(volatile global atomic_int* to, volatile global atomic_int* from,\n"
      "                 global int* data, int rounds) {\n"
      "  for (int i = 1; i <= rounds; ++i) {\n"
      "    while (atomic_load_explicit(to, memory_order_acquire,\n"
      "                                memory_scope_all_svm_devices) != i) {}\n"
      "    *data = *data * 2 + 1;\n"
      "    atomic_store_explicit(from, i, memory_order_release, memory_scope_all_svm_devices);\n"
      "  }\n"
      "}\n",
      "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "echo");
  auto shared = Alloc<std::atomic<int>>(64, kAtomics);
  auto data = Alloc<int>(1, kFine);
  std::atomic<int>&to = *new (&shared[0]) std::atomic<int>(0),
  &from = *new (&shared[32]) std::atomic<int>(0);
  const cl_int rounds = 500;
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, &to), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, &from), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 2, data.get()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof(rounds), &rounds), CL_SUCCESS);
  Run(kernel, 1);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  unsigned expected = 0;
  for (int i = 1; i <= rounds; ++i) {
    *data.get() = static_cast<int>(expected += 3);
    to.store(i, std::memory_order_release);
    ASSERT_TRUE(Eventually([&] {
      for (int spin = 0; spin < 1000000; ++spin)
        if (from.load(std::memory_order_acquire) == i) return true;
      return false;
    }));
    expected = expected * 2 + 1;
    ASSERT_EQ(static_cast<unsigned>(*data.get()), expected);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

// No increment of either side is lost, whatever the scope says.
TEST_F(SVMTest, HostAndKernelCountTogether) {
  Program program = Build(
      "kernel void count(global atomic_int* a, global int* b, global atomic_int* started) {\n"
      "  atomic_store(started, 1);\n"
      "  for (int i = 0; i < 100; ++i) {\n"
      "    atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_all_svm_devices);\n"
      "    atomic_inc(b);\n"
      "  }\n"
      "}\n",
      "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "count");
  auto counts = Alloc<std::atomic<int>>(3, kAtomics);
  for (int i = 0; i < 3; ++i) new (&counts[i]) std::atomic<int>(0);
  for (cl_uint i = 0; i < 3; ++i)
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, i, &counts[i]), CL_SUCCESS);
  Run(kernel, 1024);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  ASSERT_TRUE(Eventually([&] { return counts[2].load() == 1; }));
  for (int i = 0; i < 10000; ++i) {
    counts[0].fetch_add(1, std::memory_order_relaxed);
    counts[1].fetch_add(1, std::memory_order_relaxed);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(counts[0].load(), 112400);
  EXPECT_EQ(counts[1].load(), 112400);
}

// Only the bytes that a kernel writes change (§3.3.1): each work-item writes every third byte while
// the host writes the others.
TEST_F(SVMTest, KernelsWriteNoByteOfTheHost) {
  Program program = Build(
      "kernel void third(global uchar* p, int rounds) {\n"
      "  size_t i = get_global_id(0);\n"
      "  if (i % 3 == 0)\n"
      "    for (int r = 0; r < rounds; ++r) p[i] = (uchar)(p[i] + 1);\n"
      "}\n"
      "kernel void strided(global uchar* p, int rounds) {\n"
      "  size_t i = 3 * get_global_id(0);\n"
      "  for (int r = 0; r < rounds; ++r) p[i] = (uchar)(p[i] + r + 1);\n"
      "}\n");
  constexpr size_t kBytes = 3 * 256;
  auto memory = Alloc<unsigned char>(kBytes, kFine);
  volatile unsigned char* bytes = memory.get();
  const cl_int rounds = 2000;
  for (const auto& [name, items] : {std::pair("third", kBytes), std::pair("strided", kBytes / 3)}) {
    SCOPED_TRACE(name);
    Kernel kernel = MakeKernel(program, name);
    std::memset(memory.get(), 0, kBytes);
    EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, memory.get()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(rounds), &rounds), CL_SUCCESS);
    Event event;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, event.out()),
        CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    unsigned char written = 0;
    size_t lost = 0;
    do {
      ++written;
      for (size_t i = 0; i < kBytes; ++i)
        if (i % 3) bytes[i] = written;
      for (size_t i = 0; i < kBytes; ++i) lost += i % 3 && bytes[i] != written;
    } while (StatusOf(event) > CL_COMPLETE);
    EXPECT_EQ(lost, 0u);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

}  // namespace