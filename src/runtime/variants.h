// SPDX-License-Identifier: Apache-2.0
// Executable code of a program: the record that the compiler made, joined with what devices/cpu
// makes of its objects. Shared by every device and every program that asked for the same; what
// belongs to one program and device is its GlobalsBlock.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abi/program_record.h"
#include "devices/cpu/loader.h"
#include "support/result.h"

namespace heddle {

class ProgramCode {
 public:
  using Loaded = std::shared_ptr<const cpu::LoadedKernel>;
  using Bytes = std::shared_ptr<const std::vector<unsigned char>>;

  ProgramCode(ProgramRecord record, std::string log);
  ProgramCode(const ProgramCode&) = delete;
  ProgramCode& operator=(const ProgramCode&) = delete;

  /// As the compiler made it; objects that were generated later are not in it.
  const ProgramRecord& record() const { return record_; }
  /// For CL_PROGRAM_BUILD_LOG.
  const std::string& log() const { return log_; }
  std::optional<size_t> find(std::string_view kernel) const;

  /// A kernel that is ready to run. Its record is complete, which that of a kernel without an
  /// object is not: sizes and limits are known once code was generated.
  struct Ready {
    const KernelRecord* record = nullptr;
    Loaded loaded;
  };
  /// Generates the kernel's object if it is not there, and loads it, at the first call. The error
  /// is CL_OUT_OF_RESOURCES or CL_OUT_OF_HOST_MEMORY.
  Result<Ready> load(size_t kernel);

  /// The program binary. Its size never changes once it was asked for: applications ask for the
  /// size first (§5.8.9).
  Bytes binary();

 private:
  struct Slot {
    std::mutex
        mutex;  // guards what follows; held while the kernel's object is generated and loaded
    Loaded loaded;
    std::unique_ptr<const KernelRecord> generated;  // in the place of the record's, from then on
  };

  const ProgramRecord record_;
  const std::string log_;
  std::vector<std::unique_ptr<Slot>> slots_;  // one for each kernel
  std::mutex binary_mutex_;                   // guards binary_
  Bytes binary_;
};

/// The program-scope variables of one program on one device: laid out by the compiler, initialised
/// once.
class GlobalsBlock {
 public:
  /// Never null; `data` is null if there are no variables. The error is CL_OUT_OF_RESOURCES.
  static Result<std::shared_ptr<const GlobalsBlock>> make(const GlobalsRecord& record);

  explicit GlobalsBlock(unsigned char* data) : data_(data) {}
  GlobalsBlock(const GlobalsBlock&) = delete;
  GlobalsBlock& operator=(const GlobalsBlock&) = delete;
  ~GlobalsBlock();

  unsigned char* data() const { return data_; }

 private:
  unsigned char* const data_;
};

}  // namespace heddle
