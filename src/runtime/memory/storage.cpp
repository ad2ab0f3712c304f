// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/storage.h"

#include <CL/cl.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/memory/large_blocks.h"
#include "support/checked.h"

namespace heddle {

Result<Storage> Storage::allocate_as_it_is(uint64_t context, size_t size) {
  const Error failure{CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough memory for the object"};
  if (size >= kLarge) {
    const LargeBlocks::Block block = LargeBlocks::all().take(size, context);
    if (!block.data) return failure;
    Storage storage(block.data, true);
    storage.block_size_ = block.size;
    storage.context_ = block.context;
    return storage;
  }
  void* data = aligned_alloc(kAlign, align_up(size, kAlign));
  if (!data) return failure;
  return Storage(static_cast<std::byte*>(data), true);
}

Result<Storage> Storage::allocate(uint64_t context, size_t size) {
  Storage storage = TRY(allocate_as_it_is(context, size));
  if (size < kLarge) std::memset(storage.data(), 0, size);
  return storage;
}

Result<Storage> Storage::copy(uint64_t context, const void* memory, size_t size) {
  Storage storage = TRY(allocate_as_it_is(context, size));
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
    LargeBlocks::all().give_back({data_, block_size_, context_});
  } else {
    free(data_);
  }
}

}  // namespace heddle
