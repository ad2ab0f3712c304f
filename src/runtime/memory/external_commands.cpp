// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/external_commands.h"

#include <vector>

#include "platform/later_extensions.h"

namespace heddle {
namespace {

class HandOver final : public Command, public cpu::Job {
 public:
  HandOver(Queue& queue, cl_command_type type, std::vector<Ref<Memory>> objects)
      : Command(queue, type), objects_(std::move(objects)) {}

  size_t chunks() const override { return 1; }
  void run(size_t /*chunk*/, cpu::Worker& /*worker*/) noexcept override {
    started();
    for (const Ref<Memory>& object : objects_) {
      const ExternalMemory& memory = *object->external();
      const bool acquires = type() == khr::kCommandAcquireExternalMemory;
      if (!(acquires ? memory.acquire() : memory.release())) status_ = CL_OUT_OF_RESOURCES;
    }
  }
  void finished() noexcept override { ended(status_); }
  cpu::Job* job() noexcept override { return this; }
  void release_resources() noexcept override { objects_.clear(); }

 private:
  std::vector<Ref<Memory>> objects_;
  cl_int status_ = CL_COMPLETE;
};

}  // namespace

Status enqueue_external(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                        const EnqueueArgs& args) {
  TRY(require(objects.empty() == !objects.data(), CL_INVALID_VALUE,
              "number of objects and list disagree"));
  std::vector<Ref<Memory>> held;
  for (const cl_mem each : objects) {
    held.push_back(TRY(handle<Memory>(each)));
    const ExternalMemory* const external = held.back()->external();
    TRY(require(external, CL_INVALID_MEM_OBJECT,
                "the object was not made from an external handle"));
    TRY(require(&held.back()->context() == &queue.context() && external->is_for(queue.device()),
                CL_INVALID_COMMAND_QUEUE,
                "the object is of another context, or not for the queue's device"));
  }
  TRY(none_failed(args.waits));
  return enqueue(queue, Ref<Command>::adopt(new HandOver(queue, type, std::move(held))), args);
}

}  // namespace heddle
