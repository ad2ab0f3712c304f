// SPDX-License-Identifier: Apache-2.0
// Which files a source included, looked for in vain, or only asked about: what the compiler tells
// the runtime, so that it may keep what came of it and see later whether it still holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/source_files.h"

namespace heddle {

struct FileUse {
  enum class Kind : char {
    Missing = 'm',  ///< nothing that can be asked about has that name
    Folder = 'd',
    Exists = 'e',  ///< anything else; it was not read
    Read = 'r',
  };
  Kind kind;
  std::string path;  ///< an absolute one
  std::string hash;  ///< of what was read, as Hash128::hex
};

/// Stands for uses that say nothing of the outcome: it depends on the time, too.
inline constexpr std::string_view kDependsOnTime = "t";

std::string pack(const std::vector<FileUse>& uses);
/// Nothing if `text` is no list of uses (kDependsOnTime is none), or an empty one.
std::optional<std::vector<FileUse>> unpack_file_uses(std::string_view text);

/// Whether the file system is so now, as far as the source may know.
bool still_holds(const FileUse& use, const SourceFiles& files);

}  // namespace heddle
