// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/storage.h"

#include <CL/cl.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "platform/memory_use.h"
#include "runtime/memory/large_blocks.h"
#include "support/checked.h"

namespace heddle {

Result<Storage> Storage::allocate_as_it_is(uint64_t context, size_t size) {
  const Error failure{CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough memory for the object"};
  const Error too_much{CL_MEM_OBJECT_ALLOCATION_FAILURE,
                       "the process's objects would have more than CL_DEVICE_GLOBAL_MEM_SIZE"};
  if (size >= kLarge) {
    const LargeBlocks::Block block = LargeBlocks::all().take(size, context);
    if (!block.data) return failure;
    if (take_global_memory(block.size)) {
      Storage storage(block.data, block.size, true);
      storage.context_ = context;
      return storage;
    }
    LargeBlocks::all().give_back(block);
    return too_much;
  }
  const size_t rounded = align_up(size, kAlign);
  if (!take_global_memory(rounded)) return too_much;
  auto* const data = static_cast<std::byte*>(aligned_alloc(kAlign, rounded));
  if (data) return Storage(data, rounded, false);
  give_back_global_memory(rounded);
  return failure;
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
  if (size_ == 0) return;
  give_back_global_memory(size_);
  if (is_block_) {
    LargeBlocks::all().give_back({data_, size_, context_});
  } else {
    free(data_);
  }
}

}  // namespace heddle
