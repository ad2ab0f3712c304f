// SPDX-License-Identifier: Apache-2.0
// program DRIVER: opens the driver by its absolute path, as a set-user-ID program would, and prints
// all that the environment could change about the device, two programs and their results. The rest
// is up to set_user_id.py.
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <spirv-tools/libspirv.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace {

struct HasDispatch {
  const cl_icd_dispatch* dispatch;
};
const cl_icd_dispatch* cl = nullptr;  // the driver's

void check(bool good, const char* what, int code = 0) {
  if (good) return;
  fprintf(stderr, "%s failed (%d)\n", what, code);
  std::exit(1);
}

cl_platform_id open_driver(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  check(library != nullptr, "dlopen");
  const auto address =
      reinterpret_cast<void* (*)(const char*)>(dlsym(library, "clGetExtensionFunctionAddress"));
  check(address != nullptr, "dlsym");
  const auto get = reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(address("clIcdGetPlatformIDsKHR"));
  cl_platform_id platform = nullptr;
  check(get && get(1, &platform, nullptr) == CL_SUCCESS, "clIcdGetPlatformIDsKHR");
  cl = reinterpret_cast<const HasDispatch*>(platform)->dispatch;
  return platform;
}

struct Opened {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

void print_number(const Opened& on, cl_device_info what, const char* name) {
  cl_ulong value = 0;  // little-endian: smaller types fit
  cl->clGetDeviceInfo(on.device, what, sizeof(value), &value, nullptr);
  printf("%s: %llu\n", name, static_cast<unsigned long long>(value));
}

void print_identity(cl_platform_id platform, const Opened& on) {
  for (const cl_platform_info what : {CL_PLATFORM_NAME, CL_PLATFORM_VENDOR}) {
    char text[1024] = "";
    cl->clGetPlatformInfo(platform, what, sizeof(text), text, nullptr);
    printf("platform: %s\n", text);
  }
  for (const cl_device_info what : {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION}) {
    char text[1024] = "";
    cl->clGetDeviceInfo(on.device, what, sizeof(text), text, nullptr);
    printf("device: %s\n", text);
  }
  for (const cl_device_info what : {CL_DEVICE_UUID_KHR, CL_DRIVER_UUID_KHR}) {
    unsigned char bytes[CL_UUID_SIZE_KHR] = {};
    cl->clGetDeviceInfo(on.device, what, sizeof(bytes), bytes, nullptr);
    for (const unsigned byte : bytes) printf("%02x", byte);
    printf("\n");
  }
}

void print_device(const Opened& on) {
  print_number(on, CL_DEVICE_TYPE, "type");
  print_number(on, CL_DEVICE_VENDOR_ID, "vendor id");
  print_number(on, CL_DEVICE_MAX_COMPUTE_UNITS, "units");
  print_number(on, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, "cache");
  print_number(on, CL_DEVICE_PARTITION_AFFINITY_DOMAIN, "domains");
  print_number(on, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, "floats in a vector");
  char text[8192] = "";
  cl->clGetDeviceInfo(on.device, CL_DEVICE_EXTENSIONS, sizeof(text), text, nullptr);
  printf("extensions: %s\n", text);
}

Opened make(cl_platform_id platform) {
  Opened on;
  cl_int error = cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &on.device, nullptr);
  check(error == CL_SUCCESS, "clGetDeviceIDs", error);
  on.context = cl->clCreateContext(nullptr, 1, &on.device, nullptr, nullptr, &error);
  check(error == CL_SUCCESS, "clCreateContext", error);
  on.queue = cl->clCreateCommandQueueWithProperties(on.context, on.device, nullptr, &error);
  check(error == CL_SUCCESS, "clCreateCommandQueueWithProperties", error);
  return on;
}

/// Builds, runs kernel `k` and prints what it wrote, and a number for the code.
void run(const Opened& on, cl_program program, const char* options) {
  cl_int error = cl->clBuildProgram(program, 1, &on.device, options, nullptr, nullptr);
  char log[8192] = "";
  cl->clGetProgramBuildInfo(program, on.device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, nullptr);
  printf("log: %s\n", log);
  check(error == CL_SUCCESS, "clBuildProgram", error);
  size_t size = 0;
  cl->clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
  std::vector<unsigned char> binary(size);
  unsigned char* at = binary.data();
  cl->clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(at), &at, nullptr);
  uint64_t hash = 0;
  for (const unsigned char byte : binary) hash = (hash ^ byte) * 0x100000001b3;
  printf("binary: %zu bytes, %016llx\n", size, static_cast<unsigned long long>(hash));

  check(!cl->clCreateKernel(program, "missing", &error), "no error to log");
  cl_kernel kernel = cl->clCreateKernel(program, "k", &error);
  check(error == CL_SUCCESS, "clCreateKernel", error);
  constexpr size_t kItems = 64;
  cl_uint out[kItems] = {};
  cl_mem buffer = cl->clCreateBuffer(on.context, 0, sizeof(out), nullptr, &error);
  cl->clSetKernelArg(kernel, 0, sizeof(buffer), static_cast<const void*>(&buffer));
  cl->clEnqueueNDRangeKernel(on.queue, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr);
  error =
      cl->clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, nullptr, nullptr);
  check(error == CL_SUCCESS, "clEnqueueReadBuffer", error);
  for (const cl_uint value : out) printf(" %u", value);
  printf("\n");
  cl->clReleaseMemObject(buffer);
  cl->clReleaseKernel(kernel);
  cl->clReleaseProgram(program);
}

/// Whether a source may read a file.
void read_file(const Opened& on) {
  const char* source =
      "constant uchar bytes[] = {\n#embed \"/etc/passwd\" limit(1)\n};\n"
      "kernel void k(global uchar* out) { *out = bytes[0]; }\n";
  cl_int error = CL_SUCCESS;
  cl_program program = cl->clCreateProgramWithSource(on.context, 1, &source, nullptr, &error);
  check(error == CL_SUCCESS, "clCreateProgramWithSource", error);
  printf("files: %d\n", cl->clBuildProgram(program, 1, &on.device, "", nullptr, nullptr));
  cl->clReleaseProgram(program);
}

void run_source(const Opened& on, const char* options) {
  const char* source =
      "kernel void k(global uint* out) {\n"
      "  uint sum = get_global_id(0);\n"
      "  for (int i = 0; i < 12; ++i) sum = sum * 31 + i;\n"
      "  out[get_global_id(0)] = sum;\n"
      "}\n";
  cl_int error = 0;
  cl_program program = cl->clCreateProgramWithSource(on.context, 1, &source, nullptr, &error);
  check(error == CL_SUCCESS, "clCreateProgramWithSource", error);
  run(on, program, options);
}

/// Through the helper process.
void run_spirv(const Opened& on) {
  const std::string text = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%pointer = OpTypePointer CrossWorkgroup %uint
%type = OpTypeFunction %void %pointer
%value = OpConstant %uint 42
%k = OpFunction %void None %type
%out = OpFunctionParameter %pointer
%begin = OpLabel
OpStore %out %value Aligned 4
OpReturn
OpFunctionEnd
)";
  spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_2);
  spv_binary words = nullptr;
  const auto result = spvTextToBinary(context, text.data(), text.size(), &words, nullptr);
  check(result == SPV_SUCCESS, "spvTextToBinary", result);
  cl_int error = 0;
  cl_program program = cl->clCreateProgramWithIL(on.context, words->code,
                                                 words->wordCount * sizeof(uint32_t), &error);
  check(error == CL_SUCCESS, "clCreateProgramWithIL", error);
  run(on, program, "");
  spvBinaryDestroy(words);
  spvContextDestroy(context);
}

/// Names of the files that are mapped, whatever opened them.
void print_libraries() {
  std::ifstream maps("/proc/self/maps");
  std::set<std::string> names;
  for (std::string line; std::getline(maps, line);) {
    const size_t slash = line.find('/');
    if (slash != line.npos) names.insert(line.substr(line.rfind('/') + 1));
  }
  for (const std::string& name : names) printf("mapped: %s\n", name.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  check(argc == 2, "usage: program DRIVER:");
  fprintf(stderr, "secure: %lu\n", getauxval(AT_SECURE));
  const cl_platform_id platform = open_driver(argv[1]);
  const Opened on = make(platform);
  print_identity(platform, on);
  print_device(on);
  run_source(on, "");
  run_source(on, "-g -cl-opt-disable");
  read_file(on);
  run_spirv(on);
  print_libraries();
  cl->clReleaseCommandQueue(on.queue);
  cl->clReleaseContext(on.context);
  return 0;
}
