// SPDX-License-Identifier: Apache-2.0
// Makes functions of a program overload the built-in functions of the same name. Clang declares
// built-in functions only where it finds nothing else, so that one function of the program hid all
// of a name: a call was an error, or went to the program's function by way of a conversion.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace heddle::compiler {

/// Makes a consumer that declares the built-in functions of a name when the program declares an
/// overloadable function of that name with parameters that none of them has. With equal parameters
/// it replaces the built-in function, and hides the others as ever. It has to be asked
/// (shouldSkipFunctionBody) before the body of a function is parsed.
std::unique_ptr<clang::ASTConsumer> overload_builtins();

}  // namespace heddle::compiler
