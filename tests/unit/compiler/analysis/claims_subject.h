// SPDX-License-Identifier: Apache-2.0
// A kernel that goes through the pipeline up to an analysis whose claims are tested, and then runs
// one work-item at a time, with nothing optimised in between.
#pragma once

#include <gtest/gtest.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <random>

#include "abi/kernel_abi.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/ir/drop_lane_intrinsics.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/marks.h"
#include "compiler/pipeline/registry.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernel_info.h"
#include "compiler/target/instruction_set.h"
#include "devices/cpu/loader.h"
#include "support/cpu_features.h"

namespace heddle::compiler {

/// A kernel on its way from the source to a launch.
class Subject {
 public:
  void build(const char* source, unsigned width) {
    FrontendRequest request{.source = source,
                            .headers = {},
                            .options = {},
                            .cpu = cpu_features(),
                            .extensions = "cl_khr_fp64"};
    request.options.language = 200;
    std::string log, uses, error;
    module_ = compile_opencl_c(context_, request, log, uses);
    ASSERT_TRUE(module_) << log;
    target_ = make_target(cpu_features(), /*optimize=*/true, error);
    record_ = kernel_records(*module_, /*arg_info=*/false).value().at(0);
    layout_ = layout_globals(*module_).value();
    options_.cpu = cpu_features();
    options_.width = width;
    isa_ = make_instruction_set(*target_);
    kernel_context_.emplace(KernelContext{layout_, options_, *target_, *isa_, record_});
  }

  /// Runs the passes up to the end of plan-lanes, and of linearize if `is_linear`, for tiles of
  /// `rows` vectors.
  void run(bool is_linear, unsigned rows) {
    const size_t planned = end_of("plan-lanes");
    run_passes(0, planned);
    kernel_context_->lanes.rows = rows;
    if (is_linear) run_passes(planned, end_of("linearize"));
    lanes = kernel_context_->lanes;
  }

  llvm::Function& kernel() { return *kernel_context_->kernel(*module_); }

  /// Makes scalar code of the kernel, which has been traced, by what must be done alone.
  void finish() {
    if (llvm::Function* scalar = module_->getFunction(scalar_copy_name(kernel())))
      scalar->eraseFromParent();
    drop_lane_intrinsics(kernel());
    kernel_context_->lanes = {};
    options_.optimize = false;
    run_passes(end_of("widen"), pass_list().size());
    std::string problem;
    llvm::raw_string_ostream out(problem);
    ASSERT_FALSE(llvm::verifyModule(*module_, &out)) << problem;
    KernelRecord record;
    record.name = "claims";
    record.object = emit_object(*module_, *target_);
    auto loaded = cpu::load_kernel(record);
    ASSERT_TRUE(loaded) << loaded.error().why;
    code_ = loaded.value();
  }

  /// Runs groups of the traced kernel. Pointers get memory of small numbers, numbers `numbers`.
  void launch(const std::array<size_t, 3>& local, const std::array<size_t, 3>& groups,
              size_t offset, llvm::ArrayRef<uint32_t> numbers) {
    constexpr size_t kBytes = 1 << 16, kContext = 1 << 22;
    std::mt19937 random(7);
    std::vector<std::vector<uint32_t>> memory;
    alignas(16) unsigned char arguments[512] = {};
    unsigned number = 0;
    for (const ArgRecord& argument : record_.args) {
      if (argument.size == 8) {
        auto& buffer = memory.emplace_back(kBytes / 4);
        for (uint32_t& each : buffer) each = random() % 64;
        const void* address = buffer.data();
        std::memcpy(arguments + argument.offset, &address, 8);
      } else {
        const uint32_t value = numbers[number++ % numbers.size()];
        std::memcpy(arguments + argument.offset, &value, argument.size);
      }
    }
    std::vector<std::array<unsigned char, 128>> block(2 * kContext / 128);
    auto* aligned = reinterpret_cast<unsigned char*>(
        llvm::alignTo(reinterpret_cast<uintptr_t>(block.data()), 128));
    hd_services services{};
    hd_launch launch{};
    launch.abi_version = HD_ABI_VERSION;
    launch.work_dim = 2;
    for (unsigned d = 0; d < 3; ++d) {
      launch.global_size[d] = local[d] * groups[d];
      launch.global_offset[d] = d == 0 ? offset : 0;
      launch.enqueued_local_size[d] = local[d];
      launch.num_groups[d] = groups[d];
    }
    launch.args = arguments;
    launch.services = &services;
    hd_worker worker{aligned,
                     kContext / 2,
                     aligned + kContext / 2,
                     kContext / 2,
                     /*stack_begin=*/nullptr,
                     nullptr};
    const hd_group_range range{{0, 0, 0}, {groups[0], groups[1], groups[2]}};
    code_->function()(&launch, &range, &worker);
  }

  llvm::FunctionAnalysisManager& analyses() { return managers_->function; }

  Lanes lanes;

 private:
  /// Returns the number of the pass after `name`.
  static size_t end_of(llvm::StringRef name) {
    const auto passes = pass_list();
    return llvm::find_if(passes, [&](const NamedPass& pass) { return name == pass.name; }) -
           passes.begin() + 1;
  }

  void run_passes(size_t from, size_t end) {
    managers_.emplace(*target_);
    register_analyses(managers_->function);
    PassRun run{*kernel_context_, {}};
    llvm::ModulePassManager manager;
    add_passes(manager, run, from, end);
    set_target_attributes(*module_, *target_);
    manager.run(*module_, managers_->module);
    EXPECT_EQ(kernel_context_->error, "");
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  TargetHandle target_;
  std::unique_ptr<const InstructionSet> isa_;
  KernelRecord record_;
  GlobalsLayout layout_;
  KernelOptions options_;
  std::optional<KernelContext> kernel_context_;
  std::optional<PassManagers> managers_;
  std::shared_ptr<const cpu::LoadedKernel> code_;
};

}  // namespace heddle::compiler
