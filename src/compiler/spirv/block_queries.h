// SPDX-License-Identifier: Apache-2.0
// Queries about blocks to be enqueued that the translator does not know: OpGetKernelMaxNumSubgroups
// and OpGetKernelLocalSizeForSubgroupCount (SPIR-V 1.1).
#pragma once

#include <llvm/IR/Module.h>

#include <array>
#include <vector>

#include "compiler/spirv/words.h"

namespace heddle::compiler::spirv {

/// A rewriter for the translator. Each query becomes OpGetKernelWorkGroupSize of the same kernel,
/// and a call of an imported function with its result.
class BlockQueries {
 public:
  explicit BlockQueries(const Module& module);

  /// Appends the replacement of `one`, with ids from `bound`. Returns false if it is no such query.
  bool rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words) const;
  /// Appends the functions, which go before the module's own.
  void declare(uint32_t& bound, std::vector<uint32_t>& words);

 private:
  uint32_t result_type_ = 0;                // 0: there is no such query
  std::array<uint32_t, 2> functions_ = {};  // ids
};

/// Turns calls of these functions in the translation into the queries (builtins/enqueue.cl).
void answer_block_queries(llvm::Module& module);

}  // namespace heddle::compiler::spirv
