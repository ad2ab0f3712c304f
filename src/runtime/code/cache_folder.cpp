// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <vector>

#include "support/checked.h"

namespace heddle {
namespace {

// Names in the folder: entries and unfinished ones have the hash of their key as their name.
constexpr std::string_view kEntry = ".hdk", kUnfinished = ".tmp";
constexpr const char *kTotal = "total", *kTurns = "turns";

bool is_called(std::string_view name, std::string_view suffix) {
  constexpr size_t kDigits = 32;
  return name.size() == kDigits + suffix.size() && name.ends_with(suffix) &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

std::string with(const std::string& name, std::string_view suffix) {
  return name + std::string(suffix);
}

/// The contents of the file `total`: at least as many bytes as all files together have. A store
/// adds to it first. Removals by others, or by a user, are found when the folder is read.
struct Total {
  uint64_t bytes = 0;
  uint64_t complement = 0;  ///< ~bytes, which a truncated file does not have
};

std::string path_in(const std::string& directory) {
  return directory + "/heddle-kernels";
}

/// Makes every missing folder of `path`, the last one included, for the owner alone.
bool make_folders(const std::string& path) {
  for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return false;
    if (slash == std::string::npos) return true;
  }
}

/// Tells whether other machines see the file system's files.
bool on_network(const File& file) {
  struct statfs fs;
  if (::fstatfs(file.get(), &fs) != 0) return true;
  constexpr uint32_t kNetwork[] = {
      0x6969,      // NFS
      0x517b,      // SMB
      0xff534d42,  // CIFS
      0xfe534d42,  // SMB2
      0x5346414f,  // AFS
      0x73757245,  // Coda
      0x00c36400,  // Ceph
      0x0bd00bd0,  // Lustre
      0x47504653,  // GPFS
      0x01021997,  // 9p
      0x564c,      // NCP
      0x20030528,  // OrangeFS
      0x19830326,  // BeeGFS
  };
  const auto type = static_cast<uint32_t>(fs.f_type);
  return std::find(std::begin(kNetwork), std::end(kNetwork), type) != std::end(kNetwork);
}

struct Entry {
  std::string name;
  uint64_t size;
  timespec used;
};

bool used_before(const Entry& a, const Entry& b) {
  return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                        : a.used.tv_nsec < b.used.tv_nsec;
}

/// Returns all entries. Removes unfinished files of processes that died.
std::vector<Entry> read_entries(const File& folder) {
  std::vector<Entry> entries;
  const int again = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* stream = again < 0 ? nullptr : ::fdopendir(again);
  if (!stream) {
    if (again >= 0) ::close(again);
    return entries;
  }
  while (const dirent* item = ::readdir(stream)) {
    const bool entry = is_called(item->d_name, kEntry);
    struct stat status;
    if ((!entry && !is_called(item->d_name, kUnfinished)) ||
        ::fstatat(folder.get(), item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode)) {
      continue;
    }
    if (entry) {
      entries.push_back({item->d_name, static_cast<uint64_t>(status.st_size), status.st_mtim});
    } else {
      ::unlinkat(folder.get(), item->d_name, 0);
    }
  }
  ::closedir(stream);
  return entries;
}

}  // namespace

CacheFolder CacheFolder::open(const std::string& directory, bool any_file_system) {
  File folder = open_own_folder(path_in(directory).c_str());
  if (folder && !any_file_system && on_network(folder)) folder.close();
  return CacheFolder(std::move(folder));
}

CacheFolder CacheFolder::make(const std::string& directory, bool any_file_system) {
  CacheFolder folder = open(directory, any_file_system);
  if (!folder && make_folders(path_in(directory))) folder = open(directory, any_file_system);
  return folder;
}

CacheFolder::Turn::Turn(const File& folder) : folder_(folder), mine_(false) {
  constexpr int kMilliseconds = 1000;
  constexpr timespec kPause = {0, 1'000'000};
  for (int i = 0; i < kMilliseconds && !mine_; ++i) {
    if (i > 0) ::nanosleep(&kPause, nullptr);
    mine_ = ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
    if (!mine_ && errno != EWOULDBLOCK) return;
  }
}

CacheFolder::Turn::~Turn() {
  // Explicit, not left to close(): a process that was forked meanwhile has the descriptor, too.
  if (mine_) ::flock(folder_.get(), LOCK_UN);
}

File CacheFolder::find(const std::string& name, struct stat& status) const {
  return open_own_file(folder_.get(), with(name, kEntry).c_str(), O_RDONLY, &status);
}

bool CacheFolder::has(const std::string& name) const {
  return ::faccessat(folder_.get(), with(name, kEntry).c_str(), F_OK, 0) == 0;
}

void CacheFolder::remove(const std::string& name) const {
  ::unlinkat(folder_.get(), with(name, kEntry).c_str(), 0);
}

File CacheFolder::turns() const {
  File file = open_own_file(folder_.get(), kTurns, O_RDWR);
  if (!file) file = create_file(folder_.get(), kTurns);
  return file ? std::move(file) : open_own_file(folder_.get(), kTurns, O_RDWR);
}

/// Tells whether `size` bytes more are within `limit`, and counts them if so.
bool CacheFolder::make_room(uint64_t size, uint64_t limit) const {
  const auto fits = [&](uint64_t bytes) {
    const auto sum = checked_add(bytes, size, uint64_t{sizeof(Total)});
    return sum && *sum <= limit;
  };
  if (!fits(0)) return false;
  File file = open_own_file(folder_.get(), kTotal, O_RDWR);
  if (!file) file = create_file(folder_.get(), kTotal);
  if (!file) return false;
  Total total;
  const bool known = ::pread(file.get(), &total, sizeof(total), 0) == sizeof(total) &&
                     total.complement == ~total.bytes;
  if (!known || !fits(total.bytes)) total.bytes = trim(size, limit - sizeof(Total));
  if (!fits(total.bytes)) return false;
  total.bytes += size;
  total.complement = ~total.bytes;
  return file.write_at(&total, sizeof(total), 0);
}

/// Returns the bytes of all entries. Removes those that were used longest ago if `size` more are
/// beyond `limit`; then a fifth of it is free after them, so that the folder is not read each time.
uint64_t CacheFolder::trim(uint64_t size, uint64_t limit) const {
  std::vector<Entry> entries = read_entries(folder_);
  uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.size;
  if (total <= limit - size) return total;
  std::sort(entries.begin(), entries.end(), used_before);
  const uint64_t keep = limit - std::min(limit, size + limit / 5);
  for (const Entry& entry : entries) {
    if (total <= keep) break;
    if (::unlinkat(folder_.get(), entry.name.c_str(), 0) == 0) total -= entry.size;
  }
  return total;
}

File CacheFolder::create(const std::string& name) const {
  const std::string unfinished = with(name, kUnfinished);
  File file = create_file(folder_.get(), unfinished.c_str());
  if (file || errno != EEXIST) return file;
  ::unlinkat(folder_.get(), unfinished.c_str(), 0);  // left by a process that died
  return create_file(folder_.get(), unfinished.c_str());
}

void CacheFolder::finish(const std::string& name, bool whole) const {
  const std::string from = with(name, kUnfinished), to = with(name, kEntry);
  const int folder = folder_.get();
  if (!whole || ::renameat(folder, from.c_str(), folder, to.c_str()) != 0)
    ::unlinkat(folder, from.c_str(), 0);
}

}  // namespace heddle
