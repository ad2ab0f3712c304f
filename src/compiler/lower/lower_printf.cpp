// SPDX-License-Identifier: Apache-2.0
// printf (OpenCL C §6.13.13): arguments are laid out in private memory and described by a string of
// kinds; the launch's service formats them (kernel_abi.h, hd_services).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"
#include "compiler/ir/services.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

char type_letter(const Type* type) {
  if (type->isFloatTy()) return 'f';
  if (type->isDoubleTy()) return 'd';
  if (type->isHalfTy()) return 'h';
  if (type->isPointerTy()) return 'p';
  switch (type->getIntegerBitWidth()) {
    case 8:
      return 'c';
    case 16:
      return 's';
    case 32:
      return 'i';
    default:
      return 'l';
  }
}

std::string kind(const Type* type) {
  unsigned width = 1;
  if (const auto* vector = dyn_cast<FixedVectorType>(type)) {
    width = vector->getNumElements();
    type = vector->getElementType();
  }
  return {type_letter(type), width == 16 ? 'x' : static_cast<char>('0' + width)};
}

/// Room of a value in the block of arguments: its size as a vector of a power of two elements,
/// which is its alignment too.
uint64_t room(const DataLayout& layout, Type* type) {
  return PowerOf2Ceil(layout.getTypeStoreSize(type));
}

void lower_call(CallBase& call, Function& kernel) {
  Module& module = *kernel.getParent();
  const DataLayout& layout = module.getDataLayout();
  std::string kinds;
  SmallVector<uint64_t> offsets;
  uint64_t size = 0;
  for (Value* argument : drop_begin(call.args())) {
    uint64_t bytes = room(layout, argument->getType());
    size = alignTo(size, bytes);
    offsets.push_back(size);
    size += bytes;
    kinds += kind(argument->getType());
  }
  IRBuilder<> entry(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
  AllocaInst* block =
      entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), std::max<uint64_t>(size, 1)));
  block->setAlignment(Align(128));
  mark_transient(*block);

  IRBuilder<> builder(&call);
  for (auto [offset, argument] : zip(offsets, drop_begin(call.args()))) {
    Value* at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, offset);
    builder.CreateAlignedStore(argument, at, Align(room(layout, argument->getType())));
  }
  Value* kinds_text = builder.CreateGlobalString(kinds, "printf.kinds");
  call.replaceAllUsesWith(call_service(builder, offsetof(hd_services, printf), builder.getInt32Ty(),
                                       {call.getArgOperand(0), kinds_text, block}));
  call.eraseFromParent();
}

}  // namespace

void lower_printf(Module& module, KernelContext& context) {
  Function* printf = module.getFunction("printf");
  if (!printf) return;
  Function& kernel = *context.kernel(module);
  for (User* user : make_early_inc_range(printf->users())) {
    if (auto* call = dyn_cast<CallBase>(user)) lower_call(*call, kernel);
  }
  if (printf->use_empty()) printf->eraseFromParent();
  context.record.uses_printf = true;
}

}  // namespace heddle::compiler
