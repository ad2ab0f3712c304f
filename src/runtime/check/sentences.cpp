// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/sentences.h"

namespace heddle {
namespace {

std::string ids(const std::array<uint64_t, 3>& ids) {
  return "(" + std::to_string(ids[0]) + ", " + std::to_string(ids[1]) + ", " +
         std::to_string(ids[2]) + ")";
}

/// Returns the object's name with what it is.
std::string described(const Site& site, const Fault& fault) {
  if (fault.object.empty() && site.numbers.object == HD_OBJECT_ARGUMENT)
    return "argument " + std::to_string(site.numbers.argument);
  if (fault.object.empty())
    return site.numbers.object == HD_OBJECT_PRIVATE ? "a private variable"
                                                    : "the memory that a "
                                                      "pointer is of";
  switch (site.numbers.object) {
    case HD_OBJECT_LOCAL:
      return "the local variable " + quoted(fault.object);
    case HD_OBJECT_PRIVATE:
      return "the private variable " + quoted(fault.object);
    case HD_OBJECT_CONSTANT:
      return "the constant " + quoted(fault.object);
    case HD_OBJECT_PROGRAM:
      return "the program-scope variable " + quoted(fault.object);
    default:
      return quoted(fault.object);
  }
}

std::string verb(const Site& site) {
  switch (site.numbers.kind) {
    case HD_SITE_WRITE:
      return "writes";
    case HD_SITE_UPDATE:
      return "updates";
    default:
      return "reads";
  }
}

/// Returns the element or byte that is accessed, and how many there are.
std::string element(const Site& site, const Fault& fault, const BadAccess& access, uint64_t size) {
  const auto offset = static_cast<int64_t>(access.offset), bytes = static_cast<int64_t>(size);
  const std::string name = fault.object.empty() ? "it" : quoted(fault.object);
  const std::string which =
      fault.kind == FaultKind::UseAfterRelease ? ", which had " : ", which has ";
  const auto divides = [&](int64_t unit) {
    return unit > 1 && offset % unit == 0 && bytes % unit == 0;
  };
  auto unit = static_cast<int64_t>(site.numbers.unit);
  if (!divides(unit)) unit = static_cast<int64_t>(access.bytes);
  if (divides(unit))
    return "element " + with_commas(offset / unit) + " of " + name + which +
           with_commas(bytes / unit);
  return "byte " + with_commas(offset) + " of " + name + which + with_commas(bytes);
}

}  // namespace

std::string quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

void append_place(std::string& out, const Site& site) {
  const std::string place = site.place();
  if (place.empty()) {
    out += "  The place is not known: the program has no lines.\n";
    return;
  }
  out += "  At " + place;
  if (!site.function.empty()) out += " in " + quoted(site.function);
  out += site.source_line.empty() ? ".\n" : ":\n";
  if (site.source_line.empty()) return;
  std::string line(site.source_line), caret;
  for (size_t i = 0; i + 1 < site.numbers.column && i < line.size(); ++i)
    caret += line[i] == '\t' ? '\t' : ' ';
  out += "    " + line + "\n";
  if (site.numbers.column) out += "    " + caret + "^\n";
}

std::string item_text(const Fault& fault, const std::string& what) {
  return "  Work-item: global id " + ids(fault.item.global) + ", group " + ids(fault.item.group) +
         ", local id " + ids(fault.item.local) + (what.empty() ? "" : ", " + what) + ".\n";
}

std::string access_text(const Fault& fault, const Site& site, const BadAccess& access,
                        uint64_t size) {
  const std::string object = described(site, fault);
  std::string text = "heddle-check: kernel " + quoted(fault.kernel) + " ";
  const std::string bytes =
      with_commas(static_cast<int64_t>(access.bytes)) + (access.bytes == 1 ? " byte" : " bytes");
  switch (fault.kind) {
    case FaultKind::ReadNull:
    case FaultKind::WriteNull:
    case FaultKind::UpdateNull:
      text += verb(site) + " through a null pointer" +
              (fault.object.empty() ? "" : ", " + quoted(fault.object)) + ": " + bytes +
              " at address " + with_commas(static_cast<int64_t>(access.address)) + ".\n";
      break;
    case FaultKind::WriteReadOnly:
      text += verb(site) + " " + object +
              ", which is read-only: " + element(site, fault, access, size) + ".\n";
      break;
    case FaultKind::ReadWriteOnly:
      text += verb(site) + " " + object +
              ", which is write-only: " + element(site, fault, access, size) + ".\n";
      break;
    case FaultKind::Misaligned:
      text += verb(site) + " at an address that is not a multiple of " +
              std::to_string(site.numbers.align) + ": " + element(site, fault, access, size) +
              ".\n";
      break;
    case FaultKind::PastMember:
      text += verb(site) + " past the end of an array within " + object + ": " +
              element(site, fault, access, size) + ".\n";
      break;
    case FaultKind::UseAfterRelease:
      text +=
          verb(site) + " memory that was released: " + element(site, fault, access, size) + ".\n";
      break;
    case FaultKind::ReadBeforeBegin:
    case FaultKind::WriteBeforeBegin:
    case FaultKind::UpdateBeforeBegin:
      text += verb(site) + " before the beginning of " + object + ": " +
              element(site, fault, access, size) + ".\n";
      break;
    default:
      text += verb(site) + " past the end of " + object + ": " +
              element(site, fault, access, size) + ".\n";
  }
  text += "  The access of " + bytes + " was not made" +
          (site.numbers.kind == HD_SITE_READ ? ": it gives 0" : "") + ".\n";
  text += item_text(fault);
  append_place(text, site);
  return text;
}

std::string race_text(const Fault& fault, const Site& site, const WorkItem& other,
                      const Site& other_site, int64_t element, bool counts_on_lockstep) {
  const bool is_one_group = fault.item.group == other.group;
  std::string text = "heddle-check: kernel " + quoted(fault.kernel) + ": data race on " +
                     described(site, fault) +
                     (element < 0 ? "" : ", element " + with_commas(element)) +
                     ": two work-items of " + (is_one_group ? "a group" : "different groups") +
                     " access the same bytes, and nothing orders them.\n";
  text += item_text(fault, verb(site));
  append_place(text, site);
  Fault second = fault;
  second.item = other;
  text += item_text(second, verb(other_site));
  append_place(text, other_site);
  if (counts_on_lockstep)
    text +=
        "  It counts on lockstep: both are of 32 work-items in a row, which need not run "
        "together. Sub-groups and their barriers are for this.\n";
  return text;
}

std::string meeting_text(const Fault& fault, const Site& site, const Site& other,
                         bool is_elsewhere) {
  const bool ends = other.numbers.kind == HD_SITE_END;
  const bool is_known = &other.numbers != &site.numbers;
  const bool is_function = fault.kind == FaultKind::MissedSubGroupFunction;
  const bool is_of_sub_group = is_function || fault.kind == FaultKind::MissedSubGroupBarrier;
  std::string text = "heddle-check: kernel " + quoted(fault.kernel) + ": not all work-items of a " +
                     (is_of_sub_group ? "sub-group" : "group") + " come to a " +
                     (is_function ? "function" : "barrier") + (is_of_sub_group ? " of it" : "") +
                     (!is_known ? ".\n"
                      : ends    ? ": some end before it.\n"
                                : ": some wait at another one.\n");
  text += item_text(fault, is_elsewhere ? "does not come" : "comes");
  append_place(text, site);
  if (!is_known) return text;
  text += ends ? "  Others end here.\n" : "  Others wait here.\n";
  append_place(text, other);
  return text;
}

}  // namespace heddle
