// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdio>

#include "runtime/check/sentences.h"

namespace heddle {
namespace {

std::string type_name(const hd_check_site& site) {
  const char* const name = site.unit == 8    ? "char"
                           : site.unit == 16 ? "short"
                           : site.unit == 32 ? "int"
                                             : "long";
  return std::string(site.number ? "" : "u") + name;
}

/// Returns an operand as the type has it.
std::string integer(const hd_check_site& site, uint64_t value) {
  return site.number ? with_commas(static_cast<int64_t>(value)) : std::to_string(value);
}

std::string floating(uint64_t bits) {
  char text[32];
  snprintf(text, sizeof(text), "%.9g", std::bit_cast<double>(bits));
  return text;
}

}  // namespace

FaultKind kind_of_result(const OpenResult& result) {
  switch (result.site.kind) {
    case HD_SITE_CONVERSION:
      return FaultKind::ConversionOutOfRange;
    case HD_SITE_SHIFT:
      return FaultKind::ShiftOutOfRange;
    default:
      return result.right == 0 ? FaultKind::DivisionByZero : FaultKind::DivisionOutOfRange;
  }
}

std::string result_text(const Fault& fault, const Site& site, const OpenResult& result) {
  const hd_check_site& numbers = site.numbers;
  std::string text = "heddle-check: kernel " + quoted(fault.kernel) + " ";
  const std::string left = integer(numbers, result.left);
  switch (fault.kind) {
    case FaultKind::ConversionOutOfRange:
      text += "converts a number to " + type_name(numbers) +
              " that is out of its range: " + floating(result.left) + ".\n";
      text +=
          "  The result is the implementation's choice; a conversion with _sat gives the nearest "
          "number.\n";
      break;
    case FaultKind::ShiftOutOfRange:
      text += "shifts a number of " + std::to_string(numbers.unit) + " bits by " +
              std::to_string(result.right) + ".\n  The result is undefined in SPIR-V.\n";
      break;
    case FaultKind::DivisionByZero:
      text += "divides by zero: " + left + (numbers.kind == HD_SITE_REMAINDER ? " % 0" : " / 0") +
              ".\n";
      text += "  The result is unspecified.\n";
      break;
    default:
      text += "divides the smallest " + type_name(numbers) + " by -1: " + left +
              (numbers.kind == HD_SITE_REMAINDER ? " % -1" : " / -1") +
              ".\n  The result is unspecified.\n";
  }
  text += item_text(fault);
  append_place(text, site);
  return text;
}

}  // namespace heddle
