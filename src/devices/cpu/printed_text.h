// SPDX-License-Identifier: Apache-2.0
// The output of kernels that is not written yet: a chunk for each launch that prints. Text is
// appended to it and never changed, so that a handler of signals can write out what there is when a
// kernel dies.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::cpu {

/// Bytes of text for one launch, one thread at a time. Chunks are used again, and never freed.
class TextChunk {
 public:
  static constexpr size_t kCapacity = size_t{1} << 20;

  /// Returns an empty chunk; null if there is no memory.
  static TextChunk* take();
  /// Gives a chunk back, and what text is in it up. One that a handler of signals may still read is
  /// not used again.
  void give_back();
  /// Tells whether it was taken in this process, and not in one that has forked.
  bool is_ours() const;

  /// Returns false if there is no room.
  bool append(std::string_view text);
  /// Returns the text that nobody has claimed, which is the caller's to write out.
  std::string_view claim();
  /// Writes text that was claimed, or never was in a chunk.
  static void write(std::string_view text);
  /// Writes all text of all launches that nobody has claimed to standard output, and waits a moment
  /// for others that write. For handlers of signals.
  static void write_all();

 private:
  /// Bytes of the text, in one word, so that they are claimed once.
  struct State {
    uint32_t size;
    uint32_t claimed : 31;
    uint32_t by_handler : 1;  // some of them: it may read them still
  };
  std::string_view claim(bool by_handler);

  TextChunk* next_;
  std::atomic<int32_t> process_;  // which it belongs to; 0: it is free
  int descriptor_;                // standard output
  std::atomic<State> state_;
  char text_[kCapacity];
};

}  // namespace heddle::cpu
