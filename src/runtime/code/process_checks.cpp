// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/process_checks.h"

#include "abi/checks.h"
#include "support/log.h"
#include "support/options.h"

namespace heddle {
namespace {

uint32_t read_checks() {
  const auto checks = parse_checks(options().check);
  if (checks) return checks.value();
  log::error("HEDDLE_CHECK is ignored: " + checks.error().why);
  return 0;
}

}  // namespace

uint32_t process_checks() {
  static const uint32_t checks = read_checks();
  return checks;
}

}  // namespace heddle
