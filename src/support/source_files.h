// SPDX-License-Identifier: Apache-2.0
// Files that a program's source reads (#include, #embed). Sources come from anywhere, and what they
// read comes back in results and logs: settings say which files they may have (HEDDLE_INCLUDE,
// HEDDLE_INCLUDE_LIMIT). What they may not have is not opened, and is for them not there.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <vector>

namespace heddle {

class SourceFiles {
 public:
  enum class Allowed {
    All,      ///< that this user may read
    Folders,  ///< what lies below the folders that the build's options name
    None,
  };

  SourceFiles(Allowed allowed, size_t most_bytes, std::vector<std::string> folders);
  /// As the settings say, for a build with these folders (-I).
  static SourceFiles of(std::vector<std::string> folders);
  /// "all", "options" or "none"; None if the text is something else.
  static Allowed parse(const std::string& setting);

  Allowed allowed() const { return allowed_; }

  // The result is 0 or an error of errno.h: ENOENT for what may not be read, and for what is no
  // file and no folder (pipes and devices, whose opening alone may wait or do something).

  int status(const std::string& path, struct stat& status) const;
  /// EISDIR of a folder, EFBIG of a file that is too large.
  int read(const std::string& path, struct stat& status, std::string& text) const;

 private:
  /// A descriptor, or -1 and errno.
  int open(const std::string& path, int flags) const;

  const Allowed allowed_;
  const size_t most_;
  const std::vector<std::string> folders_;  ///< absolute
};

/// Opens `path` below an open folder, or -1 and errno: EXDEV if it is absolute or leads out of the
/// folder, by ".." or by links.
int open_beneath(int folder, const std::string& path, int flags);
/// The same for a kernel that cannot do that (openat2, Linux 5.6).
int walk_beneath(int folder, const std::string& path, int flags);

}  // namespace heddle
