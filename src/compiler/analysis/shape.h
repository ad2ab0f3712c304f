// SPDX-License-Identifier: Apache-2.0
// The shape of each value of a linearised kernel: how it differs between the lanes of a vector and
// the rows of a tile (Karrenberg and Hack, "Whole-function vectorization", CGO 2011). All branches
// are uniform (linearize), so the analysis is dataflow alone.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

/// The difference of a value between lanes and rows.
struct Shape {
  enum class Kind : uint8_t { Uniform, Affine, Varying };
  Kind kind = Kind::Uniform;
  bool rows = false;   ///< differs between the rows of a tile
  int64_t stride = 0;  ///< from lane to lane of an affine value; in bytes for pointers

  static Shape uniform() { return {}; }
  static Shape affine(int64_t stride) {
    return stride == 0 ? Shape{} : Shape{Kind::Affine, false, stride};
  }
  static Shape varying() { return {Kind::Varying, false, 0}; }

  bool is_uniform() const { return kind == Kind::Uniform; }
  bool is_affine() const { return kind == Kind::Affine; }
  bool is_varying() const { return kind == Kind::Varying; }
  /// Tells whether lane 0's scalar, one for each row, determines all lanes.
  bool has_base() const { return !is_varying(); }
  bool operator==(const Shape&) const = default;
};

/// The shapes of a kernel's values.
class Shapes {
 public:
  Shapes(llvm::Function& kernel, const Lanes& lanes);

  Shape of(const llvm::Value* value) const;

  /// Tells whether the pointer is affine for the active lanes of an access only (modular_affine.h).
  /// Only accesses, and pointers and phis of the same kind, use it.
  bool is_modular(const llvm::Value* pointer) const { return modular_pointers_.contains(pointer); }
  /// Tells whether the affine result of `extension` follows from its operand as a signed number:
  /// for `sext`, and for `zext nneg` of a value that only does not wrap as a signed one (`x - 1`).
  bool extends_signed(const llvm::CastInst& extension) const {
    return extension.getOpcode() == llvm::Instruction::SExt || signed_.contains(&extension);
  }
  /// Tells whether a varying value has a modular_step.
  bool has_modular_step(const llvm::Value* value) const { return modular_.contains(value); }
  int64_t modular_step_of(const llvm::Value* value) const { return modular_.lookup(value); }
  bool is_piecewise(const llvm::Value* value) const { return piecewise_.contains(value); }
  /// Returns the stride of a piecewise affine value within its pieces (piecewise_affine.h); 0: it
  /// is none.
  int64_t piecewise_step_of(const llvm::Value* value) const { return piecewise_.lookup(value); }

  /// Returns the size of the elements of an interleaved private array: element i of lane l lies at
  /// (i * width + l) * size. 0: the lanes' arrays lie one after the other.
  uint64_t interleaved_element(const llvm::Value* alloca) const;
  /// Returns the interleaved array that `pointer` points into, or null. Byte offsets into it count
  /// width times.
  const llvm::AllocaInst* interleaved_base(const llvm::Value* pointer) const;

  /// Prints what is known of each value of `kernel`.
  void print(llvm::raw_ostream& out, const llvm::Function& kernel) const;

 private:
  class Solver;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  llvm::DenseMap<const llvm::Value*, int64_t> modular_;  ///< the steps of varying values
  llvm::DenseSet<const llvm::Value*> modular_pointers_;
  llvm::DenseSet<const llvm::Value*> signed_;  ///< `zext nneg` of affine signed numbers
  llvm::DenseMap<const llvm::Value*, int64_t> piecewise_;
  llvm::DenseMap<const llvm::Value*, uint64_t> interleaved_;
  llvm::DenseMap<const llvm::Value*, const llvm::AllocaInst*> interleaved_pointers_;
};

/// The shapes of a kernel's values in lanes of any kind. Each kind is computed when it is first
/// asked for.
class LaneShapes {
 public:
  explicit LaneShapes(llvm::Function& kernel) : kernel_(&kernel) {}

  const Shapes& at(const Lanes& lanes);

 private:
  struct Known {
    Lanes lanes;
    std::unique_ptr<Shapes> shapes;
  };

  llvm::Function* kernel_;
  std::vector<Known> known_;
};

class LaneShapesAnalysis : public llvm::AnalysisInfoMixin<LaneShapesAnalysis> {
 public:
  using Result = LaneShapes;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<LaneShapesAnalysis>;
  static llvm::AnalysisKey Key;
};

/// Tells whether the lanes' volatile accesses are contiguous.
bool is_contiguous_volatile(const llvm::Instruction& access, const Shapes& shapes);

}  // namespace heddle::compiler
