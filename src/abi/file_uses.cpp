// SPDX-License-Identifier: Apache-2.0
#include "abi/file_uses.h"

#include <sys/stat.h>

#include "support/hash.h"

namespace heddle {
namespace {

constexpr size_t kHashSize = 32;

std::optional<FileUse> unpack_one(std::string_view text) {
  if (text.empty()) return std::nullopt;
  FileUse use{static_cast<FileUse::Kind>(text[0]), {}, {}};
  text.remove_prefix(1);
  switch (use.kind) {
    case FileUse::Kind::Read:
      if (text.size() < kHashSize) return std::nullopt;
      use.hash = text.substr(0, kHashSize);
      text.remove_prefix(kHashSize);
      break;
    case FileUse::Kind::Missing:
    case FileUse::Kind::Folder:
    case FileUse::Kind::Exists:
      break;
    default:
      return std::nullopt;
  }
  if (!text.starts_with('/')) return std::nullopt;
  use.path = text;
  return use;
}

}  // namespace

std::string pack(const std::vector<FileUse>& uses) {
  std::string out;
  for (const FileUse& use : uses) {
    out += static_cast<char>(use.kind);
    out.append(use.hash).append(use.path) += '\0';
  }
  return out;
}

std::optional<std::vector<FileUse>> unpack_file_uses(std::string_view text) {
  std::vector<FileUse> uses;
  while (!text.empty()) {
    const size_t end = text.find('\0');
    if (end == std::string_view::npos) return std::nullopt;
    auto use = unpack_one(text.substr(0, end));
    if (!use) return std::nullopt;
    uses.push_back(*std::move(use));
    text.remove_prefix(end + 1);
  }
  return uses.empty() ? std::nullopt : std::optional(std::move(uses));
}

bool still_holds(const FileUse& use, const SourceFiles& files) {
  struct stat status;
  if (use.kind == FileUse::Kind::Read) {
    std::string text;
    return files.read(use.path, status, text) == 0 && hash128(text).hex() == use.hash;
  }
  if (files.status(use.path, status) != 0) return use.kind == FileUse::Kind::Missing;
  switch (use.kind) {
    case FileUse::Kind::Folder:
      return S_ISDIR(status.st_mode);
    case FileUse::Kind::Exists:
      return !S_ISDIR(status.st_mode);
    default:
      return false;
  }
}

}  // namespace heddle
