// SPDX-License-Identifier: Apache-2.0
#include "platform/process_checks.h"

#include <unistd.h>

#include <string>

#include "abi/checks.h"
#include "support/file.h"
#include "support/options.h"

namespace heddle {
namespace {

uint32_t read_checks() {
  const auto checks = parse_checks(options().check);
  if (checks) return checks.value();
  // Somebody who asks for checks must not take silence for an answer.
  const std::string line = "heddle-check: HEDDLE_CHECK is ignored: " + checks.error().why + "\n";
  write_once(STDERR_FILENO, line.data(), line.size());
  return 0;
}

}  // namespace

uint32_t process_checks() {
  static const uint32_t checks = read_checks();
  return checks;
}

}  // namespace heddle
