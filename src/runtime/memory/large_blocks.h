// SPDX-License-Identifier: Apache-2.0
// Large blocks of memory, on huge pages where they fill some. The first touch of a page costs as
// much as copying several, and programs make a buffer for each step and release it after the next
// one. So a block that is given back is kept for the next one of about its size. The system may
// take the pages of blocks given back long ago when it wants memory (MADV_FREE). A block that
// another context had is cleared, so that nobody finds another's data in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "abi/kernel_abi.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

/// Maps `size` bytes of zeros, a multiple of a page, at a multiple of `align`, which is a page or
/// more; null if there is not enough memory. munmap() frees them.
std::byte* map_pages(size_t size, size_t align);

class LargeBlocks {
 public:
  static constexpr size_t kPage = HD_PAGE_BYTES;
  static constexpr size_t kHugePage = size_t{2} << 20;

  struct Block {
    std::byte* data = nullptr;  ///< at a multiple of kPage, of kHugePage if it has two of them
    size_t size = 0;            ///< in bytes, a multiple of kPage
    uint64_t context = 0;       ///< Context::number() of its last owner
  };

  /// Returns the blocks of the process.
  static LargeBlocks& all();

  /// Keeps at most `most` bytes, of which the system may take all but the last `recent` ones.
  LargeBlocks(size_t most, size_t recent) : most_(most), recent_(recent) {}
  ~LargeBlocks();
  LargeBlocks(const LargeBlocks&) = delete;
  LargeBlocks& operator=(const LargeBlocks&) = delete;

  /// Takes a block of `size` bytes or up to a quarter more for a context, at a multiple of `align`,
  /// a power of two; no data if there is not enough memory. It holds this context's own old data,
  /// or zeros.
  Block take(size_t size, uint64_t context, size_t align = kPage);
  void give_back(Block block);

 private:
  struct Kept {
    std::deque<Block> blocks;  ///< ordered by the time of return
    size_t bytes = 0;

    void push(Block block);
    Block pop_oldest();
    /// Takes a block of this context, if given.
    std::optional<Block> take(size_t size, size_t align, std::optional<uint64_t> context);
  };

  const size_t most_, recent_;
  HeldAtFork<Mutex> mutex_;
  Kept kept_ GUARDED_BY(mutex_);     ///< as they are
  Kept offered_ GUARDED_BY(mutex_);  ///< to the system
};

}  // namespace heddle
