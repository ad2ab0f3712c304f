// SPDX-License-Identifier: Apache-2.0
// OpenCL 3.0's and 3.1's questions, which are answered whatever version the platform reports, and
// HEDDLE_OPENCL_VERSION, which says what it reports.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "own_process.h"
#include "program_fixture.h"

namespace {

using Version = std::pair<cl_uint, cl_uint>;

class OpenCL3Test : public ProgramFixture {
 protected:
  std::vector<cl_name_version_khr> Named(cl_device_info param) {
    return InfoArray<cl_name_version_khr>(clGetDeviceInfo, device, param);
  }
  /// The value of an expression of the preprocessor's.
  int Evaluated(const std::string& expression, const std::string& options) {
    Program program =
        Build("kernel void k(global int* out) { *out = " + expression + "; }", options.c_str());
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    return Read<int>(out, 1)[0];
  }
};

TEST_F(OpenCL3Test, DevicesAnswer) {
  for (const cl_device_info param :
       {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
        CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, CL_DEVICE_PIPE_SUPPORT})
    EXPECT_EQ(Info<cl_bool>(clGetDeviceInfo, device, param), cl_bool{CL_TRUE}) << param;
  const auto multiple =
      Info<size_t>(clGetDeviceInfo, device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  EXPECT_GE(multiple, 4u);
  EXPECT_EQ(multiple & (multiple - 1), 0u);
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED),
            "v0000-01-01-00");
  EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
            cl_bitfield{CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT});
}

TEST_F(OpenCL3Test, EveryOpenCLCThatIsListedBuilds) {
  std::vector<Version> versions;
  for (const auto& [version, name] : Named(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ(name, "OpenCL C");
    versions.emplace_back(CL_VERSION_MAJOR_KHR(version), CL_VERSION_MINOR_KHR(version));
    const auto& [major, minor] = versions.back();
    const std::string option = "-cl-std=CL" + std::to_string(major) + "." + std::to_string(minor);
    EXPECT_EQ(Evaluated("__OPENCL_C_VERSION__", option),
              static_cast<int>(major * 100 + minor * 10));
    EXPECT_EQ(Evaluated("CL_VERSION_3_0 + CL_VERSION_3_1", option), 610);
  }
  EXPECT_EQ(versions, (std::vector<Version>{{1, 0}, {1, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 1}}));
}

TEST_F(OpenCL3Test, FeaturesHaveMacrosInOpenCLC3Alone) {
  const auto features = Named(CL_DEVICE_OPENCL_C_FEATURES);
  EXPECT_GE(features.size(), 17u);
  std::string all_there, none_there;
  for (const auto& [version, name] : features) {
    EXPECT_EQ(version, cl_version_khr{CL_MAKE_VERSION_KHR(3, 0, 0)}) << name;
    const std::string feature = name;
    all_there += "#if !" + feature + "\n#error " + feature + " is not there\n#endif\n";
    none_there += "#ifdef " + feature + "\n#error " + feature + " is there\n#endif\n";
  }
  const std::string kernel = "kernel void k(global int* out) { *out = 1; }";
  for (const char* language : {"CL3.0", "CL3.1", "CLC++2021"})
    Build(all_there + kernel, (std::string("-cl-std=") + language).c_str());
  for (const char* language : {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CLC++"})
    Build(none_there + kernel, (std::string("-cl-std=") + language).c_str());
}

// Clang looks for the macros of features before it declares such functions; where sources do not
// see the macros, the functions are there all the same.
TEST_F(OpenCL3Test, FunctionsOfFeaturesAreThereWithoutTheirMacros) {
  const std::string source =
      "kernel void k(global int* out, global atomic_float* sum) {\n"
      "#ifdef __opencl_c_ext_fp32_global_atomic_add\n"
      "#error a macro of OpenCL C 3.0\n"
      "#endif\n"
      "  atomic_store(sum, 1.5f);\n"
      "  atomic_fetch_add(sum, 2.0f);\n"
      "  int mine = 3;\n"
      "  float whole, part = fract(atomic_load(sum), &whole);\n"  // a generic pointer
      "  *out = (int)(whole * 100 + part * 10) + work_group_reduce_add(mine);\n"
      "}";
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CLC++"}) {
    Program program = Build(source, options);
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(4), sum = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(sum));
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 1)[0], 308) << options;
  }
  Build(
      "#define __opencl_c_images 7\n#if __opencl_c_images != 7\n#error\n#endif\n"
      "kernel void k(read_only image2d_t image) {}");
}

TEST_F(OpenCL3Test, OpenCLC3Runs) {
  const std::string source =
      "global int counter = 5;\n"
      "kernel void k(global int* out, local int* scratch) {\n"
      "  int* where = scratch;\n"  // a generic pointer
      "  *where = 2;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  *out = counter + *where + sub_group_all(1);\n"
      "}";
  for (const char* options : {"-cl-std=CL3.0", "-cl-std=CL3.1", "-cl-std=CL3.0 -cl-opt-disable"}) {
    Program program = Build(source, options);
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out));
    EXPECT_EQ(clSetKernelArg(kernel, 1, 4, nullptr), CL_SUCCESS);
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 1)[0], 8) << options;
  }
}

// The length modifiers z and t came with OpenCL C 3.1; no version warns of them.
TEST_F(OpenCL3Test, PrintfKnowsSizes) {
  const std::string source =
      "kernel void k(global int* p) {\n"
      "  printf(\"%zu %zx %zd %td\\n\", sizeof(long16), (size_t)1 << 40, (size_t)7, p - (p + 3));\n"
      "}";
  for (const char* options : {"-cl-std=CL3.1", "-cl-std=CL3.0", "-cl-std=CL1.2"}) {
    Program program = Build(source, options);
    EXPECT_EQ(BuildLog(program), "") << options;
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out));
    testing::internal::CaptureStdout();
    Run(kernel, 1);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "128 10000000000 7 -3\n") << options;
  }
}

// ---- Lists of properties, as they were given

TEST_F(OpenCL3Test, QueuesTellTheirProperties) {
  using List = std::vector<cl_queue_properties>;
  const auto told = [&](const List& list) {
    cl_int error = 1;
    Queue made = clCreateCommandQueueWithProperties(context, device,
                                                    list.empty() ? nullptr : list.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    CheckQueryProtocol(clGetCommandQueueInfo, static_cast<cl_command_queue>(made),
                       CL_QUEUE_PROPERTIES_ARRAY);
    return InfoArray<cl_queue_properties>(
        clGetCommandQueueInfo, static_cast<cl_command_queue>(made), CL_QUEUE_PROPERTIES_ARRAY);
  };
  for (const List& list : {List{}, List{0}, List{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0},
                           List{CL_QUEUE_PROPERTIES, 0, 0},
                           List{CL_QUEUE_SIZE, 1 << 16, CL_QUEUE_PROPERTIES,
                                CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}})
    EXPECT_EQ(told(list), list);
  cl_int error = 1;
  Queue old = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  EXPECT_TRUE(InfoArray<cl_queue_properties>(clGetCommandQueueInfo,
                                             static_cast<cl_command_queue>(old),
                                             CL_QUEUE_PROPERTIES_ARRAY)
                  .empty());
}

TEST_F(OpenCL3Test, SamplersTellTheirProperties) {
  using List = std::vector<cl_sampler_properties>;
  for (const List& list :
       {List{}, List{0}, List{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0},
        List{CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP, CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
             CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0}}) {
    cl_int error = 1;
    Sampler made =
        clCreateSamplerWithProperties(context, list.empty() ? nullptr : list.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(InfoArray<cl_sampler_properties>(clGetSamplerInfo, static_cast<cl_sampler>(made),
                                               CL_SAMPLER_PROPERTIES),
              list);
  }
  cl_int error = 1;
  Sampler old = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error);
  EXPECT_TRUE(InfoArray<cl_sampler_properties>(clGetSamplerInfo, static_cast<cl_sampler>(old),
                                               CL_SAMPLER_PROPERTIES)
                  .empty());
}

TEST_F(OpenCL3Test, MemoryObjectsAndPipesTellTheirProperties) {
  using List = std::vector<cl_mem_properties>;
  constexpr cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  const auto told = [](cl_mem object) {
    return InfoArray<cl_mem_properties>(clGetMemObjectInfo, object, CL_MEM_PROPERTIES);
  };
  for (const List& list : {List{}, List{0}}) {
    const auto* at = list.empty() ? nullptr : list.data();
    cl_int error = 1;
    Mem buffer = clCreateBufferWithProperties(context, at, CL_MEM_READ_WRITE, 64, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(told(buffer), list);
    Mem image = clCreateImageWithProperties(context, at, CL_MEM_READ_WRITE, &format, &desc, nullptr,
                                            &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(told(image), list);
  }
  const List private_address{0x5000, CL_TRUE, 0};  // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
  cl_int error = 1;
  Mem addressed = clCreateBufferWithProperties(context, private_address.data(), CL_MEM_READ_WRITE,
                                               64, nullptr, &error);
  EXPECT_EQ(told(addressed), private_address);
  EXPECT_TRUE(told(Buffer(64)).empty());
  Mem pipe = clCreatePipe(context, 0, 4, 16, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_TRUE(
      InfoArray<cl_pipe_properties>(clGetPipeInfo, static_cast<cl_mem>(pipe), CL_PIPE_PROPERTIES)
          .empty());
}

// ---- HEDDLE_OPENCL_VERSION

struct Reported {
  const char* setting;
  std::string version, c_version;
  Version numeric, c_numeric;
};
const Reported kReported[] = {
    {"2.2", "OpenCL 2.2 Heddle", "OpenCL C 2.0 Heddle", {2, 2}, {2, 0}},
    {"3.0", "OpenCL 3.0 Heddle", "OpenCL C 3.0 Heddle", {3, 0}, {3, 0}},
    {"3.1", "OpenCL 3.1 Heddle", "OpenCL C 3.1 Heddle", {3, 1}, {3, 1}},
    {"4", "OpenCL 2.2 Heddle", "OpenCL C 2.0 Heddle", {2, 2}, {2, 0}},
};

void CL_CALLBACK Released(cl_program, void*) {}

TEST_F(OpenCL3Test, DISABLED_ReportsItsVersion) {
  const char* setting = std::getenv("HEDDLE_OPENCL_VERSION");
  const Reported& expected =
      *std::ranges::find(kReported, std::string(setting), &Reported::setting);
  const auto numeric = [](cl_version_khr version) {
    return Version(CL_VERSION_MAJOR_KHR(version), CL_VERSION_MINOR_KHR(version));
  };
  EXPECT_EQ(InfoString(clGetPlatformInfo, platform, CL_PLATFORM_VERSION), expected.version);
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_VERSION), expected.version);
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_OPENCL_C_VERSION), expected.c_version);
  EXPECT_EQ(
      numeric(Info<cl_version_khr>(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION_KHR)),
      expected.numeric);
  EXPECT_EQ(numeric(Info<cl_version_khr>(clGetDeviceInfo, device, CL_DEVICE_NUMERIC_VERSION_KHR)),
            expected.numeric);
  EXPECT_EQ(numeric(Info<cl_version_khr>(clGetDeviceInfo, device,
                                         CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR)),
            expected.c_numeric);
  const auto& [major, minor] = expected.numeric;
  for (const char* options : {"", "-cl-std=CL2.0", "-cl-std=CL3.0"})
    EXPECT_EQ(Evaluated("__OPENCL_VERSION__", options), static_cast<int>(major * 100 + minor * 10));
  EXPECT_EQ(Evaluated("__OPENCL_C_VERSION__", ""), 120);  // the newest 1.x, as ever

  Program program = Build("kernel void k(local int* scratch) { *scratch = 1; }");
  EXPECT_EQ(clSetProgramReleaseCallback(program, Released, nullptr),
            major >= 3 ? CL_INVALID_OPERATION : CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "k");
  const bool is_3_1 = expected.numeric == Version(3, 1);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 0, nullptr), is_3_1 ? CL_SUCCESS : CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 0, &kernel),
            is_3_1 ? CL_INVALID_ARG_VALUE : CL_INVALID_ARG_SIZE);
}

TEST_F(OpenCL3Test, TheVersionIsChosenInTheEnvironment) {
  for (const Reported& each : kReported)
    EXPECT_EQ(RunInOwnProcess("OpenCL3Test.DISABLED_ReportsItsVersion",
                              [&] { ::setenv("HEDDLE_OPENCL_VERSION", each.setting, 1); }),
              0)
        << each.setting;
}

// A launch with local memory of no size; nothing is written there.
TEST_F(OpenCL3Test, DISABLED_LocalMemoryOfNoSize) {
  Program program = Build(
      "kernel void k(local int* none, global int* out, local int* some) {\n"
      "  some[get_local_id(0)] = get_local_id(0) + 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = some[3 - get_local_id(0)];\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  Mem out = Buffer(16);
  const cl_mem written = out;
  EXPECT_EQ(clSetKernelArg(kernel, 0, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(written), &written), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 16, nullptr), CL_SUCCESS);
  Run(kernel, 4, 4);
  EXPECT_EQ(Read<int>(out, 4), (std::vector<int>{4, 3, 2, 1}));
  ASSERT_EQ(clSetKernelArg(kernel, 0, 64, nullptr), CL_SUCCESS);
  Run(kernel, 4, 4);
  EXPECT_EQ(Read<int>(out, 4), (std::vector<int>{4, 3, 2, 1}));
}

TEST_F(OpenCL3Test, LocalMemoryMayHaveNoSize) {
  EXPECT_EQ(RunInOwnProcess("OpenCL3Test.DISABLED_LocalMemoryOfNoSize",
                            [] { ::setenv("HEDDLE_OPENCL_VERSION", "3.1", 1); }),
            0);
}

// A binary's source was told a version: one of another version is refused.
TEST_F(OpenCL3Test, DISABLED_RefusesTheBinary) {
  std::ifstream in(std::getenv("HEDDLE_TEST_BINARY"), std::ios::binary);
  const Bytes bytes((std::istreambuf_iterator<char>(in)), {});
  ASSERT_FALSE(bytes.empty());
  WithBinary(bytes, CL_INVALID_BINARY);
}

TEST_F(OpenCL3Test, BinariesAreOfAVersion) {
  const std::string path = testing::TempDir() + "heddle-version-" + std::to_string(getpid());
  const Bytes bytes = BinaryOf(Build("kernel void k(global int* out) { *out = 1; }"));
  WithBinary(bytes);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  EXPECT_EQ(RunInOwnProcess("OpenCL3Test.DISABLED_RefusesTheBinary",
                            [&] {
                              ::setenv("HEDDLE_OPENCL_VERSION", "3.0", 1);
                              ::setenv("HEDDLE_TEST_BINARY", path.c_str(), 1);
                            }),
            0);
  EXPECT_EQ(::unlink(path.c_str()), 0);
}

}  // namespace
