// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

/// Returns the name of this build: "0.1.0-<hash of every file of src/ and of what they are compiled
/// with>". libheddle.so and libheddle-compiler.so of one build share it. Every cache key contains
/// it.
const char* build_id();

}  // namespace heddle
