// SPDX-License-Identifier: Apache-2.0
#include "platform/object_pool.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <new>

#include "support/mutex.h"

// The leak sanitizer's, where it is linked: objects are reachable from nowhere else.
extern "C" [[gnu::weak]] void __lsan_register_root_region(const void* begin, size_t size);

namespace heddle {
namespace {

constexpr size_t kMostReserved = size_t{1} << 32;
constexpr size_t kCommit = size_t{1} << 18;

/// Returns the bytes of addresses for a pool; memory is committed as it is used. Where a process
/// may have few addresses (`ulimit -v`), all pools together leave it nearly all.
size_t addresses_to_reserve() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kMostReserved;
  const size_t share = limit.rlim_cur / 256;
  return std::clamp(share - share % kCommit, kCommit, kMostReserved);
}

}  // namespace

struct alignas(ObjectPool::kAlign) ObjectPool::Slot {
  Count count;
  Slot* next_free;

  void* object() { return this + 1; }
};

// Locks all pools during a fork. A child has only the thread that forked: a mutex that another
// thread held would stay locked in it. The handlers are registered before all others, so these
// mutexes are the last to be taken and the first to be free again: the handlers of others may make
// and drop objects.
struct ObjectPool::Forks {
  static inline constinit bool are_registered = false;
  static inline constinit Mutex mutex;
  static inline ObjectPool* pools GUARDED_BY(mutex) = nullptr;

  static void add(ObjectPool* pool) {
    if (!are_registered) throw std::bad_alloc();
    const Lock lock(mutex);
    pool->next_pool_ = pools;
    pools = pool;
  }
  static void remove(ObjectPool* pool) {
    const Lock lock(mutex);
    *link_to(pool) = pool->next_pool_;
  }
  static ObjectPool** link_to(const ObjectPool* pool) REQUIRES(mutex) {
    ObjectPool** at = &pools;
    while (*at != pool) at = &(*at)->next_pool_;
    return at;
  }
  // The handlers keep the locks of the list and of all pools from the first to the second.
  static void prepare() NO_THREAD_SAFETY_ANALYSIS {
    mutex.lock();
    for (ObjectPool* pool = pools; pool; pool = pool->next_pool_) pool->mutex_.lock();
  }
  static void resume() NO_THREAD_SAFETY_ANALYSIS {
    for (ObjectPool* pool = pools; pool; pool = pool->next_pool_) pool->mutex_.unlock();
    mutex.unlock();
  }
  // While the library is loaded: at the first use, a fork before the caller had noted that it
  // registered them would make its child do so again.
  [[gnu::constructor(101)]] static void register_handlers();
};

void ObjectPool::Forks::register_handlers() {
  are_registered = pthread_atfork(prepare, resume, resume) == 0;
}

ObjectPool::ObjectPool(size_t object_size) : slot_size_(std::bit_ceil(sizeof(Slot) + object_size)) {
  static_assert(sizeof(Slot) == kAlign);
  const size_t size = addresses_to_reserve();
  void* range = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<char*>(range);
  end_ = begin_ + size;
  committed_end_ = begin_;
  used_end_ = begin_;
  Forks::add(this);
}

ObjectPool::~ObjectPool() {
  Forks::remove(this);
}

void* ObjectPool::allocate() {
  const Lock lock(mutex_);
  Slot* slot = free_;
  if (slot) {
    free_ = slot->next_free;
  } else {
    char* at = used_end_.load(std::memory_order_relaxed);
    char* end = at + slot_size_;
    if (end > end_) throw std::bad_alloc();
    if (end > committed_end_) {
      const size_t more = std::min(std::max(kCommit, slot_size_), size_t(end_ - committed_end_));
      if (mprotect(committed_end_, more, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
      if (__lsan_register_root_region) __lsan_register_root_region(committed_end_, more);
      committed_end_ += more;
    }
    slot = new (at) Slot{};
    used_end_.store(end, std::memory_order_release);
  }
  slot->count.store(kUnpublished | 1, std::memory_order_relaxed);
  return slot->object();
}

void ObjectPool::deallocate(void* object) {
  Slot* slot = static_cast<Slot*>(object) - 1;
  slot->count.store(0, std::memory_order_relaxed);
  const Lock lock(mutex_);
  slot->next_free = free_;
  free_ = slot;
}

}  // namespace heddle
