// SPDX-License-Identifier: Apache-2.0
#include "runtime/large_object.h"

#include <atomic>

namespace heddle {
namespace {

constinit std::atomic<size_t> counts[2]{};

std::atomic<size_t>& count(LargeObject::Kind kind) {
  return counts[static_cast<size_t>(kind)];
}

}  // namespace

LargeObject::LargeObject(Kind kind, size_t size) : kind_(kind), is_large_(size >= kSize) {
  if (is_large_) count(kind_).fetch_add(1, std::memory_order_relaxed);
}

LargeObject::~LargeObject() {
  if (is_large_) count(kind_).fetch_sub(1, std::memory_order_relaxed);
}

bool LargeObject::any(Kind kind) {
  return count(kind).load(std::memory_order_relaxed) != 0;
}

bool LargeObject::any() {
  return any(Kind::Memory) || any(Kind::SVM);
}

}  // namespace heddle
