// SPDX-License-Identifier: Apache-2.0
// The asynchronous copies of a group, and the waits for their events: all work-items must come to
// the same ones, in the same order, with the same arguments, between the same barriers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abi/check_abi.h"
#include "runtime/check/fault.h"

namespace heddle {

/// A fault of an asynchronous copy or a wait.
struct CopyFault {
  FaultKind kind;
  const hd_check_site* site;
  bool comes = true;                     ///< a missed one: this work-item comes, and others do not
  const hd_check_site* other = nullptr;  ///< the place of those that do not come; may be null
  size_t argument = 0;                   ///< the number of the one that differs
  uint64_t here = 0, there = 0;          ///< its values, of this work-item and of another one
};

/// A copy, or a wait, that a work-item comes to.
struct Copy {
  const hd_check_site* site;
  std::span<const uint64_t> arguments;
  uint64_t event;
};

class Copies {
 public:
  /// `items`: the number of work-items in the group.
  explicit Copies(uint64_t items) : items_(items) {}

  /// Notes that a work-item, by its linear local id, has come to a copy, and returns the fault.
  /// `event` becomes the copy's.
  std::optional<CopyFault> come(uint64_t item, const Copy& copy, uint64_t& event);
  /// Notes that a work-item has come to a barrier of the group, or to its end.
  std::vector<CopyFault> meet(uint64_t item, bool ends);

 private:
  struct Step {
    const hd_check_site* site;
    std::vector<uint64_t> arguments;
    uint64_t event;
    uint64_t result;
  };
  struct Item {
    size_t steps = 0, meetings = 0;
    std::vector<uint64_t> events;  ///< those that it has not waited for
  };

  /// Tells whether a copy gave the event.
  bool is_event(uint64_t event) const;
  /// Returns the copy's event: the one of the other work-items, or a new one.
  uint64_t event_of(size_t step, const hd_check_site& site);

  std::vector<Item> items_;
  std::vector<Step> steps_;     ///< those of the work-items that came first
  std::vector<size_t> counts_;  ///< their steps before each meeting
  std::vector<const hd_check_site*> events_;
  bool is_apart_ = false;  ///< work-items are no longer at the same copies, which was reported
};

}  // namespace heddle
