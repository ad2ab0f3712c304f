// SPDX-License-Identifier: Apache-2.0
#include "library.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

struct ModuleEntry {
  std::uint32_t name, name_size, begin, size;
};

struct SymbolEntry {
  std::uint32_t name, name_size, module;
};

// Written by index.py. It has offsets instead of pointers: the tables need no relocation.
extern "C" {
extern const unsigned char heddle_builtins_bitcode[];
extern const ModuleEntry heddle_builtins_module_table[];
extern const SymbolEntry heddle_builtins_symbol_table[];
extern const std::uint32_t heddle_builtins_counts[2];
extern const char heddle_builtins_names[];
}

}  // namespace

namespace heddle::builtins {

std::span<const Module> modules() {
  static const std::vector<Module> all = [] {
    std::vector<Module> result;
    for (const auto& entry : std::span(heddle_builtins_module_table, heddle_builtins_counts[0]))
      result.push_back({{heddle_builtins_names + entry.name, entry.name_size},
                        {heddle_builtins_bitcode + entry.begin, entry.size}});
    return result;
  }();
  return all;
}

int find(std::string_view symbol) {
  const auto name = [](const SymbolEntry& entry) {
    return std::string_view(heddle_builtins_names + entry.name, entry.name_size);
  };
  const auto table = std::span(heddle_builtins_symbol_table, heddle_builtins_counts[1]);
  const auto found = std::ranges::lower_bound(table, symbol, {}, name);
  return found != table.end() && name(*found) == symbol ? static_cast<int>(found->module) : -1;
}

}  // namespace heddle::builtins
