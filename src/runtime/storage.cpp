// SPDX-License-Identifier: Apache-2.0
#include "runtime/storage.h"

#include <CL/cl.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "support/checked.h"

namespace heddle {
namespace {

// `size` bytes at a multiple of `align`, from a larger mapping whose ends are given back.
std::byte* map_aligned(size_t size, size_t align) {
  void* range =
      mmap(nullptr, size + align, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (range == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<uintptr_t>(range);
  const uintptr_t aligned = align_up(begin, static_cast<uintptr_t>(align));
  if (aligned > begin) munmap(range, aligned - begin);
  if (const size_t tail = begin + align - aligned)
    munmap(reinterpret_cast<void*>(aligned + size), tail);
  return reinterpret_cast<std::byte*>(aligned);
}

}  // namespace

Result<Storage> Storage::allocate_as_it_is(size_t size) {
  const Error failure{CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough memory for the object"};
  if (size >= kLarge) {
    const auto rounded = checked_align_up(size, size_t{4096});
    if (!rounded || *rounded > SIZE_MAX - kHugePage) return failure;
    std::byte* data = map_aligned(*rounded, kHugePage);
    if (!data) return failure;
    madvise(data, *rounded, MADV_HUGEPAGE);
    return Storage(data, *rounded, true);
  }
  void* data = aligned_alloc(kAlign, align_up(size, kAlign));
  if (!data) return failure;
  return Storage(static_cast<std::byte*>(data), 0, true);
}

Result<Storage> Storage::allocate(size_t size) {
  Storage storage = TRY(allocate_as_it_is(size));
  if (size <= kCleared) std::memset(storage.data(), 0, size);
  return storage;
}

Result<Storage> Storage::copy(const void* memory, size_t size) {
  Storage storage = TRY(allocate_as_it_is(size));
  std::memcpy(storage.data(), memory, size);
  return storage;
}

Storage::~Storage() {
  if (!owned_) return;
  if (mapped_) {
    munmap(data_, mapped_);
  } else {
    free(data_);
  }
}

}  // namespace heddle
