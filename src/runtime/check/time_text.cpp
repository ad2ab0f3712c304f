// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/sentences.h"

namespace heddle {

std::string time_text(const Fault& fault, const Site& site, const std::string& groups,
                      uint64_t seconds) {
  std::string text = "heddle-check: kernel " + quoted(fault.kernel) + " was stopped after " +
                     with_commas(static_cast<int64_t>(seconds)) +
                     (seconds == 1 ? " second" : " seconds") + ", the limit of its time.\n";
  text += "  It was " + groups + ".\n";
  append_place(text, site);
  return text;
}

}  // namespace heddle
