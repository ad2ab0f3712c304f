// SPDX-License-Identifier: Apache-2.0
// The decomposition of a pointer: base + extend(index) * scale + offset, and that of its indices.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// The extension of a number to 64 bits.
enum class Extension : uint8_t { None, Signed, Unsigned };

/// One summand of an address: an index that is no constant, or a vector of indices.
struct AddressTerm {
  llvm::Value* index;   ///< as the GEP has it
  llvm::Type* element;  ///< counted by the index
  uint64_t scale;       ///< bytes
  llvm::Value* number;  ///< the index before its extension
  Extension extension;  ///< the number's, to 64 bits
  bool is_narrow() const { return index->getType()->getScalarSizeInBits() < 64; }
};

/// A pointer, or a vector of pointers, as a sum, modulo 2^64. A pointer that no GEP makes is its
/// own base.
struct Address {
  /// Takes apart one GEP.
  Address(const llvm::GEPOperator& gep, const llvm::DataLayout& layout);
  /// Takes apart a pointer: the last GEP with a variable index, and those with constant ones after
  /// it.
  Address(const llvm::Value& pointer, const llvm::DataLayout& layout);

  llvm::Value* base;
  llvm::SmallVector<AddressTerm, 2> terms;
  int64_t offset = 0;  ///< bytes
};

/// Returns the address of lanes that share a base and have one index each: its only term is a
/// vector. Nothing if `pointers` (null: none) are not of that kind.
std::optional<Address> indexed_lanes(llvm::Value* pointers, const llvm::DataLayout& layout);

/// A pointer as a sum of terms and a constant, modulo 2^64. Two pointers with the same terms are a
/// constant apart, however their indices are written (i * 4 + 1, i << 2 | 1).
class LinearPointer {
 public:
  LinearPointer(const llvm::Value& pointer, const llvm::DataLayout& layout);

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
