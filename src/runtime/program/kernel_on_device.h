// SPDX-License-Identifier: Apache-2.0
// A kernel function of a program on one device, and those of blocks that it may enqueue.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "runtime/code/kept_trial.h"
#include "runtime/launch/index_space.h"
#include "runtime/launch/launch_cost.h"
#include "runtime/program/program.h"
#include "support/fork_lock.h"
#include "support/mutex.h"
#include "support/result.h"

namespace heddle {

class BlockKernels;

/// The code of a launch, and a version that the launch tries beside it.
struct LaunchCode {
  const ProgramCode::Ready* code = nullptr;
  const ProgramCode::Ready* rival = nullptr;  ///< null: there is none
  KeptTrial* trial = nullptr;                 ///< their comparison; lives as long as the kernel
};

/// A kernel function on one device, shared by a kernel and its clones.
class KernelOnDevice {
 public:
  KernelOnDevice(const Program::DeviceState& state, size_t index);
  KernelOnDevice(const KernelOnDevice&) = delete;
  KernelOnDevice& operator=(const KernelOnDevice&) = delete;
  ~KernelOnDevice();

  const Device& device() const { return *state_.device; }
  /// Returns the facts known before code is generated: name, attributes and arguments.
  const KernelRecord& declared() const { return program_record().kernels[index_]; }
  /// Generates and loads the code if that was not done yet. For a launch whose arguments are known
  /// (argument_facts.h), the code can run it. The error is CL_OUT_OF_RESOURCES or
  /// CL_OUT_OF_HOST_MEMORY.
  Status prepare(std::vector<hd_argument_facts> facts = {});
  /// Returns the record for queries of sizes (ProgramCode::sizes). The errors are those of
  /// `prepare`.
  Result<const KernelRecord*> sizes() { return state_.code->sizes(index_); }
  /// Returns the record with the layout of local arguments, if that was asked for; else as
  /// declared.
  const KernelRecord& laid_out() const {
    const KernelRecord* known = state_.code->reference(index_);
    return known ? *known : declared();
  }
  bool is_prepared() const { return prepared_.load(std::memory_order_acquire); }

  // These require prepare():

  const KernelRecord& record() const { return *prepared().ready.record; }
  const ProgramRecord& program_record() const { return state_.code->record(); }
  /// Returns the code for a launch, and its record, which suits the local size, ids and objects
  /// (`reaches_large`: KernelArgs::reach_large). `facts` are those of the arguments
  /// (argument_facts.h). The error is CL_OUT_OF_RESOURCES or CL_OUT_OF_HOST_MEMORY.
  Result<const ProgramCode::Ready*> variant_for(const NDRange& range, bool reaches_large,
                                                std::vector<hd_argument_facts> facts = {}) const;
  /// Returns the code as `variant_for` does, or its rival if that won their trial (KeptTrial), or
  /// both while the trial is open.
  Result<LaunchCode> code_for(const NDRange& range, bool reaches_large,
                              std::vector<hd_argument_facts> facts, StrideClass strides);
  /// Returns the kernels that it may enqueue; null if its code enqueues none.
  const std::shared_ptr<BlockKernels>& blocks() const { return prepared().blocks; }
  unsigned char* globals() const { return state_.globals->data(); }
  LaunchCost& cost() { return cost_; }

 private:
  struct Prepared {
    const ProgramCode::Ready& ready;  // belongs to state_.code
    std::shared_ptr<BlockKernels> blocks;
    bool sized;       // variants for one local size are worth while
    bool one_by_one;  // and one without vectors,
    bool narrower;    // and those with narrower ones
  };
  struct Chosen {
    const ProgramCode::Ready* code;
    VariantKey key{};  ///< asks for that code
    bool may_have_rival = false;
  };
  const Prepared& prepared() const { return *prepared_.load(std::memory_order_acquire); }
  /// Returns a faster variant, or null if there is none. `key` has the facts of the arguments, and
  /// gets those that hold for launches of `range`. `linear_lanes`: not made for the sake of the
  /// facts alone.
  const ProgramCode::Ready* faster_variant(const NDRange& range, bool linear_lanes,
                                           VariantKey& key) const;

  Result<Chosen> choose(const NDRange& range, bool reaches_large,
                        std::vector<hd_argument_facts> facts) const;

  const Program::DeviceState state_;
  const size_t index_;  // the kernel's in state_.code
  std::atomic<const Prepared*> prepared_{nullptr};
  LaunchCost cost_;
};

/// The kernels of a program's blocks on one device, which its kernels may enqueue (OpenCL C 2.0
/// §6.13.17). They are made with the first kernel object that could enqueue them, and shared by all
/// that it starts.
class BlockKernels {
 public:
  explicit BlockKernels(Program::DeviceState state);

  /// Returns the kernel with this number in the program, counted from 1; ready to run.
  /// CL_INVALID_KERNEL if there is no such block, or the error of its code.
  Result<KernelOnDevice*> get(uint64_t number);
  /// Tells whether the program was built with -g: then enqueue_kernel tells errors apart (§5.8.6).
  bool detailed_errors() const { return detailed_errors_; }

 private:
  const ProgramRecord& program_record() const { return state_.code->record(); }

  const Program::DeviceState state_;
  const bool detailed_errors_;
  ObjectMutex mutex_;
  std::vector<std::unique_ptr<KernelOnDevice>> kernels_ GUARDED_BY(mutex_);
};

}  // namespace heddle
