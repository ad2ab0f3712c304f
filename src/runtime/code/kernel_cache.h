// SPDX-License-Identifier: Apache-2.0
// Results of compilations, kept on disk from one process to the next: one file for each entry
// (docs/architecture.md). Any fault of an entry (foreign, cut short, of another version, another
// key with the same hash) makes it a miss; any fault of the directory (cache_folder.h) turns the
// disk cache off.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/code/cache_folder.h"
#include "support/mutex.h"
#include "support/options.h"

namespace heddle {

/// Everything that the result of a compilation depends on, as one string of bytes. Parts are added
/// with their lengths, so that no two lists of parts give the same key.
class CacheKey {
 public:
  CacheKey& add(std::string_view part);
  CacheKey& add(std::span<const unsigned char> part);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class KernelCache {
 public:
  struct Settings {
    std::string directory;                   ///< has the cache's folder in it; empty: off
    uint64_t max_bytes = uint64_t{1} << 30;  ///< the limit for all files together
    bool any_file_system = false;            ///< for tests: on network file systems, too
  };
  /// Returns the settings of HEDDLE_CACHE, HEDDLE_CACHE_DIR (options.def), XDG_CACHE_HOME and HOME.
  static Settings settings_from(const Options& options);
  /// Returns the process's cache. It touches no file before the first `find`, and makes none before
  /// something is compiled.
  static KernelCache& instance();

  explicit KernelCache(Settings settings) : settings_(std::move(settings)) {}
  KernelCache(const KernelCache&) = delete;
  KernelCache& operator=(const KernelCache&) = delete;

  /// Opens the cache's folder, and makes it if it is missing; no folder if it cannot be used.
  CacheFolder make_folder();
  std::optional<std::vector<unsigned char>> find(const CacheKey& key);
  /// Stores a value, and removes the entries that were used longest ago if `max_bytes` would be
  /// passed. Does nothing if it cannot, or if the value alone is larger.
  void store(const CacheKey& key, std::span<const unsigned char> value);
  void remove(const CacheKey& key);

 private:
  const Settings settings_;
  std::once_flag complained_;
};

}  // namespace heddle
