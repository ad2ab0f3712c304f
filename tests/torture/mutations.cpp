// SPDX-License-Identifier: Apache-2.0
// Runs one of the programs in tests/fuzz without libFuzzer: it mutates what a program of ours is
// in binaries or in SPIR-V, for a while. All follows from the seed; a fault ends it by a signal.
#include <CL/cl.h>
#include <spirv-tools/libspirv.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

using Bytes = std::vector<uint8_t>;

// The program's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" [[gnu::weak]] size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                                        unsigned seed);

namespace {

constexpr size_t kLongest = size_t{1} << 16;
std::mt19937_64 choices;

size_t below(size_t bound) {
  return bound ? choices() % bound : 0;
}

Bytes binary_of(const char* source, const char* options) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) != CL_SUCCESS) std::abort();
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
  Bytes bytes(size);
  uint8_t* to = bytes.data();
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(to), static_cast<void*>(&to), nullptr);
  clReleaseProgram(program);
  clReleaseContext(context);
  constexpr ptrdiff_t kHeader = 32;
  return {bytes.begin() + kHeader, bytes.end()};
}

std::vector<Bytes> records() {
  return {binary_of("kernel void k(global float* p, float f, local int* l) {"
                    "  l[get_local_id(0)] = f; barrier(CLK_LOCAL_MEM_FENCE);"
                    "  p[get_global_id(0)] = sin(l[0] + f); }",
                    "-cl-kernel-arg-info"),
          binary_of("global int g = 3; constant int c[] = {1, 2, 3};"
                    "kernel __attribute__((reqd_work_group_size(4, 2, 1)))"
                    "void k(global int* p) { p[get_global_id(0)] = g + c[get_local_id(0) % 3]; }"
                    "kernel void i(read_only image2d_t i, sampler_t s, global float4* p) {"
                    "  *p = read_imagef(i, s, (int2)(0)); }",
                    "-cl-std=CL2.0")};
}

Bytes assembled(const char* text) {
  std::vector<uint32_t> words;
  if (!spvtools::SpirvTools(SPV_ENV_OPENCL_2_2).Assemble(text, &words)) std::abort();
  const auto* begin = reinterpret_cast<const uint8_t*>(words.data());
  return {begin, begin + words.size() * sizeof(uint32_t)};
}

/// A kernel with a loop, a switch, a phi, vectors, a built-in variable and calls.
std::vector<Bytes> modules() {
  return {assembled(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Linkage
    OpCapability Int64
    %set = OpExtInstImport "OpenCL.std"
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %k "k" %id
    OpDecorate %id BuiltIn GlobalInvocationId
    OpDecorate %id Constant
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %float = OpTypeFloat 32
    %bool = OpTypeBool
    %v3 = OpTypeVector %long 3
    %v4 = OpTypeVector %float 4
    %in = OpTypePointer Input %v3
    %global = OpTypePointer CrossWorkgroup %float
    %kernel = OpTypeFunction %void %global %int
    %helper = OpTypeFunction %float %float %float
    %zero = OpConstant %int 0
    %one = OpConstant %int 1
    %f0 = OpConstant %float 0
    %f2 = OpConstant %float 2
    %id = OpVariable %in Input
    %h = OpFunction %float Inline %helper
    %x = OpFunctionParameter %float
    %y = OpFunctionParameter %float
    %begin = OpLabel
    %sum = OpFAdd %float %x %y
    %s = OpExtInst %float %set sin %sum
    OpReturnValue %s
    OpFunctionEnd
    %k = OpFunction %void None %kernel
    %p = OpFunctionParameter %global
    %n = OpFunctionParameter %int
    %entry = OpLabel
    %ids = OpLoad %v3 %id Aligned 32
    %item = OpCompositeExtract %long %ids 0
    %at = OpInBoundsPtrAccessChain %global %p %item
    %v = OpLoad %float %at Aligned 4
    OpBranch %loop
    %loop = OpLabel
    %i = OpPhi %int %zero %entry %next %body
    %a = OpPhi %float %v %entry %called %body
    %goes = OpULessThan %bool %i %n
    OpLoopMerge %end %body None
    OpBranchConditional %goes %body %end
    %body = OpLabel
    %four = OpCompositeConstruct %v4 %a %f0 %f2 %a
    %dot = OpDot %float %four %four
    %called = OpFunctionCall %float %h %dot %f2
    %next = OpIAdd %int %i %one
    OpBranch %loop
    %end = OpLabel
    OpSelectionMerge %last None
    OpSwitch %n %other 1 %last 7 %other
    %other = OpLabel
    OpBranch %last
    %last = OpLabel
    %r = OpPhi %float %a %end %f2 %other
    OpStore %at %r Aligned 4
    OpReturn
    OpFunctionEnd)")};
}

}  // namespace

/// As libFuzzer does it in kind: bytes and words of the input are changed, moved and repeated.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) {
  for (size_t left = 1 + below(3); left > 0; --left) {
    if (size == 0) return 0;
    const size_t at = below(size);
    const size_t count = std::min(1 + below(16), size - at);
    switch (below(7)) {
      case 0:
        data[at] ^= static_cast<uint8_t>(1u << below(8));
        break;
      case 1:
        data[at] = static_cast<uint8_t>(choices());
        break;
      case 2:
        std::fill_n(data + at, count, below(2) ? uint8_t{0} : uint8_t{0xff});
        break;
      case 3:
        data[at] = static_cast<uint8_t>(data[at] + (below(2) ? 1 : -1));
        break;
      case 4:
        std::move(data + at + count, data + size, data + at);
        size -= count;
        break;
      case 5:
        if (size + count <= max_size) {
          std::move_backward(data + at, data + size, data + size + count);
          size += count;
        }
        break;
      default:
        std::copy_n(data + below(size - count + 1), count, data + at);
    }
  }
  return size;
}

int main(int argc, char** argv) {
  CLI::App app(
      "Mutates program binaries or SPIR-V modules and gives them to the first OpenCL device.");
  uint64_t seed = 1;
  double seconds = 5;
  bool is_il = false;
  app.add_option("--seed", seed, "of all choices")->capture_default_str();
  app.add_option("--seconds", seconds, "how long")->capture_default_str();
  app.add_flag("--il", is_il, "the program takes SPIR-V");
  CLI11_PARSE(app, argc, argv);

  choices.seed(seed);
  std::vector<Bytes> corpus = is_il ? modules() : records();
  const size_t honest = corpus.size();
  uint64_t tries = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (; std::chrono::steady_clock::now() < end; ++tries) {
    Bytes input = corpus[below(corpus.size())];
    const size_t size = input.size();
    input.resize(std::max(kLongest, size));
    const auto number = static_cast<unsigned>(choices());
    input.resize(LLVMFuzzerCustomMutator
                     ? LLVMFuzzerCustomMutator(input.data(), size, input.size(), number)
                     : LLVMFuzzerMutate(input.data(), size, input.size()));
    if (LLVMFuzzerTestOneInput(input.data(), input.size()) != 0) continue;
    // What was accepted is mutated further.
    if (corpus.size() < honest + 200)
      corpus.push_back(std::move(input));
    else
      corpus[honest + below(200)] = std::move(input);
  }
  std::printf("%llu inputs\n", static_cast<unsigned long long>(tries));
  return 0;
}
