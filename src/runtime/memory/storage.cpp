// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/storage.h"

#include <CL/cl.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/memory/large_blocks.h"
#include "support/checked.h"

namespace heddle {

Result<Storage> Storage::allocate_as_it_is(size_t size) {
  const Error failure{CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough memory for the object"};
  if (size >= kLarge) {
    const LargeBlocks::Block block = LargeBlocks::all().take(size);
    if (!block.data) return failure;
    return Storage(block.data, block.size, true);
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

Result<Storage> Storage::import(const ExternalHandle& handle, size_t size) {
  Storage storage;
  storage.external_ = TRY(ExternalMemory::import(handle, size));
  storage.data_ = storage.external_->data();
  return storage;
}

Storage::~Storage() {
  if (!owned_) return;
  if (block_size_ != 0) {
    LargeBlocks::all().give_back({data_, block_size_});
  } else {
    free(data_);
  }
}

}  // namespace heddle
