// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/loosen_alignment.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr auto kMost = Align::Constant<8>();  // no instruction faults below 16

bool is_local(const Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() == kLocal;
}

bool is_private(const Value& pointer) {
  return pointer.getType()->getPointerAddressSpace() == kPrivate;
}

void loosen(Argument& argument) {
  if (!argument.getType()->isPointerTy() || is_private(argument)) return;
  if (is_local(argument)) return;  // as the launch places it
  if (argument.hasPointeeInMemoryValueAttr() || argument.getParamAlign().valueOrOne() <= kMost)
    return;
  argument.removeAttr(Attribute::Alignment);
  argument.addAttr(Attribute::getWithAlignment(argument.getContext(), kMost));
}

void loosen(Instruction& one) {
  if (auto* load = dyn_cast<LoadInst>(&one)) {
    if (!is_private(*load->getPointerOperand()))
      load->setAlignment(std::min<Align>(load->getAlign(), kMost));
  } else if (auto* store = dyn_cast<StoreInst>(&one)) {
    if (!is_private(*store->getPointerOperand()))
      store->setAlignment(std::min<Align>(store->getAlign(), kMost));
  } else if (auto* fill = dyn_cast<MemIntrinsic>(&one)) {
    if (!is_private(*fill->getRawDest()))
      fill->setDestAlignment(std::min<Align>(fill->getDestAlign().valueOrOne(), kMost));
    auto* copy = dyn_cast<MemTransferInst>(fill);
    if (copy && !is_private(*copy->getRawSource()))
      copy->setSourceAlignment(std::min<Align>(copy->getSourceAlign().valueOrOne(), kMost));
  }
}

}  // namespace

void loosen_alignment(Module& module) {
  for (Function& function : module) {
    for (Argument& argument : function.args()) loosen(argument);
    for (Instruction& one : instructions(function)) loosen(one);
  }
}

}  // namespace heddle::compiler
