// SPDX-License-Identifier: Apache-2.0
// A kernel object (§5.9): one kernel function of a program, with argument values. It attaches
// itself to its program, which cannot be built while it lives.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

#include "platform/info.h"
#include "platform/object.h"
#include "runtime/kernel/kernel_args.h"
#include "runtime/program/program.h"

namespace heddle {

class BlockKernels;
struct NDRange;

/// How expensive launches were: decides which commands are worth another thread (Command::small).
class LaunchCost {
 public:
  /// Whether to time the next launch: the first ones, and some later.
  bool sample() {
    const uint32_t n = launches_.fetch_add(1, std::memory_order_relaxed);
    return n < 4 || n % 64 == 0;
  }
  /// One slow launch (a page fault, another process) is not believed at once: the estimate falls at
  /// will, but at most doubles.
  void measured(size_t items, uint64_t ns) {
    const float old = ns_per_item_.load(std::memory_order_relaxed);
    const float now = static_cast<float>(ns) / static_cast<float>(items);
    ns_per_item_.store(old > 0 ? std::min(now, 2 * old) : now, std::memory_order_relaxed);
  }
  /// Of a launch; 0 if nothing is known.
  uint64_t expected_ns(size_t items) const {
    const float cost = ns_per_item_.load(std::memory_order_relaxed);
    return cost < 0 ? 0 : static_cast<uint64_t>(cost * static_cast<float>(items));
  }
  /// Nothing is known before the first launch: then only a few items count as cheap.
  bool cheap(size_t items) const {
    const float cost = ns_per_item_.load(std::memory_order_relaxed);
    return cost < 0 ? items <= kUnknownItems : cost * static_cast<float>(items) <= kSmallNs;
  }

 private:
  static constexpr size_t kUnknownItems = 64;
  static constexpr float kSmallNs = 10000;
  std::atomic<uint32_t> launches_{0};
  std::atomic<float> ns_per_item_{-1};
};

/// The kernel function on one device. Shared by a kernel and its clones.
class KernelOnDevice {
 public:
  KernelOnDevice(const Program::DeviceState& state, size_t index);
  KernelOnDevice(const KernelOnDevice&) = delete;
  KernelOnDevice& operator=(const KernelOnDevice&) = delete;
  ~KernelOnDevice();

  const Device& device() const { return *state_.device; }
  /// What is known before code was generated: name, attributes and arguments.
  const KernelRecord& declared() const { return program_record().kernels[index_]; }
  /// Generates and loads the code if that was not done yet, as launches need it: for a launch whose
  /// arguments are known (argument_facts.h), such that it can run. The error is CL_OUT_OF_RESOURCES
  /// or CL_OUT_OF_HOST_MEMORY.
  Status prepare(SizedVariants::Facts facts = {});
  /// What is told of sizes (ProgramCode::sizes). The error is as that of `prepare`.
  Result<const KernelRecord*> sizes() { return state_.code->sizes(index_); }
  /// Where local arguments lie, if that was asked for; else as declared.
  const KernelRecord& laid_out() const {
    const KernelRecord* known = state_.code->reference(index_);
    return known ? *known : declared();
  }
  bool is_prepared() const { return prepared_.load(std::memory_order_acquire); }

  // After prepare():

  const KernelRecord& record() const { return *prepared().ready.record; }
  const ProgramRecord& program_record() const { return state_.code->record(); }
  /// The code for a launch, and its record; for local sizes, ids and objects (`reaches_large`:
  /// KernelArgs::reach_large) that it was made for. The error is CL_OUT_OF_RESOURCES or
  /// CL_OUT_OF_HOST_MEMORY.
  /// `facts`: what is known of the arguments (argument_facts.h).
  Result<const ProgramCode::Ready*> variant_for(const NDRange& range, bool reaches_large,
                                                SizedVariants::Facts facts = {}) const;
  /// What it may enqueue; null unless its code does.
  const std::shared_ptr<BlockKernels>& blocks() const { return prepared().blocks; }
  unsigned char* globals() const { return state_.globals->data(); }
  LaunchCost& cost() { return cost_; }

 private:
  struct Prepared {
    const ProgramCode::Ready& ready;  // of state_.code
    std::shared_ptr<BlockKernels> blocks;
    bool sized;       // variants for one local size are worth while
    bool one_by_one;  // and one without vectors
  };
  const Prepared& prepared() const { return *prepared_.load(std::memory_order_acquire); }
  /// Null if there is none. `special`: not made for the sake of the facts alone.
  const ProgramCode::Ready* made_variant(const NDRange& range, bool special,
                                         SizedVariants::Facts facts) const;

  const Program::DeviceState state_;
  const size_t index_;  // of the kernel in state_.code
  std::atomic<const Prepared*> prepared_{nullptr};
  LaunchCost cost_;
};

class Kernel : public Object<Kernel, _cl_kernel, CL_INVALID_KERNEL, 384> {
 public:
  using OnDevices = std::vector<std::unique_ptr<KernelOnDevice>>;

  /// clCreateKernel.
  static Result<Ref<Kernel>> create(Program& program, const char* name);
  /// clCreateKernelsInProgram: of all kernels whose definition is the same on all devices.
  static Result<std::vector<Ref<Kernel>>> create_all(Program& program);
  /// clCloneKernel.
  static Result<Ref<Kernel>> clone(const Kernel& source);

  /// `program` counts this kernel as attached already.
  Kernel(Program& program, std::shared_ptr<const OnDevices> on_devices);
  ~Kernel();

  Program& program() const { return *program_; }
  Context& context() const { return program_->context(); }
  /// What is the same on all devices, and known before code was generated.
  const KernelRecord& declared() const { return on_devices_->front()->declared(); }
  /// For commands: keeps code, variables and all else that a launch needs.
  const std::shared_ptr<const OnDevices>& on_devices() const { return on_devices_; }
  /// The kernel for `device`, or for the nearest parent of it with an executable (§5.8.9). Null if
  /// there is none.
  KernelOnDevice* on(const Device& device) const;
  /// The device of a query: null stands for the only one. CL_INVALID_DEVICE.
  Result<KernelOnDevice*> on_queried(cl_device_id device) const;

  KernelArgs& args() { return args_; }
  const KernelArgs& args() const { return args_; }
  /// clSetKernelExecInfo.
  Status set_exec_info(cl_kernel_exec_info id, size_t size, const void* value);

  Status info(cl_kernel_info id, const InfoSink& sink) const;
  Status arg_info(cl_uint index, cl_kernel_arg_info id, const InfoSink& sink) const;
  Status work_group_info(cl_device_id device, cl_kernel_work_group_info id,
                         const InfoSink& sink) const;
  Status sub_group_info(cl_device_id device, cl_kernel_sub_group_info id, size_t input_size,
                        const void* input, const InfoSink& sink) const;

 private:
  const Ref<Program> program_;
  const std::shared_ptr<const OnDevices> on_devices_;  // never empty
  KernelArgs args_;
};

}  // namespace heddle
