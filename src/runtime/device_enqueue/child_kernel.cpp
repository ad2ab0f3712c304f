// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_enqueue/child_kernel.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "devices/cpu/nd_range.h"
#include "runtime/check/launch_checks.h"
#include "runtime/check/limited.h"
#include "runtime/launch/launch.h"
#include "runtime/launch/resolve_range.h"
#include "support/checked.h"

namespace heddle {
namespace {

/// The base of all children. It reports its end to the parent and the queue.
class Child : public Command {
 public:
  Child(Parent& parent, Queue& queue, cl_command_type type)
      : Command(queue, type), parent_(parent) {}

  void terminated(cl_int status) noexcept override { status_ = status; }
  void release_resources() noexcept override { parent_.child_ended(status_); }
  void goes_on() noexcept override {
    goes_on_ = true;
    room().goes_on();
  }
  void rests() noexcept override {
    if (std::exchange(goes_on_, false)) room().rests();
  }
  void is_done() noexcept override {
    room().give_back();
    rests();  // last: a thread that sees nothing running sees the room, too
  }

 protected:
  ChildRoom& room() const { return queue_of(*this).child_room(); }

 private:
  Parent& parent_;  // complete only after this
  cl_int status_ = CL_COMPLETE;
  bool goes_on_ = false;  // as counted by the room
};

struct Freed {
  void operator()(unsigned char* memory) const { std::free(memory); }
};
using Bytes = std::unique_ptr<unsigned char, Freed>;

class ChildKernel final : public Child, public cpu::NDRangeJob {
 public:
  struct Parts {
    KernelOnDevice& kernel;
    const ProgramCode::Ready& code;
    Bytes arguments;
    cpu::LaunchSizes sizes;
    std::unique_ptr<Parent> as_parent;     // null: its code enqueues nothing
    std::unique_ptr<LaunchChecks> checks;  // null: its code is not checked
  };

  ChildKernel(Parent& parent, Queue& queue, const hd_launch& launch, Parts parts)
      : Child(parent, queue, CL_COMMAND_NDRANGE_KERNEL),
        NDRangeJob(parts.code.loaded, launch, parts.sizes, queue.device().max_compute_units()),
        cost_(parts.kernel.cost()),
        arguments_(std::move(parts.arguments)),
        as_parent_(std::move(parts.as_parent)),
        checks_(std::move(parts.checks)),
        small_(cost_.cheap(work_items())) {
    if (as_parent_) as_parent_->attach(*this, *this);
    if (const cpu::LimitedLaunch* outer = parent.job().limit()) limit()->take_part_in(*outer);
  }

  size_t chunks() const override { return NDRangeJob::chunks(); }
  void run(size_t chunk, cpu::Worker& worker) noexcept override {
    started();
    const ChildRoom::Running running(room());
    NDRangeJob::run(chunk, worker);
  }
  void run_all(cpu::Worker& worker) noexcept override {
    started();
    const ChildRoom::Running running(room());
    NDRangeJob::run_all(worker);
  }
  void finished() noexcept override {
    flush_printf();
    if (limit()) [[unlikely]]
      end_limit(*this, checks_.get(), queue().context());
    if (checks_) checks_->finish();
    const cl_int status = launch_status(failure());
    if (as_parent_) return as_parent_->body_ended(status);
    ended(status);
  }
  cpu::Job* job() noexcept override { return this; }
  cpu::DeviceEnqueue* device_enqueue() noexcept override { return as_parent_.get(); }
  bool small() const noexcept override { return small_; }
  bool enqueues() const noexcept override { return as_parent_ != nullptr; }
  void release_resources() noexcept override {
    as_parent_ = nullptr;
    Child::release_resources();
  }

 private:
  LaunchCost& cost_;
  const Bytes arguments_;
  std::unique_ptr<Parent> as_parent_;
  const std::unique_ptr<LaunchChecks> checks_;
  const bool small_;
};

class Marker final : public Child {
 public:
  Marker(Parent& parent, Queue& queue) : Child(parent, queue, CL_COMMAND_MARKER) {}
};

class ProfilingCapture final : public Child, public cpu::Job {
 public:
  ProfilingCapture(Parent& parent, Queue& queue, Ref<Command> of, void* value)
      : Child(parent, queue, CL_COMMAND_MARKER), of_(std::move(of)), value_(value) {}

  size_t chunks() const override { return 1; }
  void run(size_t, cpu::Worker&) noexcept override {
    started();
    write_execution_times(*of_, value_);
  }
  void finished() noexcept override { ended(); }
  cpu::Job* job() noexcept override { return this; }
  bool small() const noexcept override { return false; }
  void release_resources() noexcept override {
    of_ = nullptr;
    Child::release_resources();
  }

 private:
  Ref<Command> of_;
  void* const value_;
};

/// Computes the offsets of the local arguments, which follow the kernel's own variables. Returns
/// the bytes in all. CL_INVALID_ARG_SIZE.
Result<size_t> lay_out_locals(const KernelRecord& record, const cpu::EnqueueCall& call,
                              unsigned char* arguments) {
  size_t end = record.local_size;
  uint32_t used = 0;
  for (const ArgRecord& arg : record.args) {
    if (arg.kind != ArgKind::Local) continue;
    TRY(require(used < call.num_locals, CL_INVALID_ARG_SIZE, "a local argument has no size"));
    const uint64_t offset = place_local(end, call.local_sizes[used++]);
    std::memcpy(arguments + arg.offset, &offset, sizeof(offset));
  }
  TRY(require(used == call.num_locals, CL_INVALID_ARG_SIZE, "more sizes than local arguments"));
  return end;
}

/// Returns the checks of a launch of a block's kernel; null if its code is not checked. What the
/// block captured is looked up when it is used.
std::unique_ptr<LaunchChecks> checks_of(const KernelOnDevice& kernel, const KernelRecord& record,
                                        const cpu::EnqueueCall& call, const Queue& queue) {
  auto checks = LaunchChecks::of(kernel.program_record().context, record, &queue.context(), {});
  if (!checks) return nullptr;
  uint32_t used = 0;
  for (size_t i = 0; i < record.args.size() && used < call.num_locals; ++i) {
    if (record.args[i].kind != ArgKind::Local) continue;
    const uint64_t size = call.local_sizes[used++];
    checks->set(i, {0, size, size});
  }
  return checks;
}

/// Packs the arguments of a block's kernel: the address of its literal, then local pointers, then
/// the hidden argument, then a copy of the literal.
Result<Bytes> pack_arguments(const KernelRecord& record, const cpu::EnqueueCall& call,
                             const LaunchChecks* checks, size_t& local_memory) {
  const size_t hidden = HD_CHECKS_OFFSET(size_t{record.arg_block_size});
  const size_t block = align_up<size_t>(hidden + sizeof(const hd_checks*), HD_MAX_TYPE_ALIGN);
  const size_t literal = align_up<size_t>(call.literal->size, HD_MAX_TYPE_ALIGN);
  Bytes bytes(static_cast<unsigned char*>(std::aligned_alloc(HD_MAX_TYPE_ALIGN, block + literal)));
  if (!bytes) return Error{CL_OUT_OF_HOST_MEMORY, "no memory for a block's captures"};
  std::memset(bytes.get(), 0, block);
  unsigned char* const copy = bytes.get() + block;
  std::memcpy(copy, call.literal, call.literal->size);
  TRY(require(!record.args.empty(), CL_INVALID_KERNEL, "a block's kernel takes its literal"));
  std::memcpy(bytes.get() + record.args.front().offset, &copy, sizeof(copy));
  const hd_checks* const table = checks ? checks->table() : nullptr;
  std::memcpy(bytes.get() + hidden, &table, sizeof(table));
  local_memory = TRY(lay_out_locals(record, call, bytes.get()));
  return bytes;
}

}  // namespace

void write_execution_times(const Command& command, void* value) {
  const Command::Times& times = command.times();
  const cl_ulong out[] = {times.end - times.start, times.complete - times.start};
  std::memcpy(value, out, sizeof(out));
}

Result<NDRange> range_of(const hd_ndrange& range, const KernelOnDevice& kernel,
                         const Device& device) {
  NDRange resolved =
      TRY(global_range({range.work_dim, range.global_offset, range.global_size, nullptr}));
  const bool chosen = std::all_of(range.local_size, range.local_size + range.work_dim,
                                  [](size_t size) { return size == 0; });
  if (resolved.empty()) return resolved;
  resolved.local = TRY(local_range(resolved, chosen ? nullptr : range.local_size, kernel.record(),
                                   kernel.program_record().uniform_groups_only, device));
  return resolved;
}

Result<Ref<Command>> make_child_kernel(Parent& parent, Queue& queue, const cpu::EnqueueCall& call) {
  KernelOnDevice& kernel = *TRY(parent.inherited()->blocks->get(call.kernel));
  const NDRange range = TRY(range_of(*call.range, kernel, queue.device()));
  // An empty range runs nothing. Its command is complete once its dependencies are, as on the host
  // (§5.10).
  if (range.empty()) return make_child_marker(parent, queue);
  const ProgramCode::Ready& code = *TRY(kernel.variant_for(range, /*reaches_large=*/false));
  size_t local_memory = 0;
  auto checks = checks_of(kernel, *code.record, call, queue);
  Bytes arguments = TRY(pack_arguments(*code.record, call, checks.get(), local_memory));
  const auto sizes = TRY(
      launch_sizes(range, *code.record, local_memory, queue.device(), queue.context().number()));
  const hd_launch launch =
      launch_of(range, *code.record, arguments.get(), kernel.globals(), &queue.context());
  std::unique_ptr<Parent> as_parent;
  if (code.record->enqueues) as_parent = parent.for_child();
  return Ref<Command>::adopt(new ChildKernel(
      parent, queue, launch,
      {kernel, code, std::move(arguments), sizes, std::move(as_parent), std::move(checks)}));
}

Ref<Command> make_child_marker(Parent& parent, Queue& queue) {
  return Ref<Command>::adopt(new Marker(parent, queue));
}

Ref<Command> make_profiling_capture(Parent& parent, Queue& queue, Ref<Command> event, void* value) {
  return Ref<Command>::adopt(new ProfilingCapture(parent, queue, std::move(event), value));
}

}  // namespace heddle
