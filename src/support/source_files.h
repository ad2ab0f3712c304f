// SPDX-License-Identifier: Apache-2.0
// Files that a program's source reads (#include, #embed). Sources come from anywhere, and contents
// of the files come back in results and logs: settings say which files a source may read
// (HEDDLE_INCLUDE, HEDDLE_INCLUDE_LIMIT). Other files are not opened: they do not exist for the
// source.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <vector>

namespace heddle {

class SourceFiles {
 public:
  enum class Allowed {
    All,      ///< all that this user may read
    Folders,  ///< those below the folders that the build's options name
    None,
  };

  SourceFiles(Allowed allowed, size_t most_bytes, std::vector<std::string> folders);
  /// Makes the files that the settings allow for a build with these folders (-I).
  static SourceFiles of(std::vector<std::string> folders);
  /// Parses "all", "options" or "none". Returns None for any other text.
  static Allowed parse(const std::string& setting);

  Allowed allowed() const { return allowed_; }

  // The result is 0 or an error of errno.h. ENOENT stands for files that may not be read, and for
  // pipes and devices, whose opening alone may block or do something.

  int status(const std::string& path, struct stat& status) const;
  /// Reads a file. Returns EISDIR for a folder, and EFBIG for a file that is too large.
  int read(const std::string& path, struct stat& status, std::string& text) const;

 private:
  /// Opens a file. Returns a descriptor, or -1 and sets errno.
  int open(const std::string& path, int flags) const;

  const Allowed allowed_;
  const size_t most_;
  const std::vector<std::string> folders_;  ///< absolute
};

/// Opens `path` below an open folder. Returns -1 and sets errno otherwise: EXDEV if the path is
/// absolute or leads out of the folder, by ".." or by links.
int open_beneath(int folder, const std::string& path, int flags);
/// Does the same on a kernel without openat2 (Linux 5.6).
int walk_beneath(int folder, const std::string& path, int flags);

}  // namespace heddle
