// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kernel_cache.h"

#include <charconv>
#include <cstring>
#include <ctime>
#include <utility>

#include "support/checked.h"
#include "support/environment.h"
#include "support/hash.h"
#include "support/log.h"
#include "support/uncancelled.h"

namespace heddle {
namespace {

constexpr char kMagic[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'K', 'C'};
constexpr uint32_t kVersion = 1;
constexpr uint64_t kMaxEntry = uint64_t{1} << 30;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t reserved;
  uint64_t key_size;
  uint64_t value_size;
  uint64_t checksum;  // that of key and value
};

uint64_t checksum(std::string_view key, std::span<const unsigned char> value) {
  return Hasher().field(key).field(value).digest().low;
}

std::string variable(const char* name) {
  const char* value = environment_variable(name);
  return value ? value : "";
}

/// Parses "512M" to bytes; nothing if the text is no size.
std::optional<uint64_t> parse_size(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (error != std::errc{} || unit.size() > 1) return std::nullopt;
  const size_t power = unit.empty() ? 0 : std::string_view("-KMG").find(unit[0]);
  if (power == std::string_view::npos || (!unit.empty() && power == 0)) return std::nullopt;
  return checked_mul(value, uint64_t{1} << (10 * power));
}

/// Marks the entry as used, at most once an hour: that is precise enough to find the entries used
/// longest ago, and spares the disk.
void touch(const File& file, const struct stat& status) {
  if (::time(nullptr) - status.st_mtim.tv_sec > 3600) ::futimens(file.get(), nullptr);
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

std::optional<std::vector<unsigned char>> KernelCache::find(const CacheKey& key) {
  if (settings_.directory.empty()) return std::nullopt;
  const Uncancelled uncancelled;
  const auto folder = CacheFolder::open(settings_.directory, settings_.any_file_system);
  if (!folder) return std::nullopt;
  struct stat status;
  const File file = folder.find(hash128(key.bytes()).hex(), status);
  if (!file) return std::nullopt;
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

CacheFolder KernelCache::make_folder() {
  if (settings_.directory.empty()) return {};
  CacheFolder folder = CacheFolder::make(settings_.directory, settings_.any_file_system);
  if (!folder) {
    std::call_once(complained_, [&] {
      log::info("kernel cache: " + settings_.directory + " cannot be used; in memory only");
    });
  }
  return folder;
}

void KernelCache::remove(const CacheKey& key) {
  if (settings_.directory.empty()) return;
  const Uncancelled uncancelled;
  const auto folder = CacheFolder::open(settings_.directory, settings_.any_file_system);
  if (folder) folder.remove(hash128(key.bytes()).hex());
}

void KernelCache::store(const CacheKey& key, std::span<const unsigned char> value) {
  if (value.size() > kMaxEntry) return;
  const Uncancelled uncancelled;
  const CacheFolder folder = make_folder();
  if (!folder) return;
  const std::string& bytes = key.bytes();
  Header header{{}, kVersion, 0, bytes.size(), value.size(), checksum(bytes, value)};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  const uint64_t size = sizeof(header) + bytes.size() + value.size();
  folder.store(hash128(bytes).hex(), size, settings_.max_bytes, [&](const File& file) {
    return file.write(&header, sizeof(header)) && file.write(bytes.data(), bytes.size()) &&
           file.write(value.data(), value.size());
  });
}

}  // namespace heddle
