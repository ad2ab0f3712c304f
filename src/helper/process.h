// SPDX-License-Identifier: Apache-2.0
// A helper program that is started when a request needs it, and kept: starting one (which loads an
// LLVM) takes ten times as long as a small request.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "helper/protocol.h"
#include "support/file.h"
#include "support/result.h"

namespace heddle::helper {

/// The parent of a process. A child of ours is reaped when it ends, at exit at the latest, but
/// until then the application's wait() and SIGCHLD may find it. A child of nobody's is hidden from
/// these. Init reaps it when it ends with us, which containers often have none to do.
enum class Kin : uint8_t { Ours, Nobodys };

/// A helper program. There is one object for each, never destroyed: a request may still be in
/// flight when the process exits.
class Program {
 public:
  /// Takes the name of a file beside this library, as it was opened or where symbolic links lead.
  Program(std::string name, Kin kin);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sets the arguments, besides the name, and the environment of the next process. Both are empty
  /// at first.
  void start_with(std::vector<std::string> arguments, std::vector<std::string> environment);

  /// Hands a request to the process, which is started if there is none. Fails with
  /// HDC_INTERNAL_ERROR.
  Status send(const Call& call, const File (&files)[kFiles]);
  /// Ends the process, and the work that it does.
  void end();

  const std::string& name() const { return name_; }

 private:
  struct Forks;
  static void end_all();
  Status start(const File& complaints);
  void end_process();

  const std::string name_;
  const Kin kin_;
  std::mutex mutex_;  // guards the members below
  std::vector<std::string> arguments_, environment_;
  File socket_;   // our end; none without a process
  File process_;  // a pidfd, as the application may reap a process that is known by its number only
  Program* next_ = nullptr;
};

/// Makes an HDC_INTERNAL_ERROR, with the text of errno.
Error broken(const Program& program, const char* what);

}  // namespace heddle::helper
