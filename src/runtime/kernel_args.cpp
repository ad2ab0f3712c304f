// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel_args.h"

#include <algorithm>
#include <cstring>

namespace heddle {
namespace {

constexpr size_t kLocalAlign = 128;  // of the largest type, long16

/// `base` rounded up, plus `size`; sticks at the largest size_t.
size_t place(size_t& base, size_t size) {
  size_t begin = 0;
  size_t end = 0;
  if (__builtin_add_overflow(base, kLocalAlign - 1, &begin)) return base = SIZE_MAX;
  begin &= ~(kLocalAlign - 1);
  base = __builtin_add_overflow(begin, size, &end) ? SIZE_MAX : end;
  return begin;
}

/// A handle as the application passes it by pointer; null for a null pointer.
void* handle_at(const void* value) {
  void* handle = nullptr;
  if (value) std::memcpy(&handle, value, sizeof(handle));
  return handle;
}

/// What a read of the object's bytes by a kernel would find: never a dangling object, never one of
/// another context.
Result<Memory*> memory_argument(const Context& context, void* value) {
  Memory* memory = TRY(handle<Memory>(static_cast<cl_mem>(value)));
  TRY(require(&memory->context() == &context, CL_INVALID_MEM_OBJECT,
              "the memory object is of another context"));
  return memory;
}

}  // namespace

KernelArgs::KernelArgs(const KernelRecord& record)
    : record_(&record),
      block_(record.arg_block_size),
      is_set_(record.args.size()),
      memories_(record.args.size()),
      is_svm_pointer_(record.args.size()),
      missing_(record.args.size()),
      local_memory_(record.local_size) {
  const auto local = [](const ArgRecord& arg) { return arg.kind == ArgKind::Local; };
  if (std::any_of(record.args.begin(), record.args.end(), local)) {
    local_sizes_.resize(record.args.size());
    lay_out_local();
  }
}

Status KernelArgs::set(const Context& context, cl_uint index, size_t size, const void* value) {
  TRY(require(index < record_->args.size(), CL_INVALID_ARG_INDEX, "no such argument"));
  const ArgRecord& arg = record_->args[index];
  switch (arg.kind) {
    case ArgKind::Value:
      TRY(set_value(arg, size, value));
      break;
    case ArgKind::Pointer:
      TRY(set_pointer(context, index, size, value));
      break;
    case ArgKind::Local:
      TRY(set_local(index, size, value));
      break;
    // The driver has no images, pipes, samplers and device queues, so no value for these can be
    // valid.
    case ArgKind::Image:
    case ArgKind::Pipe:
      TRY(require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "arg_size is not that of a cl_mem"));
      TRY(memory_argument(context, handle_at(value)));
      return Error{CL_INVALID_ARG_VALUE, "the memory object is not of the argument's type"};
    case ArgKind::Sampler:
      TRY(require(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE,
                  "arg_size is not that of a cl_sampler"));
      return Error{CL_INVALID_SAMPLER, "not a sampler"};
    case ArgKind::Queue:
      TRY(require(size == sizeof(cl_command_queue), CL_INVALID_ARG_SIZE,
                  "arg_size is not that of a cl_command_queue"));
      return Error{CL_INVALID_DEVICE_QUEUE, "not a device queue"};
  }
  mark(index);
  return {};
}

Status KernelArgs::set_svm_pointer(cl_uint index, const void* pointer) {
  TRY(require(index < record_->args.size(), CL_INVALID_ARG_INDEX, "no such argument"));
  const ArgRecord& arg = record_->args[index];
  TRY(require(arg.kind == ArgKind::Pointer, CL_INVALID_ARG_VALUE,
              "the argument is not a pointer to global or constant memory"));
  store(arg, &pointer, sizeof(pointer));
  remember(index, nullptr, pointer != nullptr);
  mark(index);
  return {};
}

Status KernelArgs::set_value(const ArgRecord& arg, size_t size, const void* value) {
  TRY(require(size == arg.size, CL_INVALID_ARG_SIZE,
              "arg_size is not that of the argument's type"));
  TRY(require(value, CL_INVALID_ARG_VALUE, "arg_value is null"));
  store(arg, value, size);
  return {};
}

Status KernelArgs::set_pointer(const Context& context, cl_uint index, size_t size,
                               const void* value) {
  TRY(require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "arg_size is not that of a cl_mem"));
  Memory* memory = nullptr;
  void* address = nullptr;
  if (void* given = handle_at(value)) {
    memory = TRY(memory_argument(context, given));
    TRY(require(memory->is_buffer(), CL_INVALID_ARG_VALUE, "the memory object is not a buffer"));
    address = memory->data();
  }
  store(record_->args[index], &address, sizeof(address));
  remember(index, memory, false);
  return {};
}

Status KernelArgs::set_local(cl_uint index, size_t size, const void* value) {
  TRY(require(size > 0, CL_INVALID_ARG_SIZE, "a local argument of no size"));
  TRY(require(!value, CL_INVALID_ARG_VALUE, "arg_value of a local argument is not null"));
  if (local_sizes_[index] == size) return {};
  local_sizes_[index] = size;
  lay_out_local();
  return {};
}

void KernelArgs::store(const ArgRecord& arg, const void* value, size_t size) {
  std::memcpy(block_.data() + arg.offset, value, size);
}

void KernelArgs::remember(cl_uint index, Memory* memory, bool svm_pointer) {
  if (memories_[index]) --num_memories_;
  if (memory) ++num_memories_;
  memories_[index] = memory;
  if (is_svm_pointer_[index]) --svm_pointers_;
  if (svm_pointer) ++svm_pointers_;
  is_svm_pointer_[index] = svm_pointer;
}

void KernelArgs::mark(cl_uint index) {
  if (is_set_[index]) return;
  is_set_[index] = true;
  --missing_;
}

void KernelArgs::lay_out_local() {
  size_t end = record_->local_size;
  for (size_t i = 0; i < record_->args.size(); ++i) {
    if (record_->args[i].kind != ArgKind::Local) continue;
    const uint64_t offset = place(end, local_sizes_[i]);
    store(record_->args[i], &offset, sizeof(offset));
  }
  local_memory_ = end;
}

}  // namespace heddle
