// SPDX-License-Identifier: Apache-2.0
// `sum += a[i] * b[i]` in order waits for each step: four cycles for a fused one, two or three for
// an addition on CPUs that have a quicker adder (and the same on others). So where the front end
// left the choice (§6.12.2 of OpenCL C: FP_CONTRACT) and few such sums go side by side, the product
// is one of its own, which waits for nothing. Only of kernels whose work-items all do the same: of
// others the sums of a vector's lanes go side by side, and results shall not depend on the width.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/analysis/same_in_group.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// With four sums side by side a fused step each takes no longer than two operations each.
constexpr unsigned kMostSums = 3;

using Products = SmallVector<IntrinsicInst*>;

bool is_fusible_product(const Value& value) {
  const auto* product = dyn_cast<IntrinsicInst>(&value);
  return product && product->getIntrinsicID() == Intrinsic::fmuladd &&
         !product->hasAllowReassoc() && !product->getType()->isVectorTy() &&
         !product->getType()->isHalfTy();
}

/// The products that an iteration of the loop adds to `sum`, one after the other, if it does
/// nothing else with it.
Products products_of(PHINode& sum, const BasicBlock& latch) {
  Products products;
  Value* value = sum.getIncomingValueForBlock(&latch);
  while (value != &sum && is_fusible_product(*value)) {
    auto* product = cast<IntrinsicInst>(value);
    products.push_back(product);
    value = product->getArgOperand(2);
    if (value != &sum && !value->hasOneUse()) return {};
  }
  return value == &sum && sum.hasOneUse() ? products : Products();
}

void decontract(IntrinsicInst& product) {
  IRBuilder<> at(&product);
  Value* factors = at.CreateFMul(product.getArgOperand(0), product.getArgOperand(1));
  product.replaceAllUsesWith(at.CreateFAdd(product.getArgOperand(2), factors, "sum"));
  product.eraseFromParent();
}

}  // namespace

void decontract_reductions(Module& module, KernelContext& context) {
  Function& kernel = *context.kernel(module);
  if (!context.options.optimize || !all_do_the_same(kernel)) return;
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    const BasicBlock* latch = loop->getLoopLatch();
    if (!latch) continue;
    SmallVector<Products> sums;
    for (PHINode& phi : loop->getHeader()->phis()) {
      if (Products products = products_of(phi, *latch); !products.empty())
        sums.push_back(std::move(products));
    }
    if (sums.size() > kMostSums) continue;
    for (const Products& products : sums) for_each(products, [](auto* p) { decontract(*p); });
  }
}

}  // namespace heddle::compiler
