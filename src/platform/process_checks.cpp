// SPDX-License-Identifier: Apache-2.0
#include "platform/process_checks.h"

#include <unistd.h>

#include <string>

#include "abi/check_abi.h"
#include "abi/checks.h"
#include "abi/compiler_interface.h"
#include "support/file.h"
#include "support/options.h"
#include "support/zero_pages.h"

namespace heddle {
namespace {

/// Says what is not checked: somebody who asks for checks must not take silence for an answer.
void say(const std::string& sentence) {
  const std::string line = "heddle-check: " + sentence + "\n";
  write_once(STDERR_FILENO, line.data(), line.size());
}

uint32_t read_checks() {
  const auto checks = parse_checks(options().check);
  if (!checks) {
    say("HEDDLE_CHECK is ignored: " + checks.error().why);
    return 0;
  }
  if (!(checks.value() & kCheckUninitialised) || shadow_memory()) return checks.value();
  say("uninitialised values are not looked for: the process has no " +
      std::to_string(HD_SHADOW_BYTES >> 20) + " MB of addresses for their table.");
  return checks.value() & ~kCheckUninitialised;
}

}  // namespace

std::byte* shadow_memory() {
  static auto* const memory = static_cast<std::byte*>(reserve_zeros(HD_SHADOW_BYTES));
  return memory;
}

uint32_t process_checks() {
  static const uint32_t checks = read_checks() | (options().bounds ? kGuardAccesses : 0);
  return checks;
}

bool guards_accesses() {
  return process_checks() & kGuardAccesses;
}

uint32_t process_demands() {
  const uint32_t limited = options().kernel_time_limit != 0 ? HDC_STOPPABLE | HDC_LIMITED : 0;
  return process_checks() | limited;
}

}  // namespace heddle
