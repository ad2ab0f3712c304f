// SPDX-License-Identifier: Apache-2.0
// Entry points that other functions call, which SPIR-V does not allow (§2.16.1). Compilers of
// OpenCL C, where kernels may call kernels, have made them all the same.
#pragma once

#include <map>
#include <set>
#include <string>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// A rewriter that moves the body of such an entry point into a new function, which calls use. The
/// entry point keeps its id, and with it name, modes and decorations, and calls that function.
class CalledEntries {
 public:
  /// `module` need not be valid. New ids are taken from `bound`.
  CalledEntries(const Module& module, uint32_t& bound);

  /// Appends the replacement of `one`. Returns false if there is none.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words);

  /// Returns the names of the entry points.
  const std::set<std::string>& names() const { return names_; }

 private:
  struct Entry {
    uint32_t body = 0;                    // the id of the new function
    std::vector<uint32_t> head;           // operands of its OpFunction
    std::vector<uint32_t> types, params;  // the entry point's new parameters
    bool has_code = false;
  };
  void find(const Module& module);
  void append_entry(const Entry& entry, std::vector<uint32_t>& words);
  bool repeat_for_params(const Instruction& one, std::vector<uint32_t>& words) const;

  uint32_t& bound_;
  std::map<uint32_t, Entry> entries_;        // by the entry point's id
  std::map<uint32_t, uint32_t> new_params_;  // by the old one's id
  std::set<std::string> names_;
  const Entry* current_ = nullptr;  // that of the function that is being rewritten
};

}  // namespace heddle::compiler::spirv
