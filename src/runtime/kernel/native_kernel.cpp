// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/native_kernel.h"

#include <cfenv>
#include <cstring>
#include <memory>
#include <vector>

namespace heddle {
namespace {

class NativeKernelCommand final : public Command, public cpu::Job {
 public:
  NativeKernelCommand(Queue& queue, const NativeKernel& kernel, std::vector<Ref<Memory>> objects)
      : Command(queue, CL_COMMAND_NATIVE_KERNEL),
        function_(kernel.function),
        args_(kernel.size ? static_cast<std::byte*>(operator new(kernel.size)) : nullptr),
        objects_(std::move(objects)) {
    if (kernel.size) std::memcpy(args_.get(), kernel.args, kernel.size);
    const auto* begin = static_cast<const std::byte*>(kernel.args);
    for (cl_uint i = 0; i < kernel.num_objects; ++i) {
      const size_t offset =
          static_cast<size_t>(static_cast<const std::byte*>(kernel.locations[i]) - begin);
      const void* address = objects_[i] ? objects_[i]->data() : nullptr;
      std::memcpy(args_.get() + offset, &address, sizeof(address));
    }
  }

  size_t chunks() const override { return 1; }
  void run(size_t, cpu::Worker&) noexcept override {
    started();
    std::fenv_t before;  // the function may leave another rounding mode or traps behind
    std::fegetenv(&before);
    function_(args_.get());
    std::fesetenv(&before);
  }
  void finished() noexcept override { ended(); }
  cpu::Job* job() noexcept override { return this; }
  // Returns false: nobody knows how long it takes, and it may wait for other threads.
  bool small() const noexcept override { return false; }
  void release_resources() noexcept override {
    args_.reset();
    objects_.clear();
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const { operator delete(memory); }
  };
  void(CL_CALLBACK* const function_)(void*);
  std::unique_ptr<std::byte, Free> args_;  // aligned for any type
  std::vector<Ref<Memory>> objects_;
};

Status check(const NativeKernel& kernel) {
  TRY(require(kernel.function, CL_INVALID_VALUE, "user_func is null"));
  TRY(require((kernel.args != nullptr) == (kernel.size != 0), CL_INVALID_VALUE,
              "args and cb_args disagree"));
  TRY(require(kernel.args || kernel.num_objects == 0, CL_INVALID_VALUE,
              "memory objects without args"));
  const bool lists = kernel.objects && kernel.locations;
  const bool any = kernel.objects || kernel.locations;
  return require(kernel.num_objects ? lists : !any, CL_INVALID_VALUE,
                 "num_mem_objects, mem_list and args_mem_loc disagree");
}

}  // namespace

Status enqueue_native_kernel(Queue& queue, const NativeKernel& kernel, const EnqueueArgs& args) {
  TRY(check(kernel));
  std::vector<Ref<Memory>> objects(kernel.num_objects);
  for (cl_uint i = 0; i < kernel.num_objects; ++i) {
    const auto at =
        reinterpret_cast<uintptr_t>(kernel.locations[i]) - reinterpret_cast<uintptr_t>(kernel.args);
    TRY(require(in_range(at, sizeof(cl_mem), kernel.size), CL_INVALID_VALUE,
                "args_mem_loc points outside args"));
    if (kernel.objects[i]) objects[i] = Ref<Memory>(*TRY(buffer_for(queue, kernel.objects[i])));
  }
  auto command = Ref<Command>::adopt(new NativeKernelCommand(queue, kernel, std::move(objects)));
  return enqueue(queue, std::move(command), args);
}

}  // namespace heddle
