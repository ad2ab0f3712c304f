// SPDX-License-Identifier: Apache-2.0
#include "support/source_files.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "support/file.h"
#include "support/options.h"

namespace heddle {
namespace {

constexpr int kPath = O_PATH | O_CLOEXEC;

std::string absolute(const std::string& path) {
  if (path.starts_with('/')) return path;
  const std::unique_ptr<char, decltype(&std::free)> here(getcwd(nullptr, 0), &std::free);
  return here ? std::string(here.get()) + '/' + path : path;
}

int fail(int error) {
  errno = error;
  return -1;
}

/// The names yet to be looked up, in reverse order.
using Names = std::vector<std::string>;

void push(Names& names, std::string_view path) {
  while (!path.empty()) {
    const size_t slash = path.rfind('/');
    const size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
    const std::string_view name = path.substr(begin);
    if (!name.empty() && name != ".") names.emplace_back(name);
    path = path.substr(0, begin == 0 ? 0 : begin - 1);
  }
}

}  // namespace

int walk_beneath(int folder, const std::string& path, int flags) {
  constexpr int kMostLinks = 40;
  if (path.starts_with('/')) return fail(EXDEV);
  Names names;
  push(names, path);
  std::vector<File> folders;  // the folders from the first one below `folder` to the current one
  for (int links = 0; !names.empty();) {
    const std::string name = std::move(names.back());
    names.pop_back();
    if (name == "..") {
      if (folders.empty()) return fail(EXDEV);
      folders.pop_back();
      continue;
    }
    const int here = folders.empty() ? folder : folders.back().get();
    File next(openat(here, name.c_str(), kPath | O_NOFOLLOW));
    struct stat status;
    if (!next || fstat(next.get(), &status) != 0) return -1;
    if (S_ISLNK(status.st_mode)) {
      char target[PATH_MAX];
      const ssize_t length = readlinkat(next.get(), "", target, sizeof(target));
      if (length < 0) return -1;
      if (++links > kMostLinks) return fail(ELOOP);
      if (target[0] == '/') return fail(EXDEV);
      push(names, {target, static_cast<size_t>(length)});
    } else if (names.empty() && !S_ISDIR(status.st_mode)) {
      return openat(here, name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC);
    } else {
      folders.push_back(std::move(next));
    }
  }
  return openat(folders.empty() ? folder : folders.back().get(), ".", flags | O_CLOEXEC);
}

int open_beneath(int folder, const std::string& path, int flags) {
  constexpr int kTurns = 10;
  open_how how{};
  how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  for (int turn = 0; turn < kTurns; ++turn) {
    const long fd = syscall(SYS_openat2, folder, path.c_str(), &how, sizeof(how));
    if (fd >= 0) return static_cast<int>(fd);
    // Filters for system calls answer EPERM for those that they do not know.
    if (errno == ENOSYS || errno == EPERM) return walk_beneath(folder, path, flags);
    if (errno != EAGAIN && errno != EINTR) return -1;  // EAGAIN: something was renamed meanwhile
  }
  return -1;
}

SourceFiles::Allowed SourceFiles::parse(const std::string& setting) {
  if (setting == "all") return Allowed::All;
  return setting == "options" ? Allowed::Folders : Allowed::None;
}

SourceFiles::SourceFiles(Allowed allowed, size_t most_bytes, std::vector<std::string> folders)
    : allowed_(allowed), most_(most_bytes), folders_([&] {
        for (std::string& folder : folders) {
          folder = absolute(folder);
          while (folder.ends_with('/')) folder.pop_back();
        }
        return std::move(folders);
      }()) {}

SourceFiles SourceFiles::of(std::vector<std::string> folders) {
  constexpr size_t kMB = size_t{1} << 20;
  const size_t most = options().include_limit;
  return {parse(options().include), most > SIZE_MAX / kMB ? SIZE_MAX : most * kMB,
          std::move(folders)};
}

int SourceFiles::open(const std::string& path, int flags) const {
  if (allowed_ == Allowed::All) return ::open(path.c_str(), flags);
  if (allowed_ == Allowed::None) return fail(ENOENT);
  const std::string name = absolute(path);
  for (const std::string& folder : folders_) {
    if (!name.starts_with(folder) || (name.size() > folder.size() && name[folder.size()] != '/'))
      continue;
    const File root(::open(folder.empty() ? "/" : folder.c_str(), kPath | O_DIRECTORY));
    std::string_view rest = std::string_view(name).substr(folder.size());
    while (rest.starts_with('/')) rest.remove_prefix(1);
    const int fd =
        root ? open_beneath(root.get(), rest.empty() ? "." : std::string(rest), flags) : -1;
    if (fd >= 0) return fd;
  }
  return fail(ENOENT);  // whether it exists or not
}

int SourceFiles::status(const std::string& path, struct stat& status) const {
  const File file(open(path, kPath));
  if (!file || fstat(file.get(), &status) != 0) return errno;
  return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ? 0 : ENOENT;
}

int SourceFiles::read(const std::string& path, struct stat& status, std::string& text) const {
  // The status is asked for before the file is opened, and once more in case it was replaced
  // meanwhile.
  if (const int error = this->status(path, status)) return error;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  const File file(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file || fstat(file.get(), &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) return ENOENT;
  if (std::cmp_greater(status.st_size, most_)) return EFBIG;
  text.clear();
  // Files of /proc have no size, and others may grow.
  for (size_t room = static_cast<size_t>(status.st_size) + 1;; room = size_t{64} << 10) {
    const size_t size = text.size();
    text.resize(size + room);
    const ssize_t got = ::read(file.get(), text.data() + size, room);
    const int error = errno;
    text.resize(size + (got > 0 ? static_cast<size_t>(got) : 0));
    if (got < 0 && error == EINTR) continue;
    if (got < 0) return error;
    if (text.size() > most_) return EFBIG;
    if (got == 0) return 0;
  }
}

}  // namespace heddle
