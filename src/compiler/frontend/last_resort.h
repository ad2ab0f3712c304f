// SPDX-License-Identifier: Apache-2.0
// Makes functions of opencl_extensions.h visible only if a program has nothing of that name, as
// those of Clang's own table are: programs may have such functions of their own, static ones too.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>
#include <string_view>

namespace heddle::compiler {

/// Makes a consumer that takes the overloadable functions of headers in `folder` out of scope as
/// they are declared, and finds them when nothing else is found. For OpenCL C only, not for C++.
std::unique_ptr<clang::ASTConsumer> find_last(std::string_view folder);

}  // namespace heddle::compiler
