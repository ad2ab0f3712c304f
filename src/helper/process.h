// SPDX-License-Identifier: Apache-2.0
// A helper program that is started when a request needs it, and kept: to start one (an LLVM is
// loaded) takes ten times as long as to do something small in it.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "helper/protocol.h"
#include "support/file.h"
#include "support/result.h"

namespace heddle::helper {

/// The parent of a process. A child of ours is reaped when it is ended, at exit at the latest, but
/// until then the application's wait() and SIGCHLD may find it. Nobody's is not seen by these, and
/// is init's to reap when it ends with us: containers often have none that does.
enum class Kin : uint8_t { Ours, Nobodys };

/// One for each program, never destroyed: a request may still be on its way when the process exits.
class Program {
 public:
  /// `name`: of a file beside this library, as it was opened or where symbolic links lead.
  Program(std::string name, Kin kin);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sets the arguments, besides its name, and the environment of the next process; at first there
  /// are none.
  void start_with(std::vector<std::string> arguments, std::vector<std::string> environment);

  /// Hands a request to the process, which is started if there is none: HDC_INTERNAL_ERROR.
  Status send(const Call& call, const File (&files)[kFiles]);
  /// Ends the process, with what it works on.
  void end();

  const std::string& name() const { return name_; }

 private:
  struct Forks;
  static void end_all();
  Status start(const File& complaints);
  void end_process();

  const std::string name_;
  const Kin kin_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::string> arguments_, environment_;
  File socket_;   // our end; none: there is no process
  File process_;  // a descriptor of it, as the application may reap what has a number only
  Program* next_ = nullptr;
};

/// HDC_INTERNAL_ERROR, with what errno says.
Error broken(const Program& program, const char* what);

}  // namespace heddle::helper
