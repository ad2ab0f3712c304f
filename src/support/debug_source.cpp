// SPDX-License-Identifier: Apache-2.0
#include "support/debug_source.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "support/clock.h"
#include "support/environment.h"
#include "support/file.h"
#include "support/hash.h"

namespace heddle {
namespace {

std::string folder() {
  const char* given = environment_variable("TMPDIR");
  const std::string base = given && given[0] == '/' ? given : "/tmp";
  return base + "/heddle-" + std::to_string(geteuid());
}

std::string name_of(std::string_view source) {
  return hash128(source).hex() + ".cl";
}

}  // namespace

std::string debug_source_path(std::string_view source) {
  return folder() + "/" + name_of(source);
}

void write_debug_source(std::string_view source) {
  if (secure_execution()) return;
  const std::string path = folder(), name = name_of(source);
  mkdir(path.c_str(), 0700);
  // Names in /tmp can be guessed: somebody else may have put it there.
  const File own = open_own_folder(path.c_str());
  if (!own || open_own_file(own.get(), name.c_str(), O_RDONLY)) return;
  const std::string unfinished =
      name + "." + std::to_string(getpid()) + "." + std::to_string(now_ns());
  const File file = create_file(own.get(), unfinished.c_str());
  if (!file) return;
  if (!file.write(source.data(), source.size()) ||
      renameat(own.get(), unfinished.c_str(), own.get(), name.c_str()) != 0)
    unlinkat(own.get(), unfinished.c_str(), 0);
}

}  // namespace heddle
