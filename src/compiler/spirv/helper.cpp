// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/helper.h"

#include <string>
#include <utility>

#include "abi/compiler_interface.h"
#include "compiler/jobs/job_threads.h"
#include "helper/request.h"

namespace heddle::compiler::spirv {
namespace {

/// The limits for a module: one of a megabyte takes a second and 200 MB.
constexpr helper::Limits kLimits{
    .cpu_seconds = 60, .wall_seconds = 180, .address_bytes = uint64_t{6} << 30, .data_bytes = 0};

helper::Program& translator() {
  static auto& program = *new helper::Program("heddle-spirv", helper::Kin::Ours);
  return program;
}

}  // namespace

Result<std::vector<unsigned char>> run_helper(HelperMode mode,
                                              std::span<const unsigned char> input) {
  // The helper is kept as long as the compiler's threads are.
  when_threads_end([] { translator().end(); });
  helper::Outcome outcome =
      TRY(helper::request(translator(), {static_cast<uint32_t>(mode), 0, kLimits}, input));
  if (outcome.whole) return std::move(outcome.output);
  if (outcome.complaint.empty()) outcome.complaint = "the translator ended without a word";
  return Error{HDC_FAILURE, "the module cannot be translated: " + outcome.complaint};
}

}  // namespace heddle::compiler::spirv
