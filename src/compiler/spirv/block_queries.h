// SPDX-License-Identifier: Apache-2.0
// OpGetKernelMaxNumSubgroups and OpGetKernelLocalSizeForSubgroupCount (SPIR-V 1.1), which the
// translator does not know: queries of what may be enqueued.
#pragma once

#include <llvm/IR/Module.h>

#include <array>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// For the translator each becomes OpGetKernelWorkGroupSize of the same kernel, and the call of a
/// function that is imported, with that.
class BlockQueries {
 public:
  explicit BlockQueries(const Module& module);

  /// Appends what stands for `one`, with ids from `bound` on; false if it is no such query.
  bool rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words) const;
  /// Appends the functions, which go before the module's own.
  void declare(uint32_t& bound, std::vector<uint32_t>& words);

 private:
  uint32_t result_type_ = 0;                // 0: there is no such query
  std::array<uint32_t, 2> functions_ = {};  // ids
};

/// In the translation: calls of these functions become the queries that they stand for
/// (builtins/enqueue.cl).
void answer_block_queries(llvm::Module& module);

}  // namespace heddle::compiler::spirv
