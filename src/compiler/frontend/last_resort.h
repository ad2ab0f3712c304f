// SPDX-License-Identifier: Apache-2.0
// Functions that opencl_extensions.h declares are found only where a program has nothing of that
// name, as it is with those of Clang's own table: programs may have such functions of their own,
// static ones too.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>
#include <string_view>

namespace heddle::compiler {

/// Takes the overloadable functions of headers in `folder` out of scope as they are declared, and
/// hands them out when nothing else is found. Of OpenCL C only, not of C++.
std::unique_ptr<clang::ASTConsumer> find_last(std::string_view folder);

}  // namespace heddle::compiler
