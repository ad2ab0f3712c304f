// SPDX-License-Identifier: Apache-2.0
// Debug information (-g) names files, and a program's source is a string: here is the file that a
// debugger finds it in.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

/// $TMPDIR/heddle-UID/HASH.cl: named by its contents, so that cached code finds it, too.
std::string debug_source_path(std::string_view source);
/// Writes the file if it is not there; never in secure execution. What goes wrong is not said: only
/// the debugger lacks it. At the end of the last process that wrote one the folder goes, with what
/// processes that were killed left there.
void write_debug_source(std::string_view source);
/// Runs at the end of this process, once it has written a file.
void remove_debug_sources();

}  // namespace heddle
