// SPDX-License-Identifier: Apache-2.0
// Handles want of memory in libheddle-compiler.so alone. LLVM is compiled without exceptions, and
// does not check pointers. When there is no memory the job must end, without an exception, a null
// pointer that is followed, or the end of the application. All operators use the C library's malloc
// and free, whatever the application's are.
#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <new>

#include "compiler/jobs/job_threads.h"

namespace {

void* or_throw(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
}

using Nothrow = std::nothrow_t;
using Size = std::size_t;
using Align = std::align_val_t;

}  // namespace

/// Allocates LLVM's memory buffers, which do not check the result.
extern "C" void* malloc(Size size) {
  static const auto others = reinterpret_cast<void* (*)(Size)>(::dlsym(RTLD_DEFAULT, "malloc"));
  void* memory = others(size);
  if (!memory && size > 0) heddle::compiler::end_job_out_of_memory();
  return memory;
}

void* operator new(Size size, const Nothrow& /*unused*/) noexcept {
  return malloc(size > 0 ? size : 1);
}
void* operator new[](Size size, const Nothrow& nothrow) noexcept {
  return ::operator new(size, nothrow);
}
void* operator new(Size size, Align align, const Nothrow& /*unused*/) noexcept {
  void* memory = nullptr;
  const auto alignment = static_cast<Size>(align);
  if (posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, size) != 0)
    heddle::compiler::end_job_out_of_memory();
  return memory;
}
void* operator new[](Size size, Align align, const Nothrow& nothrow) noexcept {
  return ::operator new(size, align, nothrow);
}

void* operator new(Size size) {
  return or_throw(::operator new(size, std::nothrow));
}
void* operator new[](Size size) {
  return or_throw(::operator new[](size, std::nothrow));
}
void* operator new(Size size, Align align) {
  return or_throw(::operator new(size, align, std::nothrow));
}
void* operator new[](Size size, Align align) {
  return or_throw(::operator new[](size, align, std::nothrow));
}

// clang-format off
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, Size) noexcept { free(memory); }
void operator delete[](void* memory, Size) noexcept { free(memory); }
void operator delete(void* memory, Align) noexcept { free(memory); }
void operator delete[](void* memory, Align) noexcept { free(memory); }
void operator delete(void* memory, Size, Align) noexcept { free(memory); }
void operator delete[](void* memory, Size, Align) noexcept { free(memory); }
// clang-format on
