// SPDX-License-Identifier: Apache-2.0
// Of libheddle-compiler.so alone. LLVM is compiled without exceptions, and believes what it gets:
// when there is no memory, that must end neither in an exception, nor in a null pointer that is
// followed, nor in the end of the application, but in that of the job. The functions that others
// have are behind these.
#include <dlfcn.h>

#include <cstddef>
#include <new>

#include "compiler/job_threads.h"

namespace {

/// The function that everyone else calls by that name.
template <class Function>
Function* others(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
}

void* checked(void* memory) {
  if (!memory) heddle::compiler::end_job_out_of_memory();
  return memory;
}

void* or_throw(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
}

using Nothrow = std::nothrow_t;

}  // namespace

void* operator new(std::size_t size, const Nothrow& nothrow) noexcept {
  static const auto allocate = others<void*(std::size_t, const Nothrow&)>("_ZnwmRKSt9nothrow_t");
  return checked(allocate(size, nothrow));
}
void* operator new[](std::size_t size, const Nothrow& nothrow) noexcept {
  static const auto allocate = others<void*(std::size_t, const Nothrow&)>("_ZnamRKSt9nothrow_t");
  return checked(allocate(size, nothrow));
}
void* operator new(std::size_t size, std::align_val_t align, const Nothrow& nothrow) noexcept {
  static const auto allocate = others<void*(std::size_t, std::align_val_t, const Nothrow&)>(
      "_ZnwmSt11align_val_tRKSt9nothrow_t");
  return checked(allocate(size, align, nothrow));
}
void* operator new[](std::size_t size, std::align_val_t align, const Nothrow& nothrow) noexcept {
  static const auto allocate = others<void*(std::size_t, std::align_val_t, const Nothrow&)>(
      "_ZnamSt11align_val_tRKSt9nothrow_t");
  return checked(allocate(size, align, nothrow));
}

/// LLVM's buffers of memory are this; it does not look at what it gets.
extern "C" void* malloc(std::size_t size) {
  static const auto allocate = others<void*(std::size_t)>("malloc");
  void* memory = allocate(size);
  return size > 0 ? checked(memory) : memory;
}

void* operator new(std::size_t size) {
  return or_throw(::operator new(size, std::nothrow));
}
void* operator new[](std::size_t size) {
  return or_throw(::operator new[](size, std::nothrow));
}
void* operator new(std::size_t size, std::align_val_t align) {
  return or_throw(::operator new(size, align, std::nothrow));
}
void* operator new[](std::size_t size, std::align_val_t align) {
  return or_throw(::operator new[](size, align, std::nothrow));
}
