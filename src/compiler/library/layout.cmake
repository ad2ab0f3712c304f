# SPDX-License-Identifier: Apache-2.0
# How libheddle-compiler.so lies in memory. It has 50 MB of code; a build runs a few MB of it, spread over all
# pages. hot_functions.txt.xz (written by hot_functions.py) names what runs: the linker puts that together, what
# every build runs first. Names that a later LLVM does not have do no harm. With packed relocations there is less
# to read when the library is opened (3 ms of the 21 that a small program's build takes); glibc knows them from 2.36 on.
function(heddle_compiler_layout target packs_relocations)
  if(NOT HEDDLE_HAVE_LLD)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(list ${CMAKE_CURRENT_SOURCE_DIR}/library/hot_functions.txt.xz)
  set(order ${CMAKE_CURRENT_BINARY_DIR}/hot_functions.txt)
  execute_process(RESULT_VARIABLE failed
    COMMAND ${Python3_EXECUTABLE} -c "import lzma, sys; sys.stdout.buffer.write(lzma.open(sys.argv[1]).read())" ${list}
    OUTPUT_FILE ${order})
  if(failed)
    message(WARNING "${list} cannot be unpacked: functions of the compiler are not ordered")
  else()
    target_link_options(${target} PRIVATE
      -Wl,--symbol-ordering-file=${order} -Wl,--no-warn-symbol-ordering)
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})

  if(NOT packs_relocations)
    return()
  endif()
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("
    #include <cstdlib>
    #if !__GLIBC_PREREQ(2, 36)
    #error
    #endif
    int main() { return 0; }" HEDDLE_GLIBC_READS_RELR)
  check_linker_flag(CXX -Wl,-z,pack-relative-relocs HEDDLE_LINKER_WRITES_RELR)
  if(HEDDLE_GLIBC_READS_RELR AND HEDDLE_LINKER_WRITES_RELR)
    target_link_options(${target} PRIVATE -Wl,-z,pack-relative-relocs)
  endif()
endfunction()
