// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include <memory>
#include <vector>

#include "compiler/analysis/shape.h"
#include "compiler/ir/techniques.h"

namespace heddle::compiler {

/// The most bytes of a structure that lies anywhere.
constexpr unsigned kMaxStructureBytes = 64;

/// Loads, or stores, of one block that become one access: an interleave group (LLVM's
/// InterleavedAccessInfo). They have one element type and stride and bases a constant apart, and
/// nothing between them may change what they read, or access what they write. Loads are done at the
/// first member's place, stores at the last's.
struct AccessGroup {
  llvm::SmallVector<llvm::Instruction*, 4> members;  ///< by ascending offset
  llvm::SmallVector<uint64_t, 4> offsets;            ///< bytes from members[0]; offsets[0] == 0
  int64_t stride;            ///< bytes from lane to lane; 0: the lanes lie anywhere
  llvm::Align align;         ///< the first member's
  llvm::Instruction* place;  ///< the member where the access is done
};

/// The groups of accesses of the linearised `kernel`. A load or store is in one group at most.
class AccessGroups {
 public:
  /// No accesses are grouped.
  AccessGroups() = default;
  /// `allowed`: groups whose lanes lie a small stride apart (Technique::StridedGroups), and those
  /// whose lanes lie anywhere (Structures).
  AccessGroups(llvm::Function& kernel, const Shapes& shapes, const Techniques& allowed,
               llvm::FunctionAnalysisManager& analyses);
  const AccessGroup* of(const llvm::Instruction& access) const;

 private:
  std::vector<std::unique_ptr<AccessGroup>> groups_;
  llvm::DenseMap<const llvm::Instruction*, const AccessGroup*> by_member_;
};

}  // namespace heddle::compiler
