// SPDX-License-Identifier: Apache-2.0
#include "abi/checks.h"

#include <algorithm>

#include "abi/compiler_interface.h"

namespace heddle {

Result<uint32_t> parse_checks(std::string_view list) {
  uint32_t checks = 0;
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    const std::string_view name = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (name == "all") {
      checks |= kAllChecks;
      continue;
    }
    const auto* const found = std::ranges::find(kChecks, name, &Check::name);
    if (found == std::end(kChecks))
      return Error{HDC_INVALID_OPTIONS, "there is no check '" + std::string(name) +
                                            "': " + check_names(kCheckBits) + " or all"};
    checks |= found->bit;
  }
  return checks;
}

std::string check_names(uint32_t checks) {
  std::string names;
  for (const Check& each : kChecks)
    if (checks & each.bit) names.append(names.empty() ? "" : ",").append(each.name);
  return names;
}

}  // namespace heddle
