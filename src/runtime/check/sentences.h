// SPDX-License-Identifier: Apache-2.0
// The sentences of reports.
#pragma once

#include <string>
#include <string_view>

#include "runtime/check/fault.h"

namespace heddle {

/// The parts of sentences.
std::string quoted(std::string_view name);
/// Returns the line of the work-item; `what` it does, if it is not empty.
std::string item_text(const Fault& fault, const std::string& what = {});
/// Appends the place in the source, with its line and a caret.
void append_place(std::string& out, const Site& site);

/// Returns the sentences of an access that was not made. `offset` counts from the beginning of the
/// object, which has `size` bytes.
std::string access_text(const Fault& fault, const Site& site, const BadAccess& access,
                        uint64_t size);
/// Returns the kind of a use of a value that nobody wrote, and its sentences, with the origin.
FaultKind kind_of_use(const hd_check_site& site);
std::string use_text(const Fault& fault, const Site& site, const std::string& origin);
/// Returns the kind of an operation whose result is open, and its sentences.
FaultKind kind_of_result(const OpenResult& result);
std::string result_text(const Fault& fault, const Site& site, const OpenResult& result);
/// Returns the sentences of a launch that was stopped after so many seconds; `groups` says where.
std::string time_text(const Fault& fault, const Site& site, const std::string& groups,
                      uint64_t seconds);
/// Returns the sentences of a barrier that not all work-items of a group come to. `other` is where
/// some are instead: at another barrier, or at the kernel's end; `site` if that is not known.
/// `is_elsewhere`: the fault's work-item is there.
std::string meeting_text(const Fault& fault, const Site& site, const Site& other,
                         bool is_elsewhere);

struct CopyFault;
/// Returns the sentences of a fault of an asynchronous copy, which has `count` arguments besides
/// its event, or of a wait for one.
std::string copy_text(const Fault& fault, const Site& site, const CopyFault& copy, size_t count);

/// Returns the sentences of a data race: the fault's work-item writes, and `other` accesses the
/// same bytes at `other_site`. `element` is the element of the object; negative: it is not known.
std::string race_text(const Fault& fault, const Site& site, const WorkItem& other,
                      const Site& other_site, int64_t element, bool counts_on_lockstep);

}  // namespace heddle
