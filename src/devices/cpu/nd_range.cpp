// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/nd_range.h"

#include <algorithm>
#include <numeric>

#include "devices/cpu/faults.h"
#include "devices/cpu/topology.h"
#include "support/clock.h"

namespace heddle::cpu {
namespace {

// Enough chunks for stealing to even out, few enough to cost nothing.
constexpr size_t kChunksPerUnit = 12;
// The smallest chunk in work-items, and in vectors: smaller grids have one chunk for each unit.
constexpr size_t kSmallestChunk = 256;
constexpr size_t kSmallestChunkVectors = 64;
constexpr size_t kLine = 64;  // work-items: a whole number of cache lines of any type
constexpr size_t kStepsPerRange =
    4;  // as coarse as steps may be, for ranges of about the same size
// A call's work-items where faults are caught: a call takes some ten ns.
constexpr size_t kItemsOfCall = 64, kVectorsOfCall = 64, kMostItemsOfCall = 2048;
constexpr size_t kVectorsWide = 4;  // for a range...
constexpr size_t kRowsHigh = 16;    // ...and enough rows to use what they share,
constexpr size_t kTilesHigh = 4;    // more if tiles have several: a matrix product loses a quarter

size_t saturating_product(size_t a, size_t b) {
  size_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

size_t round_up_quotient(size_t value, size_t divisor) {
  return value == 0 ? 0 : (value - 1) / divisor + 1;
}

/// Returns the fewest groups whose work-items are a multiple of `items`.
size_t groups_of_whole(size_t items, size_t local_size) {
  return items / std::gcd(items, local_size);
}

bool runs_across_groups(const Grid& grid) {
  return grid.lane_width > 1;
}

/// Returns the dimension along which a tile of vectors is high.
size_t row_dimension(const Grid& grid) {
  return grid.lane_dimension == 1 ? 0 : 1;
}

/// Returns the fewest groups that a range should have along a dimension; with `relaxed` the fewest
/// that it may have.
size_t fewest_groups(const Grid& grid, size_t d, bool relaxed) {
  if (!runs_across_groups(grid)) return 1;
  size_t items = 1;
  if (d == grid.lane_dimension) {
    items = relaxed ? grid.lane_width : kVectorsWide * grid.lane_width;
  } else if (d == row_dimension(grid) && !relaxed) {
    items = std::max(kRowsHigh, kTilesHigh * grid.lane_rows);
  }
  return round_up_quotient(items, grid.local_size[d]);
}

/// Returns the fewest groups along a dimension that are whole vectors and tiles.
size_t whole_vectors(const Grid& grid, size_t d) {
  if (!runs_across_groups(grid)) return 1;
  const size_t items = d == grid.lane_dimension   ? grid.lane_width
                       : d == row_dimension(grid) ? grid.lane_rows
                                                  : 1;
  return groups_of_whole(items, grid.local_size[d]);
}

size_t step_of(const Grid& grid, size_t d, size_t ranges) {
  if (ranges <= 1) return 1;
  const size_t local = grid.local_size[d], groups = grid.num_groups[d];
  const bool along_lanes = runs_across_groups(grid) && d == grid.lane_dimension;
  if (d == 0) {
    const size_t line = groups_of_whole(std::max(kLine, along_lanes ? grid.lane_width : 1), local);
    if (groups / line >= kStepsPerRange * ranges) return line;
  }
  // Vectors that tiles leave over run one by one.
  if (grid.lane_rows > 1 && d == row_dimension(grid)) {
    const size_t tile = groups_of_whole(grid.lane_rows, local);
    if (round_up_quotient(groups, tile) >= ranges) return tile;
  }
  // A cut within a vector makes two of it, which counts if groups are small.
  if (along_lanes && local < kVectorsWide * grid.lane_width) {
    const size_t vector = groups_of_whole(grid.lane_width, local);
    if (round_up_quotient(groups, vector) >= ranges) return vector;
  }
  return 1;
}

/// Cuts into about `wanted` ranges, from dimension 2 down to 0.
Cut cut_into(const Grid& grid, size_t wanted, bool relaxed) {
  Cut cut;
  for (size_t d : {2, 1, 0}) {
    const size_t most = std::max<size_t>(grid.num_groups[d] / fewest_groups(grid, d, relaxed), 1);
    cut.ranges[d] = std::min(wanted, most);
    cut.step[d] = step_of(grid, d, cut.ranges[d]);
    wanted = round_up_quotient(wanted, cut.ranges[d]);
  }
  return cut;
}

}  // namespace

Cut cut_grid(const Grid& grid) {
  const auto product = [](const size_t sizes[3]) {
    return saturating_product(saturating_product(sizes[0], sizes[1]), sizes[2]);
  };
  const size_t items = saturating_product(product(grid.num_groups), product(grid.local_size));
  const size_t units = std::max<size_t>(grid.units, 1);
  const size_t smallest = std::max(kSmallestChunk, kSmallestChunkVectors * grid.lane_width);
  size_t wanted = std::clamp(items / smallest, units, units * kChunksPerUnit);
  if (units == 1) wanted = std::min<size_t>(wanted, 4);  // only to check the stop flag
  const Cut cut = cut_into(grid, wanted, /*relaxed=*/false);
  return cut.chunks() >= units ? cut : cut_into(grid, wanted, /*relaxed=*/true);
}

hd_group_range group_range_of(const size_t num_groups[3], const Cut& cut, size_t chunk) {
  hd_group_range range;
  for (size_t d = 0; d < 3; ++d) {
    const size_t ranges = cut.ranges[d], step = cut.step[d];
    const size_t place = chunk % ranges;
    chunk /= ranges;
    const size_t steps = round_up_quotient(num_groups[d], step);
    // The rest is spread, so that the units' shares of the ranges are of one size. The last range,
    // which may be the last to end, is not one of the larger ones.
    const size_t each = steps / ranges, rest = steps % ranges;
    const auto first = [&](size_t n) { return n * each + round_up_quotient(n * rest, ranges); };
    range.begin[d] = first(place) * step;
    range.end[d] = place + 1 == ranges ? num_groups[d] : first(place + 1) * step;
  }
  return range;
}

void LaunchSizes::make_room(const LaunchSizes& other) {
  local_memory = std::max(local_memory, other.local_memory);
  context = std::max(context, other.context);
  if (lane_width >= other.lane_width) return;
  lane_width = other.lane_width;
  lane_dimension = other.lane_dimension;
  lane_rows = other.lane_rows;
}

bool cut_in_four(const hd_group_range& range, const size_t step[3], hd_group_range parts[4],
                 hd_group_range& rest) {
  const auto steps = [&](size_t d) { return (range.end[d] - range.begin[d]) / step[d]; };
  size_t along = 2;
  for (const size_t d : {1, 0})
    if (steps(d) > steps(along)) along = d;
  const size_t each = steps(along) / 4 * step[along];
  rest = range;
  if (each == 0) return false;
  for (size_t i = 0; i < 4; ++i) {
    parts[i] = range;
    parts[i].begin[along] = rest.begin[along];
    rest.begin[along] = parts[i].end[along] = rest.begin[along] + each;
  }
  return true;
}

std::array<size_t, 3> groups_of_call(const Grid& grid) {
  std::array<size_t, 3> groups{};
  size_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    groups[d] = whole_vectors(grid, d);
    items = saturating_product(items, groups[d] * grid.local_size[d]);
  }
  const size_t wanted = runs_across_groups(grid)
                            ? std::min(kVectorsOfCall * grid.lane_width, kMostItemsOfCall)
                            : kItemsOfCall;
  for (size_t d : {grid.lane_dimension, size_t{0}, size_t{1}, size_t{2}}) {
    const size_t most = round_up_quotient(grid.num_groups[d], groups[d]);
    const size_t times = std::clamp<size_t>(round_up_quotient(wanted, items), 1, most);
    groups[d] *= times;
    items = saturating_product(items, times);
  }
  return groups;
}

NDRangeJob::NDRangeJob(std::shared_ptr<const LoadedKernel> kernel, const hd_launch& launch,
                       LaunchSizes sizes, size_t units, Rival rival)
    : kernel_(std::move(kernel)),
      launch_(launch),
      sizes_(sizes),
      units_(units),
      rival_(std::move(rival)),
      limit_(time_limit() != 0 ? std::make_unique<LimitedLaunch>(launch.stop) : nullptr) {
  if (limit_) launch_.stop = limit_->flag();
  launch_.services = &launch_services();
  launch_.sink = static_cast<LaunchSink*>(this);
  (void)catches_faults();  // from the first launch on
}

Grid NDRangeJob::grid() const {
  Grid grid;
  std::copy_n(launch_.num_groups, 3, grid.num_groups);
  std::copy_n(launch_.enqueued_local_size, 3, grid.local_size);
  grid.units = units_;
  grid.lane_width = sizes_.lane_width;
  grid.lane_dimension = sizes_.lane_dimension;
  grid.lane_rows = sizes_.lane_rows;
  return grid;
}

size_t NDRangeJob::chunks() const {
  if (cut_.chunks() == 0) cut_ = cut_grid(grid());
  return cut_.chunks();
}

void NDRangeJob::run_range(const LoadedKernel& kernel, const hd_group_range& range,
                           Worker& worker) noexcept {
  if (is_stopped() && !may_run(range)) return;
  hd_worker* memory = worker.arena(sizes_.local_memory, sizes_.context, sizes_.owner);
  if (!memory) return fail(HD_FAILURE_MEMORY);
  DeviceEnqueue* const enqueuer = device_enqueue();
  void* const outer = enqueuer ? enqueuer->range_begins() : nullptr;
  if (catches_faults() || limit_) [[unlikely]] {
    hd_thread_record& record = worker.record();
    record.worker = memory;
    record.objects = objects_.data();
    record.num_objects = objects_.size();
    call_bit_by_bit(kernel, range, worker, memory);
  } else {
    call(kernel, range, worker, memory);
  }
  if (enqueuer) enqueuer->range_ended(outer);
}

/// Tells whether a range may run although the flag is raised: the launch only begins then.
bool NDRangeJob::may_run(const hd_group_range& range) noexcept {
  if (!limit_) return false;
  if (limit_->may_run()) return true;
  if (limit_->note({nullptr, range, /*has_begun=*/false})) fail(HD_FAILURE_TIME);
  return false;
}

void NDRangeJob::stopped(const hd_check_site* site) noexcept {
  const hd_thread_record* const running = running_here();
  if (limit_ && running && limit_->note({site, *running->range, /*has_begun=*/true}))
    fail(HD_FAILURE_TIME);
}

/// Calls compiled code. The thread's record says so meanwhile.
void NDRangeJob::call(const LoadedKernel& kernel, const hd_group_range& range, Worker& worker,
                      hd_worker* memory) noexcept {
  hd_thread_record& record = worker.record();
  record.range = &range;
  record.code = &kernel.code();
  record.frame = __builtin_frame_address(0);
  record.launch.store(&launch_, std::memory_order_release);
  kernel.function()(&launch_, &range, memory);
  record.launch.store(nullptr, std::memory_order_release);
}

/// Calls compiled code for few groups at a time, so that the group of a fault is known, or that in
/// which the launch is stopped.
void NDRangeJob::call_bit_by_bit(const LoadedKernel& kernel, const hd_group_range& range,
                                 Worker& worker, hd_worker* memory) noexcept {
  need_stack_for_handlers();
  const auto groups = groups_of_call(grid());
  hd_group_range part{};
  const auto along = [&](size_t d, const auto& rest) {
    for (size_t begin = range.begin[d]; begin < range.end[d]; begin = part.end[d]) {
      part.begin[d] = begin;
      part.end[d] = std::min(range.end[d], begin + groups[d]);
      rest();
    }
  };
  along(2, [&] {
    along(1, [&] {
      along(0, [&] {
        if (!is_stopped() || may_run(part)) call(kernel, part, worker, memory);
      });
    });
  });
}

/// Runs the version whose turn it is.
void NDRangeJob::run_turn(const hd_group_range& range, Worker& worker) noexcept {
  size_t items = 1;
  for (size_t d = 0; d < 3; ++d) {
    const size_t local = launch_.enqueued_local_size[d];
    items *= std::min(range.end[d] * local, launch_.global_size[d]) - range.begin[d] * local;
  }
  Trial& trial = *rival_.trial;
  const auto place = trial.next(worker, items);
  if (!place) return run_range(*kernel_, range, worker);
  const uint64_t begin = thread_ns();
  run_range(Trial::is_rivals(*place) ? *rival_.kernel : *kernel_, range, worker);
  trial.add(worker, items, *place, thread_ns() - begin);
}

/// Runs both versions, if the range is large enough; else one of them, and the next range will run
/// the other one.
void NDRangeJob::run_trial(const hd_group_range& range, Worker& worker) noexcept {
  const Grid all = grid();
  size_t step[3];
  for (size_t d = 0; d < 3; ++d) step[d] = whole_vectors(all, d);
  hd_group_range parts[4], rest;
  if (!cut_in_four(range, step, parts, rest)) return run_turn(range, worker);
  for (const hd_group_range& part : parts) run_turn(part, worker);
  const auto is_some = [&](size_t d) { return rest.begin[d] < rest.end[d]; };
  if (is_some(0) && is_some(1) && is_some(2)) run_range(*kernel_, rest, worker);
}

void NDRangeJob::run(size_t chunk, Worker& worker) noexcept {
  const hd_group_range range = group_range_of(launch_.num_groups, cut_, chunk);
  using Choice = Trial::Choice;
  const Choice choice = rival_.kernel ? rival_.trial->choice() : Choice::First;
  if (choice == Choice::Open) return run_trial(range, worker);
  run_range(choice == Choice::Rival ? *rival_.kernel : *kernel_, range, worker);
}

void NDRangeJob::run_all(Worker& worker) noexcept {
  hd_group_range range{};
  std::copy_n(launch_.num_groups, 3, range.end);
  run_range(*kernel_, range, worker);
}

void NDRangeJob::flush_printf() {
  printed().flush();
}

size_t NDRangeJob::work_items() const {
  const size_t* size = launch_.global_size;
  return saturating_product(saturating_product(size[0], size[1]), size[2]);
}

}  // namespace heddle::cpu
