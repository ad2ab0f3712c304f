// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <compare>

namespace heddle::compiler {

/// A pointer as a sum of terms and a constant, modulo 2^64. Two pointers with the same terms are a
/// constant apart, however their indices are written (i * 4 + 1, i << 2 | 1).
class LinearPointer {
 public:
  LinearPointer(const llvm::Value& pointer, const llvm::DataLayout& layout);

  enum class Extension : uint8_t { None, Signed, Unsigned };
  struct Term {
    const llvm::Value* value;
    Extension extension;  ///< to 64 bits, where the value has fewer
    uint64_t factor;
    bool operator==(const Term&) const = default;
  };

  llvm::ArrayRef<Term> terms() const { return terms_; }
  int64_t constant() const { return static_cast<int64_t>(constant_); }
  bool is_constant_apart(const LinearPointer& other) const { return terms_ == other.terms_; }

 private:
  void add_pointer(const llvm::Value& pointer, const llvm::DataLayout& layout, unsigned depth);
  void add(const llvm::Value& value, Extension extension, uint64_t factor, unsigned depth);
  bool add_sum(const llvm::Value& value, Extension extension, uint64_t factor, unsigned depth);
  void add_term(const llvm::Value& value, Extension extension, uint64_t factor);

  llvm::SmallVector<Term, 4> terms_;  ///< sorted
  uint64_t constant_ = 0;
  unsigned steps_ = 0;
};

}  // namespace heddle::compiler
