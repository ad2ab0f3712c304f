// SPDX-License-Identifier: Apache-2.0
// Work for LLVM, on the compiler's threads (job_threads.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/jobs/work.h"

namespace heddle::compiler {

/// Runs `work` on a job's thread and waits for it. Returns why it failed, if LLVM gave up; then
/// what `work` refers to must be left alone, for its thread still exists: give it shared ownership.
std::optional<std::string> run_job(Work work);

/// Returns at once; `work` and then `done` run on a job's thread, when fewer than one such job for
/// each CPU of the process do. One that a fork finds waiting does not run in the child.
void start_job(Work work, Done done);

/// Many pieces of work, from within a job, as many at a time as the process may use CPUs. The
/// reasons of failures are in the order of the work.
std::vector<std::optional<std::string>> run_jobs(std::vector<Work> works);

}  // namespace heddle::compiler
