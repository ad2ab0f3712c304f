// SPDX-License-Identifier: Apache-2.0
#include "compiler/generate.h"

#include <CL/cl.h>

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "compiler/ir/checks.h"
#include "compiler/ir/inside_test.h"
#include "compiler/jobs/jobs.h"
#include "compiler/pipeline/pipeline.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernels.h"
#include "support/cancellation.h"
#include "support/options.h"

namespace heddle::compiler {
namespace {

/// Returns KernelOptions::width as HEDDLE_WIDTH sets it.
unsigned forced_width() {
  constexpr uint64_t kMaxWidth = 64;
  return static_cast<unsigned>(std::bit_floor(std::min(heddle::options().width, kMaxWidth)));
}

/// Returns facts for a compilation without a launch whose code is not kept: sizes hardly depend on
/// formats.
std::vector<hd_argument_facts> usual_facts(const KernelRecord& kernel) {
  std::vector<hd_argument_facts> all(kernel.args.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const ArgRecord& arg = kernel.args[i];
    hd_argument_facts& facts = all[i];
    if (arg.kind == ArgKind::Sampler) {
      facts.kind = HD_FACTS_SAMPLER;
      facts.value = 0x12;  // kernel_abi.h: the nearest element, clamped to the edge
    }
    if (arg.kind != ArgKind::Image) continue;
    const bool is_depth =
        arg.image == ImageType::Image2DDepth || arg.image == ImageType::Image2DArrayDepth ||
        arg.image == ImageType::Image2DMsaaDepth || arg.image == ImageType::Image2DArrayMsaaDepth;
    facts.kind = HD_FACTS_IMAGE;
    facts.channel_order = is_depth ? CL_DEPTH : CL_RGBA;
    facts.channel_data_type = CL_FLOAT;
    facts.element_size = (is_depth ? 1 : 4) * sizeof(float);
    facts.is_near = 1;
  }
  return all;
}

bool may_have_sub_groups(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return function.getName().contains("sub_group");
  });
}

/// Gives the sub-groups of a checked kernel the size that they have without checks.
Status keep_sub_group_size(const llvm::Module& module, const GlobalsLayout& globals,
                           const int* cancelled, const KernelRecord& kernel,
                           KernelOptions& options) {
  if (options.sub_group_size != 0 || kernel.required_sub_group_size != 0 ||
      options.usual_sub_group_size != 0 || !may_have_sub_groups(module))
    return {};
  KernelOptions unchecked = options;
  unchecked.sizes_only = true;
  if (unchecked.arguments.empty()) unchecked.arguments = usual_facts(kernel);
  KernelRecord sizes = kernel;
  auto copy = llvm::CloneModule(module);
  drop_checks(*copy->getFunction(kernel.name));
  TRY(compile_kernel(std::move(copy), globals, unchecked, cancelled, sizes));
  if (sizes.uses_sub_groups) options.sub_group_size = sizes.sub_group_size;
  return {};
}

Status compile_one(QuietContext& context, std::unique_ptr<llvm::Module> module,
                   const GlobalsLayout& globals, const ProgramRecord& program,
                   const VariantKey& key, const int* cancelled, KernelRecord& kernel) {
  const auto* function = module->getFunction(kernel.name);
  if (!function || function->isDeclaration())
    return Error{HDC_INVALID_INPUT, "the program's IR has no kernel '" + kernel.name + "'"};
  KernelOptions options{key};
  if (key.sizes_only) options.arguments = usual_facts(kernel);
  options.cpu = program.cpu;
  options.optimize = !function->hasFnAttribute(kOptDisable);
  options.denorms_are_zero =
      function->getDenormalModeRaw() == llvm::DenormalMode::getPreserveSign();
  options.width = forced_width();
  options.access_seed = heddle::options().access_seed;
  options.access_rival = static_cast<unsigned>(heddle::options().access_rival);
  options.usual_sub_group_size = program.sub_group_size;
  options.zero_local = function->hasFnAttribute(kZeroLocal);
  options.zero_private =
      function->hasFnAttribute(kZeroPrivate) || function->hasFnAttribute(kGuarded);
  options.stoppable = function->hasFnAttribute(kStoppable);
  options.limited = function->hasFnAttribute(kLimited);
  options.sub_group_progress = !function->hasFnAttribute(kNoSubGroupProgress);
  options.timed = function->hasFnAttribute(kTimed);
  if (options.sub_group_size == 1) options.width = 1;
  if (kernel.required_sub_group_size != 0) {  // only vectors are sub-groups of that size
    options.optimize = true;
    options.width = 0;
  }
  if (checks_of(*function)) {
    TRY(keep_sub_group_size(*module, globals, cancelled, kernel, options));
    options.width = 1;  // one work-item at a time
  }
  // A required size is the only one of all launches (§5.10).
  if (program.uniform_groups_only && kernel.required_group_size[0] != 0)
    options.local_size = kernel.required_group_size;
  options.uniform_groups = program.uniform_groups_only || options.local_size[0] != 0;
  auto status = compile_kernel(std::move(module), globals, options, cancelled, kernel);
  const auto errors = context.take_errors();
  if (!status) return Error{HDC_FAILURE, status.error().why};  // names the kernel
  if (!errors.empty()) return Error{HDC_FAILURE, "kernel '" + kernel.name + "': " + errors};
  return {};
}

/// The shared input of kernels that are compiled at the same time. It has shared owners: a job in
/// which LLVM gave up never ends.
struct Batch {
  ProgramRecord program;
  GlobalsLayout globals;
  std::vector<KernelRecord> kernels;
  std::vector<Status> statuses;
  const int* cancelled = nullptr;

  void compile(size_t i) {
    if (is_cancelled(cancelled)) {
      statuses[i] = Error{HDC_FAILURE, kCancelled};
      return;
    }
    QuietContext context;
    auto module = read_bitcode(context, program.ir, kernels[i].name);
    statuses[i] = module ? compile_one(context, std::move(module).value(), globals, program, {},
                                       cancelled, kernels[i])
                         : Status{module.error()};
  }
};

Status compile_many(ProgramRecord& record, const GlobalsLayout& globals, const int* cancelled,
                    const std::vector<KernelRecord*>& kernels) {
  auto batch = std::make_shared<Batch>();
  batch->program.cpu = record.cpu;
  batch->program.sub_group_size = record.sub_group_size;
  batch->program.uniform_groups_only = record.uniform_groups_only;
  batch->program.ir = record.ir;
  batch->globals = globals;
  batch->cancelled = cancelled;
  for (const auto* kernel : kernels) batch->kernels.push_back(*kernel);
  batch->statuses.resize(kernels.size());
  std::vector<Work> works;
  for (size_t i = 0; i < kernels.size(); ++i) works.push_back([batch, i] { batch->compile(i); });
  const auto failures = run_jobs(std::move(works));

  std::string why;
  int32_t code = HDC_FAILURE;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (failures[i]) {
      code = HDC_INTERNAL_ERROR;
      why += "kernel '" + kernels[i]->name + "': " + *failures[i] + "\n";
    } else if (!batch->statuses[i]) {
      code = std::max(code, batch->statuses[i].error().code);
      why += batch->statuses[i].error().why + "\n";
    } else {
      *kernels[i] = std::move(batch->kernels[i]);
    }
  }
  return why.empty() ? Status{} : Status{Error{code, std::move(why)}};
}

}  // namespace

void retarget(ProgramRecord& record, const Target& target) {
  if (record.cpu == target.cpu && record.sub_group_size == target.sub_group_size) return;
  note_target(record, target);
  for (auto& kernel : record.kernels) kernel.object.clear();
}

void note_target(ProgramRecord& record, const Target& target) {
  record.cpu = target.cpu;
  record.sub_group_size = target.sub_group_size;
}

Status generate_objects(ProgramRecord& record, const Target& target, Wanted which,
                        QuietContext& context, std::unique_ptr<llvm::Module> module,
                        std::string& log) {
  retarget(record, target);
  std::vector<KernelRecord*> wanted;
  for (auto& kernel : record.kernels) {
    const bool waits = which == Wanted::Ahead && kernel.waits_for_launch();
    if (kernel.object.empty() && !waits) wanted.push_back(&kernel);
  }
  if (wanted.empty()) return {};
  if (!module) module = TRY(read_bitcode(context, record.ir, wanted.front()->name));
  const auto globals = TRY(layout_globals(*module));
  const auto status = wanted.size() == 1 ? compile_one(context, std::move(module), globals, record,
                                                       {}, target.cancelled, *wanted.front())
                                         : compile_many(record, globals, target.cancelled, wanted);
  if (!status) log += status.error().why;
  return status;
}

Status generate_object(ProgramRecord& record, const Target& target, const std::string& name,
                       const VariantKey& key, QuietContext& context, std::string& log) {
  retarget(record, target);
  std::erase_if(record.kernels, [&](const auto& kernel) { return kernel.name != name; });
  if (record.kernels.empty())
    return Error{HDC_INVALID_INPUT, "the program has no kernel '" + name + "'"};
  auto module = TRY(read_bitcode(context, record.ir, name));
  const auto globals = TRY(layout_globals(*module));
  auto& kernel = record.kernels.front();
  kernel.object.clear();
  const auto status =
      compile_one(context, std::move(module), globals, record, key, target.cancelled, kernel);
  if (!status) log += status.error().why;
  record.ir.clear();
  record.globals = {};
  return status;
}

}  // namespace heddle::compiler
