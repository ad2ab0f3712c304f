// SPDX-License-Identifier: Apache-2.0
// Indices that are clamped: a[max(x - 1, 0)], a[min(x + 1, n - 1)]. From lane to lane such a number
// changes by the step of its affine operand or not at all; if the last lane is as far from the
// first one as in that operand, all lanes are affine. Indices that begin anew: a[(x + 1) % n], a[x
// & (n - 1)], a[x + 1 == n ? 0 : x + 1]. Where the first and the last lane begin with the same
// lane, all do. A number divided (x / n: the row of the x-th pixel) is the same for all lanes then.
// Butterflies have both: (x >> s << (s + 1)) | (x & ((1 << s) - 1)), 2 * x - (x & (n - 1)).
// This is asked when all lanes are active, and nearly always so.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace heddle::compiler {

/// By what neighbouring lanes may differ, if they do; all in the same direction. As signed or as
/// unsigned numbers: without a wrap if all lanes are active; neither: modulo the type's range. All
/// zeros: such a step is not known.
struct Bend {
  int64_t step = 0;
  bool is_signed = false, is_unsigned = false;
  bool is_level = false;  ///< the step is 0, and there are places where another number begins

  bool varies() const { return step != 0 || is_level; }
  bool operator==(const Bend&) const = default;
};

/// That of `instruction`, which varies. `near`: no object has 4 GB. `bend_of_operand` also says it
/// of affine and, with the step 0, of uniform values.
Bend bend_of(const llvm::Instruction& instruction, bool near,
             llvm::function_ref<Bend(const llvm::Value* operand)> bend_of_operand);

/// Is this where the value stops being affine, if it does at all?
bool bends(const llvm::Instruction& instruction);
/// Is it x / n or x >> n?
bool is_quotient(const llvm::Instruction& instruction);
/// The x & (n - 1) of q | (x & (n - 1)), or nothing.
const llvm::Instruction* rest_of_union(const llvm::Instruction& instruction);
/// Does it clamp a value that may be a clamp already, so that it goes in one direction?
bool is_clamp(const llvm::Instruction& instruction);

}  // namespace heddle::compiler
