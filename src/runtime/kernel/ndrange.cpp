// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/ndrange.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>

#include "devices/cpu/faults.h"
#include "devices/cpu/nd_range.h"
#include "devices/cpu/topology.h"
#include "runtime/check/limited.h"
#include "runtime/command/device_queue.h"
#include "runtime/device_enqueue/parent_kernel.h"
#include "runtime/image/image.h"
#include "runtime/kernel/argument_facts.h"
#include "runtime/kernel/checked_launch.h"
#include "runtime/kernel/launch_objects.h"
#include "runtime/launch/launch.h"
#include "runtime/launch/resolve_range.h"
#include "runtime/memory/validate.h"
#include "support/checked.h"
#include "support/clock.h"
#include "support/log.h"

namespace heddle {
namespace {

// ---- The command.

cpu::Rival rival_of(const LaunchCode& launch) {
  return launch.rival ? cpu::Rival{launch.rival->loaded, &launch.trial->trial()} : cpu::Rival{};
}

class NDRangeCommand final : public Command, public cpu::NDRangeJob {
 public:
  struct Parts {
    Kernel& kernel;
    KernelOnDevice& on_device;
    LaunchCode launch;
    std::shared_ptr<const Kernel::OnDevices> keep;
    cpu::LaunchSizes sizes;
    cl_command_type type;
    std::unique_ptr<ParentKernel> as_parent;  // null: its code enqueues nothing
    std::unique_ptr<LaunchChecks> checks;     // null: its code is not checked
    std::vector<Ref<Memory>> memories;
    std::vector<Ref<Sampler>> samplers;
  };

  /// Makes the command, with the arguments after it in one allocation.
  static Ref<Command> make(Queue& queue, const NDRange& range, Parts parts);

  size_t chunks() const override { return NDRangeJob::chunks(); }
  void run(size_t chunk, cpu::Worker& worker) noexcept override;
  void run_all(cpu::Worker& worker) noexcept override;
  void finished() noexcept override;
  cpu::Job* job() noexcept override { return this; }
  cpu::DeviceEnqueue* device_enqueue() noexcept override { return as_parent_.get(); }
  bool small() const noexcept override { return small_.load(std::memory_order_relaxed); }
  bool enqueues() const noexcept override { return as_parent_ != nullptr; }
  cl_int replayed() noexcept override;
  void terminated(cl_int status) noexcept override;
  void release_resources() noexcept override;

  static void* operator new(size_t size, size_t behind) {
    if (void* memory = std::malloc(size + behind)) return memory;
    throw std::bad_alloc();
  }
  static void operator delete(void* memory, size_t /*behind*/) { std::free(memory); }
  static void operator delete(void* memory) { std::free(memory); }

 private:
  NDRangeCommand(Queue& queue, Parts& parts, const hd_launch& launch);

  template <class Work>
  void timed(Work&& work) noexcept;
  cl_int has_run() noexcept;

  Ref<Program> program_;
  const std::shared_ptr<const Kernel::OnDevices> keep_;  // code, variables and cost of the kernel
  LaunchCost& cost_;
  std::unique_ptr<ParentKernel> as_parent_;
  const std::unique_ptr<LaunchChecks> checks_;
  KeptTrial* const trial_;  // null: it tries nothing
  std::vector<Ref<Memory>> memories_;
  std::vector<Ref<Sampler>> samplers_;
  const uint32_t node_;              // the device's
  std::atomic<bool> placed_{false};  // its memory, on that node
  std::atomic<bool> small_;          // read for a recorded command while others run it
  bool timed_;
  std::atomic<uint64_t> ns_{0};  // the sum over all chunks, if timed
};

Ref<Command> NDRangeCommand::make(Queue& queue, const NDRange& range, Parts parts) {
  std::vector<hd_launch_object> objects;
  if (cpu::catches_faults())
    objects = launch_objects(*parts.launch.code->record, parts.kernel.args());
  const auto block = parts.kernel.args().block();
  const size_t hidden = HD_CHECKS_OFFSET(block.size());
  const size_t behind = HD_MAX_TYPE_ALIGN + hidden + sizeof(const hd_checks*);
  // The memory comes first: the command's constructor needs the address of the block.
  void* const memory = operator new(sizeof(NDRangeCommand), behind);
  const auto end = reinterpret_cast<uintptr_t>(memory) + sizeof(NDRangeCommand);
  auto* const copy = reinterpret_cast<unsigned char*>(align_up<uintptr_t>(end, HD_MAX_TYPE_ALIGN));
  std::copy(block.begin(), block.end(), copy);
  const hd_checks* const checks = parts.checks ? parts.checks->table() : nullptr;
  std::memcpy(copy + hidden, &checks, sizeof(checks));
  const hd_launch launch = launch_of(range, *parts.launch.code->record, copy,
                                     parts.on_device.globals(), &queue.context());
  // Nothing that the constructor calls throws.
  auto* const command = ::new (memory) NDRangeCommand(queue, parts, launch);
  command->set_objects(std::move(objects));
  return Ref<Command>::adopt(command);
}

NDRangeCommand::NDRangeCommand(Queue& queue, Parts& parts, const hd_launch& launch)
    : Command(queue, parts.type),
      NDRangeJob(parts.launch.code->loaded, launch, parts.sizes, queue.device().max_compute_units(),
                 rival_of(parts.launch)),
      program_(parts.kernel.program()),
      keep_(std::move(parts.keep)),
      cost_(parts.on_device.cost()),
      as_parent_(std::move(parts.as_parent)),
      checks_(std::move(parts.checks)),
      trial_(parts.launch.trial),
      memories_(std::move(parts.memories)),
      samplers_(std::move(parts.samplers)),
      node_(queue.device().numa_node()),
      small_(cost_.cheap(work_items())),
      timed_(cost_.sample()) {
  if (as_parent_) as_parent_->attach(*this, *this);
}

template <class Work>
void NDRangeCommand::timed(Work&& work) noexcept {
  started();
  if (node_ != cpu::kNoNode && !placed_.exchange(true, std::memory_order_relaxed)) {
    for (const Ref<Memory>& memory : memories_) memory->place_at_first_use(node_);
  }
  if (!timed_) return work();
  const uint64_t begin = now_ns();
  work();
  ns_.fetch_add(now_ns() - begin, std::memory_order_relaxed);
}

void NDRangeCommand::run(size_t chunk, cpu::Worker& worker) noexcept {
  timed([&] { NDRangeJob::run(chunk, worker); });
}

void NDRangeCommand::run_all(cpu::Worker& worker) noexcept {
  timed([&] { NDRangeJob::run_all(worker); });
}

cl_int NDRangeCommand::has_run() noexcept {
  flush_printf();
  if (limit()) [[unlikely]]
    end_limit(*this, checks_.get(), queue().context());
  if (checks_) checks_->finish();
  if (timed_) cost_.measured(work_items(), ns_.exchange(0, std::memory_order_relaxed));
  return launch_status(failure());
}

cl_int NDRangeCommand::replayed() noexcept {
  const cl_int status = has_run();
  if (status < 0) terminated(status);
  recover();
  small_.store(cost_.cheap(work_items()), std::memory_order_relaxed);
  timed_ = cost_.sample();
  if (trial_ && trial_->take_outcome()) trial_->keep();
  return status;
}

void NDRangeCommand::finished() noexcept {
  const cl_int status = has_run();
  if (as_parent_) return as_parent_->body_ended(status);
  if (!trial_ || !trial_->take_outcome()) return ended(status);
  KeptTrial& trial = *trial_;
  const auto keep = keep_;
  ended(status);
  trial.keep();
}

void NDRangeCommand::terminated(cl_int status) noexcept {
  // A dependency's owner has been told of its failure, and the context of a limit.
  if (failure() == 0 || failure() == HD_FAILURE_TIME) return;
  try {
    queue().context().notify("clEnqueueNDRangeKernel", Error{status, launch_failure(failure())});
  } catch (...) {  // the event's status says it, too
    log::error("no memory to report that a kernel failed");
  }
}

void NDRangeCommand::release_resources() noexcept {
  memories_.clear();
  samplers_.clear();
  as_parent_ = nullptr;
  program_ = nullptr;
}

/// A kernel over no work-items: done once its dependencies are (§5.10).
class EmptyNDRange final : public Command {
 public:
  using Command::Command;
};

// ---- The checks.

/// Makes the checks that depend on neither arguments nor index space: CL_INVALID_CONTEXT,
/// CL_INVALID_PROGRAM_EXECUTABLE.
Result<KernelOnDevice*> executable(const Queue& queue, const Kernel& kernel) {
  TRY(require(&queue.context() == &kernel.context(), CL_INVALID_CONTEXT,
              "queue and kernel are of different contexts"));
  KernelOnDevice* on_device = kernel.on(queue.device());
  TRY(require(on_device, CL_INVALID_PROGRAM_EXECUTABLE,
              "the program has no executable for the queue's device"));
  return on_device;
}

/// Makes these checks, and that of the arguments: CL_INVALID_KERNEL_ARGS.
Result<KernelOnDevice*> runnable(const Queue& queue, const Kernel& kernel) {
  KernelOnDevice* const on_device = TRY(executable(queue, kernel));
  TRY(require(kernel.args().complete(), CL_INVALID_KERNEL_ARGS, "not all arguments are set"));
  return on_device;
}

/// Returns the local size of `range`, which is not empty. CL_INVALID_WORK_GROUP_SIZE and its kin.
Result<Sizes3> local_size_of(const Queue& queue, const KernelOnDevice& on_device,
                             const NDRange& range, const size_t* requested) {
  return local_range(range, requested, on_device.record(),
                     on_device.program_record().uniform_groups_only, queue.device());
}

/// Tells whether one image may be both arguments (Table 18's last row and the text below it).
bool may_share(Access a, Access b) {
  return a == b && a != Access::ReadWrite;
}

/// Checks a kernel's image arguments, which are alive: their number and that of the samplers
/// (CL_OUT_OF_RESOURCES), and that no image is passed in two ways of which one writes
/// (CL_INVALID_KERNEL_ARGS). Sizes and formats of an image are good for all devices.
Status usable_images(const KernelRecord& record, const KernelArgs& args) {
  size_t read = 0, written = 0, samplers = 0;
  for (size_t i = 0; i < record.args.size(); ++i) {
    const ArgRecord& arg = record.args[i];
    samplers += arg.kind == ArgKind::Sampler;
    if (arg.kind != ArgKind::Image) continue;
    ++(arg.access == Access::WriteOnly || arg.access == Access::ReadWrite ? written : read);
    for (size_t j = 0; j < i; ++j) {
      const bool same =
          record.args[j].kind == ArgKind::Image && args.memories()[i] == args.memories()[j];
      TRY(require(!same || may_share(arg.access, record.args[j].access), CL_INVALID_KERNEL_ARGS,
                  "an image is passed to two arguments, of which one writes"));
    }
  }
  return require(read <= Device::max_read_image_args() &&
                     written <= Device::max_write_image_args() &&
                     samplers <= Device::max_samplers(),
                 CL_OUT_OF_RESOURCES, "the kernel has more images or samplers than the device can");
}

/// Returns the memory of the arguments, after a check that objects still exist and are aligned for
/// the device.
Result<std::vector<Ref<Memory>>> usable_memories(const Queue& queue, const Kernel& kernel) {
  const KernelArgs& args = kernel.args();
  auto held = TRY(args.held_memories());
  for (const Ref<Memory>& memory : held) TRY(aligned_for(queue, *memory));
  if (args.has_images()) TRY(usable_images(kernel.declared(), args));
  return held;
}

/// Makes the parent for a kernel that enqueues others, with the queues that it may know; null for
/// all other kernels. CL_INVALID_KERNEL_ARGS if one of the queues has been released.
Result<std::unique_ptr<ParentKernel>> parent_of(const Queue& queue, const Kernel& kernel,
                                                const KernelOnDevice& on_device,
                                                const KernelRecord& record) {
  if (!record.enqueues) return std::unique_ptr<ParentKernel>();
  auto inherited = std::make_shared<ParentKernel::Inherited>();
  inherited->default_queue = default_queue(queue.context(), queue.device());
  inherited->queues = TRY(kernel.args().queues());
  inherited->blocks = on_device.blocks();
  return std::make_unique<ParentKernel>(std::move(inherited));
}

/// Tells whether launches should change direction each time. Data that fit into the units' own
/// caches are found there in any order. Of larger data, a launch in the other direction finds the
/// part that fits (1.05 to 1.2 times as fast).
bool alternates(const KernelRecord& record, std::span<const Ref<Memory>> memories) {
  const uint64_t caches = cpu::topology().near_cache_bytes;
  if (!record.any_order || caches == 0) return false;
  uint64_t bytes = 0;
  for (const Ref<Memory>& memory : memories) bytes += memory->size();
  return bytes > caches;
}

/// Returns the sizes of a launch of `record`'s code. CL_OUT_OF_RESOURCES as launch_sizes has it.
Result<cpu::LaunchSizes> sizes_of(const Queue& queue, const Kernel& kernel,
                                  const KernelOnDevice& on_device, const NDRange& range,
                                  const KernelRecord& record) {
  return launch_sizes(range, record, kernel.args().local_memory(on_device.record()), queue.device(),
                      queue.context().number());
}

}  // namespace

Status enqueue_ndrange(Queue& queue, Kernel& kernel, const NDRangeRequest& request,
                       const EnqueueArgs& args, cl_command_type type) {
  KernelOnDevice* on_device = TRY(runnable(queue, kernel));
  NDRange range = TRY(global_range(request));
  auto memories = TRY(usable_memories(queue, kernel));
  if (range.empty()) {
    return enqueue(queue, Ref<Command>::adopt(new EmptyNDRange(queue, type)), args);
  }
  if (!on_device->is_prepared())
    TRY(on_device->prepare(argument_facts(on_device->declared(), kernel.args())));
  range.local = TRY(local_size_of(queue, *on_device, range, request.local));
  const KernelRecord& known = on_device->record();
  const LaunchCode launch = TRY(on_device->code_for(range, kernel.args().reach_large(),
                                                    argument_facts(known, kernel.args()),
                                                    class_of_strides(known, kernel.args())));
  const KernelRecord& record = *launch.code->record;
  auto sizes = TRY(sizes_of(queue, kernel, *on_device, range, record));
  if (launch.rival)
    sizes.make_room(TRY(sizes_of(queue, kernel, *on_device, range, *launch.rival->record)));
  sizes.alternates = alternates(record, memories);
  return enqueue(queue,
                 NDRangeCommand::make(queue, range,
                                      {kernel, *on_device, launch, kernel.on_devices(), sizes, type,
                                       TRY(parent_of(queue, kernel, *on_device, record)),
                                       checks_of(kernel, *on_device, record), std::move(memories),
                                       TRY(kernel.args().samplers())}),
                 args);
}

Status check_index_space(const Queue& queue, const Kernel& kernel, const NDRangeRequest& request) {
  KernelOnDevice* const on_device = TRY(executable(queue, kernel));
  const NDRange range = TRY(global_range(request));
  if (range.empty()) return {};
  TRY(on_device->prepare());
  TRY(local_size_of(queue, *on_device, range, request.local));
  return {};
}

Status suggested_local_size(const Queue& queue, const Kernel& kernel, const NDRangeRequest& request,
                            size_t* suggested) {
  KernelOnDevice* const on_device = TRY(runnable(queue, kernel));
  TRY(require(request.global, CL_INVALID_GLOBAL_WORK_SIZE, "global_work_size is null"));
  const NDRange range = TRY(global_range(request));
  TRY(require(!range.empty(), CL_INVALID_GLOBAL_WORK_SIZE, "a global size is zero"));
  TRY(require(suggested, CL_INVALID_VALUE, "suggested_local_work_size is null"));
  TRY(on_device->prepare());
  const Sizes3 local = TRY(local_size_of(queue, *on_device, range, nullptr));
  std::copy_n(local.begin(), range.work_dim, suggested);
  return {};
}

}  // namespace heddle
