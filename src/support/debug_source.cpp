// SPDX-License-Identifier: Apache-2.0
#include "support/debug_source.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <memory>

#include "support/clock.h"
#include "support/environment.h"
#include "support/file.h"
#include "support/hash.h"
#include "support/mutex.h"

namespace heddle {
namespace {

std::string folder() {
  const char* given = environment_variable("TMPDIR");
  const std::string base = given && given[0] == '/' ? given : "/tmp";
  return base + "/heddle-" + std::to_string(geteuid());
}

std::string name_of(std::string_view source) {
  return hash128(source).hex() + ".cl";
}

constexpr size_t kHashSize = 32;

/// Tells whether `name` is that of a source file, finished or not.
bool is_ours(std::string_view name) {
  for (size_t i = 0; i < std::min(name.size(), kHashSize); ++i)
    if (!std::isxdigit(static_cast<unsigned char>(name[i]))) return false;
  return name.size() > kHashSize && name.substr(kHashSize).starts_with(".cl");
}

void remove_sources(int folder) {
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, decltype(&closedir)> entries(own >= 0 ? fdopendir(own) : nullptr,
                                                          &closedir);
  if (!entries) {
    if (own >= 0) close(own);
    return;
  }
  while (const dirent* entry = readdir(entries.get()))
    if (is_ours(entry->d_name)) unlinkat(folder, entry->d_name, 0);
}

/// The folder while this process has files in it. Each process holds a shared lock of it; the last
/// one notices that it is alone.
class Folder {
 public:
  /// Returns the folder of this process. A forked child gets a new one, as the parent's mutex may
  /// be held by a thread that does not exist in the child.
  static Folder& own() {
    static std::atomic<Folder*> current{nullptr};
    Folder* now = current.load(std::memory_order_acquire);
    if (now && now->process_ == getpid()) return *now;
    auto* const made = new Folder;  // leaked on purpose: no static destructors
    while (!current.compare_exchange_weak(now, made, std::memory_order_acq_rel)) {
      if (!now || now->process_ != made->process_) continue;
      delete made;  // another thread was faster
      return *now;
    }
    return *made;
  }

  /// Opens the folder, and creates it if necessary. Returns no file if it cannot be this user's.
  File use() {
    const Lock lock(mutex_);
    const std::string path = folder();
    // Others may remove it between our opening and our lock of it.
    for (int turn = 0; turn < kTurns && !is_in_use(path); ++turn) {
      mkdir(path.c_str(), 0700);
      // Names in /tmp can be guessed: somebody else may have put it there.
      open_ = open_own_folder(path.c_str());
      if (!open_) return File();
      flock(open_.get(), LOCK_SH | LOCK_NB);  // without a lock another process may remove it
      path_ = path;
    }
    [[maybe_unused]] static const bool registered = std::atexit(remove_debug_sources) == 0;
    return File(fcntl(open_.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }

  void leave() {
    const Lock lock(mutex_);
    if (open_ && flock(open_.get(), LOCK_EX | LOCK_NB) == 0) {
      remove_sources(open_.get());
      rmdir(path_.c_str());
    }
    open_ = File();
  }

 private:
  static constexpr int kTurns = 10;

  bool is_in_use(const std::string& path) const REQUIRES(mutex_) {
    struct stat status;
    return open_ && path == path_ && fstat(open_.get(), &status) == 0 && status.st_nlink > 0;
  }

  const pid_t process_ = getpid();
  Mutex mutex_;
  File open_ GUARDED_BY(mutex_);
  std::string path_ GUARDED_BY(mutex_);
};

}  // namespace

std::string debug_source_path(std::string_view source) {
  return folder() + "/" + name_of(source);
}

void write_debug_source(std::string_view source) {
  if (secure_execution()) return;
  const std::string name = name_of(source);
  const File own = Folder::own().use();
  if (!own || open_own_file(own.get(), name.c_str(), O_RDONLY)) return;
  const std::string unfinished =
      name + "." + std::to_string(getpid()) + "." + std::to_string(now_ns());
  const File file = create_file(own.get(), unfinished.c_str());
  if (!file) return;
  if (!file.write(source.data(), source.size()) ||
      renameat(own.get(), unfinished.c_str(), own.get(), name.c_str()) != 0)
    unlinkat(own.get(), unfinished.c_str(), 0);
}

void remove_debug_sources() {
  Folder::own().leave();
}

}  // namespace heddle
