// SPDX-License-Identifier: Apache-2.0
// A module in an intermediate language (§5.8.1), which is SPIR-V, and the values of its
// specialisation constants (§5.8.3).
#pragma once

#include <CL/cl.h>

#include <memory>
#include <span>
#include <vector>

#include "abi/compiler_interface.h"
#include "support/fork_lock.h"
#include "support/mutex.h"
#include "support/result.h"

namespace heddle {

class IntermediateLanguage {
 public:
  /// Makes one: CL_INVALID_VALUE if the device does not take the module.
  static Result<std::shared_ptr<IntermediateLanguage>> make(std::span<const unsigned char> module);

  IntermediateLanguage(std::span<const unsigned char> module,
                       std::vector<hdc_spec_constant> constants)
      : module_(module.begin(), module.end()),
        constants_(std::move(constants)),
        set_(constants_.size()) {}

  /// Returns the module as the application gave it.
  const std::vector<unsigned char>& module() const { return module_; }

  /// Implements clSetProgramSpecializationConstant: CL_INVALID_SPEC_ID, CL_INVALID_VALUE.
  Status set_constant(cl_uint id, size_t size, const void* value);
  /// Returns the constants set so far, in the module's order.
  std::vector<hdc_spec_constant> set_constants() const;

 private:
  const std::vector<unsigned char> module_;
  mutable ObjectMutex mutex_;
  std::vector<hdc_spec_constant> constants_ GUARDED_BY(mutex_);
  std::vector<bool> set_ GUARDED_BY(mutex_);  // one for each constant
};

}  // namespace heddle
