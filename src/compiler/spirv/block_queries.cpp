// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/block_queries.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spirv/imports.h"

namespace heddle::compiler::spirv {
namespace {

struct Query {
  uint16_t opcode;
  bool has_count;        ///< the number of sub-groups, before the kernel
  const char* imported;  ///< the function that stands for it
  const char* builtin;
};
constexpr std::array<Query, 2> kQueries = {{
    {OpGetKernelMaxNumSubgroups, false, "__hd_spirv_max_num_sub_groups",
     "__get_kernel_max_num_sub_groups_impl"},
    {OpGetKernelLocalSizeForSubgroupCount, true, "__hd_spirv_local_size_for_sub_groups",
     "__get_kernel_local_size_for_sub_group_count_impl"},
}};

const Query* query_of(const Instruction& one) {
  for (const Query& query : kQueries) {
    // Result type and result; the kernel, its argument, and the argument's size and alignment.
    if (one.opcode == query.opcode && one.operands.size() == 6u + query.has_count) return &query;
  }
  return nullptr;
}

/// Replaces `call` of an imported function by the query about the kernel in its argument.
void answer(llvm::CallInst& call, const Query& query) {
  auto* size = llvm::dyn_cast<llvm::CallInst>(call.getArgOperand(0));
  if (!size || size->arg_size() != 2) return;
  llvm::SmallVector<llvm::Value*> arguments(size->args());
  if (query.has_count) arguments.push_back(call.getArgOperand(1));
  llvm::SmallVector<llvm::Type*> types;
  for (const auto* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(call.getType(), types, false);
  auto builtin = call.getModule()->getOrInsertFunction(query.builtin, type);
  llvm::cast<llvm::Function>(builtin.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  auto* answer = llvm::IRBuilder<>(&call).CreateCall(builtin, arguments);
  answer->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  call.replaceAllUsesWith(answer);
  call.eraseFromParent();
  if (size->use_empty()) size->eraseFromParent();
}

}  // namespace

BlockQueries::BlockQueries(const Module& module) {
  // All have the one 32-bit type that an OpenCL module can have.
  module.each([&](const Instruction& one) {
    if (query_of(one)) result_type_ = one.operands[0];
  });
}

void BlockQueries::declare(uint32_t& bound, std::vector<uint32_t>& words) {
  if (result_type_ == 0) return;
  for (size_t i = 0; i < kQueries.size(); ++i) {
    const std::vector<uint32_t> parameters(1u + kQueries[i].has_count, result_type_);
    functions_[i] = append_import(words, bound, kQueries[i].imported, result_type_, parameters);
  }
}

bool BlockQueries::rewrite(const Instruction& one, uint32_t& bound,
                           std::vector<uint32_t>& words) const {
  const Query* query = query_of(one);
  if (!query) return false;
  const uint32_t size = bound++;
  const auto kernel = one.operands.subspan(2 + query->has_count);
  append(words, OpGetKernelWorkGroupSize,
         std::array{one.operands[0], size, kernel[0], kernel[1], kernel[2], kernel[3]});
  std::vector<uint32_t> call = {one.operands[0], one.operands[1],
                                functions_[static_cast<size_t>(query - kQueries.data())], size};
  if (query->has_count) call.push_back(one.operands[2]);
  append(words, OpFunctionCall, call);
  return true;
}

void answer_block_queries(llvm::Module& module) {
  for (const Query& query : kQueries) {
    auto* imported = module.getFunction(query.imported);
    if (!imported || !imported->isDeclaration() || imported->arg_size() != 1u + query.has_count)
      continue;
    for (auto* user : llvm::make_early_inc_range(imported->users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && call->getCalledFunction() == imported) answer(*call, query);
    }
  }
}

}  // namespace heddle::compiler::spirv
