// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/kernel_args.h"

#include <algorithm>
#include <cstring>

#include "platform/overrides.h"
#include "runtime/image/image_args.h"
#include "runtime/launch/launch.h"
#include "runtime/memory/svm.h"

namespace heddle {
namespace {

// Compiled code takes for granted that an index of 32 bits does not wrap within an object
// (compiler/analysis/modular_affine.h), unless it was made for objects of this size and more.
constexpr size_t kLargeObject = (size_t{1} << 32) - HD_WRAP_MARGIN;

/// Reads a handle that the application passes by pointer; null for a null pointer.
void* handle_at(const void* value) {
  void* handle = nullptr;
  if (value) std::memcpy(&handle, value, sizeof(handle));
  return handle;
}

/// Checks that it is a live object of this context: CL_INVALID_MEM_OBJECT.
Status is_argument_of(const Context& context, const Ref<Memory>& memory) {
  if (!memory) return Error{CL_INVALID_MEM_OBJECT, "the handle is not of a live memory object"};
  return require(&memory->context() == &context, CL_INVALID_MEM_OBJECT,
                 "the memory object is of another context");
}

/// Checks the argument's limit: CL_MAX_SIZE_RESTRICTION_EXCEEDED (§5.9.2).
Status within_limit(const ArgRecord& arg, size_t bytes) {
  return require(arg.max_bytes == 0 || bytes <= arg.max_bytes, CL_MAX_SIZE_RESTRICTION_EXCEEDED,
                 "more memory than the kernel's MaxByteOffset allows");
}

}  // namespace

KernelArgs::KernelArgs(const KernelRecord& record)
    : record_(&record),
      block_(record.arg_block_size),
      is_set_(record.args.size()),
      memories_(record.args.size()),
      is_large_(record.args.size()),
      has_images_(std::ranges::any_of(record.args,
                                      [](const ArgRecord& arg) {
                                        return arg.kind == ArgKind::Image ||
                                               arg.kind == ArgKind::Sampler;
                                      })),
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
    case ArgKind::Pipe:
      TRY(set_pipe(context, index, size, value));
      break;
    case ArgKind::Image:
      TRY(set_image(context, index, size, value));
      break;
    case ArgKind::Sampler:
      TRY(require(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE,
                  "arg_size is not that of a cl_sampler"));
      TRY(set_sampler(context, index, handle_at(value)));
      break;
    case ArgKind::Queue:
      TRY(require(size == sizeof(cl_command_queue), CL_INVALID_ARG_SIZE,
                  "arg_size is not that of a cl_command_queue"));
      TRY(set_queue(context, index, handle_at(value)));
      break;
  }
  mark(index);
  return {};
}

Status KernelArgs::set_queue(const Context& context, cl_uint index, void* value) {
  auto* const given = static_cast<cl_command_queue>(value);
  const Ref<Queue> queue = Queue::from(given);
  TRY(require(queue && queue->on_device() && &queue->context() == &context, CL_INVALID_DEVICE_QUEUE,
              "not a device queue of this context"));
  store(record_->args[index], &given, sizeof(given));
  return {};
}

Result<std::vector<Ref<Queue>>> KernelArgs::queues() const {
  std::vector<Ref<Queue>> found;
  for (const ArgRecord& arg : record_->args) {
    if (arg.kind != ArgKind::Queue) continue;
    cl_command_queue given = nullptr;
    std::memcpy(&given, block_.data() + arg.offset, sizeof(given));
    found.push_back(Queue::from(given));
    TRY(require(found.back() != nullptr, CL_INVALID_KERNEL_ARGS,
                "a device queue that is an argument has been released"));
  }
  return found;
}

Status KernelArgs::set_svm_pointer(cl_uint index, const void* pointer) {
  TRY(require(index < record_->args.size(), CL_INVALID_ARG_INDEX, "no such argument"));
  const ArgRecord& arg = record_->args[index];
  TRY(require(arg.kind == ArgKind::Pointer, CL_INVALID_ARG_VALUE,
              "the argument is not a pointer to global or constant memory"));
  store(arg, &pointer, sizeof(pointer));
  const size_t bytes = svm_size(pointer);  // the system's objects may have any size
  remember(index, nullptr);
  mark_large(index, pointer && (bytes == 0 || bytes >= kLargeObject));
  mark(index);
  return {};
}

Status KernelArgs::set_device_pointer(cl_uint index, khr::DeviceAddress address) {
  const bool is_global = index < record_->args.size() &&
                         record_->args[index].kind == ArgKind::Pointer &&
                         record_->args[index].address_space == AddressSpace::Global;
  TRY(require(is_global, CL_INVALID_ARG_INDEX, "no such argument, or no pointer to global memory"));
  // the extension's addresses are numbers
  return set_svm_pointer(index, reinterpret_cast<const void*>(address));
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
  void* const given = handle_at(value);
  const Ref<Memory> memory = Memory::from(given);
  void* address = nullptr;
  if (given) {
    TRY(is_argument_of(context, memory));
    TRY(require(memory->is_buffer(), CL_INVALID_ARG_VALUE, "the memory object is not a buffer"));
    TRY(require(!memory->is_immutable() || record_->args[index].qualifiers & kConst,
                CL_INVALID_ARG_VALUE,
                "the buffer is immutable, and the argument no pointer to const"));
    TRY(within_limit(record_->args[index], memory->size()));
    address = memory->data();
  }
  store(record_->args[index], &address, sizeof(address));
  remember(index, memory.get());
  return {};
}

Status KernelArgs::set_pipe(const Context& context, cl_uint index, size_t size, const void* value) {
  TRY(require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "arg_size is not that of a cl_mem"));
  const Ref<Memory> memory = Memory::from(handle_at(value));
  TRY(is_argument_of(context, memory));
  TRY(require(memory->type() == CL_MEM_OBJECT_PIPE, CL_INVALID_ARG_VALUE,
              "the memory object is not a pipe"));
  const void* address = memory->data();  // its hd_pipe
  store(record_->args[index], &address, sizeof(address));
  remember(index, memory.get());
  return {};
}

Status KernelArgs::set_image(const Context& context, cl_uint index, size_t size,
                             const void* value) {
  TRY(require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "arg_size is not that of a cl_mem"));
  const Ref<Memory> memory = Memory::from(handle_at(value));
  TRY(is_argument_of(context, memory));
  TRY(suits_argument(*memory, record_->args[index]));
  const hd_image* view = &image_of(*memory).view();
  store(record_->args[index], &view, sizeof(view));
  remember(index, memory.get());
  return {};
}

Status KernelArgs::set_sampler(const Context& context, cl_uint index, void* value) {
  const Ref<Sampler> sampler = TRY(handle<Sampler>(static_cast<cl_sampler>(value)));
  TRY(require(&sampler->context() == &context, CL_INVALID_SAMPLER,
              "the sampler is of another context"));
  const uint64_t bits = sampler->value();
  store(record_->args[index], &bits, sizeof(bits));
  samplers_.resize(record_->args.size());
  samplers_[index] = sampler.get();
  return {};
}

Result<std::vector<Ref<Sampler>>> KernelArgs::samplers() const {
  std::vector<Ref<Sampler>> found;
  for (Sampler* sampler : samplers_) {
    if (!sampler) continue;
    found.push_back(Sampler::from(sampler));
    TRY(require(found.back() != nullptr, CL_INVALID_KERNEL_ARGS,
                "a sampler that is an argument has been released"));
  }
  return found;
}

Result<std::vector<Ref<Memory>>> KernelArgs::held_memories() const {
  std::vector<Ref<Memory>> held;
  held.reserve(num_memories_);
  for (size_t i = 0; i < memories_.size(); ++i) {
    if (!memories_[i]) continue;
    held.push_back(Memory::from(memories_[i]));
    TRY(require(held.back() && is_argument(*held.back(), i), CL_INVALID_KERNEL_ARGS,
                "a memory object that is an argument has been released"));
  }
  return held;
}

bool KernelArgs::is_argument(const Memory& memory, size_t index) const {
  const ArgRecord& arg = record_->args[index];
  const void* set = nullptr;
  std::memcpy(&set, block_.data() + arg.offset, sizeof(set));
  if (arg.kind == ArgKind::Image) return is_image(memory) && set == &image_of(memory).view();
  const bool is_pipe = arg.kind == ArgKind::Pipe;
  return memory.type() == (is_pipe ? CL_MEM_OBJECT_PIPE : CL_MEM_OBJECT_BUFFER) &&
         set == memory.data();
}

Status KernelArgs::set_local(cl_uint index, size_t size, const void* value) {
  TRY(require(size > 0 || opencl_version().is_since(3, 1), CL_INVALID_ARG_SIZE,
              "a local argument of no size, which OpenCL 3.1 has (HEDDLE_OPENCL_VERSION)"));
  TRY(require(!value, CL_INVALID_ARG_VALUE, "arg_value of a local argument is not null"));
  TRY(within_limit(record_->args[index], size));
  if (local_sizes_[index] == size) return {};
  local_sizes_[index] = size;
  lay_out_local();
  return {};
}

void KernelArgs::store(const ArgRecord& arg, const void* value, size_t size) {
  std::memcpy(block_.data() + arg.offset, value, size);
}

void KernelArgs::remember(cl_uint index, Memory* memory) {
  if (memories_[index]) --num_memories_;
  if (memory) ++num_memories_;
  memories_[index] = memory;
  mark_large(index, memory && memory->store().size() >= kLargeObject);
}

void KernelArgs::mark_large(cl_uint index, bool is_large) {
  if (is_large) ++num_large_;
  if (is_large_[index]) --num_large_;
  is_large_[index] = is_large;
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
    const uint64_t offset = place_local(end, local_sizes_[i]);
    store(record_->args[i], &offset, sizeof(offset));
  }
  local_memory_ = end;
}

}  // namespace heddle
