// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/imports.h"

#include <array>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kExport = 0, kImport = 1, kNoControl = 0;

}  // namespace

void append_linkage(std::vector<uint32_t>& words, uint32_t result, std::string_view name,
                    bool is_import) {
  std::vector<uint32_t> operands = {result, kLinkageAttributes};
  append_string(operands, name);
  operands.push_back(is_import ? kImport : kExport);
  append(words, OpDecorate, operands);
}

uint32_t append_import(std::vector<uint32_t>& words, uint32_t& bound, std::string_view name,
                       uint32_t result_type, std::span<const uint32_t> parameter_types) {
  const uint32_t type = bound++, function = bound++;
  append_linkage(words, function, name, /*is_import=*/true);
  std::vector<uint32_t> signature = {type, result_type};
  signature.insert(signature.end(), parameter_types.begin(), parameter_types.end());
  append(words, OpTypeFunction, signature);
  append(words, OpFunction, std::array{result_type, function, kNoControl, type});
  for (const uint32_t parameter : parameter_types)
    append(words, OpFunctionParameter, std::array{parameter, bound++});
  append(words, OpFunctionEnd, {});
  return function;
}

}  // namespace heddle::compiler::spirv
