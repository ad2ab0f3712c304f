// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/map_commands.h"

#include <vector>

#include "devices/cpu/topology.h"
#include "runtime/memory/allocations.h"
#include "runtime/memory/shadow.h"

namespace heddle {
namespace {

// A command that holds its objects and has no work.
class HoldCommand final : public Command {
 public:
  HoldCommand(Queue& queue, cl_command_type type, std::vector<Ref<Memory>> objects)
      : Command(queue, type), objects_(std::move(objects)) {}

  void release_resources() noexcept override { objects_.clear(); }

 private:
  std::vector<Ref<Memory>> objects_;
};

// A command that moves pages to a node; their addresses stay. `T` is memory objects or ranges of
// shared virtual memory.
template <class T>
class MigrateCommand final : public Command, public cpu::Job {
 public:
  MigrateCommand(Queue& queue, cl_command_type type, std::vector<T> objects, bool to_host)
      : Command(queue, type),
        objects_(std::move(objects)),
        node_(to_host ? cpu::kNoNode : queue.device().numa_node()) {}

  size_t chunks() const override { return objects_.size(); }
  void run(size_t chunk, cpu::Worker&) noexcept override {
    started();
    place(objects_[chunk]);
  }
  void finished() noexcept override { ended(); }
  cpu::Job* job() noexcept override { return has_nodes() ? this : nullptr; }
  bool small() const noexcept override { return !has_nodes(); }
  void release_resources() noexcept override { objects_.clear(); }

 private:
  static bool has_nodes() { return cpu::topology().numa_nodes > 1; }
  void place(const Ref<Memory>& memory) noexcept { memory->place(node_); }
  void place(std::span<const std::byte> range) noexcept {
    Allocations::all().place(queue().context(), range, node_);
  }

  std::vector<T> objects_;
  const uint32_t node_;
};

// A map. The region counts as mapped from the call on, so that overlaps are found there. A map that
// is terminated maps nothing.
class MapCommand final : public Command {
 public:
  MapCommand(Queue& queue, cl_command_type type, Memory& memory, void* pointer)
      : Command(queue, type), memory_(memory), pointer_(pointer) {}
  ~MapCommand() override {
    if (memory_) terminated(CL_OUT_OF_HOST_MEMORY);  // it never came into the queue
  }

  Status map(size_t begin, size_t size, bool writable, const std::optional<Mappings::Box>& box) {
    mapping_ =
        TRY(memory_->mappings().map({memory_.get(), pointer_, begin, begin + size, writable, box}));
    memory_->count_mapping(1);
    return {};
  }
  void terminated(cl_int) noexcept override {
    if (mapping_ && memory_->mappings().drop(mapping_, pointer_)) memory_->count_mapping(-1);
  }
  void release_resources() noexcept override { memory_ = nullptr; }

 private:
  Ref<Memory> memory_;
  void* const pointer_;
  uint64_t mapping_ = 0;
};

}  // namespace

Status valid_map_flags(cl_map_flags flags) {
  constexpr cl_map_flags discard = CL_MAP_WRITE_INVALIDATE_REGION,
                         keep = CL_MAP_READ | CL_MAP_WRITE;
  TRY(require(!(flags & ~(keep | discard)), CL_INVALID_VALUE, "unknown map flags"));
  return require(!(flags & discard) || !(flags & keep), CL_INVALID_VALUE,
                 "CL_MAP_WRITE_INVALIDATE_REGION with CL_MAP_READ or CL_MAP_WRITE");
}

Status check_map_flags(const Memory& memory, cl_map_flags flags) {
  TRY(valid_map_flags(flags));
  if (flags & CL_MAP_READ) TRY(host_access(memory, HostAccess::Read));
  if (flags & kMapForWriting) TRY(host_access(memory, HostAccess::Write));
  return {};
}

Result<void*> enqueue_map(Queue& queue, cl_command_type type, Memory& memory, cl_map_flags flags,
                          std::byte* pointer, size_t size, const EnqueueArgs& args,
                          const std::optional<Mappings::Box>& box) {
  const auto begin = static_cast<size_t>(pointer - memory.store().data());
  auto* map = new MapCommand(queue, type, memory, pointer);
  auto command = Ref<Command>::adopt(map);
  TRY(map->map(begin, size, flags & kMapForWriting, box));
  TRY(enqueue(queue, std::move(command), args));
  if (shadows_buffers() && memory.is_buffer()) {
    if (flags & CL_MAP_READ) report_read(pointer, size);
    if (flags & kMapForWriting) clear_shadow(pointer, size);
  }
  return static_cast<void*>(pointer);
}

Status enqueue_unmap(Queue& queue, Memory& memory, void* pointer, const EnqueueArgs& args) {
  auto command = Ref<Command>::adopt(
      new HoldCommand(queue, CL_COMMAND_UNMAP_MEM_OBJECT, {Ref<Memory>(memory)}));
  TRY(Queue::room_for_command());  // else the mapping stays
  TRY(memory.mappings().unmap(memory, pointer));
  memory.count_mapping(-1);
  return enqueue(queue, std::move(command), args);
}

Status enqueue_migrate(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                       bool to_host, const EnqueueArgs& args) {
  std::vector<Ref<Memory>> held;
  held.reserve(objects.size());
  for (cl_mem h : objects) {
    held.push_back(TRY(handle<Memory>(h)));
    TRY(same_context(queue, *held.back()));
  }
  auto command = Ref<Command>::adopt(new MigrateCommand(queue, type, std::move(held), to_host));
  return enqueue(queue, std::move(command), args);
}

Status enqueue_migrate(Queue& queue, cl_command_type type,
                       std::vector<std::span<const std::byte>> ranges, bool to_host,
                       const EnqueueArgs& args) {
  auto command = Ref<Command>::adopt(new MigrateCommand(queue, type, std::move(ranges), to_host));
  return enqueue(queue, std::move(command), args);
}

}  // namespace heddle
