// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for the whole way of a program binary: clCreateProgramWithBinary, build, kernels
// and what is asked of them. The checksum is always right. Code is altered, but not run, and the IR
// stays honest: LLVM's reader trusts it. Inputs are records without the header of a binary.
#include <CL/cl.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "abi/program_record.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using Bytes = std::vector<unsigned char>;
using heddle::ProgramRecord;

constexpr size_t kHeader = 32;

std::optional<ProgramRecord> record_of(const uint8_t* data, size_t size) {
  Bytes bytes = heddle::serialize({});  // has the versions
  bytes.resize(kHeader);
  bytes.insert(bytes.end(), data, data + size);
  const uint64_t sizes[2] = {size, XXH3_64bits(data, size)};
  std::memcpy(bytes.data() + 16, sizes, sizeof(sizes));
  return heddle::deserialize(bytes);
}

void mutate(Bytes& bytes) {
  constexpr size_t kMore = 64;
  const size_t size = bytes.size();
  bytes.resize(size + kMore);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, size + kMore));
}

/// Numbers and names; what is long is taken out meanwhile, or nothing else would be hit.
void mutate_fields(ProgramRecord& record) {
  ProgramRecord small = record;
  small.ir.clear();
  for (auto& kernel : small.kernels) kernel.object.clear();
  const Bytes honest = heddle::serialize(small);
  for (int tries = 0; tries < 50; ++tries) {
    Bytes fields(honest.begin() + kHeader, honest.end());
    mutate(fields);
    auto changed = record_of(fields.data(), fields.size());
    if (!changed) continue;
    changed->ir = record.ir;
    for (size_t i = 0; i < std::min(record.kernels.size(), changed->kernels.size()); ++i)
      changed->kernels[i].object = record.kernels[i].object;
    record = *std::move(changed);
    return;
  }
}

struct Driver {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  Bytes ir;  // of a program of ours

  Driver() {
    cl_platform_id platform = nullptr;
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    if (!error) error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (!error) context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (error) std::abort();
    const char* source =
        "kernel void a(global int* p) { *p = 1; } kernel void b(global int* p) {}"
        "kernel void c(local int* p) {} kernel void f() {}";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) std::abort();
    size_t size = 0;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
    Bytes binary(size);
    unsigned char* to = binary.data();
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(to), &to, nullptr);
    clReleaseProgram(program);
    ir = record_of(binary.data() + kHeader, size - kHeader).value().ir;
  }
};

void ask(cl_kernel kernel, cl_device_id device) {
  char text[4096];
  for (cl_uint name = CL_KERNEL_FUNCTION_NAME; name <= CL_KERNEL_ATTRIBUTES; ++name)
    clGetKernelInfo(kernel, name, sizeof(text), text, nullptr);
  for (cl_uint name = CL_KERNEL_WORK_GROUP_SIZE; name <= CL_KERNEL_GLOBAL_WORK_SIZE; ++name)
    clGetKernelWorkGroupInfo(kernel, device, name, sizeof(text), text, nullptr);
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr);
  for (cl_uint i = 0; i < std::min(count, 64u); ++i) {
    for (cl_uint name = CL_KERNEL_ARG_ADDRESS_QUALIFIER; name <= CL_KERNEL_ARG_NAME; ++name)
      clGetKernelArgInfo(kernel, i, name, sizeof(text), text, nullptr);
    for (const size_t size : {1, 4, 8, 64}) clSetKernelArg(kernel, i, size, nullptr);
    const uint64_t zeros[8] = {};
    for (const size_t size : {1, 4, 8, 64}) clSetKernelArg(kernel, i, size, zeros);
  }
}

void use(cl_program program, cl_device_id device) {
  cl_uint count = 0;
  if (clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS) return;
  std::vector<cl_kernel> kernels(count);
  if (clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) return;
  for (cl_kernel kernel : kernels) {
    ask(kernel, device);
    clReleaseKernel(kernel);
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  auto record = record_of(data, size);
  if (!record) return LLVMFuzzerMutate(data, size, max_size);
  std::mt19937 random(seed);
  if (random() % 2 && !record->kernels.empty()) {
    mutate(record->kernels[random() % record->kernels.size()].object);
  } else {
    mutate_fields(*record);
  }
  const Bytes bytes = heddle::serialize(*record);
  const size_t length = std::min(bytes.size() - kHeader, max_size);
  std::memcpy(data, bytes.data() + kHeader, length);
  return length;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Driver& driver = *new Driver;
  auto record = record_of(data, size);
  if (!record) return -1;
  if (!record->ir.empty()) record->ir = driver.ir;
  for (auto& kernel : record->kernels) kernel.role = heddle::KernelRole::Kernel;  // would be run
  const Bytes binary = heddle::serialize(*record);
  const unsigned char* bytes = binary.data();
  const size_t length = binary.size();
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithBinary(driver.context, 1, &driver.device, &length, &bytes,
                                                 nullptr, &error);
  if (!program) return 0;
  if (clBuildProgram(program, 1, &driver.device, nullptr, nullptr, nullptr) == CL_SUCCESS)
    use(program, driver.device);
  clReleaseProgram(program);
  return 0;
}
