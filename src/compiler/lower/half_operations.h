// SPDX-License-Identifier: Apache-2.0
// Operations of half as operations of float, and conversions between the two, for scalars and
// vectors of any length.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/MC/MCSubtargetInfo.h>

namespace heddle::compiler {

/// The instructions of the machine for halves, and how it runs.
struct HalfIsa {
  /// `flushes`: subnormal floats count as zeros (flush_denormals.cpp).
  HalfIsa(const llvm::MCSubtargetInfo& machine, bool flushes);
  bool arithmetic, conversions;
  bool embedded_rounding;  ///< sums of three have a rounding mode of their own
  bool flushes;
};

/// `half` as float. Exact.
llvm::Value* to_float(llvm::IRBuilder<>& at, llvm::Value* half, const HalfIsa& isa);

/// A float or a double as half, rounded once, to nearest even.
llvm::Value* to_half(llvm::IRBuilder<>& at, llvm::Value* value, const HalfIsa& isa);

/// a * b + c of floats that are halves, such that a conversion to half rounds as if it were the
/// only one: truncated, with the last bit set if something was cut off.
llvm::Value* fma_to_odd(llvm::IRBuilder<>& at, llvm::Value* a, llvm::Value* b, llvm::Value* c,
                        const HalfIsa& isa);

}  // namespace heddle::compiler
