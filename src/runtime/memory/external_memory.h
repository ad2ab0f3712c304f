// SPDX-License-Identifier: Apache-2.0
// Memory of another API or another process, imported by a file descriptor (cl_khr_external_memory).
// The file is mapped, so nothing is copied, and both sides see each other's bytes at once.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "platform/context.h"

namespace heddle {

/// The properties of clCreateBufferWithProperties and clCreateImageWithProperties.
struct ExternalHandle {
  cl_uint type;
  int fd;
  std::vector<Ref<Device>> devices;
};
struct MemoryProperties {
  std::optional<ExternalHandle> handle;
  bool has_address = false;             ///< cl_ext_buffer_device_address, for buffers alone
  std::vector<cl_mem_properties> list;  ///< as given, with its 0; empty if it is null
};
/// Reads the list: CL_INVALID_PROPERTY, CL_INVALID_DEVICE, CL_INVALID_VALUE.
Result<MemoryProperties> memory_properties(const Context& context,
                                           const cl_mem_properties* properties, bool of_buffer);

class ExternalMemory {
 public:
  /// Calls DMA_BUF_IOCTL_SYNC with these flags: 0, or -1 and errno.
  using DmaBufSync = int (*)(int fd, uint64_t flags);
  static int dma_buf_sync(int fd, uint64_t flags);

  /// Maps the first `size` bytes of the handle's memory. The file descriptor is still the
  /// application's. CL_INVALID_VALUE if it is not open, is of another type, or its memory is
  /// smaller or cannot be written to (as in the CTS), unless it is only to be read.
  static Result<std::unique_ptr<ExternalMemory>> import(const ExternalHandle& handle, size_t size,
                                                        bool is_read_only = false,
                                                        DmaBufSync sync = dma_buf_sync);
  ~ExternalMemory();

  /// Takes over the descriptor, as the object that it was given for has been made.
  void own_descriptor() noexcept;

  std::byte* data() const { return data_; }
  bool is_for(const Device& device) const;
  /// Between the two the processor sees the memory's current contents (dma-bufs may be in the
  /// caches of other devices). Return false if the kernel cannot do that, or others have shortened
  /// the file meanwhile: an access would end the process.
  bool acquire() const noexcept;
  bool release() const noexcept;

 private:
  ExternalMemory(const ExternalHandle& handle, bool is_read_only, DmaBufSync sync);
  /// Maps bytes [offset, offset + size) of the file.
  Status map(size_t offset, size_t size);

  bool is_all_there() const noexcept;
  /// Synchronises a dma-buf at the beginning or the end of its use (`when`). Returns false if the
  /// kernel cannot.
  bool synchronise(uint64_t when) const noexcept;

  const std::vector<Ref<Device>> devices_;
  const int fd_;
  const bool is_read_only_;
  const DmaBufSync sync_;  ///< null: nothing to be done
  bool owns_descriptor_ = false;
  void* mapping_ = nullptr;
  size_t mapped_ = 0;  ///< in bytes
  std::byte* data_ = nullptr;
  size_t size_ = 0;  ///< in bytes, of the object
};

}  // namespace heddle
