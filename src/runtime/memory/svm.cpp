// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/svm.h"

#include <cstdint>
#include <vector>

#include "runtime/memory/allocations.h"
#include "runtime/memory/live_memory.h"
#include "runtime/memory/map_commands.h"
#include "runtime/memory/memory_flags.h"
#include "support/checked.h"
#include "support/log.h"

namespace heddle {
namespace {

/// A command without work of its own.
class SyncCommand final : public Command {
 public:
  using Command::Command;
};

class FreeCommand final : public Command, public cpu::Job {
 public:
  FreeCommand(Queue& queue, const SVMFree& free)
      : Command(queue, CL_COMMAND_SVM_FREE),
        pointers_(free.pointers.begin(), free.pointers.end()),
        function_(free.function),
        user_data_(free.user_data) {}

  size_t chunks() const override { return 1; }
  void run(size_t, cpu::Worker&) noexcept override {
    started();
    if (function_) {
      function_(&queue_of(*this), static_cast<cl_uint>(pointers_.size()), pointers_.data(),
                user_data_);
      return;
    }
    for (void* pointer : pointers_) {
      if (!svm_free(queue().context(), pointer))
        log::error("clEnqueueSVMFree: a pointer is not from clSVMAlloc of the queue's context");
    }
  }
  void finished() noexcept override { ended(); }
  cpu::Job* job() noexcept override { return this; }
  // Returns false for a callback: nobody knows how long it takes.
  bool small() const noexcept override { return !function_; }

 private:
  std::vector<void*> pointers_;
  const SVMFree::Function function_;
  void* const user_data_;
};

}  // namespace

Result<void*> svm_alloc(Context& context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  TRY(memory_flags(flags, kDeviceAccess | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS));
  TRY(require(!(flags & CL_MEM_SVM_ATOMICS) || (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER),
              CL_INVALID_VALUE, "CL_MEM_SVM_ATOMICS without CL_MEM_SVM_FINE_GRAIN_BUFFER"));
  TRY(require(size != 0 && size <= Device::max_mem_alloc_size(), CL_INVALID_BUFFER_SIZE,
              "size is 0 or above CL_DEVICE_MAX_MEM_ALLOC_SIZE"));
  TRY(require(Storage::is_alignment(alignment), CL_INVALID_VALUE,
              "alignment is no power of two up to 2 MB"));
  return Allocations::all().add(
      {.context = Ref(context),
       .kind = Allocation::Kind::SVM,
       .device = nullptr,
       .flags = 0,
       .size = size,
       .storage = TRY(Storage::allocate(context.number(), size, alignment))});
}

Status svm_free(const Context& context, void* pointer) {
  if (!pointer) return {};
  auto taken = Allocations::all().take(context, pointer, /*is_usm=*/false);
  TRY(require(taken.has_value(), CL_INVALID_VALUE,
              "not a pointer that clSVMAlloc returned for this context"));
  end_allocation(std::move(taken->storage), taken->size);
  return {};
}

std::optional<uintptr_t> svm_end(const Context& context, const void* pointer) {
  return Allocations::all().find(pointer, [&](const Allocation* found) -> std::optional<uintptr_t> {
    if (!found || found->context.get() != &context) return std::nullopt;
    return reinterpret_cast<uintptr_t>(found->storage.data()) + found->size;
  });
}

size_t svm_size(const void* pointer) {
  return svm_allocation(pointer).size();
}

std::span<const std::byte> svm_allocation(const void* pointer) {
  return Allocations::all().find(pointer, [](const Allocation* found) {
    return found ? found->bytes() : std::span<const std::byte>();
  });
}

Status enqueue_svm_free(Queue& queue, const SVMFree& free, const EnqueueArgs& args) {
  auto command = Ref<Command>::adopt(new FreeCommand(queue, free));
  return enqueue(queue, std::move(command), args);
}

Status enqueue_svm_memcpy(Queue& queue, void* target, const void* source, size_t size,
                          const EnqueueArgs& args, cl_command_type type) {
  const auto to = reinterpret_cast<uintptr_t>(target), from = reinterpret_cast<uintptr_t>(source);
  TRY(require(size <= UINTPTR_MAX - to && size <= UINTPTR_MAX - from, CL_INVALID_VALUE,
              "size is larger than any memory"));
  TRY(require(!ranges_overlap(to, size, from, size), CL_MEM_COPY_OVERLAP,
              "source and destination overlap"));
  return enqueue_copy(queue, type, {}, static_cast<std::byte*>(target),
                      static_cast<const std::byte*>(source), size, args);
}

Status enqueue_svm_migrate(Queue& queue, std::span<const void* const> pointers, const size_t* sizes,
                           bool to_host, const EnqueueArgs& args) {
  std::vector<std::span<const std::byte>> ranges;
  ranges.reserve(pointers.size());
  for (size_t i = 0; i < pointers.size(); ++i) {
    const auto* const begin = static_cast<const std::byte*>(pointers[i]);
    const auto end = svm_end(queue.context(), begin);
    const size_t size = sizes ? sizes[i] : 0;
    TRY(require(end && size <= *end - reinterpret_cast<uintptr_t>(begin), CL_INVALID_VALUE,
                "a range is not within an allocation of clSVMAlloc"));
    // Without a size it is the whole allocation, wherever the pointer points in it (§5.6.1).
    ranges.push_back(size ? std::span(begin, size) : svm_allocation(begin));
  }
  return enqueue_migrate(queue, CL_COMMAND_SVM_MIGRATE_MEM, std::move(ranges), to_host, args);
}

Status enqueue_svm_sync(Queue& queue, cl_command_type type, const EnqueueArgs& args) {
  auto command = Ref<Command>::adopt(new SyncCommand(queue, type));
  return enqueue(queue, std::move(command), args);
}

}  // namespace heddle
