// SPDX-License-Identifier: Apache-2.0
// Joins pairs of members of structure groups (structure_groups.h) that fill half a register each in
// one register: a matrix product that keeps 4 x 8 sums for each work-item has 16 registers of them
// for eight work-items, not 32.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void pair_members(WideKernel& wide);

}  // namespace heddle::compiler
