// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "devices/cpu/job.h"
#include "runtime/command/command.h"

namespace heddle {

/// A job that does part of a command's work, beside the command's own. A thread that waits for the
/// command helps with it.
class PartOfCommand : public cpu::Job {
 public:
  virtual const Command& whole() const noexcept = 0;
};

}  // namespace heddle
