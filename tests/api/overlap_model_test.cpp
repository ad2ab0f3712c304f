// SPDX-License-Identifier: Apache-2.0
// Random kernels whose arguments are ranges of one allocation, at random distances, by every way to
// memory: shared virtual memory, USM, the system's, sub-buffers, addresses of buffers, pointers in
// a structure. A model that does one thing after the other says what comes out.
#include <cstring>
#include <random>

#include "command_test.h"
#include "platform/later_extensions.h"

namespace {

using namespace heddle::khr;

constexpr size_t kRow = 256;      // elements that a work-item has for itself
constexpr int kRounds = 40;       // of its loop
constexpr size_t kFurthest = 96;  // where an argument may begin in a row, a multiple of 32
constexpr size_t kAlign = 32;     // elements: what a sub-buffer is aligned to
constexpr size_t kPointers = 3;

/// Place k * step + offset from a pointer on.
struct Place {
  size_t pointer;
  int step, offset;
  size_t at(int k) const { return static_cast<size_t>(k * step + offset); }
  std::string text() const {
    return "p" + std::to_string(pointer) + "[k * " + std::to_string(step) + " + " +
           std::to_string(offset) + "]";
  }
};
struct Statement {
  Place to, left, right;
  char operation;
};

enum class Way {
  SVM,
  FineSVM,
  System,
  HostUSM,
  DeviceUSM,
  SharedUSM,
  SubBuffer,
  Address,
  AddressAndBuffer,
  Structure
};
constexpr Way kWays[] = {
    Way::SVM,       Way::FineSVM,   Way::System,  Way::HostUSM,          Way::DeviceUSM,
    Way::SharedUSM, Way::SubBuffer, Way::Address, Way::AddressAndBuffer, Way::Structure};

class OverlapModelTest : public CommandTest {
 protected:
  template <class F>
  F* Find(const char* name) {
    auto* found = reinterpret_cast<F*>(clGetExtensionFunctionAddressForPlatform(platform, name));
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
  size_t Below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); }

  Place AnyPlace() {
    return {Below(kPointers), static_cast<int>(Below(4) == 0 ? Below(4) : 1),
            static_cast<int>(Below(20))};
  }
  std::vector<Statement> AnyStatements() {
    std::vector<Statement> all;
    for (size_t left = 1 + Below(4); left > 0; --left)
      all.push_back({AnyPlace(), AnyPlace(), AnyPlace(), "+-*^"[Below(4)]});
    return all;
  }
  static std::string Source(const std::vector<Statement>& statements) {
    std::string body = "  for (int k = 0; k < rounds; ++k) {\n";
    for (const Statement& one : statements)
      body += "    " + one.to.text() + " = " + one.left.text() + " " + one.operation + " " +
              one.right.text() + ";\n";
    body += "  }\n}\n";
    const std::string begin = "  size_t row = get_global_id(0) * 256;\n";
    std::string parameters, moves, takes;
    for (size_t i = 0; i < kPointers; ++i) {
      const std::string p = "p" + std::to_string(i);
      parameters += "global uint* " + p + ", ";
      moves += "  " + p + " += row;\n";
      takes += "  global uint* " + p + " = all->p[" + std::to_string(i) + "] + row;\n";
    }
    return "typedef struct { global uint* p[3]; } pointers;\n"
           "kernel void plain(" +
           parameters + "int rounds) {\n" + begin + moves + body +
           "kernel void structure(global const pointers* all, int rounds) {\n" + begin + takes +
           body;
  }
  /// The same, by the host.
  static void Do(const std::vector<Statement>& statements, std::vector<cl_uint>& memory,
                 const std::array<size_t, kPointers>& begins, size_t items) {
    for (size_t item = 0; item < items; ++item) {
      const auto element = [&](const Place& place, int k) -> cl_uint& {
        return memory[item * kRow + begins[place.pointer] + place.at(k)];
      };
      for (int k = 0; k < kRounds; ++k) {
        for (const Statement& one : statements) {
          const cl_uint a = element(one.left, k), b = element(one.right, k);
          element(one.to, k) = one.operation == '+'   ? a + b
                               : one.operation == '-' ? a - b
                               : one.operation == '*' ? a * b
                                                      : a ^ b;
        }
      }
    }
  }

  /// A kernel's run over `memory`, by one of the ways.
  std::vector<cl_uint> Run(Way way, cl_program program, const std::vector<cl_uint>& memory,
                           const std::array<size_t, kPointers>& begins, size_t items) {
    const bool is_buffer =
        way == Way::SubBuffer || way == Way::Address || way == Way::AddressAndBuffer;
    return is_buffer ? OfBuffer(way, program, memory, begins, items)
                     : OfPointers(way, program, memory, begins, items);
  }

  void Launch(cl_kernel kernel, size_t items) {
    const size_t local = items % 4 == 0 ? 4 : 1;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  std::vector<cl_uint> OfBuffer(Way way, cl_program program, const std::vector<cl_uint>& memory,
                                const std::array<size_t, kPointers>& begins, size_t items) {
    const cl_mem_properties properties[] = {kMemDevicePrivateAddress, CL_TRUE, 0};
    const size_t bytes = memory.size() * sizeof(cl_uint);
    cl_int error = 1;
    Mem whole =
        Driver().clCreateBufferWithProperties(context, properties, CL_MEM_COPY_HOST_PTR, bytes,
                                              const_cast<cl_uint*>(memory.data()), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const auto address =
        Info<DeviceAddress>(clGetMemObjectInfo, static_cast<cl_mem>(whole), kMemDeviceAddress);
    auto* const set_address =
        Find<cl_int(cl_kernel, cl_uint, DeviceAddress)>("clSetKernelArgDevicePointerEXT");
    std::vector<Mem> parts;
    Kernel kernel = MakeKernel(program, "plain");
    for (size_t i = 0; i < kPointers; ++i) {
      const cl_buffer_region region = {begins[i] * sizeof(cl_uint),
                                       bytes - begins[i] * sizeof(cl_uint)};
      if (way == Way::SubBuffer || (way == Way::AddressAndBuffer && i == 0)) {
        parts.emplace_back(
            clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
        EXPECT_EQ(error, CL_SUCCESS);
        SetArg<cl_mem>(kernel, static_cast<cl_uint>(i), parts.back());
      } else {
        EXPECT_EQ(set_address(kernel, static_cast<cl_uint>(i), address + region.origin),
                  CL_SUCCESS);
      }
    }
    SetArg(kernel, kPointers, kRounds);
    Launch(kernel, items);
    return Read<cl_uint>(whole, memory.size());
  }

  void* Allocate(Way way, size_t bytes) {
    cl_int error = CL_SUCCESS;
    switch (way) {
      case Way::HostUSM:
        return Find<void*(cl_context, const Properties*, size_t, cl_uint, cl_int*)>(
            "clHostMemAllocINTEL")(context, nullptr, bytes, 0, &error);
      case Way::DeviceUSM:
      case Way::SharedUSM:
        return Find<void*(cl_context, cl_device_id, const Properties*, size_t, cl_uint, cl_int*)>(
            way == Way::DeviceUSM ? "clDeviceMemAllocINTEL" : "clSharedMemAllocINTEL")(
            context, device, nullptr, bytes, 0, &error);
      case Way::System:
        return aligned_alloc(64, bytes);
      default:
        return clSVMAlloc(context, way == Way::FineSVM ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0, bytes,
                          0);
    }
  }
  void FreeAgain(Way way, void* memory) {
    if (way == Way::HostUSM || way == Way::DeviceUSM || way == Way::SharedUSM) {
      EXPECT_EQ(Find<cl_int(cl_context, void*)>("clMemFreeINTEL")(context, memory), CL_SUCCESS);
    } else if (way == Way::System) {
      free(memory);
    } else {
      clSVMFree(context, memory);
    }
  }

  std::vector<cl_uint> OfPointers(Way way, cl_program program, const std::vector<cl_uint>& memory,
                                  const std::array<size_t, kPointers>& begins, size_t items) {
    const size_t bytes = memory.size() * sizeof(cl_uint);
    auto* const whole = static_cast<cl_uint*>(Allocate(way, bytes));
    EXPECT_NE(whole, nullptr);
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, whole, memory.data(), bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    Kernel kernel = MakeKernel(program, way == Way::Structure ? "structure" : "plain");
    Mem holder;
    if (way == Way::Structure) {
      std::vector<cl_uint*> pointers;
      for (const size_t begin : begins) pointers.push_back(whole + begin);
      holder = Buffer(pointers);
      SetArg<cl_mem>(kernel, 0, holder);
      SetArg(kernel, 1, kRounds);
      const void* const list = whole;
      EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(list), &list),
                CL_SUCCESS);
    } else {
      const bool is_svm = way == Way::SVM || way == Way::FineSVM || way == Way::System;
      auto* const set =
          is_svm ? &clSetKernelArgSVMPointer
                 : Find<cl_int(cl_kernel, cl_uint, const void*)>("clSetKernelArgMemPointerINTEL");
      for (size_t i = 0; i < kPointers; ++i)
        EXPECT_EQ(set(kernel, static_cast<cl_uint>(i), whole + begins[i]), CL_SUCCESS);
      SetArg(kernel, kPointers, kRounds);
    }
    Launch(kernel, items);
    std::vector<cl_uint> result(memory.size());
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, result.data(), whole, bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    FreeAgain(way, whole);
    return result;
  }

  std::mt19937 random;
};

TEST_F(OverlapModelTest, RandomRanges) {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    random.seed(seed);
    const auto statements = AnyStatements();
    const std::string source = Source(statements);
    SCOPED_TRACE(testing::Message() << "seed " << seed << "\n" << source);
    Program program = Build(source);
    ASSERT_NE(program, nullptr);
    for (const Way way : kWays) {
      SCOPED_TRACE(testing::Message() << "way " << static_cast<int>(way));
      const size_t items = Below(2) == 0 ? 1 : 4 * (1 + Below(8));
      std::array<size_t, kPointers> begins{};
      const bool is_aligned = way == Way::SubBuffer || way == Way::AddressAndBuffer;
      for (size_t& begin : begins)
        begin = is_aligned      ? Below(kFurthest / kAlign + 1) * kAlign
                : Below(3) == 0 ? Below(kFurthest)
                                : Below(8);
      std::vector<cl_uint> memory(items * kRow);
      for (cl_uint& element : memory) element = static_cast<cl_uint>(random());
      auto expected = memory;
      Do(statements, expected, begins, items);
      ASSERT_EQ(Run(way, program, memory, begins, items), expected)
          << "begins " << testing::PrintToString(begins) << ", " << items << " items";
    }
  }
}

}  // namespace
