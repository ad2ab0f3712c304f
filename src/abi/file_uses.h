// SPDX-License-Identifier: Apache-2.0
// The files that a source included, did not find, or only asked about. The compiler tells the
// runtime, which may then keep the result and see later whether it still holds.
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
    Missing = 'm',  ///< no file or folder has that name
    Folder = 'd',
    Exists = 'e',  ///< anything else; it was not read
    Read = 'r',
  };
  Kind kind;
  std::string path;  ///< an absolute one
  std::string hash;  ///< hash of the contents, as Hash128::hex
};

/// Stands for uses that do not determine the outcome: it depends on the time, too.
inline constexpr std::string_view kDependsOnTime = "t";

std::string pack(const std::vector<FileUse>& uses);
/// Reads a list of uses. Returns nothing if `text` is none (kDependsOnTime is not), or an empty
/// one.
std::optional<std::vector<FileUse>> unpack_file_uses(std::string_view text);

/// Tells whether the file system is in this state now, as far as the source may see it.
bool still_holds(const FileUse& use, const SourceFiles& files);

}  // namespace heddle
