// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/program_scope.h"

#include <algorithm>

#include "devices/cpu/nd_range.h"
#include "runtime/check/launch_checks.h"
#include "runtime/launch/launch.h"
#include "support/log.h"

namespace heddle {
namespace {

/// A launch without a command.
class OwnLaunch final : public cpu::NDRangeJob {
 public:
  using NDRangeJob::NDRangeJob;
  void finished() noexcept override { flush_printf(); }
};

/// Runs one entry point with one work-item, on this thread.
Status launch(ProgramCode& code, size_t kernel, unsigned char* globals, const Device& device,
              uint64_t context) {
  const ProgramCode::Ready& ready = *TRY(code.get(kernel));
  const KernelRecord& record = *ready.record;
  TRY(require(!record.enqueues, CL_OUT_OF_RESOURCES,
              "an initialiser or finaliser has no queue to enqueue kernels to"));
  const NDRange one;
  const auto sizes = TRY(launch_sizes(one, record, record.local_size, device, context));
  const auto checks = LaunchChecks::of(code.record().context, record, /*context=*/nullptr, {});
  if (checks) checks->add_variables(globals, code.record().globals.size);
  const hd_checks* const hidden = checks ? checks->table() : nullptr;  // the only argument
  OwnLaunch job(ready.loaded,
                launch_of(one, record, reinterpret_cast<const unsigned char*>(&hidden), globals),
                sizes, 1);
  cpu::Pool::instance().run_here(job);
  if (checks) checks->finish();
  return require(job.failure() == 0, CL_OUT_OF_RESOURCES,
                 "no memory to run an initialiser or finaliser");
}

Status launch_all(ProgramCode& code, KernelRole role, unsigned char* globals, const Device& device,
                  uint64_t context) {
  const auto& kernels = code.record().kernels;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (kernels[i].role == role) TRY(launch(code, i, globals, device, context));
  }
  return {};
}

}  // namespace

bool has_role(const ProgramRecord& record, KernelRole role) {
  return std::ranges::find(record.kernels, role, &KernelRecord::role) != record.kernels.end();
}

Status initialize_program_scope(const std::shared_ptr<ProgramCode>& code, GlobalsBlock& globals,
                                const Device& device, uint64_t context) {
  TRY(launch_all(*code, KernelRole::Initializer, globals.data(), device, context));
  if (!has_role(code->record(), KernelRole::Finalizer)) return {};
  globals.at_end([code, data = globals.data(), of = Ref(const_cast<Device&>(device)), context] {
    const Status ended = launch_all(*code, KernelRole::Finalizer, data, *of, context);
    if (!ended) log::error("a finaliser did not run: " + ended.error().why);
  });
  return {};
}

}  // namespace heddle
