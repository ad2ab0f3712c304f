// SPDX-License-Identifier: Apache-2.0
// Payloads that are known outside of the process, by a file descriptor
// (cl_khr_external_semaphore). An opaque one is an eventfd: its counter is not 0 while the
// semaphore is signalled, and the kernel sees to it that one of all who wait, in whatever process,
// takes that. Whatever those others do to it, no call here waits for them.
#pragma once

#include "support/file.h"
#include "support/result.h"

namespace heddle {

class SharedPayload {
 public:
  /// CL_OUT_OF_RESOURCES if this process cannot work with any. A forked child asks anew.
  static Status usable();
  /// A new one, not signalled: CL_OUT_OF_RESOURCES.
  static Result<SharedPayload> create();
  /// That of another semaphore, by a duplicate of its descriptor: CL_INVALID_PROPERTY if it is of
  /// none, CL_OUT_OF_RESOURCES.
  static Result<SharedPayload> import(int fd);

  /// A descriptor for the application: CL_OUT_OF_RESOURCES.
  Result<int> handle() const;
  int descriptor() const noexcept { return fd_.get(); }
  void signal() const noexcept;
  /// False, and nothing has changed, if it is not signalled.
  bool take() const noexcept;
  bool signalled() const noexcept;

 private:
  explicit SharedPayload(File fd) : fd_(std::move(fd)) {}

  File fd_;
};

/// The state of a sync file (cl_khr_external_semaphore_sync_fd): 1 it is signalled, 0 not yet,
/// less: it failed, or is none.
using SyncFileState = int (*)(int fd);
int sync_file_state(int fd);

/// A duplicate of an open descriptor; without, if there is none.
File duplicate(int fd);
/// Whether it can be read from without a wait.
bool is_readable(int fd) noexcept;

}  // namespace heddle
