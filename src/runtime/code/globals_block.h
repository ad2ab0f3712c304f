// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "abi/program_record.h"
#include "support/result.h"

namespace heddle {

/// The program-scope variables of one program on one device: laid out by the compiler, initialised
/// once.
class GlobalsBlock {
 public:
  /// Makes a block, never null; `data` is null if there are no variables. The error is
  /// CL_OUT_OF_RESOURCES.
  static Result<std::shared_ptr<GlobalsBlock>> make(const GlobalsRecord& record);

  GlobalsBlock() = default;
  GlobalsBlock(const GlobalsBlock&) = delete;
  GlobalsBlock& operator=(const GlobalsBlock&) = delete;
  ~GlobalsBlock();

  unsigned char* data() const { return data_; }

  /// Sets the work that is done before the variables go, by `end` or else by the destructor.
  void at_end(std::function<void()> work) { at_end_ = std::move(work); }
  void end() const noexcept;

 private:
  void* memory_ = nullptr;
  size_t size_ = 0;                // that of `memory_`, as counted by memory_use.h
  unsigned char* data_ = nullptr;  // in `memory_`, aligned
  mutable std::function<void()> at_end_;
};

}  // namespace heddle
