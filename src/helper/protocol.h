// SPDX-License-Identifier: Apache-2.0
// The protocol between helper programs and the libraries that start them. It does not use LLVM: the
// two may have different ones.
//
// A helper is started with one end of a socket (SOCK_SEQPACKET) as its standard input. A request is
// a message with a Call and kFiles file descriptors. There is no answer on the socket, so that a
// process and its forks may share it: the output, with kTrailer after it, is written into the
// request's pipe, which is closed when no more will come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::helper {

/// The limits of a request; 0 is none.
struct Limits {
  uint64_t cpu_seconds;
  uint64_t wall_seconds;   ///< the machine may be busy
  uint64_t address_bytes;  ///< the size of the address space
  uint64_t data_bytes;     ///< memory that is written to
};

/// The part of a message besides its files.
struct Call {
  uint32_t mode;  ///< a number that the program and its callers agree on
  uint32_t reserved;
  Limits limits;
};

/// The files of a request, in this order.
enum RequestFile : size_t {
  kInput,       ///< a file
  kOutput,      ///< a pipe
  kComplaints,  ///< a file, to be appended to
  kFolder,      ///< the working directory
  kFiles,
};

/// A request: a Call and the numbers of its files.
struct Request {
  Call call{};
  int files[kFiles] = {};
};

/// Sends a request through a socket. Returns false if there is no process at the other end.
bool send(int socket, const Request& request);
/// Receives a request, whose files this process then has to close. Returns nothing if the other end
/// is closed. `flags`: as of recvmsg.
std::optional<Request> receive(int socket, int flags = 0);

/// The end of a whole output.
inline constexpr char kTrailer[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'I', 'R'};

/// The most bytes of output of a request, and of its complaints.
inline constexpr uint64_t kMostOutput = uint64_t{1} << 31;
/// The most files that a request may have open. Included files are closed again.
inline constexpr uint64_t kMostFiles = 256;

/// The complaint about a request that passes a limit of time.
inline constexpr char kTooLong[] = "it takes too long";

}  // namespace heddle::helper
