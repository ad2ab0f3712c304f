// SPDX-License-Identifier: Apache-2.0
// Piecewise affine values. Along the lanes of a vector such a value is affine within each piece,
// and a piece nearly always is much longer than a vector: a test of the first and the last lane
// tells whether all lanes lie on one piece. All lanes must be active for that, but for quotients.
//
// Clamped indices: a[max(x - 1, 0)], a[min(x + 1, n - 1)]. From lane to lane the number changes by
// the step of its affine operand or not at all. If the last lane is as far from the first one as in
// that operand, all lanes are affine.
//
// Indices that begin anew: a[(x + 1) % n], a[x & (n - 1)], a[x + 1 == n ? 0 : x + 1]. If the first
// and the last lane lie in one period, all do.
//
// Quotients: x / n, the line of the x-th pixel, is a step function, uniform on each piece.
//
// Butterflies have both: (x >> s << (s + 1)) | (x & ((1 << s) - 1)), 2 * x - (x & (n - 1)).
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/analysis/lane_fact.h"

namespace heddle::compiler {

/// Returns the shape of `instruction`, which varies, if it is piecewise affine: its stride within a
/// piece, and whether it wraps as a signed or as an unsigned number if all lanes are active. If it
/// may do both, it is taken modulo the type's range. Strides between neighbouring lanes that differ
/// have the same direction. `near`: no object has 4 GB.
Shape piecewise_shape(const llvm::Instruction& instruction, bool near, ShapeOf shape_of);

/// Returns the breakpoints of a piecewise affine value; nothing if they are too many, or no test is
/// known for one. The test of a clamp holds for the clamps of its operand, too: it is monotonic.
std::optional<Breakpoints> breakpoints_of(llvm::Value& value, ShapeOf shape_of);

}  // namespace heddle::compiler
