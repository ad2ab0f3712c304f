// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/arena.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace heddle::cpu {
namespace {

constexpr size_t kFirstSize = size_t{256} << 10;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kStackWindow = size_t{1} << 20;

bool round_up(size_t& bytes, size_t unit) {
  if (bytes > SIZE_MAX - (unit - 1)) return false;
  bytes = (bytes + unit - 1) / unit * unit;
  return true;
}

}  // namespace

Arena::~Arena() {
  if (memory_) munmap(memory_, capacity_);
}

bool Arena::grow(size_t bytes) {
  size_t wanted = std::max({bytes, kFirstSize, capacity_ <= SIZE_MAX / 2 ? capacity_ * 2 : bytes});
  if (!round_up(wanted, wanted >= kHugePage ? kHugePage : HD_PAGE_BYTES)) return false;
  void* memory = mmap(nullptr, wanted, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (wanted >= kHugePage) madvise(memory, wanted, MADV_HUGEPAGE);
  if (memory_) munmap(memory_, capacity_);
  memory_ = static_cast<unsigned char*>(memory);
  capacity_ = wanted;
  used_ = 0;
  return true;
}

hd_worker* Arena::reserve(size_t local_memory, size_t context, uint64_t owner) {
  if (!round_up(local_memory, HD_MAX_TYPE_ALIGN) || !round_up(context, HD_MAX_TYPE_ALIGN))
    return nullptr;
  size_t bytes = 0;
  if (__builtin_add_overflow(local_memory, context, &bytes) ||
      __builtin_add_overflow(bytes, 2 * size_t{HD_OVERREAD_BYTES}, &bytes))
    return nullptr;
  if (bytes > capacity_ || !memory_) {
    if (!grow(bytes)) return nullptr;
  } else if (owner != owner_) {
    std::memset(memory_, 0, used_);
    used_ = 0;
  }
  owner_ = owner;
  used_ = std::max(used_, bytes);
  view_.local_memory = memory_ + HD_OVERREAD_BYTES;
  view_.local_memory_size = local_memory;
  view_.context = memory_ + HD_OVERREAD_BYTES + local_memory;
  view_.context_size = context;
  return &view_;
}

hd_worker* HelperWorker::arena(size_t local_memory, size_t context, uint64_t owner) {
  hd_worker* view = arena_.reserve(local_memory, context, owner);
  if (!view) return nullptr;
  // The thread may run on a stack that its application made, so its attributes say nothing.
  // Kernels' frames lie below the one that called us; nothing of the application's does.
  const auto* here = static_cast<const unsigned char*>(__builtin_frame_address(0));
  view->stack_begin = here - kStackWindow;
  view->stack_end = here + HD_PAGE_BYTES;
  return view;
}

struct ThreadHelper {
  HelperWorker worker;
  bool busy = false;
  std::unique_ptr<ThreadHelper> inner;  // for nested work
};

namespace {

/// A thread_local with a destructor would be dead in functions that the application registered with
/// atexit. A key's destructor runs at the end of a thread only, and again if the thread comes back
/// to us.
thread_local ThreadHelper* thread_helper = nullptr;

void destroy_thread_helper(void* helper) {
  thread_helper = nullptr;
  delete static_cast<ThreadHelper*>(helper);
}

ThreadHelper& the_thread_helper() {
  static const pthread_key_t key = [] {
    pthread_key_t created{};
    pthread_key_create(&created, destroy_thread_helper);
    return created;
  }();
  if (!thread_helper) {
    thread_helper = new ThreadHelper;
    pthread_setspecific(key, thread_helper);
  }
  return *thread_helper;
}

}  // namespace

HelperScope::HelperScope() : helper_(&the_thread_helper()) {
  while (helper_->busy) {
    if (!helper_->inner) helper_->inner = std::make_unique<ThreadHelper>();
    helper_ = helper_->inner.get();
  }
  helper_->busy = true;
}

HelperScope::~HelperScope() {
  helper_->busy = false;
}

Worker& HelperScope::worker() {
  return helper_->worker;
}

}  // namespace heddle::cpu
