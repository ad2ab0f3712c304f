// SPDX-License-Identifier: Apache-2.0
// Payloads that are known outside of the process by a file descriptor (cl_khr_external_semaphore).
// An opaque one is an eventfd: its counter is not 0 while the semaphore is signalled, and the
// kernel lets one of all waiters, in any process, take that. No call here blocks, whatever the
// others do to it.
#pragma once

#include "support/file.h"
#include "support/result.h"

namespace heddle {

class SharedPayload {
 public:
  /// Returns CL_OUT_OF_RESOURCES if this process cannot work with payloads. A forked child checks
  /// anew.
  static Status usable();
  /// Makes a payload that is not signalled. Fails with CL_OUT_OF_RESOURCES.
  static Result<SharedPayload> create();
  /// Imports the payload of another semaphore, and keeps a duplicate of its descriptor. Fails with
  /// CL_INVALID_PROPERTY if `fd` is not that of a payload, or with CL_OUT_OF_RESOURCES.
  static Result<SharedPayload> import(int fd);

  /// Returns a descriptor that the application owns. Fails with CL_OUT_OF_RESOURCES.
  Result<int> handle() const;
  int descriptor() const noexcept { return fd_.get(); }
  void signal() const noexcept;
  /// Takes the signal. Returns false, and changes nothing, if there is none.
  bool take() const noexcept;
  bool signalled() const noexcept;

 private:
  explicit SharedPayload(File fd) : fd_(std::move(fd)) {}

  File fd_;
};

/// Returns the state of a sync file (cl_khr_external_semaphore_sync_fd): 1 if it is signalled, 0 if
/// not yet, less if it failed or is none.
using SyncFileState = int (*)(int fd);
int sync_file_state(int fd);

/// Duplicates an open descriptor; returns no file if there is none.
File duplicate(int fd);
/// Tells whether it can be read from without blocking.
bool is_readable(int fd) noexcept;

}  // namespace heddle
