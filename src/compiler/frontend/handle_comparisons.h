// SPDX-License-Identifier: Apache-2.0
// Comparisons of handles (queue_t, clk_event_t) by == and !=: Clang 22 accepts them and then
// crashes on the types that it has for handles, which would take the application with it.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>

#include <memory>

namespace heddle::compiler {

/// Makes them comparisons of the numbers that handles are, before code is generated: a consumer to
/// stand before the generator.
std::unique_ptr<clang::ASTConsumer> rewrite_handle_comparisons(clang::ASTContext& context);

}  // namespace heddle::compiler
