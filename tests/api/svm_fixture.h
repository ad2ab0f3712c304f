// SPDX-License-Identifier: Apache-2.0
// Owned allocations of shared virtual memory, and kernels that are not waited for.
#pragma once

#include <memory>

#include "command_test.h"

inline constexpr cl_mem_flags kFine = CL_MEM_SVM_FINE_GRAIN_BUFFER;
inline constexpr cl_mem_flags kAtomics = kFine | CL_MEM_SVM_ATOMICS;

class SVMTest : public CommandTest {
 protected:
  template <class T>
  struct Free {
    cl_context context;
    void operator()(T* pointer) const { clSVMFree(context, pointer); }
  };
  template <class T>
  using SVM = std::unique_ptr<T[], Free<T>>;

  template <class T>
  SVM<T> Alloc(size_t count, cl_svm_mem_flags flags = CL_MEM_READ_WRITE) {
    auto* memory = static_cast<T*>(clSVMAlloc(context, flags, count * sizeof(T), 0));
    EXPECT_NE(memory, nullptr);
    return SVM<T>(memory, {context});
  }

  void Run(cl_kernel kernel, size_t items) {
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
};
