// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

/// The values that the process used most recently, up to a number of bytes.
template <class T>
class Recent {
 public:
  static Recent& instance() {
    static Recent& recent = *new Recent;  // leaked: no static destructors
    return recent;
  }

  std::shared_ptr<T> find(const std::string& key) {
    const Lock lock(mutex_);
    const auto at = index_.find(key);
    if (at == index_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, at->second);
    return at->second->value;
  }

  void store(const std::string& key, const std::shared_ptr<T>& value, size_t bytes) {
    const Lock lock(mutex_);
    if (index_.contains(key) || bytes > kMaxBytes / 4) return;
    entries_.push_front({key, value, bytes + key.size()});
    index_.emplace(entries_.front().key, entries_.begin());
    bytes_ += entries_.front().bytes;
    while (bytes_ > kMaxBytes) {
      bytes_ -= entries_.back().bytes;
      index_.erase(entries_.back().key);
      entries_.pop_back();
    }
  }

  void erase(const std::string& key) {
    const Lock lock(mutex_);
    const auto at = index_.find(key);
    if (at == index_.end()) return;
    const auto entry = at->second;
    bytes_ -= entry->bytes;
    index_.erase(at);
    entries_.erase(entry);
  }

  /// Drops values that nobody else has, those not used for longest first, while `too_much()`.
  template <class TooMuch>
  void drop_unused_while(TooMuch&& too_much) {
    const Lock lock(mutex_);
    for (auto at = entries_.end(); at != entries_.begin() && too_much();) {
      --at;
      if (at->value.use_count() > 1) continue;
      bytes_ -= at->bytes;
      index_.erase(at->key);
      at = entries_.erase(at);
    }
  }

  void clear() {
    const Lock lock(mutex_);
    index_.clear();
    entries_.clear();
    bytes_ = 0;
  }

 private:
  static constexpr size_t kMaxBytes = size_t{64} << 20;
  struct Entry {
    std::string key;
    std::shared_ptr<T> value;
    size_t bytes;
  };
  HeldAtFork<Mutex> mutex_;
  std::list<Entry> entries_ GUARDED_BY(mutex_);  // the most recently used first
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> index_
      GUARDED_BY(mutex_);
  size_t bytes_ GUARDED_BY(mutex_) = 0;
};

}  // namespace heddle
