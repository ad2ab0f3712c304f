# SPDX-License-Identifier: Apache-2.0
# What makes a fault harder to use, in builds with optimisation; sanitizers find more, and some of it is in their way. The test
# install/hardening reads it back from the binaries (tests/install/hardening.py).
if(HEDDLE_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL Debug)
  return()
endif()
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)

# A compiler or a C library that does not know the third level warns of it.
set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -D_FORTIFY_SOURCE=3")
check_cxx_source_compiles("#include <cstring>\nint main() { return 0; }" HEDDLE_FORTIFIES_DYNAMIC_SIZES)
unset(CMAKE_REQUIRED_FLAGS)
# A distribution's compiler may define a level of its own.
set(hardening -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$<IF:$<BOOL:${HEDDLE_FORTIFIES_DYNAMIC_SIZES}>,3,2>)

# No CET: the linker marks only what consists of marked objects, and Debian's crti.o and LLVM's archives are not.
foreach(flag -fstack-protector-strong -fstack-clash-protection)
  string(MAKE_C_IDENTIFIER HEDDLE_HAVE${flag} known)
  check_cxx_compiler_flag(${flag} ${known})
  if(${known})
    list(APPEND hardening ${flag})
  endif()
endforeach()
foreach(flag IN LISTS hardening)
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:${flag}>)
endforeach()
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
