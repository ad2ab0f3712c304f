// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/command_buffer.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace heddle {
namespace {

/// Kernels are made anew each time that so many enqueues have passed, until it is known that no
/// better code comes: variants for what they are launched with are compiled meanwhile.
constexpr uint32_t kRenewEvery = 8, kRenewUntil = 256;

struct Flags {
  std::vector<khr::Properties> list;
  cl_bitfield flags = 0, asserts = 0;
};

Result<Flags> parse(const khr::Properties* properties) {
  Flags parsed;
  std::optional<khr::Properties> flags, asserts;
  for (const auto* at = properties; at && *at; at += 2) {
    auto& value = *at == khr::kCommandBufferFlags ? flags : asserts;
    TRY(require(*at == khr::kCommandBufferFlags || *at == khr::kCommandBufferAsserts,
                CL_INVALID_VALUE, "unknown property of a command-buffer"));
    TRY(require(!value, CL_INVALID_VALUE, "a property of a command-buffer is given twice"));
    value = at[1];
    parsed.list.insert(parsed.list.end(), {at[0], at[1]});
  }
  if (properties) parsed.list.push_back(0);
  parsed.flags = flags.value_or(0);
  parsed.asserts = asserts.value_or(0);
  TRY(require(!(parsed.flags & ~(khr::kFlagSimultaneousUse | khr::kFlagMutable)) &&
                  !(parsed.asserts & ~khr::kAssertNoAdditionalWorkGroups),
              CL_INVALID_VALUE, "unknown bits in a property of a command-buffer"));
  return parsed;
}

}  // namespace

Result<Ref<CommandBuffer>> CommandBuffer::create(cl_uint num_queues, const cl_command_queue* queues,
                                                 const khr::Properties* properties) {
  TRY(require(num_queues == 1 && queues, CL_INVALID_VALUE,
              "a command-buffer is made for one queue"));
  Queue* const queue = TRY(host_queue(*queues));
  Flags parsed = TRY(parse(properties));
  return make<CommandBuffer>(*queue, std::move(parsed.list), parsed.flags,
                             (parsed.asserts & khr::kAssertNoAdditionalWorkGroups) != 0);
}

CommandBuffer::CommandBuffer(Queue& queue, std::vector<khr::Properties> properties,
                             cl_bitfield flags, bool asserts_work_groups)
    : queue_(queue),
      properties_(std::move(properties)),
      flags_(flags),
      asserts_work_groups_(asserts_work_groups),
      commands_(std::make_shared<RecordedCommands>()) {}

CommandBuffer::~CommandBuffer() = default;

// ---- Recording.

Status CommandBuffer::check_sync(const SyncArgs& sync) const {
  const auto is_known = [&](khr::SyncPoint point) { return point >= 1 && point <= sync_points_; };
  return require((sync.num_sync_points == 0) == (sync.wait_list == nullptr) &&
                     std::ranges::all_of(std::span(sync.wait_list, sync.num_sync_points), is_known),
                 khr::kInvalidSyncPointWaitList,
                 "number and list of sync-points disagree, or one is not of this command-buffer");
}

Result<Queue*> CommandBuffer::recording_queue(cl_command_queue queue, const SyncArgs& sync) const {
  TRY(require(queue == nullptr, CL_INVALID_COMMAND_QUEUE,
              "a command-buffer of one queue takes no other"));
  const std::scoped_lock lock(mutex_);
  TRY(require(!finalized_, CL_INVALID_OPERATION, "the command-buffer has been finalized"));
  TRY(check_sync(sync));
  TRY(usable_context(&queue_->context()));
  return queue_.get();
}

void CommandBuffer::add(Ref<Command> command, const SyncArgs& sync) {
  commands_->push_back(std::make_shared<Recorded>(std::move(command)));
  ++sync_points_;
  if (sync.sync_point) *sync.sync_point = sync_points_;
}

Status CommandBuffer::append(Ref<Command> command, const SyncArgs& sync) {
  if (!command) command = Ref<Command>::adopt(new Command(*queue_, CL_COMMAND_BARRIER));
  const std::scoped_lock lock(mutex_);
  add(std::move(command), sync);
  return {};
}

Status CommandBuffer::append_kernel(Kernel& kernel, const NDRangeRequest& request,
                                    const khr::Properties* properties, const SyncArgs& sync,
                                    khr::MutableCommandHandle* handle) {
  TRY(require(&kernel.context() == &context(), CL_INVALID_CONTEXT,
              "command-buffer and kernel are of different contexts"));
  DispatchProperties parsed = TRY(DispatchProperties::parse(properties));
  TRY(require(request.local || !(asserts_work_groups_ || parsed.asserts_work_groups),
              CL_INVALID_VALUE, "the number of work-groups is asserted, but not given"));
  const bool may_lack_arguments = parsed.may_lack_arguments;
  Dispatch dispatch = TRY(Dispatch::make(kernel, request));
  Ref<Command> command = TRY(dispatch.record(*queue_));
  TRY(require(command || may_lack_arguments, CL_INVALID_KERNEL_ARGS, "not all arguments are set"));
  const std::scoped_lock lock(mutex_);
  auto made = make<MutableCommand>(this, *queue_, commands_->size(), Ref<Kernel>(kernel),
                                   std::move(dispatch), std::move(parsed));
  // What can fail comes first.
  if (kernels_.size() == kernels_.capacity()) kernels_.reserve(2 * kernels_.size() + 1);
  missing_ += !command;
  add(std::move(command), sync);
  if (handle) *handle = made.get();
  kernels_.push_back(std::move(made));
  return {};
}

Status CommandBuffer::finalize() {
  const std::scoped_lock lock(mutex_);
  TRY(require(!finalized_, CL_INVALID_OPERATION, "the command-buffer has been finalized before"));
  finalized_ = true;
  return {};
}

khr::State CommandBuffer::state() const {
  const std::scoped_lock lock(mutex_);
  if (!finalized_) return khr::kRecording;
  return missing_ ? khr::kFinalized : khr::kExecutable;
}

// ---- Execution.

RecordedCommands& CommandBuffer::own_commands() {
  if (commands_.use_count() > 1) commands_ = std::make_shared<RecordedCommands>(*commands_);
  // The count was read without order: what the last replay read comes before what is now written.
  std::atomic_thread_fence(std::memory_order_acquire);
  return *commands_;
}

/// What cannot be made stays as it is: the code that there is runs it as well.
void CommandBuffer::renew_kernels() {
  RecordedCommands& commands = own_commands();
  for (const Ref<MutableCommand>& kernel : kernels_) {
    auto made = kernel->dispatch().record(*queue_);
    if (made && made.value())
      commands[kernel->index()] = std::make_shared<Recorded>(std::move(made).value());
  }
}

Status CommandBuffer::enqueue(std::span<const cl_command_queue> queues, cl_uint num_events,
                              const cl_event* events, cl_event* event) {
  TRY(require(state() == khr::kExecutable, CL_INVALID_OPERATION,
              "the command-buffer is not executable"));
  TRY(require((queues.data() == nullptr) == queues.empty() && queues.size() <= 1, CL_INVALID_VALUE,
              "number and list of queues disagree, or are not as many as recorded for"));
  Queue* const queue = queues.empty() ? queue_.get() : TRY(handle<Queue>(queues.front()));
  TRY(require(!queue->on_device(), khr::kIncompatibleCommandQueue, "the queue is a device queue"));
  TRY(usable_context(&queue->context()));
  TRY(require(&queue->device() == &queue_->device(), CL_INVALID_DEVICE,
              "the queue is not of the device that was recorded for"));
  TRY(require(&queue->context() == &context(), CL_INVALID_CONTEXT,
              "the queue is not of the command-buffer's context"));
  const WaitList waits = TRY(wait_list(*queue, num_events, events));
  Ref<Command> replay;
  {
    const std::scoped_lock lock(mutex_);
    ++enqueued_;
    if (enqueued_ % kRenewEvery == 0 && enqueued_ <= kRenewUntil) renew_kernels();
    replay = Ref<Command>::adopt(new Replay(*queue, turns_, commands_));
  }
  return heddle::enqueue(*queue, std::move(replay), {waits, event});
}

Status CommandBuffer::update(cl_uint num_configs, const cl_uint* types,
                             const void* const* configs) {
  TRY(require(state() != khr::kRecording && (flags_ & khr::kFlagMutable), CL_INVALID_OPERATION,
              "the command-buffer is not mutable, or not finalized"));
  TRY(require(
      (types != nullptr) == (num_configs != 0) && (configs != nullptr) == (num_configs != 0),
      CL_INVALID_VALUE, "number and lists of configurations disagree"));
  struct Changed {
    MutableCommand* command;
    Dispatch dispatch;
    std::shared_ptr<Recorded> recorded;
  };
  std::unordered_map<size_t, Changed> changed;  // by the index of the command
  for (cl_uint i = 0; i < num_configs; ++i) {
    TRY(require(types[i] == khr::kStructureMutableDispatchConfig && configs[i], CL_INVALID_VALUE,
                "a configuration is null, or of an unknown type"));
    const auto& config = *static_cast<const khr::MutableDispatchConfig*>(configs[i]);
    MutableCommand* const command = TRY(handle<MutableCommand>(config.command));
    TRY(require(command->buffer() == this, khr::kInvalidMutableCommand,
                "the command is not of this command-buffer"));
    auto at = changed.find(command->index());
    if (at == changed.end())
      at =
          changed
              .emplace(command->index(), Changed{command, TRY(command->dispatch().copy()), nullptr})
              .first;
    TRY(at->second.dispatch.update(config, command->fields()));
    at->second.recorded = std::make_shared<Recorded>(TRY(at->second.dispatch.record(*queue_)));
  }
  const std::scoped_lock lock(mutex_);
  RecordedCommands& commands = own_commands();
  for (auto& [index, change] : changed) {
    std::shared_ptr<Recorded>& current = commands[index];
    missing_ += !change.recorded->command();
    missing_ -= !current->command();
    // The old one ends without the lock: callbacks of its memory objects may come here again.
    std::swap(current, change.recorded);
    change.command->set(std::move(change.dispatch));
  }
  return {};
}

Status CommandBuffer::info(cl_uint id, const InfoSink& sink) const {
  using C = const CommandBuffer&;
  static constexpr std::tuple table{
      Row{khr::kCommandBufferNumQueues, [](C) -> cl_uint { return 1; }},
      Row{khr::kCommandBufferQueues, [](C c) -> cl_command_queue { return c.queue_.get(); }},
      Row{khr::kCommandBufferReferenceCount, [](C c) { return c.user_count(); }},
      Row{khr::kCommandBufferState, [](C c) -> cl_uint { return c.state(); }},
      Row{khr::kCommandBufferPropertiesArray, [](C c) { return std::span(c.properties_); }},
      Row{khr::kCommandBufferContext, [](C c) -> cl_context { return &c.context(); }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
