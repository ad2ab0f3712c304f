// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/command_buffer.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "platform/property_list.h"
#include "runtime/command_buffer/graph_replay.h"
#include "runtime/command_buffer/replay.h"
#include "support/mutex.h"

namespace heddle {
namespace {

/// Kernels are made anew each time that so many enqueues have passed, as variants for their
/// launches are compiled meanwhile. It ends once no better code can come.
constexpr uint32_t kRenewEvery = 8, kRenewUntil = 256;

Result<CommandBuffer::Properties> parse(const khr::Properties* properties) {
  static constexpr KnownProperty known[] = {{khr::kCommandBufferFlags},
                                            {khr::kCommandBufferAsserts}};
  const PropertyList given =
      TRY(PropertyList::read(properties, known, CL_INVALID_VALUE, "a command-buffer"));
  const CommandBuffer::Properties parsed{given.words(),
                                         given.value(khr::kCommandBufferFlags).value_or(0),
                                         given.value(khr::kCommandBufferAsserts).value_or(0)};
  TRY(require(!(parsed.flags & ~khr::kAllCommandBufferFlags) &&
                  !(parsed.asserts & ~khr::kAssertNoAdditionalWorkGroups),
              CL_INVALID_VALUE, "unknown bits in a property of a command-buffer"));
  return parsed;
}

bool of_one_device(const std::vector<Ref<Queue>>& queues) {
  return std::ranges::all_of(queues, [&](const Ref<Queue>& queue) {
    return &queue->device() == &queues.front()->device();
  });
}

}  // namespace

Result<Ref<CommandBuffer>> CommandBuffer::create(cl_uint num_queues, const cl_command_queue* queues,
                                                 const khr::Properties* properties) {
  TRY(require(num_queues > 0 && queues, CL_INVALID_VALUE, "no queues given"));
  std::vector<Ref<Queue>> held;
  for (const cl_command_queue queue : std::span(queues, num_queues)) {
    held.push_back(TRY(host_queue(queue)));
    TRY(require(&held.back()->context() == &held.front()->context(), CL_INVALID_CONTEXT,
                "queues of different contexts"));
  }
  return make<CommandBuffer>(std::move(held), TRY(parse(properties)));
}

CommandBuffer::CommandBuffer(std::vector<Ref<Queue>> queues, Properties properties)
    : queues_(std::move(queues)),
      properties_(std::move(properties)),
      one_device_(of_one_device(queues_)),
      commands_(std::make_shared<RecordedCommands>()),
      graph_(std::make_shared<Graph>(queues_.size())) {}

CommandBuffer::~CommandBuffer() = default;

// ---- Recording.

Status CommandBuffer::check_sync(const SyncArgs& sync) const {
  const auto is_known = [newest = commands_->size()](khr::SyncPoint point) {
    return point >= 1 && point <= newest;
  };
  return require((sync.num_sync_points == 0) == (sync.wait_list == nullptr) &&
                     std::ranges::all_of(std::span(sync.wait_list, sync.num_sync_points), is_known),
                 khr::kInvalidSyncPointWaitList,
                 "number and list of sync-points disagree, or one is not of this command-buffer");
}

uint32_t CommandBuffer::number_of(const Queue& queue) const {
  const auto found =
      std::ranges::find(queues_, &queue, [](const Ref<Queue>& each) { return each.get(); });
  return static_cast<uint32_t>(found - queues_.begin());
}

Result<Ref<Queue>> CommandBuffer::recording_queue(cl_command_queue queue,
                                                  const SyncArgs& sync) const {
  Ref<Queue> found = queue ? TRY(any_host_queue(queue)) : queues_.front();
  TRY(require(queue || queues_.size() == 1, CL_INVALID_COMMAND_QUEUE,
              "no queue given for a command-buffer of several"));
  TRY(require(&found->context() == &context(), CL_INVALID_CONTEXT,
              "command-buffer and queue are of different contexts"));
  TRY(require(number_of(*found) < queues_.size(), CL_INVALID_COMMAND_QUEUE,
              "the command-buffer was not made for this queue"));
  const Lock lock(mutex_);
  TRY(require(!finalized_, CL_INVALID_OPERATION, "the command-buffer has been finalized"));
  TRY(check_sync(sync));
  TRY(not_terminated(context()));
  return found;
}

void CommandBuffer::add(Queue& queue, Ref<Command> command, bool is_barrier, const SyncArgs& sync) {
  commands_->push_back(std::make_shared<Recorded>(std::move(command)));
  try {
    graph_->add(number_of(queue), queue.in_order(), is_barrier,
                std::span(sync.wait_list, sync.num_sync_points));
  } catch (...) {  // no memory: nothing was recorded
    commands_->pop_back();
    throw;
  }
  if (sync.sync_point) *sync.sync_point = static_cast<khr::SyncPoint>(commands_->size());
}

Status CommandBuffer::append(Queue& queue, Ref<Command> command, const SyncArgs& sync) {
  const bool is_barrier = !command;
  if (is_barrier) command = Ref<Command>::adopt(new Command(queue, CL_COMMAND_BARRIER));
  const Lock lock(mutex_);
  add(queue, std::move(command), is_barrier, sync);
  return {};
}

Status CommandBuffer::append_kernel(Queue& queue, Kernel& kernel, const NDRangeRequest& request,
                                    const khr::Properties* properties, const SyncArgs& sync,
                                    khr::MutableCommandHandle* handle) {
  TRY(require(&kernel.context() == &context(), CL_INVALID_CONTEXT,
              "command-buffer and kernel are of different contexts"));
  DispatchProperties parsed = TRY(DispatchProperties::parse(properties));
  const bool asserts = properties_.asserts || parsed.asserts_work_groups;
  TRY(require(request.local || !asserts, CL_INVALID_VALUE,
              "the number of work-groups is asserted, but not given"));
  const bool may_lack_arguments = parsed.may_lack_arguments;
  Dispatch dispatch = TRY(Dispatch::make(kernel, request));
  Ref<Command> command = TRY(dispatch.record(queue));
  TRY(require(command || may_lack_arguments, CL_INVALID_KERNEL_ARGS, "not all arguments are set"));
  const Lock lock(mutex_);
  auto made = make<MutableCommand>(this, queue, commands_->size(), Ref<Kernel>(kernel),
                                   std::move(dispatch), std::move(parsed));
  // Everything that can fail comes first.
  if (kernels_.size() == kernels_.capacity()) kernels_.reserve(2 * kernels_.size() + 1);
  const bool is_missing = !command, enqueues = command && command->enqueues();
  add(queue, std::move(command), false, sync);
  missing_ += is_missing;
  some_enqueue_ |= enqueues;
  if (handle) {
    made->publish();  // the buffer keeps the reference
    *handle = made.get();
  }
  kernels_.push_back(std::move(made));
  return {};
}

Status CommandBuffer::finalize() {
  const Lock lock(mutex_);
  TRY(require(!finalized_, CL_INVALID_OPERATION, "the command-buffer has been finalized before"));
  finalized_ = true;
  return {};
}

khr::State CommandBuffer::state() const {
  const Lock lock(mutex_);
  if (!finalized_) return khr::kRecording;
  return missing_ ? khr::kFinalized : khr::kExecutable;
}

// ---- Execution.

RecordedCommands& CommandBuffer::own_commands() {
  if (commands_.use_count() > 1) {
    commands_ = std::make_shared<RecordedCommands>(*commands_);
  } else {
    // The count was read without order. Dropping a reference acquires the releases of those that
    // were dropped before, so the reads of the last replay come before the writes that follow. A
    // fence would do as well, but ThreadSanitizer sees none.
    std::shared_ptr<RecordedCommands>(commands_).reset();
  }
  return *commands_;
}

/// Makes the kernels' commands anew. One that cannot be made stays as it is: its present code runs
/// as well.
void CommandBuffer::renew_kernels() {
  RecordedCommands& commands = own_commands();
  for (const Ref<MutableCommand>& kernel : kernels_) {
    auto made = kernel->dispatch()->record(kernel->queue());
    if (made && made.value())
      commands[kernel->index()] = std::make_shared<Recorded>(std::move(made).value());
  }
}

/// Returns the queues of the recording, or others like them.
Result<std::vector<Ref<Queue>>> CommandBuffer::queues_to_run_on(
    std::span<const cl_command_queue> queues) const {
  TRY(require((queues.data() == nullptr) == queues.empty() &&
                  (queues.empty() || queues.size() == queues_.size()),
              CL_INVALID_VALUE,
              "number and list of queues disagree, or are not as many as recorded for"));
  std::vector<Ref<Queue>> found;
  for (size_t i = 0; i < queues_.size(); ++i) {
    Ref<Queue> queue = queues.empty() ? queues_[i] : TRY(handle<Queue>(queues[i]));
    TRY(require(!queue->on_device(), khr::kIncompatibleCommandQueue,
                "the queue is a device queue"));
    TRY(not_terminated(queue->context()));
    TRY(require(&queue->device() == &queues_[i]->device(), CL_INVALID_DEVICE,
                "the queue is not of the device that was recorded for"));
    TRY(require(&queue->context() == &context(), CL_INVALID_CONTEXT,
                "the queue is not of the command-buffer's context"));
    found.push_back(std::move(queue));
  }
  // The event belongs to the first one: if any queue has profiling there are times.
  std::ranges::stable_partition(found, [](const Ref<Queue>& queue) { return queue->profiling(); });
  return found;
}

Result<FreshRuns> CommandBuffer::fresh_runs() {
  FreshRuns runs;
  if (!some_enqueue_) return runs;
  for (const Ref<MutableCommand>& kernel : kernels_) {
    if (!(*commands_)[kernel->index()]->command()->enqueues()) continue;
    hidden_queues_.resize(queues_.size());
    Ref<Queue>& hidden = hidden_queues_[number_of(kernel->queue())];
    if (!hidden)
      hidden = make<Queue>(context(), kernel->queue().device(), 0, kernel->queue().priority());
    runs.push_back(Ref<FreshRun>::adopt(new FreshRun(static_cast<uint32_t>(kernel->index()), hidden,
                                                     TRY(kernel->dispatch()->record(*hidden)))));
  }
  return runs;
}

/// Tells whether commands run one after the other, which is faster for small ones.
bool CommandBuffer::runs_in_order() const {
  const auto is_large = [](const std::shared_ptr<Recorded>& each) {
    return each->command()->job() && !each->command()->small();
  };
  return one_device_ && (graph_->is_chain() || std::ranges::none_of(*commands_, is_large));
}

Result<Ref<Command>> CommandBuffer::new_replay(Queue& queue) {
  const Lock lock(mutex_);
  ++enqueued_;
  if (enqueued_ % kRenewEvery == 0 && enqueued_ <= kRenewUntil) renew_kernels();
  FreshRuns fresh = TRY(fresh_runs());
  if (runs_in_order())
    return Ref<Command>::adopt(new Replay(queue, turns_, commands_, std::move(fresh)));
  return Ref<Command>::adopt(new GraphReplay(queue, turns_, commands_, graph_, std::move(fresh)));
}

Status CommandBuffer::enqueue(std::span<const cl_command_queue> queues, cl_uint num_events,
                              const cl_event* events, cl_event* event) {
  TRY(require(state() == khr::kExecutable, CL_INVALID_OPERATION,
              "the command-buffer is not executable"));
  const std::vector<Ref<Queue>> run_on = TRY(queues_to_run_on(queues));
  Queue& first = *run_on.front();
  WaitList waits = TRY(wait_list(first, num_events, events));
  Ref<Command> replay = TRY(new_replay(first));
  if (run_on.size() == 1)
    return heddle::enqueue(first, std::move(replay), {std::move(waits), event});
  return enqueue_across(run_on, std::move(replay), waits, event);
}

Status CommandBuffer::update(cl_uint num_configs, const cl_uint* types,
                             const void* const* configs) {
  TRY(require(state() != khr::kRecording && (properties_.flags & khr::kFlagMutable),
              CL_INVALID_OPERATION, "the command-buffer is not mutable, or not finalized"));
  TRY(require(
      (types != nullptr) == (num_configs != 0) && (configs != nullptr) == (num_configs != 0),
      CL_INVALID_VALUE, "number and lists of configurations disagree"));
  struct Changed {
    Ref<MutableCommand> command;
    std::shared_ptr<Dispatch> dispatch;
    std::shared_ptr<Recorded> recorded;
  };
  std::unordered_map<size_t, Changed> changed;  // by the index of the command
  for (cl_uint i = 0; i < num_configs; ++i) {
    TRY(require(types[i] == khr::kStructureMutableDispatchConfig && configs[i], CL_INVALID_VALUE,
                "a configuration is null, or of an unknown type"));
    const auto& config = *static_cast<const khr::MutableDispatchConfig*>(configs[i]);
    const Ref<MutableCommand> command = TRY(handle<MutableCommand>(config.command));
    TRY(require(command->buffer() == this, khr::kInvalidMutableCommand,
                "the command is not of this command-buffer"));
    auto at = changed.find(command->index());
    if (at == changed.end()) {
      auto copy = std::make_shared<Dispatch>(TRY(command->dispatch()->copy()));
      at = changed.emplace(command->index(), Changed{command, std::move(copy), nullptr}).first;
    }
    TRY(at->second.dispatch->update(config, command->fields()));
    at->second.recorded =
        std::make_shared<Recorded>(TRY(at->second.dispatch->record(command->queue())));
  }
  const Lock lock(mutex_);
  RecordedCommands& commands = own_commands();
  for (auto& [index, change] : changed) {
    std::shared_ptr<Recorded>& current = commands[index];
    missing_ += !change.recorded->command();
    missing_ -= !current->command();
    some_enqueue_ |= change.recorded->command() && change.recorded->command()->enqueues();
    // The old ones end without the lock: callbacks of their memory objects may come here again.
    std::swap(current, change.recorded);
    change.command->swap(change.dispatch);
  }
  return {};
}

Status CommandBuffer::info(cl_uint id, const InfoSink& sink) const {
  using C = const CommandBuffer&;
  static constexpr std::tuple table{
      Row{khr::kCommandBufferNumQueues, [](C c) { return static_cast<cl_uint>(c.queues_.size()); }},
      Row{khr::kCommandBufferQueues,
          [](C c) {
            std::vector<cl_command_queue> list;
            list.reserve(c.queues_.size());
            for (const Ref<Queue>& queue : c.queues_) list.push_back(queue.get());
            return list;
          }},
      Row{khr::kCommandBufferReferenceCount, [](C c) { return c.user_count(); }},
      Row{khr::kCommandBufferState, [](C c) -> cl_uint { return c.state(); }},
      Row{khr::kCommandBufferPropertiesArray, [](C c) { return std::span(c.properties_.list); }},
      Row{khr::kCommandBufferContext, [](C c) -> cl_context { return &c.context(); }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
