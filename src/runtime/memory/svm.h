// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory (§5.6). Host and device share one address space and one coherent memory, so
// every kind of sharing is there: an SVM pointer is a pointer, and most commands only keep their
// place among the others. What must be known is which addresses came from clSVMAlloc.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <span>

#include "platform/context.h"
#include "runtime/command/queue.h"
#include "runtime/memory/transfer.h"

namespace heddle {

/// clSVMAlloc. The context lives at least as long as its allocations.
Result<void*> svm_alloc(Context& context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
/// clSVMFree: does not wait for anything (§5.6.1). CL_INVALID_VALUE if `pointer` is not null and
/// clSVMAlloc has not returned it for this context.
Status svm_free(const Context& context, void* pointer);

/// Where the allocation of `context` ends that `pointer` points into; nothing if there is none.
std::optional<uintptr_t> svm_end(const Context& context, const void* pointer);
/// Bytes of the allocation, USM ones included, that `pointer` points into; 0: there is none.
size_t svm_size(const void* pointer);
/// That allocation; empty if there is none.
std::span<const std::byte> svm_allocation(const void* pointer);

/// clEnqueueSVMFree. A null `function` frees what clSVMAlloc returned.
struct SVMFree {
  using Function = void(CL_CALLBACK*)(cl_command_queue queue, cl_uint num_svm_pointers,
                                      void* svm_pointers[], void* user_data);
  std::span<void* const> pointers;
  Function function;
  void* user_data;
};
Status enqueue_svm_free(Queue& queue, const SVMFree& free, const EnqueueArgs& args);

/// clEnqueueSVMMemcpy and clEnqueueMemcpyINTEL: CL_MEM_COPY_OVERLAP.
Status enqueue_svm_memcpy(Queue& queue, void* target, const void* source, size_t size,
                          const EnqueueArgs& args, cl_command_type type = CL_COMMAND_SVM_MEMCPY);
/// clEnqueueSVMMigrateMem; `sizes` may be null. CL_INVALID_VALUE for what lies in no allocation.
Status enqueue_svm_migrate(Queue& queue, std::span<const void* const> pointers, const size_t* sizes,
                           bool to_host, const EnqueueArgs& args);
/// clEnqueueSVMMap, clEnqueueSVMUnmap: a synchronisation point and nothing else.
Status enqueue_svm_sync(Queue& queue, cl_command_type type, const EnqueueArgs& args);

}  // namespace heddle
