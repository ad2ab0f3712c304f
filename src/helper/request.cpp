// SPDX-License-Identifier: Apache-2.0
// Input and complaints are files in memory, so nothing is written into a pipe that may have no
// reader (SIGPIPE) and nothing blocks. The output is a pipe, whose end says that nothing more
// comes.
#include "helper/request.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace heddle::helper {
namespace {

using Bytes = std::vector<unsigned char>;

/// Makes a file in memory that holds `bytes`.
Result<File> memory_file(const Program& program, std::span<const unsigned char> bytes) {
  File file(::memfd_create("heddle-helper", MFD_CLOEXEC));
  if (!file) return broken(program, "memfd_create");
  if (!file.write(bytes.data(), bytes.size())) return broken(program, "no memory for the input");
  return file;
}

/// Returns the last lines of the file.
std::string text_of(const File& file) {
  char buffer[4096];
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  const off_t begin = size > static_cast<off_t>(sizeof(buffer)) ? size - sizeof(buffer) : 0;
  const ssize_t n = ::pread(file.get(), buffer, sizeof(buffer), begin);
  std::string text(buffer, n > 0 ? static_cast<size_t>(n) : 0);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

int64_t milliseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

/// Reads the pipe until its other end is closed. Returns false if that takes too long, the output
/// is too large, or `cancelled` becomes readable.
bool read_all(const File& pipe, uint64_t wall_seconds, int cancelled, Bytes& out) {
  constexpr size_t kPiece = size_t{1} << 16;
  // The helper keeps the limit of time by itself, unless something has stopped it.
  const int64_t deadline = milliseconds() + static_cast<int64_t>(wall_seconds + 5) * 1000;
  for (;;) {
    const int64_t left = deadline - milliseconds();
    pollfd wait[] = {{pipe.get(), POLLIN, 0}, {cancelled, POLLIN, 0}};
    if (left <= 0 || out.size() > kMostOutput) return false;
    const int ready = ::poll(wait, 2, static_cast<int>(std::min<int64_t>(left, INT_MAX)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0 || wait[1].revents != 0) return false;
    const size_t size = out.size();
    out.resize(size + kPiece);
    const ssize_t n = ::read(pipe.get(), out.data() + size, kPiece);
    out.resize(size + (n > 0 ? static_cast<size_t>(n) : 0));
    if (n == 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

bool take_trailer(Bytes& out) {
  constexpr size_t kSize = sizeof(kTrailer);
  if (out.size() <= kSize || std::memcmp(&out[out.size() - kSize], kTrailer, kSize) != 0)
    return false;
  out.resize(out.size() - kSize);
  return true;
}

Result<Outcome> attempt(Program& program, const Call& call, std::span<const unsigned char> input,
                        const char* folder, Cancellation* cancellation) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return broken(program, "pipe");
  const File from(ends[0]);
  File files[kFiles];
  files[kOutput] = File(ends[1]);
  files[kInput] = TRY(memory_file(program, input));
  files[kComplaints] = TRY(memory_file(program, {}));
  files[kFolder] = File(::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!from || !files[kOutput] || !files[kFolder]) return broken(program, "no more files");
  TRY(program.send(call, files));
  files[kOutput].close();

  Outcome outcome;
  const int cancelled = cancellation ? cancellation->descriptor() : -1;
  const bool in_time = read_all(from, call.limits.wall_seconds, cancelled, outcome.output);
  outcome.whole = in_time && take_trailer(outcome.output);
  outcome.complaint = in_time ? text_of(files[kComplaints]) : kTooLong;
  return outcome;
}

}  // namespace

Result<Outcome> request(Program& program, const Call& call, std::span<const unsigned char> input,
                        const char* folder, Cancellation* cancellation) {
  Outcome outcome;
  for (int tries = 0; tries < 2; tries++) {
    outcome = TRY(attempt(program, call, input, folder, cancellation));
    if (outcome.whole || !outcome.complaint.empty()) break;
  }
  return outcome;
}

}  // namespace heddle::helper
