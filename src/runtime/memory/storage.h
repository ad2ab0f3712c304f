// SPDX-License-Identifier: Apache-2.0
// The bytes of a memory object: aligned to 128 (the largest type, long16), large ones on huge
// pages. Nothing touches these before the first unit that uses them, so each page lands near that.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "runtime/memory/external_memory.h"
#include "support/result.h"

namespace heddle {

class Storage {
 public:
  static constexpr size_t kAlign = 128;
  static constexpr size_t kLarge = size_t{256} << 10;

  /// CL_MEM_OBJECT_ALLOCATION_FAILURE if there is not enough memory, or the process's objects would
  /// have more than CL_DEVICE_GLOBAL_MEM_SIZE. Contents are undefined, but less than kLarge bytes
  /// are zeros: programs forget to set their counters, and GPUs' drivers hand out cleared memory. In
  /// larger ones there is nothing of another context's than of the one with the number `context`.
  static Result<Storage> allocate(uint64_t context, size_t size);
  /// The same with a copy of `size` bytes of the application's.
  static Result<Storage> copy(uint64_t context, const void* memory, size_t size);
  /// Memory of the application's: not freed.
  static Storage borrow(void* memory) {
    Storage storage;
    storage.data_ = static_cast<std::byte*>(memory);
    return storage;
  }

  /// The first `size` bytes of memory of another API's (ExternalMemory::import).
  static Result<Storage> import(const ExternalHandle& handle, size_t size);

  Storage() = default;
  Storage(Storage&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        is_block_(std::exchange(other.is_block_, false)),
        context_(other.context_),
        external_(std::move(other.external_)) {}
  Storage& operator=(Storage&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(context_, other.context_);
    std::swap(is_block_, other.is_block_);
    std::swap(external_, other.external_);
    return *this;
  }
  ~Storage();

  std::byte* data() const { return data_; }
  /// Null if it is none.
  ExternalMemory* external() const { return external_.get(); }

 private:
  static Result<Storage> allocate_as_it_is(uint64_t context, size_t size);
  Storage(std::byte* data, size_t size, bool is_block)
      : data_(data), size_(size), is_block_(is_block) {}

  std::byte* data_ = nullptr;
  size_t size_ = 0;        ///< in bytes, as counted by memory_use.h; 0: it is not ours
  bool is_block_ = false;  ///< one of LargeBlocks
  uint64_t context_ = 0;   ///< its number, of such a block
  std::unique_ptr<ExternalMemory> external_;
};

}  // namespace heddle
