// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/limited.h"

#include <unistd.h>

#include "devices/cpu/fault_text.h"
#include "runtime/check/fault.h"
#include "support/file.h"
#include "support/log.h"

namespace heddle {
namespace {

using Place = cpu::LimitedLaunch::Place;

std::string groups_text(const hd_launch& launch, const Place& place) {
  cpu::ShortText groups;
  cpu::put_groups(groups, launch, place.groups);
  return (place.has_begun ? "in " : "before ") + std::string(groups.text());
}

std::string tell(const cpu::NDRangeJob& job, const Place& place) {
  const uint64_t seconds = cpu::time_limit();
  std::string text = "heddle: kernel '" + std::string(job.kernel_name()) + "' was stopped after " +
                     std::to_string(seconds) + (seconds == 1 ? " second" : " seconds") +
                     " (HEDDLE_KERNEL_TIME_LIMIT) " + groups_text(job.launch(), place);
  if (place.site) {
    const Site site(*place.site);
    if (const std::string at = site.place(); !at.empty()) text += ", at " + at;
    if (!site.function.empty() && site.function != job.kernel_name())
      text += " in '" + std::string(site.function) + "'";
  }
  text += ".\n";
  write_once(STDERR_FILENO, text.data(), text.size());
  return text;
}

}  // namespace

void end_limit(const cpu::NDRangeJob& job, LaunchChecks* checks, const Context& context) noexcept {
  try {
    const auto places = job.limit()->end();
    if (places.empty()) return;
    if (!checks) return context.notify(tell(job, places.front()));
    for (const Place& place : places)
      checks->report_stop(job.launch(), place.site, place.groups, groups_text(job.launch(), place),
                          cpu::time_limit());
  } catch (...) {  // the event's status says it, too
    log::error("no memory to report that a kernel was stopped");
  }
}

}  // namespace heddle
