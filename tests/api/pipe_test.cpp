// SPDX-License-Identifier: Apache-2.0
// Pipes (§5.4, and §6.13.16 of OpenCL C 2.0).
#include <algorithm>
#include <climits>
#include <cstring>
#include <numeric>

#include "pipe_fixture.h"

namespace {

TEST_F(PipeTest, AnswersQueries) {
  Mem pipe = Pipe(12, 100);
  EXPECT_EQ(Info<cl_uint>(clGetPipeInfo, static_cast<cl_mem>(pipe), CL_PIPE_PACKET_SIZE), 12u);
  EXPECT_EQ(Info<cl_uint>(clGetPipeInfo, static_cast<cl_mem>(pipe), CL_PIPE_MAX_PACKETS), 100u);
  CheckQueryProtocol(clGetPipeInfo, static_cast<cl_mem>(pipe), CL_PIPE_PACKET_SIZE);
  EXPECT_EQ(clGetPipeInfo(pipe, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(MemInfo<cl_mem_object_type>(pipe, CL_MEM_TYPE), cl_uint{CL_MEM_OBJECT_PIPE});
  EXPECT_EQ(MemInfo<cl_mem_flags>(pipe, CL_MEM_FLAGS),
            cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS});
  EXPECT_EQ(MemInfo<void*>(pipe, CL_MEM_HOST_PTR), nullptr);
  Mem buffer = Buffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  for (cl_mem bad : BadHandles<cl_mem>()) {
    EXPECT_EQ(Driver().clGetPipeInfo(bad, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
  }
  EXPECT_GE(Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_PIPE_ARGS), 16u);
  EXPECT_GE(Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024u);
  EXPECT_GE(Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1u);
}

TEST_F(PipeTest, RejectsArguments) {
  const cl_uint max = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  const cl_pipe_properties none[] = {0};
  const struct {
    cl_mem_flags flags;
    cl_uint packet_size, max_packets;
    const cl_pipe_properties* properties;
    cl_int expected;
  } cases[] = {
      {CL_MEM_READ_ONLY, 4, 4, nullptr, CL_INVALID_VALUE},
      {CL_MEM_WRITE_ONLY, 4, 4, nullptr, CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY, 4, 4, nullptr, CL_INVALID_VALUE},
      {CL_MEM_USE_HOST_PTR, 4, 4, nullptr, CL_INVALID_VALUE},
      {0, 4, 4, none, CL_INVALID_VALUE},
      {0, 0, 4, nullptr, CL_INVALID_PIPE_SIZE},
      {0, 4, 0, nullptr, CL_INVALID_PIPE_SIZE},
      {0, max + 1, 4, nullptr, CL_INVALID_PIPE_SIZE},
      {0, max, UINT_MAX, nullptr, CL_MEM_OBJECT_ALLOCATION_FAILURE},
  };
  for (const auto& c : cases) {
    cl_int error = 1;
    EXPECT_EQ(clCreatePipe(context, c.flags, c.packet_size, c.max_packets, c.properties, &error),
              nullptr);
    EXPECT_EQ(error, c.expected);
  }
  for (const cl_mem_flags flags : {0, CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS}) {
    cl_int error = 1;
    Mem pipe = clCreatePipe(context, flags, max, 1, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  cl_int error = 1;
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreatePipe(bad, 0, 4, 4, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(PipeTest, IsNoBusinessOfTheHost) {
  Mem pipe = Pipe(4, 4);
  char data[16] = {};
  cl_int error = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, pipe, CL_TRUE, 0, 4, data, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, pipe, CL_TRUE, 0, 4, data, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, pipe, data, 4, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, pipe, data, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(PipeTest, IsAnArgument) {
  Program program =
      Build("kernel void k(write_only pipe int p, global int* out) { write_pipe(p, out); }\n",
            "-cl-std=CL2.0 -cl-kernel-arg-info");
  Kernel kernel = MakeKernel(program, "k");
  Mem pipe = Pipe(4, 4), buffer = Buffer(16);
  const cl_mem p = pipe, b = buffer, null = nullptr;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(p), &p), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 4, &p), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(b), &b), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(null), &null), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(p), nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(p), &p), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, &kernel), CL_INVALID_ARG_VALUE);
  const auto info = [&](cl_kernel_arg_info what) {
    cl_ulong value = 0;
    EXPECT_EQ(clGetKernelArgInfo(kernel, 0, what, sizeof(value), &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(info(CL_KERNEL_ARG_TYPE_QUALIFIER), cl_ulong{CL_KERNEL_ARG_TYPE_PIPE});
  EXPECT_EQ(info(CL_KERNEL_ARG_ACCESS_QUALIFIER), cl_ulong{CL_KERNEL_ARG_ACCESS_WRITE_ONLY});
  Set(kernel, 1, buffer);
  const size_t one = 1;
  const auto enqueue = [&] {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  };
  EXPECT_EQ(enqueue(), CL_SUCCESS);
  pipe.reset();  // the command keeps it
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(enqueue(), CL_INVALID_KERNEL_ARGS);
}

constexpr char kIntPipe[] =
    "kernel void produce(write_only pipe int p, global const int* in, global int* failed) {\n"
    "  size_t i = get_global_id(0);\n"
    "  failed[i] = write_pipe(p, &in[i]);\n"
    "}\n"
    "kernel void consume(read_only pipe int p, global int* out, global int* failed) {\n"
    "  size_t i = get_global_id(0);\n"
    "  failed[i] = read_pipe(p, &out[i]);\n"
    "}\n"
    "kernel void ask(read_only pipe int p, write_only pipe int q, global uint* out) {\n"
    "  out[0] = get_pipe_num_packets(p);\n"
    "  out[1] = get_pipe_max_packets(p);\n"
    "  out[2] = get_pipe_num_packets(q);\n"
    "  out[3] = get_pipe_max_packets(q);\n"
    "}\n";

// Exactly max_packets fit; what fails changes nothing; contents stay from kernel to kernel.
TEST_F(PipeTest, HoldsAsManyPacketsAsItSays) {
  Program program = Build20(kIntPipe);
  Kernel produce = MakeKernel(program, "produce"), consume = MakeKernel(program, "consume");
  Kernel ask = MakeKernel(program, "ask");
  constexpr int kItems = 1000;
  std::vector<int> in(kItems);
  std::iota(in.begin(), in.end(), 1);
  Mem source = Buffer(in), failed = Buffer(kItems * sizeof(int));
  for (const cl_uint capacity : {1u, 7u, 300u, 1000u, 1024u}) {
    SCOPED_TRACE(capacity);
    Mem pipe = Pipe(4, capacity);
    const size_t expected = std::min<size_t>(capacity, kItems);
    for (int round = 0; round < 5; ++round) {
      Set(produce, 0, pipe), Set(produce, 1, source), Set(produce, 2, failed);
      Run(produce, kItems);
      auto full = Read<int>(failed, kItems);
      EXPECT_EQ(static_cast<size_t>(std::count(full.begin(), full.end(), 0)), expected);
      EXPECT_TRUE(std::all_of(full.begin(), full.end(), [](int f) { return f <= 0; }));

      Mem answers = Buffer(16);
      Set(ask, 0, pipe), Set(ask, 1, pipe), Set(ask, 2, answers);
      Run(ask, 1);
      const auto counts = Read<cl_uint>(answers, 4);
      const cl_uint there = static_cast<cl_uint>(expected);
      EXPECT_EQ(counts, (std::vector<cl_uint>{there, capacity, there, capacity}));

      std::vector<int> wanted;
      for (int i = 0; i < kItems; ++i)
        if (full[i] == 0) wanted.push_back(in[i]);
      Mem sink = Buffer(std::vector<int>(kItems, -1));
      Set(consume, 0, pipe), Set(consume, 1, sink), Set(consume, 2, failed);
      Run(consume, kItems);
      const auto empty = Read<int>(failed, kItems), out = Read<int>(sink, kItems);
      std::vector<int> got;
      for (int i = 0; i < kItems; ++i) {
        if (empty[i] == 0)
          got.push_back(out[i]);
        else
          EXPECT_EQ(out[i], -1) << "a read that failed wrote";
      }
      std::sort(got.begin(), got.end());
      EXPECT_EQ(got, wanted);
    }
  }
}

TEST_F(PipeTest, IsAFifo) {
  Program program = Build20(
      "kernel void produce(write_only pipe int p, int from, int n) {\n"
      "  for (int i = from; i < from + n; ++i) write_pipe(p, &i);\n"
      "}\n"
      "kernel void consume(read_only pipe int p, global int* out, int n) {\n"
      "  for (int i = 0; i < n; ++i) read_pipe(p, &out[i]);\n"
      "}\n");
  Kernel produce = MakeKernel(program, "produce"), consume = MakeKernel(program, "consume");
  Mem pipe = Pipe(4, 10), sink = Buffer(64);
  int next = 0, oldest = 0;
  const int writes[] = {7, 3, 9, 1, 5}, reads[] = {4, 6, 8, 2, 5};
  for (int step = 0; step < 50; ++step) {
    const cl_int n = writes[step % 5], m = reads[step % 5];
    Set(produce, 0, pipe), Set(produce, 1, next), Set(produce, 2, n);
    Run(produce, 1);
    next += n;
    Set(consume, 0, pipe), Set(consume, 1, sink), Set(consume, 2, m);
    Run(consume, 1);
    for (const int value : Read<int>(sink, static_cast<size_t>(m))) ASSERT_EQ(value, oldest++);
  }
}

// Every size and alignment of packets, through all three ways, in divergent code.
TEST_F(PipeTest, CarriesEveryType) {
  constexpr size_t kItems = 200;
  const struct {
    const char *type, *before;
    size_t size;
  } types[] = {
      {"char", "", 1},
      {"short", "", 2},
      {"float", "", 4},
      {"char3", "", 4},
      {"double", "", 8},
      {"float4", "", 16},
      {"ulong16", "", 128},
      {"S", "typedef struct { char c[3]; } S;", 3},
      {"S", "typedef struct { short s[5]; } S;", 10},
      {"S", "typedef struct { int i; char c; } S;", 8},
      {"S", "typedef struct { double d[128]; } S;", 1024},
      {"S", "typedef struct { char c[999]; } S;", 999},
  };
  for (const auto& [type, before, size] : types) {
    SCOPED_TRACE(std::string(before) + type);
    const std::string t = type;
    Program program = Build20(std::string(before) + "\nkernel void produce(write_only pipe " + t +
                              " p, global const " + t +
                              "* in) {\n"
                              "  size_t i = get_global_id(0);\n"
                              "  if (i % 3 == 0) {\n"
                              "    write_pipe(p, &in[i]);\n"
                              "  } else if (i % 3 == 1) {\n"
                              "    " +
                              t +
                              " copy = in[i];\n"
                              "    reserve_id_t r = reserve_write_pipe(p, 2);\n"
                              "    if (is_valid_reserve_id(r)) {\n"
                              "      write_pipe(p, r, 1, &in[i + 1]);\n"
                              "      write_pipe(p, r, 0, &copy);\n"
                              "      commit_write_pipe(p, r);\n"
                              "    }\n"
                              "  }\n"
                              "}\n"
                              "kernel void consume(read_only pipe " +
                              t + " p, global " + t +
                              "* out) {\n"
                              "  size_t i = get_global_id(0);\n"
                              "  if (i % 2) return;\n"
                              "  reserve_id_t r = reserve_read_pipe(p, 1);\n"
                              "  if (!is_valid_reserve_id(r)) return;\n"
                              "  read_pipe(p, r, 0, &out[i]);\n"
                              "  commit_read_pipe(p, r);\n"
                              "  local " +
                              t +
                              " staged[22];\n"
                              "  " +
                              t +
                              " copy;\n"
                              "  if (read_pipe(p, &copy) == 0) staged[get_local_id(0)] = copy;\n"
                              "  out[i + 1] = staged[get_local_id(0)];\n"
                              "}\n");
    if (!program) continue;
    Kernel produce = MakeKernel(program, "produce"), consume = MakeKernel(program, "consume");
    std::vector<unsigned char> in(kItems * size);
    unsigned state = 1;
    for (auto& byte : in) byte = static_cast<unsigned char>((state = state * 1664525 + 1) >> 24);
    if (t == "char3")  // the fourth byte is padding
      for (size_t i = 3; i < in.size(); i += 4) in[i] = 0;
    if (std::strstr(before, "int i; char c"))
      for (size_t i = 0; i < in.size(); ++i)
        if (i % 8 > 4) in[i] = 0;
    Mem source = Buffer(in), sink = Buffer(std::vector<unsigned char>(kItems * size));
    Mem pipe = Pipe(static_cast<cl_uint>(size), kItems);
    Set(produce, 0, pipe), Set(produce, 1, source);
    Run(produce, kItems - 2);
    Set(consume, 0, pipe), Set(consume, 1, sink);
    Run(consume, kItems - 2, 22);
    const auto sorted = [&](const std::vector<unsigned char>& bytes) {
      std::vector<std::string> packets;
      for (size_t i = 0; i < kItems - 2; ++i)
        packets.emplace_back(bytes.begin() + static_cast<ptrdiff_t>(i * size),
                             bytes.begin() + static_cast<ptrdiff_t>((i + 1) * size));
      if (t == "char3" || size == 8)
        for (auto& packet : packets) packet.resize(t == "char3" ? 3 : t == "double" ? 8 : 5);
      std::sort(packets.begin(), packets.end());
      return packets;
    };
    EXPECT_EQ(sorted(Read<unsigned char>(sink, kItems * size)), sorted(in));
  }
}

// A producer and a consumer at the same time: nothing is lost and nothing comes twice.
TEST_F(PipeTest, KernelsMeetInIt) {
  Program program = Build20(
      "kernel void produce(write_only pipe int p, global int* in) {\n"
      "  size_t i = get_global_id(0);\n"
      "  for (int t = 0; t < 100 && in[i]; ++t)\n"
      "    if (write_pipe(p, &in[i]) == 0) in[i] = 0;\n"
      "}\n"
      "kernel void consume(read_only pipe int p, global int* out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  for (int t = 0; t < 100 && !out[i]; ++t) read_pipe(p, &out[i]);\n"
      "}\n");
  Kernel produce = MakeKernel(program, "produce"), consume = MakeKernel(program, "consume");
  constexpr size_t kItems = 20000;
  Mem pipe = Pipe(4, 64);
  long sum = 0, put = 0, got = 0;
  for (int round = 0; round < 10; ++round) {
    std::vector<int> in(kItems);
    std::iota(in.begin(), in.end(), round * 100000 + 1);
    put += std::accumulate(in.begin(), in.end(), 0L);
    Mem source = Buffer(in), sink = Buffer(std::vector<int>(kItems));
    Set(produce, 0, pipe), Set(produce, 1, source);
    Set(consume, 0, pipe), Set(consume, 1, sink);
    for (cl_kernel kernel : {cl_kernel{produce}, cl_kernel{consume}}) {
      EXPECT_EQ(clEnqueueNDRangeKernel(OutOfOrder(), kernel, 1, nullptr, &kItems, nullptr, 0,
                                       nullptr, nullptr),
                CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(OutOfOrder()), CL_SUCCESS);
    for (const int left : Read<int>(source, kItems)) put -= left;
    for (const int value : Read<int>(sink, kItems)) got += value;
  }
  Mem rest = Buffer(std::vector<int>(64));
  Set(consume, 1, rest);
  Run(consume, 64);
  for (const int value : Read<int>(rest, 64)) sum += value;
  EXPECT_EQ(got + sum, put);
  EXPECT_GT(got, 0);
}

// A kernel that takes the pipe for one of larger packets must not write behind them.
TEST_F(PipeTest, KnowsItsPacketSize) {
  Program program = Build20(
      "kernel void k(write_only pipe int4 p, global int* out) {\n"
      "  int4 x = 1;\n"
      "  out[0] = write_pipe(p, &x);\n"
      "  out[1] = is_valid_reserve_id(reserve_write_pipe(p, 1));\n"
      "}\n");
  Kernel kernel = MakeKernel(program, "k");
  Mem pipe = Pipe(4, 4), out = Buffer(8);
  Set(kernel, 0, pipe), Set(kernel, 1, out);
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 2), (std::vector<int>{-1, 0}));
}

}  // namespace
