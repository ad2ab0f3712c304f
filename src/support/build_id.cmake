# SPDX-License-Identifier: Apache-2.0
# Writes build_id.cpp: cmake -DSOURCE_DIR=... -DVERSION=... -DTOOLCHAIN=... -DOUTPUT=... -P build_id.cmake
file(GLOB_RECURSE files ${SOURCE_DIR}/*)
list(FILTER files EXCLUDE REGEX "(__pycache__|\\.pyc$|~$|\\.swp$)")
list(SORT files)
set(digests "${TOOLCHAIN}")
foreach(path ${files})
  file(SHA256 ${path} digest)
  file(RELATIVE_PATH name ${SOURCE_DIR} ${path})
  string(APPEND digests "\n${name} ${digest}")
endforeach()
string(SHA256 hash "${digests}")
string(SUBSTRING "${hash}" 0 16 hash)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "support/build_id.h"

namespace heddle {

const char* build_id() { return "@VERSION@-@hash@"; }

}  // namespace heddle
]])
