// SPDX-License-Identifier: Apache-2.0
#include "support/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace heddle {
namespace {

bool ours(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & 022) == 0;
}

}  // namespace

File::File(int fd) : fd_(fd) {
  if (fd_ < 0 || fd_ > STDERR_FILENO) return;
  const int above = ::fcntl(fd_, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close();
  fd_ = above;
}

bool File::close() {
  return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0;
}

bool File::read(void* out, size_t size) const {
  auto* at = static_cast<char*>(out);
  while (size > 0) {
    const ssize_t n = ::read(fd_, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

bool File::write(const void* in, size_t size) const {
  const auto* at = static_cast<const char*>(in);
  while (size > 0) {
    const ssize_t n = ::write(fd_, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

File open_own_folder(const char* path) {
  File folder(::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  return folder && ::fstat(folder.get(), &status) == 0 && ours(status) ? std::move(folder) : File();
}

File open_own_file(int folder, const char* name, int flags, struct stat* status) {
  // O_NONBLOCK: what is there may be a pipe that nobody writes to.
  File file(::openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat own;
  if (!status) status = &own;
  // Without any name it was removed meanwhile.
  return file && ::fstat(file.get(), status) == 0 && S_ISREG(status->st_mode) && ours(*status) &&
                 status->st_nlink <= 1
             ? std::move(file)
             : File();
}

File create_file(int folder, const char* name, int flags) {
  return File(
      ::openat(folder, name, flags | O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
}

}  // namespace heddle
