// SPDX-License-Identifier: Apache-2.0
// What heddle-spirv and the compiler agree upon. No LLVM: they have different ones.
//
// heddle-spirv is started with one end of a socket (SOCK_SEQPACKET) as its standard input. A
// request is a message of one byte, the HelperMode, and kFiles file descriptors. There is no
// answer on the socket, so that a process and its forks may share it: the bitcode, with kTrailer
// after it, is written into the request's pipe, which is closed when no more will come.
#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>

namespace heddle::compiler::spirv {

enum class HelperMode : unsigned char {
  Translate,  ///< SPIR-V words
  Upgrade,    ///< LLVM bitcode of any age (SPIR 1.2)
};

/// What comes with a request, in this order.
enum RequestFile : size_t {
  kInput,       ///< a file with the module
  kOutput,      ///< a pipe
  kComplaints,  ///< a file, to be appended to
  kFiles,
};

/// The memory that a request is sent from, or received into.
struct RequestMessage {
  RequestMessage() {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof(control);
  }
  RequestMessage(const RequestMessage&) = delete;
  RequestMessage& operator=(const RequestMessage&) = delete;

  static constexpr size_t kRightsLength = CMSG_LEN(kFiles * sizeof(int));

  unsigned char mode = 0;
  iovec data{&mode, sizeof(mode)};
  alignas(cmsghdr) unsigned char control[CMSG_SPACE(kFiles * sizeof(int))] = {};
  msghdr header{};
};

/// What ends otherwise is not whole.
inline constexpr char kTrailer[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'I', 'R'};

/// Of each module: one of a megabyte takes a second and 200 MB.
inline constexpr uint64_t kCpuSeconds = 60;
inline constexpr uint64_t kMaxBytes = uint64_t{6} << 30;
/// The machine may be busy.
inline constexpr unsigned kWallSeconds = 180;
/// What the process says of a module that passes a limit of time.
inline constexpr char kTooLong[] = "it takes too long";
/// The most that the compiler accepts.
inline constexpr uint64_t kMaxBitcode = uint64_t{1} << 30;

}  // namespace heddle::compiler::spirv
