// SPDX-License-Identifier: Apache-2.0
// Files in folders that others may know of, or even write to: none is followed through a link,
// overwritten or trusted that this user alone does not own. Names are relative to a folder that is
// open, or absolute (with AT_FDCWD).
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <utility>

namespace heddle {

/// A file descriptor, closed at the end. Never 0 to 2, which may be free in this process: whoever
/// writes to stderr would write into the file.
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

  /// All of `size` bytes, or false. A write that reaches the limit of file sizes (RLIMIT_FSIZE)
  /// fails, too: the application gets no SIGXFSZ for a file that is ours.
  bool read(void* out, size_t size) const;
  bool write(const void* in, size_t size) const;
  bool write_at(const void* in, size_t size, off_t offset) const;

 private:
  int fd_;
};

/// One write(2), which gets the application no SIGXFSZ.
ssize_t write_once(int fd, const void* in, size_t size);

/// A folder of this user's that no other one may write to; without, if there is no such thing.
File open_own_folder(const char* path);

/// A regular file of this user's that no other one may write to and that has no second name, opened
/// with `flags`; without, if there is no such thing. `status`, if not null, is what fstat said.
File open_own_file(int folder, const char* name, int flags, struct stat* status = nullptr);

/// A file that was not there before, to write to, for this user alone.
File create_file(int folder, const char* name, int flags = 0);

}  // namespace heddle
