// SPDX-License-Identifier: Apache-2.0
#include "helper/protocol.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace heddle::helper {
namespace {

/// The memory that a request is sent from, or received into.
struct Message {
  Message() {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof(control);
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  static constexpr size_t kRightsLength = CMSG_LEN(kFiles * sizeof(int));

  Call call{};
  iovec data{&call, sizeof(call)};
  alignas(cmsghdr) unsigned char control[CMSG_SPACE(kFiles * sizeof(int))] = {};
  msghdr header{};
};

}  // namespace

bool send(int socket, const Request& request) {
  Message message;
  message.call = request.call;
  cmsghdr* rights = CMSG_FIRSTHDR(&message.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = Message::kRightsLength;
  std::memcpy(CMSG_DATA(rights), request.files, sizeof(request.files));
  ssize_t sent = -1;
  do sent = ::sendmsg(socket, &message.header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == sizeof(message.call);
}

std::optional<Request> receive(int socket, int flags) {
  Message message;
  ssize_t received = -1;
  do received = ::recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC | flags);
  while (received < 0 && errno == EINTR);
  const cmsghdr* rights = CMSG_FIRSTHDR(&message.header);
  if (received != sizeof(message.call) || !rights || rights->cmsg_len != Message::kRightsLength)
    return std::nullopt;
  Request request{message.call};
  std::memcpy(request.files, CMSG_DATA(rights), sizeof(request.files));
  return request;
}

}  // namespace heddle::helper
