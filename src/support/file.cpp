// SPDX-License-Identifier: Apache-2.0
#include "support/file.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace heddle {
namespace {

bool ours(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & 022) == 0;
}

/// A scope in which SIGXFSZ is held back in this thread.
class HeldSignal {
 public:
  HeldSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t pending;
    was_pending_ = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  /// Takes the signal if the write failed: the kernel sends it to the thread that writes, with
  /// EFBIG.
  ~HeldSignal() {
    constexpr timespec kNow{};
    if (failed_ && !was_pending_) {
      while (sigtimedwait(&signal_, nullptr, &kNow) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldSignal(const HeldSignal&) = delete;
  HeldSignal& operator=(const HeldSignal&) = delete;

  void failed() { failed_ = errno == EFBIG; }

 private:
  sigset_t signal_, before_;
  bool was_pending_;  // pending before, for the application
  bool failed_ = false;
};

/// Calls `put(bytes, size)`, which does as write(2), until all is written.
template <class Put>
bool write_all(const void* in, size_t size, Put&& put) {
  HeldSignal held;
  const auto* at = static_cast<const char*>(in);
  while (size > 0) {
    const ssize_t n = put(at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return held.failed(), false;
    at += n;
    size -= static_cast<size_t>(n);
  }
  return true;
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
  return write_all(in, size, [&](const char* at, size_t left) { return ::write(fd_, at, left); });
}

bool File::write_at(const void* in, size_t size, off_t offset) const {
  return write_all(in, size, [&](const char* at, size_t left) {
    const ssize_t n = ::pwrite(fd_, at, left, offset);
    if (n > 0) offset += n;
    return n;
  });
}

ssize_t write_once(int fd, const void* in, size_t size) {
  HeldSignal held;
  const ssize_t written = ::write(fd, in, size);
  if (written < 0) held.failed();
  return written;
}

File open_own_folder(const char* path) {
  File folder(::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  return folder && ::fstat(folder.get(), &status) == 0 && ours(status) ? std::move(folder) : File();
}

File open_own_file(int folder, const char* name, int flags, struct stat* status) {
  // O_NONBLOCK: the name may be that of a pipe that nobody writes to.
  File file(::openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat own;
  if (!status) status = &own;
  // A file without any link was removed meanwhile.
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
