// SPDX-License-Identifier: Apache-2.0
// Whatever variant of a kernel runs, the result is the same: for one local size, in a program with
// many kernels, for ids beyond 32 bits. How HEDDLE_SPECIALISE is set is a matter of the process, so
// this executable runs itself again.
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "api_test.h"
#include "own_process.h"

namespace {

namespace fs = std::filesystem;

class SpecialiseTest : public ApiTest {
 protected:
  static constexpr const char* kSum =
      "kernel void sum(global int* out, global const int* in, local int* part) {\n"
      "  size_t l = get_local_id(0);\n"
      "  part[l] = in[get_global_id(0)];\n"
      "  for (size_t s = 1; s < get_local_size(0); s *= 2) {\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    int other = l >= s ? part[l - s] : 0;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    part[l] += other;\n"
      "  }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = part[get_local_size(0) - 1 - l];\n"
      "}";

  /// Whether each group of `local` gave its running sums, backwards.
  bool Sums(cl_kernel kernel, size_t global, size_t local) {
    Mem in = Buffer(global * sizeof(int)), out = Buffer(global * sizeof(int));
    const int one = 1;
    EXPECT_EQ(clEnqueueFillBuffer(queue, in, &one, sizeof(one), 0, global * sizeof(int), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    SetArg(kernel, 0, static_cast<cl_mem>(out));
    SetArg(kernel, 1, static_cast<cl_mem>(in));
    EXPECT_EQ(clSetKernelArg(kernel, 2, local * sizeof(int), nullptr), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    const auto sums = Read<int>(out, global);
    for (size_t i = 0; i < global; ++i) {
      if (sums[i] != static_cast<int>(local - i % local)) return false;
    }
    return true;
  }
};

bool CompilerIsLoaded() {
  std::ifstream maps("/proc/self/maps");
  const std::string text((std::istreambuf_iterator<char>(maps)), {});
  return text.find("libheddle-compiler") != std::string::npos;
}

// Run by the tests below in processes of their own: exits with 10 if the compiler was needed.
TEST_F(SpecialiseTest, DISABLED_Child) {
  Program program = Build(kSum, "");
  Kernel kernel = MakeKernel(program, "sum");
  const size_t sizes[] = {1, 7, 16, 64, 256};
  for (int round = 0; round < 3; ++round) {
    for (const size_t local : sizes) EXPECT_TRUE(Sums(kernel, local * 40, local)) << local;
  }
  EXPECT_TRUE(Sums(kernel, 1 << 18, 128));
  EXPECT_TRUE(Sums(kernel, 1 << 18, 128));
  if (HasFailure()) std::_Exit(1);
  std::exit(CompilerIsLoaded() ? 10 : 0);  // with whatever is still being compiled
}

class SpecialiseProcessTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-specialise-test-XXXXXX";
    directory = ::mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(directory); }
  int RunChild(const char* mode) {
    return RunInOwnProcess("SpecialiseTest.DISABLED_Child", [&] {
      ::setenv("HEDDLE_CACHE_DIR", directory.c_str(), 1);
      ::setenv("HEDDLE_SPECIALISE", mode, 1);
      ::setenv("HEDDLE_COMPILER_PROCESS", "never", 1);
    });
  }
  std::string directory;
  static constexpr int kCompiled = 10, kFromCache = 0;
};

TEST_F(SpecialiseProcessTest, VariantsAreKept) {
  EXPECT_EQ(RunChild("wait"), kCompiled);
  EXPECT_EQ(RunChild("wait"), kFromCache);
  EXPECT_EQ(RunChild("background"), kFromCache);
  EXPECT_EQ(RunChild("off"), kFromCache);
}

TEST_F(SpecialiseProcessTest, AProcessMayEndMeanwhile) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(RunChild("background"), kCompiled);
    fs::remove_all(directory);
    fs::create_directory(directory);
    fs::permissions(directory, fs::perms::owner_all);
  }
}

TEST_F(SpecialiseTest, ResultsStayTheSame) {
  Program program = Build(kSum, "");
  Kernel kernel = MakeKernel(program, "sum");
  for (int round = 0; round < 20; ++round) {
    EXPECT_TRUE(Sums(kernel, 1 << 17, 64));
    EXPECT_TRUE(Sums(kernel, 96, 32));
  }
}

TEST_F(SpecialiseTest, FewWorkItemsWithLongLoops) {
  Program program = Build(
      "kernel void rows(global uint* out, global const uint* in, uint n) {\n"
      "  size_t g = get_global_id(0);\n"
      "  uint sum = 0;\n"
      "  for (uint i = 0; i < n; ++i) sum = sum * 3 + in[g * n + i];\n"
      "  out[g] = sum;\n"
      "}");
  Kernel kernel = MakeKernel(program, "rows");
  constexpr cl_uint n = 999;
  constexpr size_t most = 200;
  std::vector<cl_uint> data(n * most), expected(most);
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<cl_uint>(i * i);
    expected[i / n] = expected[i / n] * 3 + data[i];
  }
  Mem in = Buffer(data), out = Buffer(most * sizeof(cl_uint));
  SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in), n);
  for (int round = 0; round < 50; ++round) {
    for (const size_t global : {size_t{1}, size_t{3}, size_t{16}, most}) {
      Run(kernel, global, 1);
      ASSERT_EQ(
          Read<cl_uint>(out, global),
          std::vector<cl_uint>(expected.begin(), expected.begin() + static_cast<long>(global)));
    }
  }
}

TEST_F(SpecialiseTest, ObjectsMayBeReleasedMeanwhile) {
  for (int i = 0; i < 10; ++i) {
    const std::string more = "\nkernel void other" + std::to_string(i) + "(global int* p) {}";
    Program program = Build((kSum + more).c_str(), "");
    Kernel kernel = MakeKernel(program, "sum");
    EXPECT_TRUE(Sums(kernel, 1 << 17, 64));
  }
}

TEST_F(SpecialiseTest, ThreadsShareAKernelsVariants) {
  Program program = Build(kSum, "");
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Kernel kernel = MakeKernel(program, "sum");
      for (size_t i = 0; i < 20; ++i) EXPECT_TRUE(Sums(kernel, 4096, size_t{8} << (t + i) % 3));
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_F(SpecialiseTest, IdsMayExceed32Bits) {
  Program program = Build(
      "kernel void ids(global ulong* out, ulong base) {\n"
      "  size_t i = get_global_id(0) - base;\n"
      "  out[2 * i] = get_global_id(0);\n"
      "  out[2 * i + 1] = get_global_linear_id() + get_global_offset(0);\n"
      "}",
      "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "ids");
  constexpr size_t kItems = 100;
  Mem out = Buffer(2 * kItems * sizeof(cl_ulong));
  const size_t two_31 = size_t{1} << 31;
  for (const size_t base :
       {size_t{0}, two_31 - 64, two_31 - 5000, two_31, 2 * two_31 - 50, size_t{1} << 40}) {
    SetArg(kernel, 0, static_cast<cl_mem>(out));
    SetArg(kernel, 1, cl_ulong{base});
    const size_t global = kItems;
    for (const size_t local : {1, 16, 100}) {
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, &base, &global, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
      const auto ids = Read<cl_ulong>(out, 2 * kItems);
      for (size_t i = 0; i < kItems; ++i) {
        EXPECT_EQ(ids[2 * i], base + i);
        EXPECT_EQ(ids[2 * i + 1], base + i);
      }
    }
  }
}

TEST_F(SpecialiseTest, AllKernelsOfALargeProgram) {
  constexpr int kKernels = 40;
  std::string source;
  for (int i = 0; i < kKernels; ++i) {
    source += "kernel void k" + std::to_string(i) +
              "(global int* p) { p[get_global_id(0)] = " + std::to_string(100 + i) + "; }\n";
  }
  Mem out = Buffer(64);
  const auto works = [&](cl_kernel kernel) {
    const std::string name = InfoString(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME);
    SetArg(kernel, 0, static_cast<cl_mem>(out));
    Run(kernel, 16);
    return Read<int>(out, 16)[15] == 100 + std::stoi(name.substr(1));
  };
  Program one_by_one = Build((source + "// one by one").c_str(), "");
  for (const int i : {17, 3, 4, 5, 30, 0, 39}) {
    EXPECT_TRUE(works(MakeKernel(one_by_one, ("k" + std::to_string(i)).c_str()))) << i;
  }
  Program together = Build((source + "// together").c_str(), "");
  cl_kernel kernels[kKernels];
  ASSERT_EQ(clCreateKernelsInProgram(together, kKernels, kernels, nullptr), CL_SUCCESS);
  for (cl_kernel kernel : kernels) {
    EXPECT_TRUE(works(kernel));
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
  }
}

// Code of kernels with images is made for the formats that they are launched with; what comes
// behind the first few of them gets code for all.
class ImageFormatsTest : public SpecialiseTest {
 protected:
  static constexpr size_t kSide = 16;
  static constexpr cl_image_format kFormats[] = {
      {CL_RGBA, CL_FLOAT},       {CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_FLOAT},
      {CL_RGBA, CL_HALF_FLOAT},  {CL_BGRA, CL_UNORM_INT8}, {CL_RG, CL_UNORM_INT16},
      {CL_RGBA, CL_SNORM_INT16},
  };
  /// `more` makes a program of its own, of which nobody has code yet.
  static std::string Source(const std::string& more) {
    return "kernel void red(read_only image2d_t in, sampler_t smp, global float* out) {\n"
           "  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
           "  out[p.y * get_global_size(0) + p.x] = read_imagef(in, smp, p).x;\n"
           "}\n"
           "// " +
           more + "\n";
  }
  void SetUp() override {
    SpecialiseTest::SetUp();
    cl_int error = -1;
    sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
    SpecialiseTest::TearDown();
  }
  bool IsRead(cl_kernel kernel, const cl_image_format& format, float red) {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = kSide;
    cl_int error = -1;
    Mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const float colour[4] = {red, 0.125f, 0.5f, 1};
    const size_t origin[3] = {}, region[3] = {kSide, kSide, 1}, global[2] = {kSide, kSide};
    EXPECT_EQ(clEnqueueFillImage(queue, image, colour, origin, region, 0, nullptr, nullptr),
              CL_SUCCESS);
    Mem out = Buffer(kSide * kSide * sizeof(float));
    SetArgs(kernel, static_cast<cl_mem>(image), sampler, static_cast<cl_mem>(out));
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    for (const float each : Read<float>(out, kSide * kSide))
      if (std::fabs(each - red) > 0.004f) return false;
    return true;
  }
  cl_sampler sampler = nullptr;
};

TEST_F(ImageFormatsTest, OneAfterTheOther) {
  Program program = Build(Source("one after the other").c_str(), "");
  Kernel kernel = MakeKernel(program, "red");
  for (int round = 0; round < 4; ++round)
    for (const auto& format : kFormats) EXPECT_TRUE(IsRead(kernel, format, 0.25f)) << round;
  Kernel again = MakeKernel(program, "red");
  for (const auto& format : kFormats) EXPECT_TRUE(IsRead(again, format, 0.75f));
}

TEST_F(ImageFormatsTest, SizesMayBeAskedForFirst) {
  Program program = Build(Source("sizes first").c_str(), "");
  Kernel kernel = MakeKernel(program, "red");
  size_t most = 0;
  ASSERT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most,
                                     nullptr),
            CL_SUCCESS);
  EXPECT_GE(most, 1u);
  for (const auto& format : kFormats) EXPECT_TRUE(IsRead(kernel, format, 0.25f));
}

TEST_F(ImageFormatsTest, ThreadsWithFormatsOfTheirOwn) {
  for (int round = 0; round < 3; ++round) {
    Program program = Build(Source("threads " + std::to_string(round)).c_str(), "");
    std::vector<std::thread> threads;
    for (size_t t = 0; t < 6; ++t) {
      threads.emplace_back([&, t] {
        Kernel kernel = MakeKernel(program, "red");
        for (size_t i = 0; i < 6; ++i)
          EXPECT_TRUE(IsRead(kernel, kFormats[(t / 2 + i) % std::size(kFormats)], 0.5f));
      });
    }
    for (auto& thread : threads) thread.join();
  }
}

TEST_F(SpecialiseTest, SuggestedSizesAreWholeVectors) {
  Program program =
      Build("kernel void k(global float* p) { p[get_global_id(0)] = get_global_id(0); }", "");
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(4);
  SetArg(kernel, 0, static_cast<cl_mem>(out));
  size_t multiple = 0;
  ASSERT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                     sizeof(multiple), &multiple, nullptr),
            CL_SUCCESS);
  ASSERT_GE(multiple, 1u);
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  ASSERT_NE(suggest, nullptr);
  for (const size_t global : {size_t{1} << 20, size_t{1920} * 1080, size_t{1} << 12}) {
    size_t local = 0;
    ASSERT_EQ(suggest(queue, kernel, 1, nullptr, &global, &local), CL_SUCCESS);
    EXPECT_EQ(local % multiple, 0u) << global;
  }
}

}  // namespace
