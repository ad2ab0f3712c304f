// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle {

/// Names this build: "0.1.0-<hash of every file of src/ and of what they are compiled with>". Equal
/// in libheddle.so and libheddle-compiler.so of one build, and part of every cache key.
const char* build_id();

}  // namespace heddle
