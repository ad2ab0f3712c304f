// SPDX-License-Identifier: Apache-2.0
// Kernel objects for a program record.
#pragma once

#include <memory>
#include <string>

#include "abi/program_record.h"
#include "abi/variant_key.h"
#include "compiler/program/bitcode.h"

namespace heddle::compiler {

/// A device that programs are compiled for, and the caller's demands on its code (hdc_target).
struct Target {
  std::string cpu;
  std::string extensions;
  uint32_t context = 0;            ///< HDC_ZERO_LOCAL...
  uint32_t opencl_version = 220;   ///< hdc_target.opencl_version
  uint32_t sub_group_size = 0;     ///< that of kernels that ask for none; 0: by cost
  const int* cancelled = nullptr;  ///< hdc_cancel_with
};

/// The kernels that get an object: all, or only those that do not wait for a launch.
enum class Wanted : uint8_t { Ahead, All };

/// Writes the target of its objects into the record.
void note_target(ProgramRecord& record, const Target& target);
/// Removes objects that were made for another target from the record.
void retarget(ProgramRecord& record, const Target& target);

/// Gives the wanted kernels of the executable an object for `target`, unless they have one.
/// `module` is the record's IR if the caller still has it, in `context`; it is consumed. Appends to
/// `log`.
Status generate_objects(ProgramRecord& record, const Target& target, Wanted which,
                        QuietContext& context, std::unique_ptr<llvm::Module> module,
                        std::string& log);

/// Reduces the executable to kernel `name` with an object for `target`.
Status generate_object(ProgramRecord& record, const Target& target, const std::string& name,
                       const VariantKey& key, QuietContext& context, std::string& log);

}  // namespace heddle::compiler
