# SPDX-License-Identifier: Apache-2.0
# What every target of the project is compiled with: warnings as errors, lld and ccache where they exist, sanitizers.
find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${HEDDLE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${HEDDLE_CCACHE})
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld HEDDLE_HAVE_LLD)
if(HEDDLE_HAVE_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# libstdc++ 12 calls a function of its own that it deprecates (std::stable_sort): not for us to mend.
add_compile_options(-Wall -Wextra -Werror -Wthread-safety -Wno-deprecated-declarations -ffunction-sections -fdata-sections)
add_compile_definitions(CL_TARGET_OPENCL_VERSION=300 CL_USE_DEPRECATED_OPENCL_1_0_APIS
  CL_USE_DEPRECATED_OPENCL_1_1_APIS CL_USE_DEPRECATED_OPENCL_1_2_APIS
  CL_USE_DEPRECATED_OPENCL_2_0_APIS CL_USE_DEPRECATED_OPENCL_2_1_APIS
  CL_USE_DEPRECATED_OPENCL_2_2_APIS)
if(HEDDLE_SANITIZE)
  add_compile_options(-fsanitize=${HEDDLE_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all -fno-sanitize=vptr,function) # compiled kernels carry no type hashes
  add_link_options(-fsanitize=${HEDDLE_SANITIZE})
endif()
# libFuzzer is guided by coverage: every file says which of its branches were taken.
if(HEDDLE_FUZZ)
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=fuzzer-no-link>)
endif()
include(HeddleHardening)

# A shared object finds the sanitizers' runtime in the executable that loads it: undefined when it is linked.
set(HEDDLE_NO_UNDEFINED -Wl,-z,defs)
if(HEDDLE_SANITIZE)
  set(HEDDLE_NO_UNDEFINED)
endif()

# What is loaded into other programs brings its own C++ runtime: theirs may be another, and none need be installed. That of
# the unwinder is the system's, which is always there.
set(HEDDLE_OWN_RUNTIME -static-libstdc++)
if(HEDDLE_SANITIZE)
  set(HEDDLE_OWN_RUNTIME)
endif()

# The linker notes which archives it took something of: packages say what is linked in (packaging/sbom.py).
set(HEDDLE_NOTE_ARCHIVES)
if(HEDDLE_HAVE_LLD)
  set(HEDDLE_NOTE_ARCHIVES -Wl,--print-archive-stats=${CMAKE_BINARY_DIR}/lib/$<TARGET_PROPERTY:NAME>.archives)
endif()

# What shares types with LLVM's archives, which carry no sanitizer, carries none either.
function(heddle_not_sanitized target)
  if(HEDDLE_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
  endif()
endfunction()

# Adds TARGET_plain, the same static library without sanitizers: the compiler's library must have none, because heddle-compile, which limits its
# own memory, opens it. In a build without sanitizers it is another name of TARGET. To be called in the folder of TARGET.
function(heddle_plain target)
  if(NOT HEDDLE_SANITIZE)
    add_library(${target}_plain ALIAS ${target})
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  add_library(${target}_plain STATIC ${sources})
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if(libraries)
    list(TRANSFORM libraries REPLACE "^(heddle_[a-z_]+)$" "\\1_plain")
    target_link_libraries(${target}_plain PUBLIC ${libraries})
  endif()
  heddle_not_sanitized(${target}_plain)
endfunction()

# The compiler carries no sanitizer, but coverage, and LLVM's assertions that stand in its headers.
function(heddle_fuzzed target)
  if(HEDDLE_FUZZ)
    target_compile_options(${target} PRIVATE "SHELL:-fsanitize=fuzzer-no-link" -UNDEBUG) # SHELL: CMake would drop what stands there already
  endif()
endfunction()

# What the sanitizers must be told in tests. The compiler and the loader carry none: containers that cross between them and us
# have no annotations, and locks without instrumentation are not seen. The compiler has an operator new of its own (library/memory.cpp),
# and strings that a shared libstdc++ made come from the sanitizer's.
set(HEDDLE_SANITIZE_ENVIRONMENT)
if(HEDDLE_SANITIZE)
  set(HEDDLE_SANITIZE_ENVIRONMENT
    "ASAN_OPTIONS=alloc_dealloc_mismatch=0:detect_container_overflow=0:detect_odr_violation=0:strict_string_checks=1:detect_stack_use_after_return=1"
    "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/sanitize/lsan.txt:print_suppressions=0"
    "UBSAN_OPTIONS=print_stacktrace=1"
    "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/sanitize/tsan.txt:second_deadlock_stack=1")
endif()

# heddle_precompile(TARGET HEADER | REUSE_FROM OTHER): headers that take longer to parse than the files that include them. Nothing may
# depend on the time of day, and ccache must be told that it does not.
set(HEDDLE_PCH_LAUNCHER)
if(HEDDLE_CCACHE)
  set(HEDDLE_PCH_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${HEDDLE_CCACHE})
endif()
function(heddle_precompile target)
  if(ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGV1})
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  if(HEDDLE_PCH_LAUNCHER)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${HEDDLE_PCH_LAUNCHER}")
  endif()
endfunction()
