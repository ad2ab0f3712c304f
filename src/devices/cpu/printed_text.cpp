// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/printed_text.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <cstring>
#include <new>

#include "support/zero_pages.h"

namespace heddle::cpu {
namespace {

constexpr int kPatience = 200;  // ms for threads that write

constinit std::atomic<TextChunk*> chunks{nullptr};
constinit std::atomic<uint32_t> writers{0};

}  // namespace

TextChunk* TextChunk::take() {
  const auto is_free = [](TextChunk& chunk) {
    int32_t free = 0;
    return chunk.process_.compare_exchange_strong(free, getpid(), std::memory_order_acquire);
  };
  TextChunk* chunk = chunks.load(std::memory_order_acquire);
  while (chunk && !is_free(*chunk)) chunk = chunk->next_;
  if (!chunk) {
    // Zeros are an empty chunk.
    void* const memory = reserve_zeros(sizeof(TextChunk));
    if (!memory) return nullptr;
    chunk = ::new (memory) TextChunk;
    chunk->process_.store(getpid(), std::memory_order_relaxed);
    chunk->next_ = chunks.load(std::memory_order_relaxed);
    while (!chunks.compare_exchange_weak(chunk->next_, chunk, std::memory_order_release,
                                         std::memory_order_relaxed)) {
    }
  }
  chunk->descriptor_ = fileno(stdout);
  return chunk;
}

void TextChunk::give_back() {
  (void)claim();
  State all = state_.load(std::memory_order_relaxed);
  if (all.by_handler) return;
  if (state_.compare_exchange_strong(all, State{}, std::memory_order_acq_rel))
    process_.store(0, std::memory_order_release);
}

bool TextChunk::is_ours() const {
  return process_.load(std::memory_order_relaxed) == getpid();
}

bool TextChunk::append(std::string_view text) {
  State before = state_.load(std::memory_order_relaxed), after{};
  if (text.size() > kCapacity - before.size) return false;
  std::memcpy(text_ + before.size, text.data(), text.size());
  do {
    after = before;
    after.size += static_cast<uint32_t>(text.size());
  } while (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel));
  return true;
}

std::string_view TextChunk::claim(bool by_handler) {
  State before = state_.load(std::memory_order_acquire), after{};
  do {
    if (before.claimed == before.size) return {};
    after = before;
    after.claimed = after.size;
    if (by_handler) after.by_handler = 1;
  } while (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel));
  return {text_ + before.claimed, before.size - before.claimed};
}

std::string_view TextChunk::claim() {
  return claim(/*by_handler=*/false);
}

void TextChunk::write(std::string_view text) {
  if (text.empty()) return;
  writers.fetch_add(1, std::memory_order_acq_rel);
  fwrite(text.data(), 1, text.size(), stdout);
  fflush(stdout);
  writers.fetch_sub(1, std::memory_order_acq_rel);
}

void TextChunk::write_all() {
  const timespec one_ms{0, 1'000'000};
  for (int i = 0; i < kPatience && writers.load(std::memory_order_acquire) != 0; ++i)
    nanosleep(&one_ms, nullptr);
  for (TextChunk* chunk = chunks.load(std::memory_order_acquire); chunk; chunk = chunk->next_) {
    if (!chunk->is_ours()) continue;
    std::string_view text = chunk->claim(/*by_handler=*/true);
    while (!text.empty()) {
      const ssize_t written = ::write(chunk->descriptor_, text.data(), text.size());
      if (written <= 0) break;
      text.remove_prefix(static_cast<size_t>(written));
    }
  }
}

}  // namespace heddle::cpu
