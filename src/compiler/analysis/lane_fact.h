// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace heddle::compiler {

/// An instruction on the way to a piecewise affine value, between whose lanes a new piece may
/// begin. All lanes lie on one piece if they do of each breakpoint (piecewise_affine.h).
struct Breakpoint {
  enum class Kind : uint8_t {
    Clamp,     ///< a minimum, maximum, saturation or absolute value
    Mask,      ///< number & limit
    Union,     ///< number | (x & limit)
    Period,    ///< number % limit
    Quotient,  ///< number / limit, number >> limit
    Side,      ///< a select by a comparison of affine numbers
  };
  Kind kind;
  llvm::Instruction* value;
  llvm::Value *number, *limit;
};
struct Exchange;
using Breakpoints = llvm::SmallVector<Breakpoint, 2>;

/// The pattern of a value over lanes and rows: a lattice, whose kinds are in descending order.
struct Shape {
  enum class Kind : uint8_t {
    Uniform,
    Affine,
    AffineModulo,     ///< affine modulo 2^32 (modular_affine.h)
    PiecewiseAffine,  ///< affine within each piece (piecewise_affine.h)
    Exchange,         ///< the pointer to a partner, x ^ d (exchange.h)
    Varying
  };
  Kind kind = Kind::Uniform;
  bool rows = false;  ///< differs between the rows of a tile
  /// The stride holds modulo 2^32, in launches whose arguments have less than 4 GB. An affine
  /// pointer is such a one for the active lanes of an access only: only accesses, and pointers and
  /// phis of the same kind, use it.
  bool is_modular = false;
  /// Extension keeps the pattern: as signed or as unsigned numbers the values do not wrap.
  bool is_signed = true, is_unsigned = true;
  bool is_step_function = false;  ///< piecewise affine: the stride is 0, and pieces differ
  int64_t stride = 0;             ///< from lane to lane; in bytes for pointers
  /// The places where a piecewise affine value may go on to its next piece. Null: they are too
  /// many, or no test is known for one.
  const Breakpoints* breakpoints = nullptr;
  /// The exchange that a varying pointer may be as well, where lane 0's number is aligned
  /// (exchange.h).
  const Exchange* exchange = nullptr;
  /// The interleaved private array that a pointer points into: element i of lane l lies at
  /// (i * width + l) * size. Byte offsets into it count width times. Null: the lanes' arrays lie
  /// one after the other.
  const llvm::AllocaInst* interleaved = nullptr;

  static Shape uniform(bool rows = false) { return {.rows = rows}; }
  static Shape affine(int64_t stride, bool rows = false, bool is_signed = true,
                      bool is_unsigned = true) {
    if (stride == 0) return uniform(rows);
    return {Kind::Affine, rows, false, is_signed, is_unsigned, false, stride};
  }
  static Shape affine_modulo(int64_t stride, bool rows) {
    return {Kind::AffineModulo, rows, /*is_modular=*/true, false, false, false, stride};
  }
  static Shape varying(bool rows = false) { return {Kind::Varying, rows, false, false, false}; }
  static Shape piecewise(int64_t stride, bool is_signed, bool is_unsigned,
                         bool is_step_function = false) {
    const bool varies = stride == 0 && !is_step_function;
    return {varies ? Kind::Varying : Kind::PiecewiseAffine,
            false,
            false,
            is_signed,
            is_unsigned,
            is_step_function,
            stride};
  }

  bool is_uniform() const { return kind == Kind::Uniform; }
  bool is_affine() const { return kind == Kind::Affine; }
  bool is_piecewise() const { return kind == Kind::PiecewiseAffine; }
  /// Tells whether lane 0's scalar, one for each row, determines all lanes.
  bool has_base() const { return is_uniform() || is_affine(); }
  bool is_varying() const { return !has_base(); }
  /// Tells whether the stride is known, at least modulo 2^32.
  bool has_modular_stride() const { return has_base() || is_modular; }
  bool operator==(const Shape&) const = default;
};
using ShapeOf = llvm::function_ref<Shape(const llvm::Value* value)>;

}  // namespace heddle::compiler
