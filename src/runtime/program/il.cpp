// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/il.h"

#include <algorithm>
#include <cstring>

#include "runtime/code/code_source.h"
#include "support/mutex.h"

namespace heddle {

Result<std::shared_ptr<IntermediateLanguage>> IntermediateLanguage::make(
    std::span<const unsigned char> module) {
  auto constants = TRY(inspect_il(module));
  return std::make_shared<IntermediateLanguage>(module, std::move(constants));
}

Status IntermediateLanguage::set_constant(cl_uint id, size_t size, const void* value) {
  const Lock lock(mutex_);
  const auto found = std::ranges::find(constants_, id, &hdc_spec_constant::id);
  TRY(require(found != constants_.end(), CL_INVALID_SPEC_ID,
              "the module has no specialisation constant of this id"));
  TRY(require(value && size == found->size, CL_INVALID_VALUE,
              "spec_value is null, or spec_size is not the size of the constant"));
  found->value = 0;
  std::memcpy(&found->value, value, size);
  set_[static_cast<size_t>(found - constants_.begin())] = true;
  return {};
}

std::vector<hdc_spec_constant> IntermediateLanguage::set_constants() const {
  const Lock lock(mutex_);
  std::vector<hdc_spec_constant> out;
  for (size_t i = 0; i < constants_.size(); ++i) {
    if (set_[i]) out.push_back(constants_[i]);
  }
  return out;
}

}  // namespace heddle
