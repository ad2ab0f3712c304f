// SPDX-License-Identifier: Apache-2.0
#include "support/debug_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "support/hash.h"

namespace heddle {
namespace {

std::string folder() {
  const char* given = secure_getenv("TMPDIR");
  const std::string base = given && given[0] == '/' ? given : "/tmp";
  return base + "/heddle-" + std::to_string(geteuid());
}

/// Nobody else may have put it there: names in /tmp can be guessed.
bool is_ours(const std::string& path) {
  struct stat found{};
  return lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         (found.st_mode & 077) == 0;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace

std::string debug_source_path(std::string_view source) {
  return folder() + "/" + hash128(source).hex() + ".cl";
}

void write_debug_source(std::string_view source) {
  const std::string path = debug_source_path(source), own = folder();
  mkdir(own.c_str(), 0700);
  if (!is_ours(own) || access(path.c_str(), R_OK) == 0) return;
  std::string unfinished = path + ".XXXXXX";
  const int file = mkostemp(unfinished.data(), O_CLOEXEC);
  if (file < 0) return;
  const bool whole = write_all(file, source);
  close(file);
  if (!whole || rename(unfinished.c_str(), path.c_str()) != 0) unlink(unfinished.c_str());
}

}  // namespace heddle
