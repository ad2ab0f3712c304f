// SPDX-License-Identifier: Apache-2.0
// One kernel launch as a job: the grid of work-groups cut into boxes over three dimensions.
#pragma once

#include <memory>

#include "devices/cpu/job.h"
#include "devices/cpu/loader.h"
#include "devices/cpu/printf.h"

namespace heddle::cpu {

/// How many boxes to cut a grid into, along each dimension: some for each unit so that stealing can
/// even out, as many as there are units even if the work looks small (one work-item may be a whole
/// ray-traced tile), long rows along dimension 0.
void cut_grid(const size_t num_groups[3], size_t items_per_group, size_t units, size_t boxes[3]);
/// The box of a chunk, 0 to the product of `boxes` (excluded). Every group is in exactly one.
hd_group_range box_of(const size_t num_groups[3], const size_t boxes[3], size_t chunk);

/// What a launch needs beside the hd_launch that compiled code sees.
struct LaunchSizes {
  size_t local_memory = 0;  ///< bytes: __local variables plus local arguments
  size_t context = 0;       ///< bytes: see kernel_abi.h
};

class NDRangeJob : public Job {
 public:
  /// `launch` is complete but for `services` and `sink`, which the job fills; `launch.args` must
  /// outlive the job.
  NDRangeJob(std::shared_ptr<const LoadedKernel> kernel, const hd_launch& launch, LaunchSizes sizes,
             size_t units);

  size_t chunks() const override;
  void run(size_t chunk, Worker& worker) noexcept override;

  /// True once a worker could not get its arena: the launch did not run in full.
  bool out_of_memory() const;
  /// Writes what kernels printed to stdout and flushes it (§6.13.13 of OpenCL C: before the command
  /// is complete). For `finished` of the derived class.
  void flush_printf();
  /// Work-items in all, for the decision where to run it.
  size_t work_items() const;

 private:
  std::shared_ptr<const LoadedKernel> kernel_;
  hd_launch launch_;
  LaunchSizes sizes_;
  size_t boxes_[3];  // boxes along each dimension
  PrintfBuffer printed_;
  std::atomic<bool> out_of_memory_{false};
};

}  // namespace heddle::cpu
