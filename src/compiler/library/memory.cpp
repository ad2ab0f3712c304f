// SPDX-License-Identifier: Apache-2.0
// Of libheddle-compiler.so alone. LLVM is compiled without exceptions: what it allocates when there
// is no memory must not end in one, nor in the end of the application, but of the job.
#include <cstddef>
#include <new>

#include "compiler/jobs.h"

namespace {

void* checked(void* memory) {
  if (memory) return memory;
  heddle::compiler::end_job_out_of_memory();
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
  return checked(::operator new(size, std::nothrow));
}
void* operator new[](std::size_t size) {
  return checked(::operator new(size, std::nothrow));
}
void* operator new(std::size_t size, std::align_val_t align) {
  return checked(::operator new(size, align, std::nothrow));
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return checked(::operator new(size, align, std::nothrow));
}
