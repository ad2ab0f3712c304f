// SPDX-License-Identifier: Apache-2.0
// Input and complaints are files in memory, so nothing is written into a pipe that may have no
// reader (SIGPIPE) and nothing blocks; output is a pipe, whose end says that nothing more comes.
#include "compiler/spirv/helper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "abi/compiler_interface.h"
#include "compiler/spirv/helper_process.h"
#include "support/file.h"

namespace heddle::compiler::spirv {
namespace {

using Bytes = std::vector<unsigned char>;

/// A file in memory that holds `bytes`.
Result<File> memory_file(const char* name, std::span<const unsigned char> bytes) {
  File file(::memfd_create(name, MFD_CLOEXEC));
  if (!file) return helper_broken("memfd_create");
  if (!file.write(bytes.data(), bytes.size())) return helper_broken("no memory for the module");
  return file;
}

/// The last lines of what was written.
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

/// All that comes through the pipe until its other end is closed. False if that takes too long, or
/// it is too much.
bool read_all(const File& pipe, Bytes& out) {
  constexpr size_t kPiece = size_t{1} << 16;
  // The helper keeps the limit of time by itself, unless something has stopped it.
  const int64_t deadline = milliseconds() + (kWallSeconds + 5) * 1000;
  for (;;) {
    const int64_t left = deadline - milliseconds();
    pollfd wait{pipe.get(), POLLIN, 0};
    if (left <= 0 || out.size() > kMaxBitcode) return false;
    const int ready = ::poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
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

/// What came out, whole, or what was said instead. An empty sentence: the helper was ended from
/// outside, with this module before it or in its hands.
struct Outcome {
  Bytes bitcode;
  std::string complaint;
  bool whole = false;
};

Result<Outcome> attempt(HelperMode mode, std::span<const unsigned char> input) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return helper_broken("pipe");
  const File from(ends[0]);
  File files[kFiles];
  files[kOutput] = File(ends[1]);
  files[kInput] = TRY(memory_file("heddle-module", input));
  files[kComplaints] = TRY(memory_file("heddle-log", {}));
  if (!from || !files[kOutput]) return helper_broken("pipe");
  TRY(send_to_helper(mode, files));
  files[kOutput].close();

  Outcome outcome;
  const bool in_time = read_all(from, outcome.bitcode);
  outcome.whole = in_time && take_trailer(outcome.bitcode);
  outcome.complaint = in_time ? text_of(files[kComplaints]) : kTooLong;
  return outcome;
}

}  // namespace

Result<Bytes> run_helper(HelperMode mode, std::span<const unsigned char> input) {
  std::string complaint;
  for (int tries = 0; tries < 2 && complaint.empty(); tries++) {
    Outcome outcome = TRY(attempt(mode, input));
    if (outcome.whole) return std::move(outcome.bitcode);
    complaint = std::move(outcome.complaint);
  }
  if (complaint.empty()) complaint = "the translator ended without a word";
  return Error{HDC_FAILURE, "the module cannot be translated: " + complaint};
}

}  // namespace heddle::compiler::spirv
