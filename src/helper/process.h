// SPDX-License-Identifier: Apache-2.0
// A helper program that is started when a request needs it, and kept: starting one (which loads an
// LLVM) takes ten times as long as a small request.
#pragma once

#include <string>
#include <vector>

#include "helper/protocol.h"
#include "support/file.h"
#include "support/mutex.h"
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
  /// Starts the process. `complaints` receives the reason if it cannot start: a library that is
  /// missing, for example.
  Status start(const File& complaints) REQUIRES(mutex_);
  /// Ends the process, and reaps it if it is a child of ours.
  void end_process() REQUIRES(mutex_);

  const std::string name_;
  const Kin kin_;
  Mutex mutex_;
  std::vector<std::string> arguments_ GUARDED_BY(mutex_), environment_ GUARDED_BY(mutex_);
  File socket_ GUARDED_BY(mutex_);  // our end; none without a process
  /// A pidfd, as the application may reap a process that is known by its number only.
  File process_ GUARDED_BY(mutex_);
  Program* next_ = nullptr;  // guarded by the mutex of the list
};

/// Makes an HDC_INTERNAL_ERROR, with the text of errno.
Error broken(const Program& program, const char* what);

}  // namespace heddle::helper
