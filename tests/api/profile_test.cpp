// SPDX-License-Identifier: Apache-2.0
// Variables and profiles that say what programs are told. It is decided once in
// a process, so that each case has its own.
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "api_test.h"
#include "own_process.h"

namespace {

namespace fs = std::filesystem;
using Variables = std::map<std::string, std::string>;

std::string Value(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Loads the library that a profile is for, if there is one.
void OpenLibrary() {
  const std::string library = Value("TEST_OPEN");
  if (!library.empty()) EXPECT_NE(::dlopen(library.c_str(), RTLD_NOW), nullptr) << ::dlerror();
}

/// Compares what queries tell with what the variables TEST_... say; those that are not there are
/// the driver's own.
TEST(Told, DISABLED_AsTheVariablesSay) {
  OpenLibrary();
  const cl_platform_id platform = FirstPlatform();
  const cl_device_id device = FirstDevice();
  const auto expect = [](const char* variable, const std::string& told, const std::string& own) {
    const std::string wanted = Value(variable);
    if (wanted.empty() && own.empty()) {
      EXPECT_NE(told, "another") << variable;
      EXPECT_NE(told, "") << variable;
    } else {
      EXPECT_EQ(told, wanted.empty() ? own : wanted) << variable;
    }
  };
  expect("TEST_PLATFORM_NAME", InfoString(clGetPlatformInfo, platform, CL_PLATFORM_NAME), "Heddle");
  expect("TEST_PLATFORM_VENDOR", InfoString(clGetPlatformInfo, platform, CL_PLATFORM_VENDOR),
         "Heddle project");
  expect("TEST_DEVICE_NAME", InfoString(clGetDeviceInfo, device, CL_DEVICE_NAME), "");
  expect("TEST_DEVICE_VENDOR", InfoString(clGetDeviceInfo, device, CL_DEVICE_VENDOR), "");
  expect("TEST_DRIVER_VERSION", InfoString(clGetDeviceInfo, device, CL_DRIVER_VERSION), "");
  expect("TEST_DEVICE_TYPE",
         std::to_string(Info<cl_device_type>(clGetDeviceInfo, device, CL_DEVICE_TYPE)),
         std::to_string(CL_DEVICE_TYPE_CPU));
  expect("TEST_VERSION", InfoString(clGetPlatformInfo, platform, CL_PLATFORM_VERSION),
         "OpenCL 2.2 Heddle");
  const std::string units = Value("TEST_COMPUTE_UNITS");
  EXPECT_GE(Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS),
            units.empty() ? 1u : static_cast<cl_uint>(std::stoul(units)));
  if (const std::string id = Value("TEST_DEVICE_VENDOR_ID"); !id.empty())
    EXPECT_EQ(std::to_string(Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_VENDOR_ID)), id);
  using Uuid = std::array<unsigned char, CL_UUID_SIZE_KHR>;
  const Uuid rising{0,    0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
                    0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
  const bool is_rising = !Value("TEST_UUIDS").empty();
  EXPECT_EQ(Info<Uuid>(clGetDeviceInfo, device, CL_DEVICE_UUID_KHR) == rising, is_rising);
  EXPECT_EQ(Info<Uuid>(clGetDeviceInfo, device, CL_DRIVER_UUID_KHR) == rising, is_rising);
}

class ProfileTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-profile-test-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  /// Runs the test above in another process with these variables, and with no profile of the user's
  /// unless they say so.
  int Told(const Variables& variables) {
    return RunInOwnProcess("Told.DISABLED_AsTheVariablesSay", [&] { Set(variables); });
  }
  void Set(const Variables& variables) {
    ::setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  }
  std::string File(const std::string& name, const std::string& text) {
    const fs::path path = folder / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }

  fs::path folder;
};

TEST_F(ProfileTest, VariablesDecide) {
  EXPECT_EQ(Told({}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PLATFORM_NAME", "a b"}, {"TEST_PLATFORM_NAME", "a b"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PLATFORM_VENDOR", "a"}, {"TEST_PLATFORM_VENDOR", "a"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_NAME", "a"}, {"TEST_DEVICE_NAME", "a"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_VENDOR", "a"}, {"TEST_DEVICE_VENDOR", "a"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_DRIVER_VERSION", "a"}, {"TEST_DRIVER_VERSION", "a"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_TYPE", "gpu"},
                  {"TEST_DEVICE_TYPE", std::to_string(CL_DEVICE_TYPE_GPU)}}),
            0);
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_VENDOR_ID", "0x8086"}, {"TEST_DEVICE_VENDOR_ID", "32902"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_VENDOR_ID", "77"}, {"TEST_DEVICE_VENDOR_ID", "77"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_COMPUTE_UNITS", "5000"}, {"TEST_COMPUTE_UNITS", "5000"}}), 0);
  EXPECT_NE(Told({{"TEST_COMPUTE_UNITS", "5000"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_UUID", "00112233-4455-6677-8899-AABBccddeeff"},
                  {"HEDDLE_DRIVER_UUID", "00112233445566778899aabbccddeeff"},
                  {"TEST_UUIDS", "1"}}),
            0);
}

TEST_F(ProfileTest, WrongValuesAreIgnored) {
  for (const char* bad : {"0x", "-1", "4294967296", "12a"}) {
    EXPECT_NE(Told({{"HEDDLE_DEVICE_VENDOR_ID", bad}, {"TEST_DEVICE_VENDOR_ID", "0"}}), 0) << bad;
    EXPECT_EQ(Told({{"HEDDLE_DEVICE_VENDOR_ID", bad}}), 0) << bad;
  }
  for (const char* bad :
       {"0", "00112233445566778899aabbccddeefg", "00112233445566778899aabbccddeeff0"})
    EXPECT_EQ(Told({{"HEDDLE_DEVICE_UUID", bad}, {"HEDDLE_DRIVER_UUID", bad}}), 0) << bad;
  EXPECT_EQ(Told({{"HEDDLE_DEVICE_TYPE", "toaster"}}), 0);
}

TEST_F(ProfileTest, AProfileIsForAnExecutable) {
  const std::string file =
      File("own.conf",
           "[test]\nexecutable = *profile_test\nHEDDLE_PLATFORM_NAME = another\n"
           "HEDDLE_DEVICE_TYPE = gpu\n");
  const std::string gpu = std::to_string(CL_DEVICE_TYPE_GPU);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", file},
                  {"TEST_PLATFORM_NAME", "another"},
                  {"TEST_DEVICE_TYPE", gpu}}),
            0);
  // The environment comes first.
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", file},
                  {"HEDDLE_PLATFORM_NAME", "third"},
                  {"TEST_PLATFORM_NAME", "third"},
                  {"TEST_DEVICE_TYPE", gpu}}),
            0);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", "off"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", folder / "missing"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", "/dev/zero"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", File("bad.conf", std::string(3000, '\xff'))}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", File("other.conf",
                                           "[test]\nexecutable = some_other\n"
                                           "HEDDLE_PLATFORM_NAME = another\n")}}),
            0);
}

TEST_F(ProfileTest, AProfileIsForALibrary) {
  const std::string file =
      File("own.conf", "[test]\nlibrary = libmarker*.so\nHEDDLE_DEVICE_NAME = another\n");
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", file}}), 0);
  const std::string library = folder / "libmarker-1.so";
  fs::copy(HEDDLE_EMPTY_LIBRARY, library);
  EXPECT_EQ(
      Told({{"HEDDLE_PROFILES", file}, {"TEST_OPEN", library}, {"TEST_DEVICE_NAME", "another"}}),
      0);
}

TEST_F(ProfileTest, TheUsersFileHasItsPlace) {
  File("heddle/profiles.conf", "[test]\nexecutable = *\nHEDDLE_DEVICE_NAME = another\n");
  EXPECT_EQ(Told({{"TEST_DEVICE_NAME", "another"}}), 0);
  File("home/.config/heddle/profiles.conf", "[test]\nexecutable = *\nHEDDLE_DEVICE_NAME = third\n");
  EXPECT_EQ(
      Told({{"XDG_CONFIG_HOME", ""}, {"HOME", folder / "home"}, {"TEST_DEVICE_NAME", "third"}}), 0);
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", File("none.conf", "")}}), 0);
}

/// Tells the size of a kernel's sub-groups.
TEST(SubGroups, DISABLED_HaveASize) {
  OpenLibrary();
  const cl_device_id device = FirstDevice();
  cl_int error = -1;
  const Context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const char* source =
      "kernel void k(global uint* p) { p[get_global_id(0)] = get_max_sub_group_size(); }";
  const Program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS);
  const Kernel kernel = clCreateKernel(program, "k", &error);
  const size_t local[] = {256};
  size_t size = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof(local), local, sizeof(size), &size, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(std::to_string(size), Value("TEST_SIZE"));
}

TEST_F(ProfileTest, SubGroupsAndTheVersionAreTheProfiles) {
  const auto run = [&](const std::string& value, const std::string& wanted) {
    const std::string file =
        File("own.conf", "[p]\nexecutable = *\nHEDDLE_SUBGROUP_SIZE = " + value +
                             "\nHEDDLE_OPENCL_VERSION = 3.0\n");
    return RunInOwnProcess("SubGroups.DISABLED_HaveASize", [&] {
      Set({{"HEDDLE_PROFILES", file}, {"TEST_SIZE", wanted}});
    });
  };
  EXPECT_EQ(run("32", "32"), 0);
  EXPECT_EQ(run("8", "8"), 0);  // the kernel cache does not mix them up
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", folder / "own.conf"}, {"TEST_VERSION", "OpenCL 3.0 Heddle"}}),
            0);
}

TEST_F(ProfileTest, TheFirstProfileDecides) {
  const std::string file = File("own.conf",
                                "[a]\nexecutable = *\nHEDDLE_DEVICE_NAME = another\n"
                                "[b]\nexecutable = *\nHEDDLE_DEVICE_NAME = third\n"
                                "HEDDLE_DEVICE_VENDOR = fourth\n");
  EXPECT_EQ(Told({{"HEDDLE_PROFILES", file},
                  {"TEST_DEVICE_NAME", "another"},
                  {"TEST_DEVICE_VENDOR", "fourth"}}),
            0);
}

/// The effect of each profile that ships, for a process that has the library.
struct Shipped {
  const char* library;
  Variables told;
};
const std::map<std::string, Shipped>& AllShipped() {
  static const std::map<std::string, Shipped> all{
      {"ggml's OpenCL back end",
       {"libggml-opencl.so", {{"TEST_DEVICE_NAME", "Heddle on a CPU (taken for Intel)"}}}},
      {"ggml's SYCL back end",
       {"libggml-sycl-71f031c5.so",
        {{"TEST_PLATFORM_NAME", "Heddle OpenCL"},
         {"TEST_DEVICE_TYPE", std::to_string(CL_DEVICE_TYPE_GPU)},
         {"TEST_COMPUTE_UNITS", "16"}}}},
  };
  return all;
}

TEST_F(ProfileTest, TheShippedOnesAreForTheirPrograms) {
  for (const auto& [name, shipped] : AllShipped()) {
    SCOPED_TRACE(name);
    Variables variables = shipped.told;
    EXPECT_NE(Told(variables), 0);
    variables["TEST_OPEN"] = folder / shipped.library;
    fs::copy(HEDDLE_EMPTY_LIBRARY, variables["TEST_OPEN"]);
    EXPECT_EQ(Told(variables), 0);
    EXPECT_EQ(Told({{"TEST_OPEN", variables["TEST_OPEN"]}, {"HEDDLE_PROFILES", "off"}}), 0);
  }
}

TEST_F(ProfileTest, GgmlHasTheSubGroupsThatItTakesForGranted) {
  const std::string library = folder / "libggml-opencl.so";
  fs::copy(HEDDLE_EMPTY_LIBRARY, library);
  EXPECT_EQ(RunInOwnProcess("SubGroups.DISABLED_HaveASize",
                            [&] {
                              Set({{"TEST_OPEN", library}, {"TEST_SIZE", "32"}});
                            }),
            0);
}

TEST_F(ProfileTest, EachShippedOneIsTested) {
  std::ifstream file(HEDDLE_SHIPPED_PROFILES);
  std::vector<std::string> names, tested;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with('[')) names.push_back(line.substr(1, line.size() - 2));
  for (const auto& [name, shipped] : AllShipped()) tested.push_back(name);
  std::ranges::sort(names);
  EXPECT_EQ(names, tested);
  EXPECT_FALSE(names.empty());
}

/// Compares what the driver writes to stderr in another process.
class LogTest : public ProfileTest {
 protected:
  std::string Log(const Variables& variables) {
    const std::string file = folder / "log";
    RunInOwnProcess("Told.DISABLED_AsTheVariablesSay", [&] {
      Set(variables);
      if (!std::freopen(file.c_str(), "w", stderr)) std::_Exit(97);
    });
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(LogTest, SaysWhatAppliesAndWhatIsWrong) {
  const std::string file =
      File("own.conf", "[mine]\nexecutable = *\nHEDDLE_DEVICE_NAME = another\nnonsense\n");
  const std::string info =
      Log({{"HEDDLE_PROFILES", file}, {"HEDDLE_LOG", "info"}, {"TEST_DEVICE_NAME", "another"}});
  EXPECT_NE(info.find("the profile [mine] of " + file + " applies: HEDDLE_DEVICE_NAME=another"),
            std::string::npos)
      << info;
  const std::string error =
      Log({{"HEDDLE_PROFILES", file}, {"HEDDLE_LOG", "error"}, {"TEST_DEVICE_NAME", "another"}});
  EXPECT_EQ(error.find("applies"), std::string::npos) << error;
  EXPECT_NE(error.find(file + ":4: neither [name], key = value nor # comment"), std::string::npos)
      << error;
  EXPECT_EQ(Log({{"HEDDLE_LOG", "error"}}), "");  // every line of what ships is understood
  EXPECT_EQ(Log({{"HEDDLE_PROFILES", file}, {"TEST_DEVICE_NAME", "another"}}), "");
}

}  // namespace
