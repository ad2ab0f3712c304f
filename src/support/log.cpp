// SPDX-License-Identifier: Apache-2.0
#include "support/log.h"

#include <unistd.h>

#include <string>

#include "support/file.h"
#include "support/options.h"
#include "support/uncancelled.h"

namespace heddle::log {
namespace {

Level configured() {
  const std::string& name = options().log;
  if (name == "error") return Level::Error;
  if (name == "info") return Level::Info;
  if (name == "debug") return Level::Debug;
  return Level::Off;
}

}  // namespace

bool enabled(Level level) {
  static const Level limit = configured();
  return level != Level::Off && level <= limit;
}

void write(Level level, std::string_view message) {
  if (!enabled(level)) return;
  std::string line = "heddle: ";
  line.append(message);
  line += '\n';
  const Uncancelled uncancelled;
  // One write, so that lines of several threads do not mix. A failure cannot be reported.
  write_once(STDERR_FILENO, line.data(), line.size());
}

}  // namespace heddle::log
