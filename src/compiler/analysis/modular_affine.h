// SPDX-License-Identifier: Apache-2.0
// Values that are affine modulo 2^32: indices of 32 bits that may wrap, as in[y * width + x] with
// unsigned or truncated numbers. Two lanes on different sides of a wrap would access one object 4
// GB apart. Kernels whose arguments are all smaller (others have a variant of their own:
// KernelOptions::wide_ids) thus have affine addresses.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

#include "compiler/analysis/lane_fact.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {

/// The largest stride: all lanes of a vector lie within the 4 GB less 256 MB that an object may
/// have.
constexpr int64_t kMaxModularStep = HD_WRAP_MARGIN / HD_MAX_LANES;

/// Returns the stride modulo 2^32 of `instruction`, an integer of 64 bits or a pointer that is not
/// affine, if its operands tell.
std::optional<int64_t> modular_stride(const llvm::Instruction& instruction,
                                      const llvm::DataLayout& layout, ShapeOf shape_of);

/// Tells whether the pointer comes from the kernel's arguments or variables, whose sizes launches
/// know. Pointers that are loaded may point to anything (SVM).
bool has_bounded_object(const llvm::Value& pointer);

/// Returns those pointers affine modulo 2^32 that are taken for affine ones.
llvm::DenseSet<const llvm::Value*> modular_pointers(
    const llvm::DenseMap<const llvm::Value*, Shape>& shapes);

/// Tells whether it is the low 32 bits of a number, which are affine where the number is affine
/// modulo 2^32.
bool is_cut(const llvm::Value& value);

/// Tells whether it is `x << 32` of 64 bits, with which an extension of a signed number begins. It
/// drops all bits in which a value affine modulo 2^32 differs from an affine one.
bool drops_high_word(const llvm::Value& value);

/// Tells whether lane 0 is active wherever one of the lanes of `mask` is. Lanes without a work-item
/// are the last ones.
bool has_first_lane(const llvm::Value* mask);
/// Tells the same of the lanes that run the linearised `block`.
bool has_first_lane(const llvm::BasicBlock& block);

}  // namespace heddle::compiler
