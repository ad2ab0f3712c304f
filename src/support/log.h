// SPDX-License-Identifier: Apache-2.0
// One line to stderr for each message, if HEDDLE_LOG asks for it.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::log {

enum class Level : uint8_t { Off, Error, Info, Debug };

/// Tells whether messages of `level` are written. Ask before making one that costs something: `if
/// (log::enabled(log::Level::Debug)) log::debug(...)`.
bool enabled(Level level);
void write(Level level, std::string_view message);

inline void error(std::string_view message) {
  write(Level::Error, message);
}
inline void info(std::string_view message) {
  write(Level::Info, message);
}
inline void debug(std::string_view message) {
  write(Level::Debug, message);
}

}  // namespace heddle::log
