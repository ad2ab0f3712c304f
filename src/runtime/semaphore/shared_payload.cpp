// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/shared_payload.h"

#include <CL/cl.h>
#include <fcntl.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>

#include "support/event_counter.h"

namespace heddle {
namespace {

/// Tells whether it is an eventfd by its link: the kernel tells the type of a descriptor without a
/// name in no other way.
bool is_eventfd(int fd) {
  char target[64];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = readlink(link.c_str(), target, sizeof(target));
  return length > 0 &&
         std::string_view(target, static_cast<size_t>(length)) == "anon_inode:[eventfd]";
}

}  // namespace

File duplicate(int fd) {
  return File(fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

bool is_readable(int fd) noexcept {
  pollfd polled{fd, POLLIN, 0};
  return poll(&polled, 1, 0) == 1 && (polled.revents & POLLIN);
}

Status SharedPayload::usable() {
  return require(counts_without_waiting(), CL_OUT_OF_RESOURCES,
                 "the kernel gives this process no way to signal a shared semaphore without a wait "
                 "(preadv2 with RWF_NOWAIT, asynchronous I/O)");
}

Result<SharedPayload> SharedPayload::create() {
  TRY(usable());
  File fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  TRY(require(bool(fd), CL_OUT_OF_RESOURCES, "no file descriptor could be made"));
  return SharedPayload(std::move(fd));
}

Result<SharedPayload> SharedPayload::import(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  TRY(require(flags >= 0, CL_INVALID_PROPERTY, "the handle is not open"));
  // Our descriptors do not block, and nor may those of other owners.
  TRY(require((flags & O_NONBLOCK) && is_eventfd(fd), CL_INVALID_PROPERTY,
              "the handle is not that of a semaphore"));
  TRY(usable());
  File own = duplicate(fd);
  TRY(require(bool(own), CL_OUT_OF_RESOURCES, "no file descriptor could be made"));
  return SharedPayload(std::move(own));
}

Result<int> SharedPayload::handle() const {
  const int fd = fcntl(fd_.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  TRY(require(fd >= 0, CL_OUT_OF_RESOURCES, "no file descriptor could be made"));
  return fd;
}

void SharedPayload::signal() const noexcept {
  add_to_count(fd_.get());
}

bool SharedPayload::take() const noexcept {
  return take_count(fd_.get());
}

bool SharedPayload::signalled() const noexcept {
  return is_readable(fd_.get());
}

int sync_file_state(int fd) {
  sync_file_info info{};
  int result = 0;
  do {
    result = ioctl(fd, SYNC_IOC_FILE_INFO, &info);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? info.status : -errno;
}

}  // namespace heddle
