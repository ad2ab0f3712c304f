// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include "support/checked.h"
#include "support/hash.h"
#include "support/log.h"

namespace heddle {
namespace {

constexpr char kMagic[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'K', 'C'};
constexpr uint32_t kVersion = 1;
constexpr std::string_view kSuffix = ".hdk";
constexpr uint64_t kMaxEntry = uint64_t{1} << 30;
constexpr uint32_t kStoresPerTrim = 256;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t reserved;
  uint64_t key_size;
  uint64_t value_size;
  uint64_t checksum;  // of key and value
};

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }
  bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }
  int fd() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

  bool read(void* out, size_t size) const {
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
  bool write(const void* in, size_t size) const {
    const auto* at = static_cast<const char*>(in);
    while (size > 0) {
      const ssize_t n = ::write(fd_, at, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      at += n;
      size -= static_cast<size_t>(n);
    }
    return true;
  }

 private:
  int fd_;
};

uint64_t checksum(std::string_view key, std::span<const unsigned char> value) {
  return Hasher().field(key).field(value).digest().low;
}

std::string entry_path(const std::string& directory, const CacheKey& key) {
  return directory + '/' + hash128(key.bytes()).hex() + std::string(kSuffix);
}

/// Every missing directory of `path`, the last one included, for the owner alone.
bool make_directories(const std::string& path) {
  for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return false;
    if (slash == std::string::npos) return true;
  }
}

/// File systems whose files other machines see: rename is not atomic on all of them, and latency is
/// anybody's guess.
bool on_network(int fd) {
  struct statfs fs;
  if (::fstatfs(fd, &fs) != 0) return true;
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

std::string variable(const char* name) {
  const char* value =
      ::secure_getenv(name);  // a program with raised rights takes no paths from its caller
  return value ? value : "";
}

/// "512M" in bytes; nothing if the text is no size.
std::optional<uint64_t> parse_size(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (error != std::errc{} || unit.size() > 1) return std::nullopt;
  const size_t power = unit.empty() ? 0 : std::string_view("-KMG").find(unit[0]);
  if (power == std::string_view::npos || (!unit.empty() && power == 0)) return std::nullopt;
  return checked_mul(value, uint64_t{1} << (10 * power));
}

/// Marks the entry as used, but at most once an hour: that is precise enough for `trim` and spares
/// the disk.
void touch(const File& file, const struct stat& status) {
  if (::time(nullptr) - status.st_mtim.tv_sec > 3600) ::futimens(file.fd(), nullptr);
}

}  // namespace

CacheKey& CacheKey::add(std::string_view part) {
  const uint64_t size = part.size();
  bytes_.append(reinterpret_cast<const char*>(&size), sizeof(size));
  bytes_.append(part);
  return *this;
}

CacheKey& CacheKey::add(std::span<const unsigned char> part) {
  return add(std::string_view(reinterpret_cast<const char*>(part.data()), part.size()));
}

KernelCache::Settings KernelCache::settings_from(const Options& options) {
  Settings settings;
  const std::string& mode = options.cache;
  for (const char* off : {"0", "off", "no", "false"}) {
    if (mode == off) return settings;
  }
  settings.max_bytes = parse_size(mode).value_or(settings.max_bytes);
  if (!options.cache_dir.empty()) {
    settings.directory = options.cache_dir;
  } else if (const std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) {
    settings.directory = xdg + "/heddle";
  } else if (const std::string home = variable("HOME"); !home.empty()) {
    settings.directory = home + "/.cache/heddle";
  }
  // A relative path would mean another directory after each chdir.
  if (!settings.directory.starts_with('/')) settings.directory.clear();
  while (settings.directory.ends_with('/')) settings.directory.pop_back();
  return settings;
}

KernelCache& KernelCache::instance() {
  static KernelCache& cache = *new KernelCache(settings_from(options()));
  return cache;
}

bool KernelCache::usable() {
  std::call_once(checked_, [&] {
    const std::string& directory = settings_.directory;
    if (directory.empty() || !make_directories(directory)) return;
    const File opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat status;
    // What others could write there would run with our rights.
    usable_ = opened && ::fstat(opened.fd(), &status) == 0 && status.st_uid == ::geteuid() &&
              (status.st_mode & 022) == 0 &&
              (settings_.any_file_system || !on_network(opened.fd()));
    if (!usable_) log::info("kernel cache: " + directory + " cannot be used; in memory only");
  });
  return usable_;
}

std::optional<std::vector<unsigned char>> KernelCache::find(const CacheKey& key) {
  if (!usable()) return std::nullopt;
  const std::string path = entry_path(settings_.directory, key);
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!file || ::fstat(file.fd(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != ::geteuid() || (status.st_mode & 022) != 0) {
    return std::nullopt;
  }
  Header header;
  const std::string& wanted = key.bytes();
  if (!file.read(&header, sizeof(header)) ||
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 || header.version != kVersion ||
      header.key_size != wanted.size() || header.value_size > kMaxEntry ||
      static_cast<uint64_t>(status.st_size) !=
          sizeof(header) + header.key_size + header.value_size) {
    return std::nullopt;
  }
  std::string found(wanted.size(), '\0');
  std::vector<unsigned char> value(header.value_size);
  if (!file.read(found.data(), found.size()) || found != wanted ||
      !file.read(value.data(), value.size()) || checksum(found, value) != header.checksum) {
    return std::nullopt;
  }
  touch(file, status);
  return value;
}

void KernelCache::store(const CacheKey& key, std::span<const unsigned char> value) {
  if (value.size() > kMaxEntry || !usable()) return;
  static std::atomic<uint32_t> counter{0};
  const std::string path = entry_path(settings_.directory, key);
  const std::string temporary = path.substr(0, path.size() - kSuffix.size()) + "." +
                                std::to_string(::getpid()) + "." +
                                std::to_string(counter.fetch_add(1)) + ".tmp";
  File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) return;
  Header header{{}, kVersion, 0, key.bytes().size(), value.size(), checksum(key.bytes(), value)};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  const bool written = file.write(&header, sizeof(header)) &&
                       file.write(key.bytes().data(), key.bytes().size()) &&
                       file.write(value.data(), value.size()) && file.close();
  if (!written || ::rename(temporary.c_str(), path.c_str()) != 0) ::unlink(temporary.c_str());
  // Whoever compiles can afford a look at the directory now and then.
  if (stores_.fetch_add(1, std::memory_order_relaxed) % kStoresPerTrim == 0) trim();
}

void KernelCache::trim() {
  if (!usable()) return;
  struct Entry {
    std::string name;
    uint64_t size;
    time_t used;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  DIR* directory = ::opendir(settings_.directory.c_str());
  if (!directory) return;
  const int fd = ::dirfd(directory);
  const time_t now = ::time(nullptr);
  while (const dirent* item = ::readdir(directory)) {
    const std::string_view name = item->d_name;
    struct stat status;
    if (::fstatat(fd, item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (name.ends_with(kSuffix)) {
      total += static_cast<uint64_t>(status.st_size);
      entries.push_back({item->d_name, static_cast<uint64_t>(status.st_size), status.st_mtime});
    } else if (name.ends_with(".tmp") && now - status.st_mtime > 3600) {
      ::unlinkat(fd, item->d_name, 0);  // left behind by a process that died
    }
  }
  if (total > settings_.max_bytes) {
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used < b.used; });
    const uint64_t keep = settings_.max_bytes - settings_.max_bytes / 5;
    for (const Entry& entry : entries) {
      if (total <= keep) break;
      if (::unlinkat(fd, entry.name.c_str(), 0) == 0) total -= entry.size;
    }
  }
  ::closedir(directory);
}

}  // namespace heddle
