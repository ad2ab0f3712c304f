// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/external_memory.h"

#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "abi/kernel_abi.h"
#include "platform/external_handles.h"
#include "platform/later_extensions.h"
#include "platform/property_list.h"
#include "platform/property_values.h"
#include "support/checked.h"

namespace heddle {
namespace {

/// The place of the shared bytes in a file.
struct Region {
  size_t offset, size;
};

/// The header of the file that is the opaque handle of Mesa's lavapipe (22.3 to 26.2).
struct LavapipeHeader {
  uint64_t file_size;
  uint64_t offset;  ///< the first shared byte's
  uint8_t driver[16];
};

bool has_lavapipe_header(int fd, size_t file_size, LavapipeHeader& header) {
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW;
  return fcntl(fd, F_GET_SEALS) == kSeals &&
         pread(fd, &header, sizeof(header), 0) == sizeof(header) && header.file_size == file_size &&
         header.offset >= sizeof(header) && header.offset < file_size &&
         header.offset % HD_MAX_TYPE_ALIGN == 0;
}

/// Returns the name that memfd_create was given; empty if it cannot be known (no /proc).
std::string memfd_name(int fd) {
  char target[128];
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = readlink(link.c_str(), target, sizeof(target));
  return length > 0 ? std::string(target, static_cast<size_t>(length)) : std::string();
}

/// Returns the region of an opaque handle, which is a file in memory: all of one that somebody made
/// by memfd_create or shm_open, or lavapipe's without its header.
Result<Region> opaque_region(int fd) {
  struct stat status {};
  struct statfs system {};
  TRY(require(fstat(fd, &status) == 0, CL_INVALID_VALUE, "the handle is not open"));
  TRY(require(S_ISREG(status.st_mode) && fstatfs(fd, &system) == 0 &&
                  (system.f_type == TMPFS_MAGIC || std::cmp_equal(system.f_type, HUGETLBFS_MAGIC)),
              CL_INVALID_VALUE, "the handle is not that of shared memory"));
  const auto size = static_cast<size_t>(status.st_size);
  LavapipeHeader header{};
  if (!has_lavapipe_header(fd, size, header)) return Region{0, size};
  // Other programs' files may begin like this as well.
  const std::string name = memfd_name(fd);
  TRY(require(!name.empty(), CL_INVALID_VALUE,
              "whose memory the handle is cannot be told without /proc"));
  if (!name.starts_with("/memfd:llvmpipe memory fd")) return Region{0, size};
  return Region{header.offset, size - header.offset};
}

Result<Region> dma_buf_region(int fd, ExternalMemory::DmaBufSync sync) {
  TRY(require(fcntl(fd, F_GETFD) >= 0, CL_INVALID_VALUE, "the handle is not open"));
  const bool is_dma_buf = sync(fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ) == 0 &&
                          sync(fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ) == 0;
  const off_t size = is_dma_buf ? lseek(fd, 0, SEEK_END) : -1;
  TRY(require(size >= 0, CL_INVALID_VALUE, "the handle is no dma-buf"));
  return Region{0, static_cast<size_t>(size)};
}

}  // namespace

Result<MemoryProperties> memory_properties(const Context& context,
                                           const cl_mem_properties* properties, bool of_buffer) {
  const HandleTypes importable = importable_memory();
  std::vector<KnownProperty> known{{khr::kMemDeviceHandleList, true}};
  if (of_buffer) known.push_back({khr::kMemDevicePrivateAddress});
  for (const cl_uint type : importable) known.push_back({type});
  const PropertyList given =
      TRY(PropertyList::read(properties, known, CL_INVALID_PROPERTY, "a memory object"));

  MemoryProperties found;
  found.list = given.words();
  const cl_ulong has_address = given.value(khr::kMemDevicePrivateAddress).value_or(CL_FALSE);
  TRY(require(has_address <= CL_TRUE, CL_INVALID_PROPERTY,
              "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT is no cl_bool"));
  found.has_address = has_address == CL_TRUE;
  for (const cl_uint type : importable) {
    const auto value = given.value(type);
    if (!value) continue;
    TRY(require(!found.handle, CL_INVALID_PROPERTY, "more than one external memory handle"));
    found.handle =
        ExternalHandle{type, TRY(file_descriptor(*value, CL_INVALID_VALUE)), context.devices()};
  }
  if (const auto devices = given.list(khr::kMemDeviceHandleList)) {
    auto held = TRY(device_list(context, *devices));
    TRY(require(!held.empty(), CL_INVALID_DEVICE, "the list of devices is empty"));
    TRY(require(found.handle.has_value(), CL_INVALID_PROPERTY,
                "CL_MEM_DEVICE_HANDLE_LIST_KHR without an external memory handle"));
    found.handle->devices = std::move(held);
  }
  return found;
}

int ExternalMemory::dma_buf_sync(int fd, uint64_t flags) {
  struct ::dma_buf_sync request {
    .flags = flags
  };
  int result = 0;
  do {
    result = ioctl(fd, DMA_BUF_IOCTL_SYNC, &request);
  } while (result != 0 && (errno == EINTR || errno == EAGAIN));
  return result;
}

Result<std::unique_ptr<ExternalMemory>> ExternalMemory::import(const ExternalHandle& handle,
                                                               size_t size, bool is_read_only,
                                                               DmaBufSync sync) {
  const bool is_dma_buf = handle.type == khr::kMemoryHandleDmaBuf;
  const Region region =
      TRY(is_dma_buf ? dma_buf_region(handle.fd, sync) : opaque_region(handle.fd));
  TRY(require(size <= region.size, CL_INVALID_VALUE,
              "the handle's memory is smaller than the object"));
  std::unique_ptr<ExternalMemory> memory(
      new ExternalMemory(handle, is_read_only, is_dma_buf ? sync : nullptr));
  TRY(memory->map(region.offset, size));
  return memory;
}

ExternalMemory::ExternalMemory(const ExternalHandle& handle, bool is_read_only, DmaBufSync sync)
    : devices_(handle.devices), fd_(handle.fd), is_read_only_(is_read_only), sync_(sync) {}

Status ExternalMemory::map(size_t offset, size_t size) {
  struct stat status {};
  // The unmapped range must be whole pages, which may be large ones.
  const auto page =
      static_cast<size_t>(fstat(fd_, &status) == 0 ? status.st_blksize : HD_PAGE_BYTES);
  const auto length = checked_align_up(offset + size, page);
  const int access = is_read_only_ ? PROT_READ : PROT_READ | PROT_WRITE;
  void* const mapping = length ? mmap(nullptr, *length, access, MAP_SHARED, fd_, 0) : MAP_FAILED;
  TRY(require(mapping != MAP_FAILED, CL_INVALID_VALUE,
              "the handle's memory cannot be mapped for what the object is used for"));
  mapping_ = mapping;
  mapped_ = *length;
  data_ = static_cast<std::byte*>(mapping) + offset;
  size_ = size;
  return {};
}

void ExternalMemory::own_descriptor() noexcept {
  owns_descriptor_ = true;
  if (!sync_) close(fd_);  // the mapping is enough
}

ExternalMemory::~ExternalMemory() {
  if (mapping_) munmap(mapping_, mapped_);
  if (owns_descriptor_ && sync_) close(fd_);
}

bool ExternalMemory::is_for(const Device& device) const {
  return std::ranges::any_of(devices_, [&](const auto& each) { return each.get() == &device; });
}

/// Tells whether the whole file still exists. Files are cut at their end, so its last page tells.
bool ExternalMemory::is_all_there() const noexcept {
  const auto last = reinterpret_cast<uintptr_t>(data_) + size_ - 1;
  void* const page = reinterpret_cast<void*>(last & ~uintptr_t{4095});
  return madvise(page, 1, MADV_POPULATE_READ) == 0 || errno != EFAULT;
}

bool ExternalMemory::synchronise(uint64_t when) const noexcept {
  const uint64_t access = is_read_only_ ? DMA_BUF_SYNC_READ : DMA_BUF_SYNC_RW;
  return !sync_ || sync_(fd_, when | access) == 0;
}

bool ExternalMemory::acquire() const noexcept {
  return is_all_there() && synchronise(DMA_BUF_SYNC_START);
}

bool ExternalMemory::release() const noexcept {
  return synchronise(DMA_BUF_SYNC_END);
}

}  // namespace heddle
