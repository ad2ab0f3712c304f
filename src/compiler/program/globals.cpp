// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/globals.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "abi/compiler_interface.h"
#include "compiler/ir/address_spaces.h"

namespace heddle::compiler {
namespace {

using Variables = llvm::SetVector<const llvm::GlobalVariable*>;

/// Collects all variables that a constant mentions.
void mentioned(const llvm::Constant& constant, Variables& found) {
  llvm::SetVector<const llvm::Constant*> seen;
  seen.insert(&constant);
  for (size_t i = 0; i < seen.size(); ++i) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(seen[i])) {
      found.insert(variable);
      continue;
    }
    if (llvm::isa<llvm::GlobalValue>(seen[i])) continue;
    for (const auto& operand : seen[i]->operands())
      if (const auto* inner = llvm::dyn_cast<llvm::Constant>(operand)) seen.insert(inner);
  }
}

Variables in_initializer(const llvm::GlobalVariable& variable) {
  Variables found;
  if (variable.hasInitializer()) mentioned(*variable.getInitializer(), found);
  return found;
}

/// Returns the block's variables in the module's order, so that the layout is a function of the IR
/// alone.
std::vector<const llvm::GlobalVariable*> members(const llvm::Module& module) {
  Variables chosen;
  for (const auto& variable : module.globals()) {
    const unsigned space = variable.getAddressSpace();
    const bool has_address = space == kConstant && !in_initializer(variable).empty();
    if (variable.hasInitializer() && (space == kGlobal || has_address)) chosen.insert(&variable);
  }
  for (size_t i = 0; i < chosen.size(); ++i)
    for (const auto* variable : in_initializer(*chosen[i]))
      if (variable->getAddressSpace() == kGlobal || variable->getAddressSpace() == kConstant)
        chosen.insert(variable);
  std::vector<const llvm::GlobalVariable*> ordered;
  for (const auto& variable : module.globals())
    if (chosen.contains(&variable)) ordered.push_back(&variable);
  return ordered;
}

/// A writer of initialisers into the block's bytes.
class Initializer {
 public:
  Initializer(const llvm::DataLayout& layout, GlobalsLayout& globals)
      : layout_(layout), globals_(globals) {}

  Status write(const llvm::Constant& value, uint64_t at) {
    if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return {};
    if (value.getType()->isAggregateType() || value.getType()->isVectorTy())
      return write_elements(value, at);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
      return write_bits(number->getValue(), at);
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value))
      return write_bits(number->getValueAPF().bitcastToAPInt(), at);
    return write_address(value, at);
  }

 private:
  Status write_bits(const llvm::APInt& bits, uint64_t at) {
    auto& init = globals_.record.init;  // grows on demand: a huge array may be all zero
    init.resize(std::max<size_t>(init.size(), at + (bits.getBitWidth() + 7) / 8));
    for (unsigned bit = 0; bit < bits.getBitWidth(); bit += 8) {
      const unsigned width = std::min(8u, bits.getBitWidth() - bit);
      init[at + bit / 8] = static_cast<unsigned char>(bits.extractBitsAsZExtValue(width, bit));
    }
    return {};
  }

  Status write_elements(const llvm::Constant& value, uint64_t at) {
    auto* type = value.getType();
    const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    uint64_t count = 0, stride = 0;
    if (structure) {
      count = structure->getNumElements();
    } else if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      count = array->getNumElements();
      stride = layout_.getTypeAllocSize(array->getElementType());
    } else if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      count = vector->getNumElements();
      stride = layout_.getTypeStoreSize(vector->getElementType());
    }
    for (uint64_t i = 0; i < count; ++i) {
      const auto* element = value.getAggregateElement(static_cast<unsigned>(i));
      if (!element) return unsupported(value);
      const uint64_t offset = structure
                                  ? layout_.getStructLayout(llvm::cast<llvm::StructType>(type))
                                        ->getElementOffset(static_cast<unsigned>(i))
                                        .getFixedValue()
                                  : i * stride;
      TRY(write(*element, at + offset));
    }
    return {};
  }

  /// Writes the address of a variable plus a constant: an entry in the list of relocations.
  Status write_address(const llvm::Constant& value, uint64_t at) {
    const llvm::Value* pointer = &value;
    if (const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(&value);
        cast && cast->getOpcode() == llvm::Instruction::PtrToInt)
      pointer = cast->getOperand(0);
    // The address of a block's invoke function is never read: blocks are known at compile time.
    if (llvm::isa<llvm::Function>(pointer->stripPointerCasts())) return {};
    if (!pointer->getType()->isPointerTy() || layout_.getTypeStoreSize(value.getType()) != 8)
      return unsupported(value);
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    const auto* base =
        pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    if (!variable) {
      // An integer cast to a pointer, or an offset from null.
      const auto* number = llvm::dyn_cast<llvm::ConstantExpr>(base);
      const auto* bits = number && number->getOpcode() == llvm::Instruction::IntToPtr
                             ? llvm::dyn_cast<llvm::ConstantInt>(number->getOperand(0))
                             : nullptr;
      if (bits) return write_bits(bits->getValue().zextOrTrunc(64) + offset.sextOrTrunc(64), at);
      if (llvm::isa<llvm::ConstantPointerNull>(base)) return write_bits(offset.sextOrTrunc(64), at);
      return unsupported(value);
    }
    const auto found = globals_.offset.find(variable->getName());
    if (found == globals_.offset.end()) return unsupported(value);
    const uint64_t target = found->second + static_cast<uint64_t>(offset.getSExtValue());
    if (target > globals_.record.size) return unsupported(value);
    globals_.record.relocations.push_back({at, target});
    return {};
  }

  Status unsupported(const llvm::Constant& value) const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    return Error{HDC_FAILURE,
                 "a program-scope variable is initialised with what is not known "
                 "before the program runs: " +
                     text};
  }

  const llvm::DataLayout& layout_;
  GlobalsLayout& globals_;
};

}  // namespace

Result<GlobalsLayout> layout_globals(const llvm::Module& module) {
  const auto& layout = module.getDataLayout();
  const auto variables = members(module);
  GlobalsLayout globals;
  auto& record = globals.record;
  for (const auto* variable : variables) {
    auto* type = variable->getValueType();
    const auto align = variable->getAlign().value_or(layout.getABITypeAlign(type));
    const uint64_t size = layout.getTypeAllocSize(type);
    if (variable->getAddressSpace() == kGlobal && size > kMaxGlobalVariableSize)
      return Error{HDC_FAILURE, "variable '" + variable->getName().str() + "' of " +
                                    std::to_string(size) +
                                    " bytes is larger than CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, " +
                                    std::to_string(kMaxGlobalVariableSize)};
    const uint64_t offset = llvm::alignTo(record.size, align);
    if (size > (uint64_t{1} << 40) - offset)
      return Error{HDC_FAILURE, "the program-scope variables take too much room"};
    globals.offset[variable->getName()] = offset;
    record.size = offset + size;
    record.align = std::max<uint64_t>(record.align, align.value());
    if (variable->getAddressSpace() == kGlobal) record.variables_size += size;
  }
  Initializer initializer(layout, globals);
  for (const auto* variable : variables)
    TRY(initializer.write(*variable->getInitializer(), globals.offset[variable->getName()]));
  return globals;
}

}  // namespace heddle::compiler
