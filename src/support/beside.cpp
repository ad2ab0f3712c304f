// SPDX-License-Identifier: Apache-2.0
#include "support/beside.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <memory>

namespace heddle {

std::vector<std::string> beside_this_library(std::string_view name) {
  static const char here = 0;
  std::vector<std::string> found;
  Dl_info self{};
  if (!::dladdr(&here, &self) || !self.dli_fname) return found;
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(self.dli_fname, nullptr),
                                                         &std::free);
  for (const char* file : {self.dli_fname, static_cast<const char*>(real.get())}) {
    const char* slash = file ? std::strrchr(file, '/') : nullptr;
    if (!slash) continue;
    std::string path(file, slash + 1);
    path += name;
    if (found.empty() || found.back() != path) found.push_back(std::move(path));
  }
  return found;
}

}  // namespace heddle
