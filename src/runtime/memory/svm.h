// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory (§5.6). Host and device share one address space and one coherent memory, so
// every kind of sharing works: an SVM pointer is a pointer, and most commands are only ordered
// among the others. Only the addresses that came from clSVMAlloc must be known.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <span>

#include "platform/context.h"
#include "runtime/command/queue.h"
#include "runtime/memory/transfer.h"

namespace heddle {

/// Implements clSVMAlloc. The context lives at least as long as its allocations.
Result<void*> svm_alloc(Context& context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
/// Implements clSVMFree, which does not wait for anything (§5.6.1). CL_INVALID_VALUE if `pointer`
/// is not null and clSVMAlloc has not returned it for this context.
Status svm_free(const Context& context, void* pointer);

/// Returns the end of the allocation of `context` that `pointer` points into; nothing if there is
/// none.
std::optional<uintptr_t> svm_end(const Context& context, const void* pointer);
/// Returns the bytes of the allocation, USM included, that `pointer` points into; 0 if there is
/// none.
size_t svm_size(const void* pointer);
/// Returns that allocation; empty if there is none.
std::span<const std::byte> svm_allocation(const void* pointer);

/// The arguments of clEnqueueSVMFree. A null `function` frees memory of clSVMAlloc.
struct SVMFree {
  using Function = void(CL_CALLBACK*)(cl_command_queue queue, cl_uint num_svm_pointers,
                                      void* svm_pointers[], void* user_data);
  std::span<void* const> pointers;
  Function function;
  void* user_data;
};
Status enqueue_svm_free(Queue& queue, const SVMFree& free, const EnqueueArgs& args);

/// Enqueues clEnqueueSVMMemcpy or clEnqueueMemcpyINTEL: CL_MEM_COPY_OVERLAP.
Status enqueue_svm_memcpy(Queue& queue, void* target, const void* source, size_t size,
                          const EnqueueArgs& args, cl_command_type type = CL_COMMAND_SVM_MEMCPY);
/// Enqueues clEnqueueSVMMigrateMem; `sizes` may be null. CL_INVALID_VALUE for ranges in no
/// allocation.
Status enqueue_svm_migrate(Queue& queue, std::span<const void* const> pointers, const size_t* sizes,
                           bool to_host, const EnqueueArgs& args);
/// Enqueues clEnqueueSVMMap or clEnqueueSVMUnmap: a synchronisation point and nothing else.
Status enqueue_svm_sync(Queue& queue, cl_command_type type, const EnqueueArgs& args);

}  // namespace heddle
