// SPDX-License-Identifier: Apache-2.0
// Where code comes from: the process has it, the kernel cache has it, or the compiler makes it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/compiler_door.h"
#include "runtime/kernel_cache.h"
#include "runtime/variants.h"

namespace heddle {

/// The outcome of a compiler operation. `code` is null unless it succeeded; the log is for
/// CL_PROGRAM_BUILD_LOG.
struct Outcome {
  enum class Failure : uint8_t { None, Program, Options, Unavailable, Internal };
  std::shared_ptr<ProgramCode> code;
  std::string log;
  Failure failure = Failure::None;
};

/// Whether build options have -g (§5.8.6).
bool is_for_debuggers(const std::string& options);

// `context` is what the context wants of its kernels: HDC_ZERO_LOCAL and so on.

/// clBuildProgram of a source.
Outcome build_source(const std::string& source, const std::string& options, uint32_t context);
/// clCompileProgram of a source.
Outcome compile_source(const std::string& source, const std::string& options,
                       std::span<const EmbeddedHeader> headers);
/// Whether the device takes a module, and the specialisation constants that it has:
/// CL_INVALID_VALUE, CL_INVALID_OPERATION if there is no compiler.
Result<std::vector<hdc_spec_constant>> inspect_il(std::span<const unsigned char> module);
/// clBuildProgram and clCompileProgram of a module; `constants` are those that were set.
Outcome build_il(std::span<const unsigned char> module,
                 std::span<const hdc_spec_constant> constants, const std::string& options,
                 uint32_t context);
Outcome compile_il(std::span<const unsigned char> module,
                   std::span<const hdc_spec_constant> constants, const std::string& options);
/// clLinkProgram, and clBuildProgram of a binary that was made for another CPU.
Outcome link_code(std::span<const std::shared_ptr<ProgramCode>> inputs, const std::string& options,
                  uint32_t context);

/// One kernel of an executable, to be generated in one variant. `program` must outlive it, and what
/// it began.
class KernelSource {
 public:
  KernelSource(const ProgramRecord& program, size_t kernel, const Specialisation& specialisation,
               std::string program_id);
  /// Stands for the program in the keys of the cache. They carry a hash and not the whole IR, which
  /// a launch that looks for a variant has no time to compare.
  static std::string id_of(const ProgramRecord& program);

  /// The kernel with its object, if it was generated before, in this process or another.
  std::optional<KernelRecord> find() const;
  /// From the compiler. Whatever it gives is kept.
  Result<KernelRecord> generate() const;
  /// The same, returning at once. `done` is called on any thread, and not in a forked child.
  using Done = std::function<void(Result<KernelRecord>)>;
  void generate_later(Done done) const;

 private:
  const ProgramRecord& program_;
  std::string name_;
  Specialisation specialisation_;
  CacheKey key_;
};

/// Whether what `source` gives is decided by itself and the embedded headers: nothing else is
/// included, and neither date nor time is asked for. Sure when true; a few sources that would
/// qualify do not.
bool self_contained(std::string_view source, std::span<const EmbeddedHeader> headers);

/// clUnloadPlatformCompiler: what the process keeps of earlier compilations may go.
void forget_code();

}  // namespace heddle
