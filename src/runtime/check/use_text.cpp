// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/sentences.h"

namespace heddle {

FaultKind kind_of_use(const hd_check_site& site) {
  switch (site.kind) {
    case HD_SITE_BRANCH:
      return FaultKind::UninitialisedBranch;
    case HD_SITE_ADDRESS:
      return FaultKind::UninitialisedAddress;
    case HD_SITE_DIVISOR:
      return FaultKind::UninitialisedDivisor;
    default:
      return FaultKind::UninitialisedOperand;
  }
}

std::string use_text(const Fault& fault, const Site& site, const std::string& origin) {
  std::string text = "heddle-check: kernel " + quoted(fault.kernel) + " ";
  switch (fault.kind) {
    case FaultKind::UninitialisedBranch:
      text += "branches on";
      break;
    case FaultKind::UninitialisedAddress:
      text += "computes an address from";
      break;
    case FaultKind::UninitialisedDivisor:
      text += "divides by";
      break;
    default:
      text += "depends on";
  }
  text += " a value that nobody has written.\n";
  if (!origin.empty()) text += "  The value comes from " + origin + ".\n";
  text += item_text(fault);
  append_place(text, site);
  return text;
}

}  // namespace heddle
