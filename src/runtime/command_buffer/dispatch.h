// SPDX-License-Identifier: Apache-2.0
// A kernel recorded in a command-buffer, with arguments and an index space of its own, and the
// handle with which the application changes them (cl_khr_command_buffer_mutable_dispatch).
#pragma once

#include <memory>
#include <vector>

#include "platform/info.h"
#include "platform/later_extensions.h"
#include "platform/object.h"
#include "runtime/kernel/ndrange.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

struct Dispatch {
  Ref<Kernel> kernel;  ///< a copy, with the arguments
  cl_uint work_dim;
  Sizes3 offset{}, global{}, local{};
  bool has_local;  ///< else the driver chooses the local size

  /// Makes one. CL_INVALID_WORK_DIMENSION.
  static Result<Dispatch> make(const Kernel& kernel, const NDRangeRequest& request);
  /// Copies it, with another copy of the kernel.
  Result<Dispatch> copy() const;
  /// Makes the command for `queue`; null if the kernel lacks arguments. Errors are those of
  /// clEnqueueNDRangeKernel.
  Result<Ref<Command>> record(Queue& queue) const;
  /// Applies the changes in `config`, if `fields` allows them. CL_INVALID_OPERATION,
  /// CL_INVALID_VALUE and errors of clSetKernelArg and its kin.
  Status update(const khr::MutableDispatchConfig& config, cl_bitfield fields);
};

/// Properties of a call that records a kernel.
struct DispatchProperties {
  std::vector<khr::Properties> list;  ///< as given, ended by a 0; empty if none were
  cl_bitfield fields = khr::kAllFields;
  bool may_lack_arguments = false;
  bool asserts_work_groups = false;  ///< the number of work-groups will not grow

  /// Parses the properties. CL_INVALID_VALUE.
  static Result<DispatchProperties> parse(const khr::Properties* properties);
};

class MutableCommand
    : public Object<MutableCommand, _cl_mutable_command_khr, khr::kInvalidMutableCommand, 384> {
 public:
  /// Makes the `index`-th command of `buffer`, which owns this, for `queue`.
  MutableCommand(khr::CommandBufferHandle buffer, Queue& queue, size_t index, Ref<Kernel> original,
                 Dispatch dispatch, DispatchProperties properties)
      : buffer_(buffer),
        queue_(queue),
        index_(index),
        original_(std::move(original)),
        properties_(std::move(properties)),
        dispatch_(std::make_shared<Dispatch>(std::move(dispatch))) {}

  /// Makes the same command in another buffer, for a queue of that.
  Result<Ref<MutableCommand>> copy_for(khr::CommandBufferHandle buffer, Queue& queue) const;

  khr::CommandBufferHandle buffer() const { return buffer_; }
  Queue& queue() const { return *queue_; }
  size_t index() const { return index_; }
  std::shared_ptr<const Dispatch> dispatch() const {
    const Lock lock(mutex_);
    return dispatch_;
  }
  /// Exchanges the dispatch for another one.
  void swap(std::shared_ptr<Dispatch>& dispatch) {
    const Lock lock(mutex_);
    dispatch_.swap(dispatch);
  }
  cl_bitfield fields() const { return properties_.fields; }

  /// Implements clGetMutableCommandInfoKHR.
  Status info(cl_uint id, const InfoSink& sink) const;

 private:
  /// Returns as many of the sizes as there are dimensions.
  std::vector<size_t> dimensions(Sizes3 Dispatch::*sizes) const;

  const khr::CommandBufferHandle buffer_;
  const Ref<Queue> queue_;
  const size_t index_;
  const Ref<Kernel> original_;  // the application's kernel, which it may ask for
  const DispatchProperties properties_;
  mutable ObjectMutex mutex_;
  std::shared_ptr<Dispatch> dispatch_ GUARDED_BY(mutex_);  // an update takes its place
};

}  // namespace heddle
