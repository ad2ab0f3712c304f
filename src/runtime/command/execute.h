// SPDX-License-Identifier: Apache-2.0
// What happens to a command whose dependencies are met, and where: on the pool, on the thread that
// waits for it, or on the worker that has just ended the command before it. Completing a command
// may make others ready, whose completion makes others ready...: each thread works such a list off
// in a loop, so that a chain of any length needs no stack.
#pragma once

#include "runtime/command/command.h"

namespace heddle {

class Executor {
 public:
  class Waiting;
  /// Why a thread deals with commands just now.
  struct Role {
    const Waiting* waiting = nullptr;
    bool draining = false;                         // in the loop over ready commands
    bool within = false;                           // in a kernel, which is to go on
    const Command* here = nullptr;                 // what it runs there, if it is one command
    bool worker = false;                           // after a job that the pool ran...
    const std::vector<uint32_t>* units = nullptr;  // ...on these compute units (null: all)
  };

  /// No dependency is left. The command may be gone when this returns.
  static void ready(Command& command) noexcept;
  /// The work is over. The command may be gone when this returns.
  static void end(Command& command, cl_int status) noexcept;

  /// While one exists, its thread waits in `queue` for `target` (its command number `last`;
  /// `everything`: all commands up to there) and runs small commands that it depends upon.
  class Waiting {
   public:
    Waiting(const Queue& queue, const Completion& target, uint64_t last, bool everything);
    ~Waiting();
    bool allows(const Command& command) const;
    /// Runs a chunk of a submitted job of such a command. False if there was none.
    bool help();

   private:
    const Queue& queue_;
    const Completion& target_;
    const uint64_t last_;
    const bool everything_;
    const Role outer_;
  };

  /// While one exists, its thread runs jobs within a kernel: what these make ready goes to the
  /// pool, but for `here`.
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
