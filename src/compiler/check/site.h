// SPDX-License-Identifier: Apache-2.0
// Descriptions of accesses for reports: constants of the kernel's code (hd_check_site).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <string>

#include "abi/check_abi.h"
#include "compiler/check/source_lines.h"

namespace heddle::compiler {

struct KernelContext;

/// The facts of an access that its description has besides its place in the source.
struct Access {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  uint32_t kind;                        ///< HD_SITE_...
  llvm::Value* bytes;                   ///< their number, of type i64
  uint32_t align = 1;                   ///< that the access needs
  const llvm::Value* object = nullptr;  ///< argument or variable
};

class Sites {
 public:
  Sites(llvm::Module& module, const KernelContext& context);

  /// Returns the address of the description, which equal ones share.
  llvm::Constant* describe(const Access& access);
  /// Returns that of a barrier or an end, which `number` tells from others of the kernel.
  llvm::Constant* describe_meeting(const llvm::Instruction& instruction, uint32_t kind,
                                   uint32_t number);
  /// Returns that of an operation whose result has such a type.
  llvm::Constant* describe_operation(const llvm::Instruction& instruction, uint32_t kind,
                                     uint32_t bits, bool is_signed);
  /// Returns that of a variable or argument, with the place of its declaration, which may be null.
  llvm::Constant* describe_object(const llvm::Value& object, const llvm::DILocation* place);

 private:
  llvm::Constant* make(hd_check_site numbers, llvm::StringRef object,
                       const llvm::DILocation* place);

  llvm::Module& module_;
  const KernelContext& context_;
  const SourceLines lines_;
  std::map<std::string, llvm::GlobalVariable*> made_;
};

}  // namespace heddle::compiler
