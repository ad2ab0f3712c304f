// SPDX-License-Identifier: Apache-2.0
// The arguments of Clang's front end and the files that it sees.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <string>
#include <vector>

#include "compiler/frontend/request.h"

namespace heddle::compiler {

/// The folders of embedded headers and of the base header for Clang. Both are cut out of the log,
/// and the former out of __FILE__. The depth leaves room for "../" in the names of headers.
inline constexpr std::string_view kHeaderFolder = "/<heddle>/header/0/1/2/3/4/5/6/7/";
inline constexpr std::string_view kSystemFolder = "/<heddle>/system/";
/// The folder of the source, which has nothing else in it.
inline constexpr std::string_view kSourceFolder = "/<heddle>/source/";
inline constexpr std::string_view kSourceName = "<source>";

/// Returns the arguments of `clang -cc1` except the input.
std::vector<std::string> frontend_arguments(const FrontendRequest& request);

/// Returns the base header and the embedded ones in memory, over the host's files for -I.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> frontend_files(
    std::span<const Header> headers, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine);

/// Splits "cl_khr_fp64 cl_khr_fp16" into words.
std::vector<std::string_view> extension_names(std::string_view extensions);

}  // namespace heddle::compiler
