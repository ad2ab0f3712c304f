// SPDX-License-Identifier: Apache-2.0
// The built-in functions as LLVM bitcode, one module per source, and an index of their definitions.
#pragma once

#include <span>
#include <string_view>

namespace heddle::builtins {

struct Module {
  std::string_view name;
  std::span<const unsigned char> bitcode;  // aligned to 16 bytes, lives as long as the program
};

std::span<const Module> modules();

// Returns the index in modules() of the module that defines `symbol`, or -1.
int find(std::string_view symbol);

}  // namespace heddle::builtins
