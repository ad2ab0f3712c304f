// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "runtime/check/copies.h"
#include "runtime/check/sentences.h"

namespace heddle {
namespace {

std::string hexadecimal(uint64_t number) {
  char text[32];
  snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string number_of(uint64_t number) {
  return with_commas(static_cast<int64_t>(number));
}

/// Returns how an argument of a copy differs, of those that have `count` of them besides the event.
std::string difference(const CopyFault& fault, size_t count) {
  // Copies of boxes have offsets between the pointers.
  if (count > 4)
    return "its argument " + std::to_string(fault.argument + 1) + " is " + hexadecimal(fault.here) +
           " here, and " + hexadecimal(fault.there) + " for another work-item";
  if (fault.argument < 2) {
    const auto bytes = static_cast<int64_t>(fault.here - fault.there);
    return std::string(fault.argument == 0 ? "its target" : "its source") + " is " +
           with_commas(bytes < 0 ? -bytes : bytes) + " bytes " + (bytes < 0 ? "before" : "after") +
           " that of another work-item";
  }
  return std::string(fault.argument == 2 ? "the number of its elements" : "its stride") + " is " +
         number_of(fault.here) + " here, and " + number_of(fault.there) + " for another work-item";
}

}  // namespace

std::string copy_text(const Fault& fault, const Site& site, const CopyFault& copy, size_t count) {
  std::string text = "heddle-check: kernel " + quoted(fault.kernel);
  const bool waits = site.numbers.kind == HD_SITE_WAIT;
  std::string does;
  switch (fault.kind) {
    case FaultKind::MissedCopy:
      text += ": not all work-items of a group come to " +
              std::string(waits ? "a wait for an event.\n" : "an asynchronous copy.\n");
      does = copy.comes ? "comes" : "does not come";
      break;
    case FaultKind::DifferentCopies:
      text += ": the work-items of a group do not make the same asynchronous copy: " +
              difference(copy, count) + ".\n";
      break;
    case FaultKind::DifferentEvents:
      text += waits ? ": the work-items of a group do not wait for the same event.\n"
                    : ": the work-items of a group do not make the same asynchronous copy: its "
                      "event is not the same.\n";
      break;
    case FaultKind::InvalidEvent:
      text += std::string(waits ? " waits for" : " makes an asynchronous copy with") +
              " an event that no asynchronous copy of the group has given.\n";
      break;
    default:
      text += " ends without a wait for an asynchronous copy.\n";
  }
  text += item_text(fault, does);
  append_place(text, site);
  if (!copy.other) return text;
  text += copy.comes ? "  Others are here instead.\n" : "  It is here instead.\n";
  append_place(text, Site(*copy.other));
  return text;
}

}  // namespace heddle
