// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/constants.h"

#include <algorithm>

#include "compiler/spirv/declarations.h"

namespace heddle::compiler::spirv {

std::vector<SpecConstant> spec_constants(const Module& module) {
  const Declarations declared(module);
  std::vector<SpecConstant> found;
  module.each([&](const Instruction& one) {
    if (!is_spec_constant(one)) return;
    const uint32_t* id = declared.spec_id(one.operands[1]);
    const Scalar* scalar = declared.scalar(one.operands[0]);
    if (!id || !scalar || scalar->bits > 64) return;
    const auto same = [&](const SpecConstant& other) { return other.id == *id; };
    if (std::ranges::none_of(found, same)) found.push_back({*id, (scalar->bits + 7) / 8});
  });
  return found;
}

}  // namespace heddle::compiler::spirv
