# SPDX-License-Identifier: Apache-2.0
# heddle_llvm: LLVM and Clang to link with. Distributions build Clang's imported targets against the
# shared LLVM, so the static archives are listed here by file: two LLVMs in one process must not meet.
find_package(LLVM 22.1 REQUIRED CONFIG)

add_library(heddle_llvm INTERFACE)
target_include_directories(heddle_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM definitions REPLACE "^-D" "")
list(FILTER definitions EXCLUDE REGEX "^_GLIBCXX_|^_DEBUG")
target_compile_definitions(heddle_llvm INTERFACE ${definitions})
target_compile_options(heddle_llvm INTERFACE -fno-exceptions
  $<$<NOT:$<BOOL:${LLVM_ENABLE_RTTI}>>:-fno-rtti>)

# The archives of LLVM's own imported targets and of all that they need, each once.
function(heddle_llvm_archives result)
  set(queue ${ARGN})
  set(archives)
  set(seen)
  while(queue)
    list(POP_FRONT queue target)
    if(NOT target MATCHES "^LLVM" OR NOT TARGET ${target} OR target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${target})
    get_target_property(location ${target} LOCATION)
    list(APPEND archives ${location})
    get_target_property(needs ${target} INTERFACE_LINK_LIBRARIES)
    if(needs)
      string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" needs "${needs}")
      list(APPEND queue ${needs})
    endif()
  endwhile()
  set(${result} ${archives} PARENT_SCOPE)
endfunction()

# A system library that LLVM needs: the static archive where there is one, so that the compiler does
# not depend on it at run time.
function(heddle_system_library name)
  find_library(HEDDLE_${name}_ARCHIVE NAMES lib${name}.a)
  if(HEDDLE_${name}_ARCHIVE)
    target_link_libraries(heddle_llvm INTERFACE ${HEDDLE_${name}_ARCHIVE})
  else()
    target_link_libraries(heddle_llvm INTERFACE ${name})
  endif()
endfunction()

if(HEDDLE_SHARED_LLVM)
  find_library(HEDDLE_CLANG_CPP NAMES clang-cpp clang-cpp.so.${LLVM_VERSION_MAJOR}.1
    libclang-cpp.so.${LLVM_VERSION_MAJOR}.1 PATHS ${LLVM_LIBRARY_DIR} NO_DEFAULT_PATH REQUIRED)
  target_link_libraries(heddle_llvm INTERFACE ${HEDDLE_CLANG_CPP} LLVM)
else()
  set(clang CodeGen Frontend Parse Sema Serialization APINotes Edit AnalysisLifetimeSafety Analysis
    ASTMatchers AST Lex Options Support Driver Basic)
  list(TRANSFORM clang PREPEND ${LLVM_LIBRARY_DIR}/libclang)
  list(TRANSFORM clang APPEND .a)
  llvm_map_components_to_libnames(components ${LLVM_NATIVE_ARCH} passes codegen selectiondag asmparser asmprinter
    bitreader bitwriter linker irreader irprinter ipo scalaropts instcombine aggressiveinstcombine
    vectorize transformutils analysis target mc object core support frontendopenmp frontendhlsl
    frontendoffloading frontenddriver coverage lto profiledata targetparser windowsdriver option)
  heddle_llvm_archives(llvm ${components})
  target_link_options(heddle_llvm INTERFACE -Wl,--gc-sections)
  target_link_libraries(heddle_llvm INTERFACE -Wl,--start-group ${clang} ${llvm} -Wl,--end-group)
  heddle_system_library(z)
  heddle_system_library(zstd)
  target_link_libraries(heddle_llvm INTERFACE ${CMAKE_DL_LIBS} pthread m)
endif()
