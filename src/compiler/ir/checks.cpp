// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/checks.h"

#include <string>

namespace heddle::compiler {

namespace {

constexpr const char* kChecked = "heddle-check";  // its value is a number: bits of checks

}  // namespace

void add_checks(llvm::Function& kernel, uint32_t checks) {
  if (const uint32_t all = checks_of(kernel) | checks)
    kernel.addFnAttr(kChecked, std::to_string(all));
}

uint32_t checks_of(const llvm::Function& kernel) {
  return static_cast<uint32_t>(kernel.getFnAttributeAsParsedInteger(kChecked));
}

void drop_checks(llvm::Function& kernel) {
  kernel.removeFnAttr(kChecked);
}

}  // namespace heddle::compiler
