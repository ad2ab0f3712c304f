// SPDX-License-Identifier: Apache-2.0
// The folder of the kernel cache: a folder of our own inside the one that the user names, in which
// only files with names of ours are opened or removed. It is opened anew for each operation:
// between two calls the process holds no descriptor that somebody could close and open again as
// something else.
#pragma once

#include <cstdint>
#include <string>

#include "support/file.h"

namespace heddle {

class CacheFolder {
 public:
  /// Makes no folder.
  CacheFolder() = default;
  /// Opens `heddle-kernels` in `directory`, an absolute path. Returns no folder if it does not
  /// exist, somebody else may write to it, or other machines see it (rename is not atomic on all of
  /// their file systems, and latency is anybody's guess; `any_file_system`: even so).
  static CacheFolder open(const std::string& directory, bool any_file_system);
  /// Opens it likewise, and makes it and the missing folders above it, for this user alone.
  static CacheFolder make(const std::string& directory, bool any_file_system);

  explicit operator bool() const { return static_cast<bool>(folder_); }

  /// Opens the entry `name` (32 hexadecimal digits) to read. `status`: fstat's answer.
  File find(const std::string& name, struct stat& status) const;

  /// Tells whether there is an entry `name`.
  bool has(const std::string& name) const;

  /// Removes an entry, if it is there.
  void remove(const std::string& name) const;

  /// Opens the file of turns (compile_turn.h), and makes it if it is missing.
  File turns() const;

  /// Calls `write(file)` for a new file of `size` bytes, and puts it in the place of entry `name`
  /// if that returns true. If all files together would have more than `limit` bytes, removes
  /// entries that were used longest ago before. Processes and threads take turns. Does nothing if
  /// it cannot.
  template <class Write>
  void store(const std::string& name, uint64_t size, uint64_t limit, const Write& write) const {
    const Turn turn(folder_);
    if (!turn || !make_room(size, limit)) return;
    File file = create(name);
    if (file) finish(name, write(file) && file.close());
  }

 private:
  /// An exclusive turn: flock on the folder. Nobody waits for ever, as its owner may have been
  /// suspended.
  class Turn {
   public:
    explicit Turn(const File& folder);
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();
    explicit operator bool() const { return mine_; }

   private:
    const File& folder_;
    bool mine_;
  };

  explicit CacheFolder(File folder) : folder_(std::move(folder)) {}
  /// These need the turn.
  bool make_room(uint64_t size, uint64_t limit) const;
  uint64_t trim(uint64_t size, uint64_t limit) const;
  File create(const std::string& name) const;
  void finish(const std::string& name, bool whole) const;

  File folder_;
};

}  // namespace heddle
