// SPDX-License-Identifier: Apache-2.0
// How each value of a linearised kernel differs between the lanes of a vector and the rows of a
// tile. All branches are uniform (linearize), so this is dataflow alone.
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

struct Shape {
  enum class Kind : uint8_t { Uniform, Affine, Varying };
  Kind kind = Kind::Uniform;
  bool rows = false;   ///< differs between the rows of a tile
  int64_t stride = 0;  ///< Affine: from lane to lane; bytes where the value is a pointer

  static Shape uniform() { return {}; }
  static Shape affine(int64_t stride) {
    return stride == 0 ? Shape{} : Shape{Kind::Affine, false, stride};
  }
  static Shape varying() { return {Kind::Varying, false, 0}; }

  bool is_uniform() const { return kind == Kind::Uniform; }
  bool is_affine() const { return kind == Kind::Affine; }
  bool is_varying() const { return kind == Kind::Varying; }
  /// One scalar (for each row) says all: the value of lane 0.
  bool has_base() const { return !is_varying(); }
  bool operator==(const Shape&) const = default;
};

class Shapes {
 public:
  Shapes(llvm::Function& kernel, const Lanes& lanes);

  Shape of(const llvm::Value* value) const;

  /// Is the pointer affine for the active lanes of an access only (modular_affine.h)? It is the
  /// operand of accesses, and of pointers and phis like it, nothing else.
  bool is_modular(const llvm::Value* pointer) const { return modular_pointers_.contains(pointer); }
  /// Does the affine value that `extension` yields follow from its operand's taken as a signed
  /// number? So it is for `sext`, and for `zext nneg` of what only keeps signed numbers: `x - 1`.
  bool extends_signed(const llvm::CastInst& extension) const {
    return extension.getOpcode() == llvm::Instruction::SExt || signed_.contains(&extension);
  }
  /// modular_step of a value that varies.
  bool has_modular_step(const llvm::Value* value) const { return modular_.contains(value); }
  int64_t modular_step_of(const llvm::Value* value) const { return modular_.lookup(value); }
  bool is_piecewise(const llvm::Value* value) const { return piecewise_.contains(value); }
  /// What neighbouring lanes of a piecewise affine value are apart where they are apart
  /// (piecewise_affine.h); 0: it is none.
  int64_t piecewise_step_of(const llvm::Value* value) const { return piecewise_.lookup(value); }

  /// Private arrays of which each lane has its elements beside those of the other lanes: element i
  /// of lane l lies at (i * width + l) * size. 0: the lanes' arrays lie one after the other.
  uint64_t interleaved_element(const llvm::Value* alloca) const;
  /// Does `pointer` point into such an array? Then its byte offsets count width times.
  const llvm::AllocaInst* interleaved_base(const llvm::Value* pointer) const;

  /// Prints what is known of each value of `kernel`.
  void print(llvm::raw_ostream& out, const llvm::Function& kernel) const;

 private:
  class Solver;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
  llvm::DenseMap<const llvm::Value*, int64_t> modular_;  ///< of values that vary
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

/// Do the lanes' volatile accesses, which are read, go to elements that lie side by side?
bool is_contiguous_volatile(const llvm::Instruction& access, const Shapes& shapes);

}  // namespace heddle::compiler
