// SPDX-License-Identifier: Apache-2.0
// The argument values of a kernel object (§5.9.2), kept as the packed block that compiled code
// reads, so that an enqueue only copies it. Memory objects are not retained here (that is
// forbidden); an enqueue checks and retains them.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <span>
#include <vector>

#include "abi/program_record.h"
#include "platform/context.h"
#include "platform/later_extensions.h"
#include "runtime/command/queue.h"
#include "runtime/image/sampler.h"
#include "runtime/memory/memory.h"
#include "support/result.h"

namespace heddle {

class KernelArgs {
 public:
  explicit KernelArgs(const KernelRecord& record);

  /// Implements clSetKernelArg. A call that fails leaves the old value.
  Status set(const Context& context, cl_uint index, size_t size, const void* value);
  /// Implements clSetKernelArgSVMPointer.
  Status set_svm_pointer(cl_uint index, const void* pointer);
  /// Implements clSetKernelArgDevicePointerEXT.
  Status set_device_pointer(cl_uint index, khr::DeviceAddress address);

  /// Tells whether every argument has a value.
  bool complete() const { return missing_ == 0; }
  std::span<const unsigned char> block() const { return block_; }
  /// Returns the memory object of each buffer argument of the block; null for other arguments and
  /// null buffers. They are not held: `held_memories` checks that they still exist.
  std::span<Memory* const> memories() const { return memories_; }
  /// Returns the bytes of a local argument; 0 for other arguments.
  size_t local_size(size_t index) const { return local_sizes_.empty() ? 0 : local_sizes_[index]; }
  /// Returns the memory objects among the arguments, for a command to hold. CL_INVALID_KERNEL_ARGS
  /// if one no longer exists.
  Result<std::vector<Ref<Memory>>> held_memories() const;
  /// Tells whether an argument points to an object of nearly 4 GB or more, or of an unknown size.
  bool reach_large() const { return num_large_ != 0; }
  /// Tells whether some argument is an image or a sampler.
  bool has_images() const { return has_images_; }
  /// Returns the device queues among the arguments, for a command to hold. CL_INVALID_KERNEL_ARGS
  /// if one no longer exists.
  Result<std::vector<Ref<Queue>>> queues() const;
  /// Returns the samplers among the arguments, likewise.
  Result<std::vector<Ref<Sampler>>> samplers() const;
  /// Returns the bytes of local memory for a group of `kernel`, whose code was generated: its
  /// variables, then its local arguments, each aligned to HD_MAX_TYPE_ALIGN. The largest size_t if
  /// the sum does not fit. Arguments without a value take none (§5.9.4).
  size_t local_memory(const KernelRecord& kernel) const {
    return local_sizes_.empty() ? kernel.local_size : local_memory_;
  }

 private:
  Status set_value(const ArgRecord& arg, size_t size, const void* value);
  Status set_pointer(const Context& context, cl_uint index, size_t size, const void* value);
  Status set_pipe(const Context& context, cl_uint index, size_t size, const void* value);
  Status set_image(const Context& context, cl_uint index, size_t size, const void* value);
  Status set_sampler(const Context& context, cl_uint index, void* value);
  Status set_queue(const Context& context, cl_uint index, void* value);
  Status set_local(cl_uint index, size_t size, const void* value);
  /// Tells whether `memory` is the value of argument `index`, and not another object in its place.
  bool is_argument(const Memory& memory, size_t index) const;
  void store(const ArgRecord& arg, const void* value, size_t size);
  void remember(cl_uint index, Memory* memory);
  void mark_large(cl_uint index, bool is_large);
  void mark(cl_uint index);
  void lay_out_local();

  const KernelRecord* record_;  // in the program's code, which the kernel keeps; has the local
                                // arguments of generated code
  std::vector<unsigned char> block_;
  std::vector<bool> is_set_;
  std::vector<Memory*> memories_;    // one for each argument
  std::vector<bool> is_large_;       // whether the argument's object is
  std::vector<Sampler*> samplers_;   // one for each argument; empty if none is a sampler
  std::vector<size_t> local_sizes_;  // one for each argument; empty if none is local
  bool has_images_;
  size_t missing_;
  size_t num_memories_ = 0;
  size_t num_large_ = 0;
  size_t local_memory_;
};

}  // namespace heddle
