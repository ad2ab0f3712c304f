// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/storage.h"

#include <CL/cl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "platform/memory_use.h"
#include "runtime/memory/large_blocks.h"
#include "support/checked.h"

namespace heddle {

Result<Storage> Storage::allocate_as_it_is(uint64_t context, size_t size, size_t align) {
  const Error failure{CL_MEM_OBJECT_ALLOCATION_FAILURE, "not enough memory for the object"};
  const Error too_much{CL_MEM_OBJECT_ALLOCATION_FAILURE,
                       "the process's objects would have more than CL_DEVICE_GLOBAL_MEM_SIZE"};
  align = std::max(align, kAlign);
  if (size >= kLarge) {
    const LargeBlocks::Block block = LargeBlocks::all().take(size, context, align);
    if (!block.data) return failure;
    if (take_global_memory(block.size)) {
      Storage storage(block.data, block.size, Source::Block);
      storage.context_ = context;
      return storage;
    }
    LargeBlocks::all().give_back(block);
    return too_much;
  }
  // The heap keeps its own bytes before each piece: a piece that begins at a page would take two.
  const bool is_pages = align >= LargeBlocks::kPage;
  const size_t rounded = align_up(size, is_pages ? LargeBlocks::kPage : align);
  if (!take_global_memory(rounded)) return too_much;
  auto* const data =
      is_pages ? map_pages(rounded, align) : static_cast<std::byte*>(aligned_alloc(align, rounded));
  if (data) return Storage(data, rounded, is_pages ? Source::Pages : Source::Heap);
  give_back_global_memory(rounded);
  return failure;
}

bool Storage::is_alignment(size_t align) {
  return align == 0 || (is_power_of_two(align) && align <= kMaxAlign);
}

Result<Storage> Storage::allocate(uint64_t context, size_t size, size_t align) {
  Storage storage = TRY(allocate_as_it_is(context, size, align));
  if (storage.source_ == Source::Heap) std::memset(storage.data(), 0, size);
  return storage;
}

Result<Storage> Storage::copy(uint64_t context, const void* memory, size_t size) {
  Storage storage = TRY(allocate_as_it_is(context, size, 0));
  std::memcpy(storage.data(), memory, size);
  return storage;
}

Result<Storage> Storage::import(const ExternalHandle& handle, size_t size, bool is_read_only) {
  Storage storage;
  storage.external_ = TRY(ExternalMemory::import(handle, size, is_read_only));
  storage.data_ = storage.external_->data();
  return storage;
}

Storage::~Storage() {
  if (source_ == Source::Other) return;
  give_back_global_memory(size_);
  if (source_ == Source::Block) {
    LargeBlocks::all().give_back({data_, size_, context_});
  } else if (source_ == Source::Pages) {
    munmap(data_, size_);
  } else {
    free(data_);
  }
}

}  // namespace heddle
