// SPDX-License-Identifier: Apache-2.0
#include "support/environment.h"

#include <sys/auxv.h>

#include <cstdlib>

namespace heddle {

bool secure_execution() {
  return ::getauxval(AT_SECURE) != 0;
}

const char* environment_variable(const char* name) {
  return ::secure_getenv(name);
}

}  // namespace heddle
