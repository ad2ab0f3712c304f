// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/site.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include <cstddef>

#include "abi/check_abi.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

uint32_t object_kind(const Value* object) {
  if (!object) return HD_OBJECT_UNKNOWN;
  if (isa<Argument>(object)) return HD_OBJECT_ARGUMENT;
  const auto* variable = dyn_cast<GlobalVariable>(object);
  if (!variable) return HD_OBJECT_PRIVATE;
  if (variable->getAddressSpace() == kLocal) return HD_OBJECT_LOCAL;
  return variable->getAddressSpace() == kGlobal ? HD_OBJECT_PROGRAM : HD_OBJECT_CONSTANT;
}

/// Returns the name of an argument, which IR that was linked or stored may have lost.
StringRef argument_name(const Argument& argument) {
  if (argument.hasName()) return argument.getName();
  const MDNode* names = argument.getParent()->getMetadata("kernel_arg_name");
  if (!names || argument.getArgNo() >= names->getNumOperands()) return {};
  const auto* name = dyn_cast_or_null<MDString>(names->getOperand(argument.getArgNo()));
  return name ? name->getString() : StringRef();
}

/// Returns the name in the source of a variable or argument. The front end and inlining add to it.
StringRef source_name(const Value* object, StringRef kernel) {
  if (!object) return {};
  if (const auto* argument = dyn_cast<Argument>(object)) return argument_name(*argument);
  StringRef name = object->getName();
  // A local variable has its kernel's name before its own.
  if (isa<GlobalVariable>(object)) {
    const auto [function, own] = name.split('.');
    return own.empty() || function != kernel ? name.split('.').first : own.split('.').first;
  }
  return name.split('.').first;
}

/// Returns the bytes of an element of the object, as the address arithmetic next to it counts.
uint64_t element_bytes(const Access& access, const DataLayout& layout) {
  const Value* pointer = access.pointer;
  const GEPOperator* first = nullptr;
  while (true) {
    if (const auto* address = dyn_cast<GEPOperator>(pointer)) {
      first = address;
      pointer = address->getPointerOperand();
    } else if (const auto* cast = dyn_cast<AddrSpaceCastOperator>(pointer)) {
      pointer = cast->getPointerOperand();
    } else {
      break;
    }
  }
  if (first) {
    Type* type = first->getSourceElementType();
    // An array of the program's is indexed by a second number.
    if (const auto* array = dyn_cast<ArrayType>(type); array && first->getNumIndices() > 1)
      type = array->getElementType();
    return layout.getTypeAllocSize(type).getFixedValue();
  }
  const auto* bytes = dyn_cast<ConstantInt>(access.bytes);
  return bytes ? bytes->getZExtValue() : 0;
}

/// Returns the name of the file, with its folder if the file is not the program's own.
std::string file_name(const DILocation& place) {
  const StringRef folder = place.getDirectory(), file = place.getFilename();
  if (folder.empty() || folder == "/" || file.starts_with("/")) return file.str();
  return (folder + "/" + file).str();
}

/// Returns the place in the source; that of an instruction before it, if it has none.
const DILocation* place_of(const Instruction& instruction) {
  for (const Instruction* each = &instruction; each; each = each->getPrevNode())
    if (each->getDebugLoc() && each->getDebugLoc().getLine() != 0) return each->getDebugLoc();
  return nullptr;
}

}  // namespace

Sites::Sites(Module& module, const KernelContext& context)
    : module_(module), context_(context), lines_(module) {}

Constant* Sites::describe(const Access& access) {
  const auto* argument = dyn_cast_or_null<Argument>(access.object);
  hd_check_site numbers{};
  numbers.kind = access.kind;
  numbers.object = object_kind(access.object);
  numbers.argument = argument ? argument->getArgNo() : 0;
  numbers.unit = static_cast<uint32_t>(element_bytes(access, module_.getDataLayout()));
  numbers.align = access.align;
  return make(numbers, source_name(access.object, context_.record.name),
              place_of(*access.instruction));
}

Constant* Sites::describe_meeting(const Instruction& instruction, uint32_t kind, uint32_t number) {
  hd_check_site numbers{};
  numbers.kind = kind;
  numbers.number = number;
  return make(numbers, {}, place_of(instruction));
}

Constant* Sites::describe_operation(const Instruction& instruction, uint32_t kind, uint32_t bits,
                                    bool is_signed) {
  hd_check_site numbers{};
  numbers.kind = kind;
  numbers.unit = bits;
  numbers.number = is_signed;
  return make(numbers, {}, place_of(instruction));
}

Constant* Sites::describe_object(const Value& object, const DILocation* place) {
  const auto* argument = dyn_cast<Argument>(&object);
  hd_check_site numbers{};
  numbers.kind = HD_SITE_VARIABLE;
  numbers.object = object_kind(&object);
  numbers.argument = argument ? argument->getArgNo() : 0;
  return make(numbers, source_name(&object, context_.record.name), place);
}

Constant* Sites::make(hd_check_site numbers, StringRef object, const DILocation* place) {
  LLVMContext& context = module_.getContext();
  std::string text;
  const auto add = [&](StringRef part) { text.append(part.begin(), part.end()).push_back('\0'); };
  add(object);
  if (place) {
    numbers.line = place->getLine();
    numbers.column = place->getColumn();
    add(file_name(*place));
    add(lines_.line_at(*place));
    add(place->getScope()->getSubprogram()->getName());
  } else {
    text.append(3, '\0');
  }
  const ArrayRef<uint32_t> head(&numbers.kind, offsetof(hd_check_site, text) / sizeof(uint32_t));
  std::string key(reinterpret_cast<const char*>(head.data()), head.size() * sizeof(uint32_t));
  GlobalVariable*& site = made_[key + text];
  if (site) return site;
  Constant* whole = ConstantStruct::getAnon(
      context, {ConstantDataArray::get(context, head),
                ConstantDataArray::getString(context, text, /*AddNull=*/false)});
  // Address spaces may be dropped already.
  const unsigned space = module_.getTargetTriple().isSPIR() ? kConstant : kPrivate;
  site = new GlobalVariable(module_, whole->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, whole, "check.site", nullptr,
                            GlobalValue::NotThreadLocal, space);
  site->setAlignment(Align(alignof(hd_check_site)));
  return site;
}

}  // namespace heddle::compiler
