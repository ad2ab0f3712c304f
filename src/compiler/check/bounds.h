// SPDX-License-Identifier: Apache-2.0
// The object that a pointer is of, as values beside the pointer: its offset in the object and the
// bytes that may be read and written. The values follow the pointer through address arithmetic,
// phis and selects, as SoftBound (Nagarakatte and others, 2009) and LLVM's
// ObjectSizeOffsetEvaluator do. Offsets are integers: what is computed from them does not take a
// variable's address, so that the variable may become a register all the same.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include "abi/check_abi.h"
#include "compiler/check/pointer_slots.h"
#include "compiler/check/services.h"

namespace heddle::compiler {

struct KernelContext;

/// A pointer's place in its object.
struct Place {
  llvm::Value* offset;        ///< the pointer's, in bytes
  llvm::Value* readable;      ///< bytes of the object that may be read
  llvm::Value* writable;      ///< those that may be written
  const llvm::Value* object;  ///< argument or variable; null: not known at compile time
  uint64_t align;             ///< the largest power of two that is known to divide the address
};

/// Returns of a pointer that was loaded its place in a variable that it may point into, or `place`.
using InVariables =
    llvm::function_ref<Place(llvm::IRBuilder<>& at, llvm::Value& pointer, const Place& place)>;

class Bounds {
 public:
  /// `in_variables`: null if nothing is assumed of pointers that nothing is known of. Else they are
  /// of no bytes, and it is asked about those that the launch finds.
  Bounds(llvm::Function& kernel, const KernelContext& context, CheckServices& services,
         InVariables in_variables = nullptr);

  /// Returns the place of a pointer. The values are computed where the pointer is.
  Place of(llvm::Value& pointer);
  /// Keeps the bounds of the pointers that private variables hold beside these.
  void follow_stores();

 private:
  Place make(llvm::Value& pointer);
  Place of_object(llvm::Value& object, uint64_t bytes, bool is_constant);
  Place of_argument(llvm::Argument& argument);
  Place of_address(llvm::GEPOperator& address);
  Place of_phi(llvm::PHINode& phi);
  Place of_select(llvm::SelectInst& select);
  Place of_constant(llvm::Constant& constant);
  Place of_load(llvm::LoadInst& load);
  /// Returns the place of a pointer of which nothing is known at compile time: the launch's service
  /// finds the allocation that it points into.
  Place found(llvm::Instruction& pointer);
  Place unknown() const;
  llvm::Value* number(uint64_t value) const;
  /// Returns the memory that the service writes to.
  llvm::Value& answer();
  llvm::Value* argument_field(const llvm::Argument& argument, size_t field);

  llvm::Function& kernel_;
  const KernelContext& context_;
  CheckServices& services_;
  InVariables in_variables_;
  const PointerSlots slots_;
  llvm::Type* const word_;
  llvm::IRBuilder<> entry_;  ///< before the first instruction of the kernel's own
  llvm::Value* table_ = nullptr;
  llvm::Value* answer_ = nullptr;
  llvm::DenseMap<const llvm::Value*, Place> known_;
};

}  // namespace heddle::compiler
