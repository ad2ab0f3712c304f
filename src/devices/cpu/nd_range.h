// SPDX-License-Identifier: Apache-2.0
// A kernel launch as a job: the grid of work-groups cut into ranges over three dimensions.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "devices/cpu/job.h"
#include "devices/cpu/loader.h"
#include "devices/cpu/services.h"
#include "devices/cpu/time_limit.h"
#include "devices/cpu/trial.h"

namespace heddle::cpu {

/// The facts that cut_grid uses.
struct Grid {
  size_t num_groups[3] = {1, 1, 1};
  size_t local_size[3] = {1, 1, 1};
  size_t units = 1;
  /// The width of vectors that run across groups, in work-items along `lane_dimension`. 1 for
  /// kernels that depend on the ends of groups.
  size_t lane_width = 1;
  size_t lane_dimension = 0;
  size_t lane_rows = 1;  ///< the height of a tile of vectors, along the other of dimensions 0 and 1
};

/// A grid of work-groups as ranges: `ranges` of them along each dimension, cut at multiples of
/// `step` groups.
struct Cut {
  size_t ranges[3] = {1, 1, 1};
  size_t step[3] = {1, 1, 1};

  size_t chunks() const { return ranges[0] * ranges[1] * ranges[2]; }
};

/// Cuts a grid into some ranges for each unit, so that stealing can even out, and at least as many
/// as there are units, even if the work looks small (one work-item may be a whole ray-traced tile).
/// Ranges stay long along dimension 0 and begin at multiples of 64 work-items if possible, so that
/// two units do not write to one cache line. If vectors run across groups a range is at least one
/// vector wide, several if that leaves enough ranges, and 16 vectors or four tiles high if there
/// are as many.
Cut cut_grid(const Grid& grid);
/// Returns the range of a chunk, 0 to cut.chunks() (excluded). Every group is in exactly one.
hd_group_range group_range_of(const size_t num_groups[3], const Cut& cut, size_t chunk);

/// The sizes of a launch beside the hd_launch that compiled code sees.
struct LaunchSizes {
  size_t local_memory = 0;  ///< bytes: __local variables plus local arguments
  size_t context = 0;       ///< bytes: see kernel_abi.h
  size_t lane_width = 1;    ///< see Grid
  size_t lane_dimension = 0;
  size_t lane_rows = 1;
  bool alternates = false;  ///< see Job
  uint64_t owner = 0;       ///< the number of the owner whose data the memory may hold

  /// Makes the sizes large enough for another version of the kernel, too.
  void make_room(const LaunchSizes& other);
};

/// Returns four ranges of as many groups, one after the other, that a range begins with, and the
/// rest of it. They begin at multiples of `step` groups. False if it is too small.
bool cut_in_four(const hd_group_range& range, const size_t step[3], hd_group_range parts[4],
                 hd_group_range& rest);

/// Returns how many groups of a grid are called at once where faults are caught, along each
/// dimension: whole vectors and tiles, and as few as cost next to nothing.
std::array<size_t, 3> groups_of_call(const Grid& grid);

/// Another version of a kernel that gives the same bits, and the trial that says whether it runs.
struct Rival {
  std::shared_ptr<const LoadedKernel> kernel = nullptr;  ///< null: there is none
  Trial* trial = nullptr;                                ///< outlives the job
};

class NDRangeJob : public Job, public LaunchSink {
 public:
  /// `launch` is complete but for `services` and `sink`, which the job fills; `launch.args` must
  /// outlive the job.
  NDRangeJob(std::shared_ptr<const LoadedKernel> kernel, const hd_launch& launch, LaunchSizes sizes,
             size_t units, Rival rival = {});

  /// Cuts the grid, at the first call.
  size_t chunks() const override;
  bool alternates() const override { return sizes_.alternates; }
  void run(size_t chunk, Worker& worker) noexcept override;
  void run_all(Worker& worker) noexcept override;

  /// Writes the output of kernels to stdout and flushes it (§6.13.13 of OpenCL C: before the
  /// command is complete). Called by `finished` of the derived class.
  void flush_printf();
  /// Returns the number of work-items, for the decision where to run it.
  size_t work_items() const;
  /// Says which objects the arguments point to. They matter only where faults are caught.
  void set_objects(std::vector<hd_launch_object> objects) { objects_ = std::move(objects); }
  /// Returns the launch's limit of time; null if there is none.
  LimitedLaunch* limit() const { return limit_.get(); }
  const hd_launch& launch() const { return launch_; }
  const char* kernel_name() const { return kernel_->code().kernel; }
  void stopped(const hd_check_site* site) noexcept override;

 private:
  void run_range(const LoadedKernel& kernel, const hd_group_range& range, Worker& worker) noexcept;
  void call(const LoadedKernel& kernel, const hd_group_range& range, Worker& worker,
            hd_worker* memory) noexcept;
  void call_bit_by_bit(const LoadedKernel& kernel, const hd_group_range& range, Worker& worker,
                       hd_worker* memory) noexcept;
  void run_turn(const hd_group_range& range, Worker& worker) noexcept;
  void run_trial(const hd_group_range& range, Worker& worker) noexcept;
  Grid grid() const;
  bool is_stopped() const {
    return launch_.stop && __atomic_load_n(launch_.stop, __ATOMIC_RELAXED) != 0;
  }
  bool may_run(const hd_group_range& range) noexcept;

  std::shared_ptr<const LoadedKernel> kernel_;
  hd_launch launch_;
  LaunchSizes sizes_;
  const size_t units_;
  const Rival rival_;
  std::vector<hd_launch_object> objects_;
  const std::unique_ptr<LimitedLaunch> limit_;  // null: there is no limit of time
  mutable Cut cut_{.ranges = {0, 0, 0}};        // a job that runs on one thread is never cut
};

}  // namespace heddle::cpu
