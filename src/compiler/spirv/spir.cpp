// SPDX-License-Identifier: Apache-2.0
// The differences between SPIR 1.2 and today's Clang for spir64: the place of kernels' metadata,
// the mangling of types of images and of qualified pointers, and samplers, which are integers.
#include "compiler/spirv/spir.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <string>

#include "compiler/program/kernels.h"
#include "compiler/spirv/adapt.h"
#include "compiler/spirv/helper.h"

namespace heddle::compiler::spirv {
namespace {

using namespace llvm;
using llvm::Module;

constexpr StringLiteral kKernels = "opencl.kernels";
constexpr StringLiteral kSampler = "11ocl_sampler";

/// Attaches a node of kernel metadata, which is a name and values.
void attach(Function& kernel, const MDNode& node) {
  if (node.getNumOperands() == 0) return;
  const auto* name = dyn_cast_or_null<MDString>(node.getOperand(0));
  if (!name) return;
  SmallVector<Metadata*> values;
  for (const MDOperand& value : drop_begin(node.operands())) values.push_back(value);
  kernel.setMetadata(name->getString(), MDNode::get(kernel.getContext(), values));
}

void attach_kernel_metadata(Module& module) {
  NamedMDNode* kernels = module.getNamedMetadata(kKernels);
  if (!kernels) return;
  for (const MDNode* node : kernels->operands()) {
    if (node->getNumOperands() == 0) continue;
    auto* kernel = mdconst::dyn_extract_or_null<Function>(node->getOperand(0));
    if (!kernel) continue;
    for (const MDOperand& each : drop_begin(node->operands())) {
      if (const auto* inner = dyn_cast_or_null<MDNode>(each)) attach(*kernel, *inner);
    }
  }
  kernels->eraseFromParent();
}

/// Returns the name with address spaces before other qualifiers: "PKU3AS1f" is "PU3AS1Kf" today.
std::string with_address_spaces_first(std::string name) {
  for (size_t at = 0; (at = name.find('P', at)) != std::string::npos; ++at) {
    const size_t begin = at + 1;
    const size_t end = name.find_first_not_of("rVK", begin);
    constexpr size_t kSpaceLength = 5;  // "U3AS1"
    if (end == begin || end == std::string::npos || name.compare(end, 4, "U3AS") != 0) continue;
    const std::string qualifiers = name.substr(begin, end - begin);
    name = name.substr(0, begin) + name.substr(end, kSpaceLength) + qualifiers +
           name.substr(end + kSpaceLength);
  }
  return name;
}

/// Returns the name with the access of images: "11ocl_image2d" is "14ocl_image2d_ro" today. SPIR
/// 1.2 leaves the access to the function.
std::string with_image_access(const std::string& name) {
  struct Image {
    StringLiteral old_name, new_name;
  };
  static constexpr Image kImages[] = {
      {"16ocl_image1darray", "ocl_image1d_array"},
      {"17ocl_image1dbuffer", "ocl_image1d_buffer"},
      {"11ocl_image1d", "ocl_image1d"},
      {"16ocl_image2darray", "ocl_image2d_array"},
      {"11ocl_image2d", "ocl_image2d"},
      {"11ocl_image3d", "ocl_image3d"},
  };
  const char* access = name.find("write_image") != std::string::npos ? "_wo" : "_ro";
  for (const Image& image : kImages) {
    const size_t at = name.find(image.old_name.str());
    if (at == std::string::npos) continue;
    const std::string type = image.new_name.str() + access;
    return name.substr(0, at) + std::to_string(type.size()) + type +
           name.substr(at + image.old_name.size());
  }
  return name;
}

void rename_built_ins(Module& module) {
  for (Function& function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("_Z")) continue;
    const std::string old_name = function.getName().str();
    const std::string name = with_image_access(with_address_spaces_first(old_name));
    if (name == old_name) continue;
    if (Function* known = module.getFunction(name)) {
      function.replaceAllUsesWith(known);
      function.eraseFromParent();
    } else {
      function.setName(name);
    }
  }
}

/// Passes samplers to built-ins as addresses, whose bits are the sampler's (kernel_abi.h).
void pass_samplers(Module& module) {
  for (Function& function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().contains(kSampler)) continue;
    const FunctionType* old_type = function.getFunctionType();
    SmallVector<Type*> types(old_type->params());
    if (types.size() < 2 || !types[1]->isIntegerTy(32)) continue;
    types[1] = PointerType::get(module.getContext(), 0);
    auto* type = FunctionType::get(old_type->getReturnType(), types, false);
    Function* taking = Function::Create(type, function.getLinkage(), "", module);
    taking->setCallingConv(function.getCallingConv());
    taking->takeName(&function);
    for (User* user : make_early_inc_range(function.users())) {
      auto* call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledOperand() != &function) continue;
      IRBuilder<> at(call);
      SmallVector<Value*> arguments(call->args());
      arguments[1] = at.CreateIntToPtr(at.CreateZExt(arguments[1], at.getInt64Ty()), types[1]);
      CallInst* made = at.CreateCall(taking, arguments);
      made->setCallingConv(taking->getCallingConv());
      call->replaceAllUsesWith(made);
      call->eraseFromParent();
    }
  }
}

/// Masks shift counts: OpenCL C takes them modulo the width (§6.3.j). Compilers to SPIR leave that
/// to the consumer, and LLVM makes larger counts poison.
void mask_shifts(Module& module) {
  for (Function& function : module) {
    for (llvm::Instruction& one : instructions(function)) {
      if (!one.isShift() || isa<Constant>(one.getOperand(1))) continue;
      IRBuilder<> at(&one);
      const unsigned bits = one.getType()->getScalarSizeInBits();
      if (!isPowerOf2_32(bits)) continue;
      one.setOperand(1, at.CreateAnd(one.getOperand(1), bits - 1));
    }
  }
}

bool is_sampler(const Function& kernel, unsigned argument) {
  const MDNode* types = kernel.getMetadata("kernel_arg_base_type");
  const auto* name = types && argument < types->getNumOperands()
                         ? dyn_cast_or_null<MDString>(types->getOperand(argument))
                         : nullptr;
  return name && name->getString() == "sampler_t" &&
         kernel.getArg(argument)->getType()->isIntegerTy(32);
}

/// Makes a kernel with samplers, which gets addresses, a shell around SPIR's function.
void take_samplers(Function& body) {
  SmallVector<Type*> types;
  bool any = false;
  for (Argument& argument : body.args()) {
    const bool sampler = is_sampler(body, argument.getArgNo());
    any |= sampler;
    types.push_back(sampler ? PointerType::get(body.getContext(), 0) : argument.getType());
  }
  if (!any) return;
  auto* type = FunctionType::get(body.getReturnType(), types, false);
  Function* kernel = Function::Create(type, body.getLinkage(), "", body.getParent());
  kernel->takeName(&body);
  kernel->setCallingConv(body.getCallingConv());
  kernel->setAttributes(body.getAttributes());
  kernel->copyMetadata(&body, 0);
  body.clearMetadata();
  body.setName(kernel->getName() + ".body");
  body.setLinkage(GlobalValue::InternalLinkage);
  body.setCallingConv(CallingConv::SPIR_FUNC);
  IRBuilder<> at(BasicBlock::Create(body.getContext(), "", kernel));
  SmallVector<Value*> arguments;
  for (auto [given, wanted] : zip(kernel->args(), body.args())) {
    const bool same = given.getType() == wanted.getType();
    if (!same)
      kernel->removeParamAttrs(given.getArgNo(),
                               AttributeFuncs::typeIncompatible(given.getType(), AttributeSet()));
    arguments.push_back(
        same ? static_cast<Value*>(&given)
             : at.CreateTrunc(at.CreatePtrToInt(&given, at.getInt64Ty()), wanted.getType()));
  }
  at.CreateCall(&body, arguments)->setCallingConv(CallingConv::SPIR_FUNC);
  at.CreateRetVoid();
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> compile_spir(QuietContext& context,
                                                   std::span<const unsigned char> bitcode,
                                                   const CompileOptions& options) {
  const auto upgraded = TRY(run_helper(HelperMode::Upgrade, bitcode));
  auto module = TRY(read_bitcode(context, upgraded));
  attach_kernel_metadata(*module);
  rename_built_ins(*module);
  pass_samplers(*module);
  mask_shifts(*module);
  for (llvm::Function& function : llvm::make_early_inc_range(*module)) {
    if (is_kernel(function)) take_samplers(function);
  }
  adapt(*module, options);
  return module;
}

}  // namespace heddle::compiler::spirv
