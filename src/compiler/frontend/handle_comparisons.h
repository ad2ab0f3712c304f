// SPDX-License-Identifier: Apache-2.0
// Comparisons of handles (queue_t, clk_event_t) by == and !=. Clang 22 accepts them and then
// crashes on its types for handles, which would take the application with it.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>

#include <memory>

namespace heddle::compiler {

/// Makes a consumer that turns them into comparisons of the numbers that handles are. It stands
/// before the code generator.
std::unique_ptr<clang::ASTConsumer> rewrite_handle_comparisons(clang::ASTContext& context);

}  // namespace heddle::compiler
