// SPDX-License-Identifier: Apache-2.0
// The sentence about a kernel's fault, made by a handler of signals.
#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "devices/cpu/debug_records.h"
#include "devices/cpu/processor.h"

namespace heddle::cpu {

/// Text in memory of its own. What does not fit is left out.
class ShortText {
 public:
  ShortText& operator<<(std::string_view text);
  ShortText& operator<<(const char* text) { return *this << std::string_view(text); }
  ShortText& operator<<(uint64_t number);
  ShortText& hexadecimal(uint64_t number);
  void clear() { size_ = 0; }
  std::string_view text() const { return {text_, size_}; }

 private:
  char text_[2048] = {};
  size_t size_ = 0;
};

/// Puts some groups and their work-items, the first and the last of each.
void put_groups(ShortText& out, const hd_launch& launch, const hd_group_range& range);

/// Describes a fault in `code`. `running` is what the thread runs; null: unknown.
void describe_fault(ShortText& out, const siginfo_t& info, const ProcessorFault& fault,
                    const hd_loaded_code& code, const hd_thread_record* running);

}  // namespace heddle::cpu
