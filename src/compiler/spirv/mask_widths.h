// SPDX-License-Identifier: Apache-2.0
// OpBitwiseAnd of a number and a constant of another width. Clang 22's own back end makes it of a
// narrow number that is extended by zeros, as in a switch over an uchar, and leaves out the
// conversion. The mask says which bits there are: in both widths they are the same.
#pragma once

#include <map>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

class MaskWidths {
 public:
  /// `module` need not be valid. New ids are taken from `bound`.
  MaskWidths(const Module& module, uint32_t& bound);

  bool any() const { return any_; }
  /// Appends what stands for `one`. False if that is `one`.
  bool rewrite(const Instruction& one, std::vector<uint32_t>& words) const;

 private:
  void note(const Instruction& one);
  uint32_t width_of(uint32_t id) const;
  int converted_operand(const Instruction& one) const;

  uint32_t& bound_;
  std::map<uint32_t, uint32_t> types_;      // of results, by id
  std::map<uint32_t, uint32_t> widths_;     // of integer types, by id
  std::map<uint32_t, uint64_t> constants_;  // by id
  bool any_ = false;
};

}  // namespace heddle::compiler::spirv
