// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "runtime/gl/shared_context.h"

namespace heddle::gl {

void* loaded_function(const char* library, const char* name) {
  if (void* found = dlsym(RTLD_DEFAULT, name)) return found;
  // The library may have been opened without RTLD_GLOBAL, as plugins and scripting languages do. It
  // stays open, as functions from it are in use.
  void* opened = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  return opened ? dlsym(opened, name) : nullptr;
}

}  // namespace heddle::gl
