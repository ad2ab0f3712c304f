// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/placement.h"

namespace heddle {

Placement::Placement(Placement&& other) noexcept
    : node_(other.node_.load()), count_(other.count_.load()), bytes_(other.bytes_.load()) {}

void Placement::place(std::span<std::byte> memory, uint32_t node) noexcept {
  if (node == cpu::kNoNode && bytes() == 0) return;  // already so
  const auto pages = cpu::whole_pages(memory);
  if (!cpu::place_pages(pages, node)) return;
  node_.store(node);
  count_.fetch_add(1);
  if (node != cpu::kNoNode) bytes_.fetch_add(pages.size());
}

void Placement::forget(std::span<std::byte> memory) noexcept {
  if (bytes() != 0) cpu::place_pages(cpu::whole_pages(memory), cpu::kNoNode);
}

}  // namespace heddle
