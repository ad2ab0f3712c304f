// SPDX-License-Identifier: Apache-2.0
// The bytes of a memory object: aligned to HD_MAX_TYPE_ALIGN, large ones on huge
// pages. Nothing touches large ones before the first unit that uses them, so each page is placed
// near that unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "abi/kernel_abi.h"
#include "runtime/memory/external_memory.h"
#include "support/result.h"

namespace heddle {

class Storage {
 public:
  static constexpr size_t kAlign = HD_MAX_TYPE_ALIGN;
  static constexpr size_t kMaxAlign = size_t{2} << 20;
  static constexpr size_t kLarge = size_t{256} << 10;

  /// Allocates at a multiple of kAlign and of `align`, for which is_alignment() holds.
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE if there is not enough memory, or the process's objects would
  /// have more than CL_DEVICE_GLOBAL_MEM_SIZE. Contents are undefined, but less than kLarge bytes
  /// are zeros: programs forget to set their counters, and GPUs' drivers hand out cleared memory.
  /// Larger ones contain data of no context except the one with the number `context`.
  static Result<Storage> allocate(uint64_t context, size_t size, size_t align = 0);
  /// Tells whether it is a power of two up to kMaxAlign, or 0, which asks for nothing.
  static bool is_alignment(size_t align);
  /// Allocates with a copy of `size` bytes of the application's.
  static Result<Storage> copy(uint64_t context, const void* memory, size_t size);
  /// Refers to memory of the application's, which is not freed.
  static Storage borrow(void* memory) {
    Storage storage;
    storage.data_ = static_cast<std::byte*>(memory);
    return storage;
  }

  /// Imports the first `size` bytes of memory of another API's (ExternalMemory::import).
  static Result<Storage> import(const ExternalHandle& handle, size_t size, bool is_read_only);

  Storage() = default;
  Storage(Storage&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        source_(std::exchange(other.source_, Source::Other)),
        context_(other.context_),
        external_(std::move(other.external_)) {}
  Storage& operator=(Storage&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(context_, other.context_);
    std::swap(source_, other.source_);
    std::swap(external_, other.external_);
    return *this;
  }
  ~Storage();

  std::byte* data() const { return data_; }
  /// Returns null if it is not imported.
  ExternalMemory* external() const { return external_.get(); }

 private:
  /// The owner that takes the bytes back: nobody, the heap, the system, LargeBlocks.
  enum class Source : uint8_t { Other, Heap, Pages, Block };

  static Result<Storage> allocate_as_it_is(uint64_t context, size_t size, size_t align);
  Storage(std::byte* data, size_t size, Source source)
      : data_(data), size_(size), source_(source) {}

  std::byte* data_ = nullptr;
  size_t size_ = 0;  ///< in bytes, as counted by memory_use.h
  Source source_ = Source::Other;
  uint64_t context_ = 0;  ///< its number, for a block
  std::unique_ptr<ExternalMemory> external_;
};

}  // namespace heddle
