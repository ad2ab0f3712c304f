// SPDX-License-Identifier: Apache-2.0
// The guarded output of a launch, in a buffer or in shared virtual memory, and other ways to it.
#pragma once

#include <vector>

#include "device.h"
#include "spec.h"

namespace kernels {

constexpr size_t kGuard = 4096;  // bytes; a multiple of what sub-buffers are aligned to
constexpr unsigned char kFill = 0xc5;

struct FreeSvm {
  cl_context context;
  void operator()(void* memory) const { clSVMFree(context, memory); }
};

class OutputMemory {
 public:
  explicit OutputMemory(Device& device) : device_(device) {}

  /// `bytes` of kFill between the guards.
  void create(size_t bytes, bool svm);

  /// Makes argument `index` of `kernel` the output from byte `offset` on. Of a buffer that is
  /// itself (0) or a sub-buffer, whose offset must suit the device.
  void set(cl_kernel kernel, unsigned index, size_t offset);
  /// Where byte `offset` of the output lies: of shared virtual memory only.
  void* address(size_t offset) const;
  /// Says that `kernel` may go there by pointers in memory.
  void announce(cl_kernel kernel) const;

  /// All bytes, with the guards.
  std::vector<unsigned char> read() const;

 private:
  Device& device_;
  size_t bytes_ = 0;
  std::unique_ptr<void, FreeSvm> svm_{nullptr, FreeSvm{nullptr}};
  Owned<cl_mem> guarded_;
  std::vector<Owned<cl_mem>> parts_;  // declared last: they go before what they are part of
};

}  // namespace kernels
