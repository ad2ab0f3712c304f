// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <vector>

#include "runtime/command/command.h"

namespace heddle {

/// Decides where a command runs whose dependencies are met: on the pool, on the thread that waits
/// for it, or on the worker that has just ended the command before it. Completing a command may
/// make others ready, whose completion makes others ready, and so on. Each thread works such a list
/// off in a loop, so that a chain of any length needs no stack.
class Executor {
 public:
  class Waiting;
  /// The thread's reason to run commands at the moment.
  struct Role {
    const Waiting* waiting = nullptr;
    bool draining = false;                         // in the loop over ready commands
    bool within = false;                           // in a kernel, which continues afterwards
    const Command* here = nullptr;                 // the command that it runs there, if it is one
    bool worker = false;                           // after a job that the pool ran...
    const std::vector<uint32_t>* units = nullptr;  // ...on these compute units (null: all)
  };

  /// Runs or submits a command without unmet dependencies. It may be gone when this returns.
  static void ready(Command& command) noexcept;
  /// Ends a command whose work is over. The command may be gone when this returns.
  static void end(Command& command, cl_int status) noexcept;

  /// A scope in which the thread waits in `queue` for `target` (its command number `last`;
  /// `everything`: all commands up to there) and runs small commands that it depends upon.
  class Waiting {
   public:
    Waiting(const QueueTraits& queue, const Completion& target, uint64_t last, bool everything);
    ~Waiting();
    bool allows(const Command& command) const;
    /// Runs a chunk of a submitted job of such a command. Returns false if there was none.
    bool help();

   private:
    const QueueTraits& queue_;
    const Completion& target_;
    const uint64_t last_;
    const bool everything_;
    const Role outer_;
  };

  /// A scope in which the thread runs jobs within a kernel. Commands that these make ready go to
  /// the pool, except `here`.
  class Within {
   public:
    explicit Within(const Command* here);
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;
    ~Within();

   private:
    const Role outer_;
  };

 private:
  struct Thread;
  static thread_local Thread thread_;

  static void retire(Command& command, cl_int status) noexcept;
  static void submit(Command& command) noexcept;
  static bool runs_here(const Thread& thread, const Command& command) noexcept;
  static void drain(Thread& thread) noexcept;
};

}  // namespace heddle
