// SPDX-License-Identifier: Apache-2.0
#include "output.h"

namespace kernels {

void OutputMemory::create(size_t bytes, bool svm) {
  bytes_ = bytes;
  std::vector<unsigned char> fill(bytes + 2 * kGuard, kFill);
  if (svm) {
    svm_ = {clSVMAlloc(device_.context(), CL_MEM_READ_WRITE, fill.size(), 0),
            FreeSvm{device_.context()}};
    if (!svm_) throw std::runtime_error("clSVMAlloc");
    check(clEnqueueSVMMemcpy(device_.queue(), CL_TRUE, svm_.get(), fill.data(), fill.size(), 0,
                             nullptr, nullptr),
          "clEnqueueSVMMemcpy");
    return;
  }
  cl_int error = CL_SUCCESS;
  guarded_.reset(
      clCreateBuffer(device_.context(), CL_MEM_COPY_HOST_PTR, fill.size(), fill.data(), &error));
  check(error, "clCreateBuffer");
}

void* OutputMemory::address(size_t offset) const {
  if (!svm_) throw std::runtime_error("a pointer to a buffer: the file has no 'memory: svm'");
  return static_cast<unsigned char*>(svm_.get()) + kGuard + offset;
}

void OutputMemory::set(cl_kernel kernel, unsigned index, size_t offset) {
  if (svm_) {
    check(clSetKernelArgSVMPointer(kernel, index, address(offset)), "clSetKernelArgSVMPointer");
    return;
  }
  cl_buffer_region region{kGuard + offset, bytes_ - offset};
  cl_int error = CL_SUCCESS;
  // The first is the output itself: what is given twice is one object.
  if (parts_.empty() || offset != 0) {
    parts_.emplace_back(
        clCreateSubBuffer(guarded_.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    check(error, "clCreateSubBuffer");
  }
  cl_mem memory = offset ? parts_.back().get() : parts_.front().get();
  check(clSetKernelArg(kernel, index, sizeof(memory), &memory), "clSetKernelArg");
}

void OutputMemory::announce(cl_kernel kernel) const {
  void* memory = svm_.get();
  check(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(memory), &memory),
        "clSetKernelExecInfo");
}

std::vector<unsigned char> OutputMemory::read() const {
  std::vector<unsigned char> result(bytes_ + 2 * kGuard);
  if (svm_) {
    check(clEnqueueSVMMemcpy(device_.queue(), CL_TRUE, result.data(), svm_.get(), result.size(), 0,
                             nullptr, nullptr),
          "clEnqueueSVMMemcpy");
  } else {
    check(clEnqueueReadBuffer(device_.queue(), guarded_.get(), CL_TRUE, 0, result.size(),
                              result.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
  return result;
}

}  // namespace kernels
