// SPDX-License-Identifier: Apache-2.0
// Dma-bufs, of which machines without a GPU mostly have none: a file in memory takes their place,
// and a function that of the kernel's call that synchronises them.
#include "runtime/memory/external_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/dma-buf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "platform/external_handles.h"
#include "platform/later_extensions.h"

namespace heddle {
namespace {

std::vector<uint64_t> synchronised;
int sync_result;

int fake_sync(int fd, uint64_t flags) {
  EXPECT_GE(fcntl(fd, F_GETFD), 0);
  synchronised.push_back(flags);
  return sync_result;
}

class DmaBufTest : public testing::Test {
 protected:
  void SetUp() override {
    synchronised.clear();
    sync_result = 0;
    ASSERT_EQ(ftruncate(fd, 8192), 0);
  }
  void TearDown() override { close(fd); }
  auto Import(size_t size, bool is_read_only = false) {
    return ExternalMemory::import({khr::kMemoryHandleDmaBuf, fd, {}}, size, is_read_only,
                                  fake_sync);
  }
  const int fd = memfd_create("dma-buf", 0);
};

TEST_F(DmaBufTest, IsMappedAndSynchronisedWhenItIsHandedOver) {
  auto imported = Import(8192);
  ASSERT_TRUE(imported);
  std::unique_ptr<ExternalMemory> memory = std::move(imported).value();
  memory->own_descriptor();
  std::memset(memory->data(), 7, 8192);
  char byte = 0;
  EXPECT_EQ(pread(fd, &byte, 1, 8191), 1);
  EXPECT_EQ(byte, 7);
  synchronised.clear();
  EXPECT_TRUE(memory->acquire());
  EXPECT_TRUE(memory->release());
  EXPECT_EQ(synchronised, (std::vector<uint64_t>{DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW,
                                                 DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW}));
  sync_result = -1;
  EXPECT_FALSE(memory->acquire());
  EXPECT_FALSE(memory->release());
  EXPECT_GE(fcntl(fd, F_GETFD), 0) << "it is needed for the next hand-over";
  memory.reset();
  EXPECT_LT(fcntl(fd, F_GETFD), 0);
}

// Nothing writes such an object: other devices need not hear of writes.
TEST_F(DmaBufTest, IsReadOnly) {
  auto imported = Import(8192, /*is_read_only=*/true);
  ASSERT_TRUE(imported);
  const std::unique_ptr<ExternalMemory> memory = std::move(imported).value();
  synchronised.clear();
  EXPECT_TRUE(memory->acquire());
  EXPECT_TRUE(memory->release());
  EXPECT_EQ(synchronised, (std::vector<uint64_t>{DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ,
                                                 DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ}));
}

TEST_F(DmaBufTest, WhatIsRefusedIsNotClosed) {
  EXPECT_EQ(Import(8193).error().code, CL_INVALID_VALUE);
  sync_result = -1;  // no dma-buf
  EXPECT_EQ(Import(4096).error().code, CL_INVALID_VALUE);
  EXPECT_GE(fcntl(fd, F_GETFD), 0);
  const int closed = dup(fd);
  close(closed);
  EXPECT_EQ(ExternalMemory::import({khr::kMemoryHandleDmaBuf, closed, {}}, 1, false, fake_sync)
                .error()
                .code,
            CL_INVALID_VALUE);
}

/// The kernel's own call knows that a file in memory is no dma-buf.
TEST_F(DmaBufTest, TheKernelIsAsked) {
  EXPECT_EQ(ExternalMemory::dma_buf_sync(fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ), -1);
  EXPECT_EQ(ExternalMemory::import({khr::kMemoryHandleDmaBuf, fd, {}}, 1).error().code,
            CL_INVALID_VALUE);
}

TEST(ExternalHandles, AreThoseOfTheKernel) {
  EXPECT_EQ(importable_memory({.dma_bufs = false, .sync_files = true}),
            (HandleTypes{khr::kMemoryHandleOpaqueFd}));
  EXPECT_EQ(importable_memory({.dma_bufs = true, .sync_files = false}),
            (HandleTypes{khr::kMemoryHandleOpaqueFd, khr::kMemoryHandleDmaBuf}));
}

/// Files that begin as lavapipe's do and are not its own are shared whole.
TEST(OpaqueFd, OnlyLavapipesHeaderIsLeftOut) {
  for (const bool of_lavapipe : {false, true}) {
    const int fd = memfd_create(of_lavapipe ? "llvmpipe memory fd" : "mine", MFD_ALLOW_SEALING);
    const uint64_t header[] = {9000, 4096, 1, 2};
    ASSERT_EQ(ftruncate(fd, 9000), 0);
    ASSERT_EQ(pwrite(fd, header, sizeof(header), 0), ssize_t{sizeof(header)});
    ASSERT_EQ(pwrite(fd, "data", 4, 4096), 4);
    ASSERT_EQ(fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW), 0);
    const ExternalHandle handle{khr::kMemoryHandleOpaqueFd, fd, {}};
    auto imported = ExternalMemory::import(handle, 4904);
    ASSERT_TRUE(imported);
    EXPECT_EQ(std::memcmp(imported.value()->data(), of_lavapipe ? "data" : "\x28\x23", 3), 0);
    EXPECT_EQ(bool(ExternalMemory::import(handle, 4905)), !of_lavapipe);
    close(fd);
  }
}

}  // namespace
}  // namespace heddle
