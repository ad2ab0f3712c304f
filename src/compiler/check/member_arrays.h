// SPDX-License-Identifier: Apache-2.0
// Indices of arrays that are members of structures. One that is too large leads into the next
// member, which is in the same object.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Value.h>

#include <utility>

namespace heddle::compiler {

/// An index, and the number of elements that it must be below.
using MemberIndex = std::pair<llvm::Value*, uint64_t>;

/// Returns the indices on the way to an address. Arrays of one element are left out: programs put
/// them at the end of structures that are larger than they say.
llvm::SmallVector<MemberIndex, 2> member_indices(llvm::Value& address);

}  // namespace heddle::compiler
