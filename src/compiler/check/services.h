// SPDX-License-Identifier: Apache-2.0
// Calls of what a checked launch reports to (hd_checks), whose address is a hidden argument.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

struct KernelContext;

/// Marks an access that a check makes, and tells one from those of the kernel.
void mark_of_check(llvm::Instruction& instruction);
bool is_of_check(const llvm::Instruction& instruction);
/// Marks the branch of a check of memory: it goes to its first successor if the access is right.
void mark_branch_of_check(llvm::BranchInst& branch);
bool is_branch_of_check(const llvm::BranchInst& branch);

class CheckServices {
 public:
  CheckServices(llvm::Function& kernel, const KernelContext& context)
      : kernel_(kernel), context_(context) {}

  /// Returns the address of the table, which the kernel's entry loads.
  llvm::Value* table();
  /// Emits a report of an access: site, address, offset, bytes and size.
  void report_access(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> facts);
  /// Emits a question for the bounds of what `pointer` points into; `answer` receives them.
  void find_bounds(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* answer);
  void note_meeting(llvm::IRBuilder<>& at, llvm::Value* site);
  /// Emits a note of a copy or a wait: site, arguments, their number, and event. Returns the copy's
  /// event.
  llvm::Value* note_copy(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> facts);
  /// Emits the beginning of a work-item whose accesses are recorded.
  void begin_item(llvm::IRBuilder<>& at, llvm::Value* item);
  /// Emits a record of an access: item, site, address, bytes and facts.
  void note_access(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> facts);
  /// Emits what follows an atomic access: item, address and facts.
  void note_acquire(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> facts);
  void note_fence(llvm::IRBuilder<>& at, llvm::Value* item, llvm::Value* facts);
  /// Emits a mark of memory as not written; as written without a site, which may be null.
  void poison(llvm::IRBuilder<>& at, llvm::Value* memory, llvm::Value* bytes, llvm::Constant* site);
  void copy_shadow(llvm::IRBuilder<>& at, llvm::Value* target, llvm::Value* source,
                   llvm::Value* bytes);
  /// Emits a report of the use of a value: site and origin.
  void report_uninitialised(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> facts);
  /// Returns a field of the shadow's table, which the kernel's entry loads.
  llvm::Value* shadow_field(size_t offset);
  /// Emits a report of an operation: site and operands.
  void report_result(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> facts);

 private:
  llvm::Value* launch();
  void report(llvm::IRBuilder<>& at, size_t function, llvm::ArrayRef<llvm::Value*> facts);
  /// Returns the arguments of a service that is told of a work-item: table and launch, the facts,
  /// and its three global ids, from which group and local ids follow.
  llvm::SmallVector<llvm::Value*> with_ids(llvm::IRBuilder<>& at,
                                           llvm::ArrayRef<llvm::Value*> facts);
  llvm::CallInst* call(llvm::IRBuilder<>& at, size_t function,
                       llvm::ArrayRef<llvm::Value*> arguments, llvm::Type* result = nullptr);
  llvm::IRBuilder<> entry();

  llvm::Function& kernel_;
  const KernelContext& context_;
  llvm::Value *launch_ = nullptr, *table_ = nullptr;
};

}  // namespace heddle::compiler
