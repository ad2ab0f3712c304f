// SPDX-License-Identifier: Apache-2.0
// The source of a program as a file. Debug information (-g) names files, but a program's source is
// a string.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// Returns $TMPDIR/heddle-UID/HASH.cl. The hash is of the contents, so that cached code finds the
/// file, too.
std::string debug_source_path(std::string_view source);
/// Writes the file if it does not exist; never in secure execution. Errors are not reported: only
/// the debugger misses the file. The last process that wrote one removes the folder at its end,
/// with files that killed processes left there.
void write_debug_source(std::string_view source);
/// Runs at the end of this process, once it has written a file.
void remove_debug_sources();

}  // namespace heddle
