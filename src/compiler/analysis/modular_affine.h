// SPDX-License-Identifier: Apache-2.0
// Indices of 32 bits that may wrap: in[y * width + x] with unsigned or truncated numbers. The lanes
// of such an index are affine but for multiples of 2^32, and two lanes on different sides of a
// wrap would access one object 4 GB apart. Kernels whose arguments are all smaller (others have a
// variant of their own: KernelOptions::wide_ids) thus have affine addresses.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// How far apart neighbouring lanes are: exactly, or but for multiples of 2^32.
struct LaneStep {
  bool is_affine;
  int64_t step;
};
using LaneStepOf = llvm::function_ref<std::optional<LaneStep>(const llvm::Value* value)>;

/// Steps farther than this are no neighbours: with all lanes of a vector they stay below the 4 GB
/// less 256 MB that an object may have.
constexpr int64_t kMaxModularStep = int64_t{1} << 18;

/// How far apart the lanes of `instruction` (an integer of 64 bits or a pointer, which is not
/// affine) are but for multiples of 2^32, if its operands say so.
std::optional<int64_t> modular_step(const llvm::Instruction& instruction,
                                    const llvm::DataLayout& layout, LaneStepOf step_of);

/// Does the pointer come from the kernel's arguments or variables, of which launches know the size?
/// Pointers that were read from memory may point to anything (SVM).
bool has_bounded_object(const llvm::Value& pointer);

/// How far apart the lanes of values are that are affine mod 2^32.
using ModularSteps = llvm::DenseMap<const llvm::Value*, int64_t>;

/// Of them the pointers that are taken for affine ones (modular_pointers.cpp).
llvm::DenseSet<const llvm::Value*> modular_pointers(const ModularSteps& steps);

/// The low 32 bits of a number, which are affine where the number is affine mod 2^32.
bool is_cut(const llvm::Value& value);

/// `x << 32` of 64 bits, with which an extension of a signed number begins: the lanes of a number
/// that is affine mod 2^32 differ in what is lost only.
bool drops_high_word(const llvm::Value& value);

/// Is lane 0 active wherever one of the lanes of `mask` is? Lanes without a work-item are the last
/// ones.
bool has_first_lane(const llvm::Value* mask);
/// The same of the lanes that run the linearised `block`.
bool has_first_lane(const llvm::BasicBlock& block);

}  // namespace heddle::compiler
