// SPDX-License-Identifier: Apache-2.0
// The door to the compiler: libheddle-compiler.so, opened when a program needs it for the first
// time and never before, because most process starts find everything in the kernel cache.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abi/compiler_interface.h"
#include "runtime/code/kernel_variant.h"
#include "support/result.h"

namespace heddle {

/// The result of a compilation. `record` is a serialised ProgramRecord, empty unless `status` is
/// HDC_SUCCESS.
struct Compiled {
  hdc_status status = HDC_SUCCESS;
  std::string log;
  std::vector<unsigned char> record;
  std::string file_uses{};  ///< abi/file_uses.h
};

struct EmbeddedHeader {
  std::string name;
  std::string source;
};

class CompilerDoor {
 public:
  /// Opens the library if it is not open. The error, CL_COMPILER_NOT_AVAILABLE, gives the reason.
  static Result<const CompilerDoor*> open();

  /// Checks that a library with this table may be used; the error is a sentence for the build log.
  static Status check(const hdc_interface* table, const std::string& path);

  Compiled compile(std::string_view source, const std::string& options,
                   std::span<const EmbeddedHeader> headers) const;
  // `context`: HDC_ZERO_LOCAL and so on.
  Compiled build(std::string_view source, const std::string& options, uint32_t context) const;
  /// `record` holds hdc_spec_constant's.
  Compiled inspect_il(std::span<const unsigned char> module) const;
  Compiled compile_il(std::span<const unsigned char> module,
                      std::span<const hdc_spec_constant> constants,
                      const std::string& options) const;
  Compiled build_il(std::span<const unsigned char> module,
                    std::span<const hdc_spec_constant> constants, const std::string& options,
                    uint32_t context) const;
  Compiled link(std::span<const std::vector<unsigned char>> records, const std::string& options,
                uint32_t context) const;
  Compiled generate(std::span<const unsigned char> record, const std::string& kernel,
                    const VariantKey& key) const;
  /// Generates without waiting. `done` is called on any thread, this one included, and must not
  /// throw. In a child of fork() it is not called for the parent's requests.
  using Done = std::function<void(Compiled compiled)>;
  void generate_later(std::span<const unsigned char> record, const std::string& kernel,
                      const VariantKey& key, Done done) const;

  /// Hands the door to `then`: at once if it is open, else from a thread that opens it meanwhile.
  /// `then` must not throw.
  static void when_open(std::function<void(Result<const CompilerDoor*> door)> then);

 private:
  explicit CompilerDoor(const hdc_interface* table) : table_(table) {}
  static Result<const CompilerDoor*> open_now();
  static Result<const hdc_interface*> load(const std::string& path);
  Compiled take(hdc_result* result) const;

  const hdc_interface* const table_;
};

/// The target of every program: the CPU's features, the extensions that sources may use, and
/// the size of sub-groups in kernels that ask for none (0: by cost).
struct CompileTarget {
  std::string cpu;
  std::string extensions;
  uint32_t opencl_version;
  uint32_t sub_group_size = 0;  ///< HEDDLE_SUBGROUP_SIZE
};
const CompileTarget& compile_target();

}  // namespace heddle
