// SPDX-License-Identifier: Apache-2.0
// Files in folders that others may know, or even write to. No file is followed through a link,
// overwritten or trusted unless this user alone owns it. Names are relative to an open folder, or
// absolute (with AT_FDCWD).
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <utility>

namespace heddle {

/// A file descriptor, closed at the end. It is never 0 to 2, even if they are free in this process:
/// whoever writes to stderr would write into the file.
class File {
 public:
  explicit File(int fd = -1);
  File(File&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~File() { close(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  bool close();

  /// Transfers all of `size` bytes, or returns false. A write that reaches the limit of file sizes
  /// (RLIMIT_FSIZE) fails without a SIGXFSZ for the application, as the file is ours.
  bool read(void* out, size_t size) const;
  bool write(const void* in, size_t size) const;
  bool write_at(const void* in, size_t size, off_t offset) const;

 private:
  int fd_;
};

/// Calls write(2) once, without a SIGXFSZ for the application.
ssize_t write_once(int fd, const void* in, size_t size);

/// Opens a folder that this user owns and no other one may write to. Returns no file otherwise.
File open_own_folder(const char* path);

/// Opens with `flags` a regular file that this user owns, no other one may write to and that has no
/// second name. Returns no file otherwise. `status`, if not null, receives fstat's answer.
File open_own_file(int folder, const char* name, int flags, struct stat* status = nullptr);

/// Creates a file that did not exist, to write to, for this user alone.
File create_file(int folder, const char* name, int flags = 0);

}  // namespace heddle
