// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/builtin_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/imports.h"

namespace heddle::compiler::spirv {
namespace {

constexpr llvm::StringLiteral kPrefix = "__hd_spirv_builtin.";  // then its name and a number
constexpr llvm::StringLiteral kInitialize = "named_barrier_init";
/// Capabilities that declare these instructions. The translator does not get them.
constexpr uint32_t kCapabilities[] = {
    59,    // NamedBarrier
    5055,  // ShaderClockKHR
    5569,  // SubgroupBufferBlockIOINTEL
    5570,  // SubgroupImageBlockIOINTEL
    5612,  // AtomicFloat32MinMaxEXT
    5613,  // AtomicFloat64MinMaxEXT
    5616,  // AtomicFloat16MinMaxEXT
    6025,  // BitInstructions
    6026,  // GroupNonUniformRotateKHR
    6033,  // AtomicFloat32AddEXT
    6034,  // AtomicFloat64AddEXT
    6095,  // AtomicFloat16AddEXT
    6400,  // GroupUniformArithmeticKHR
};
constexpr std::string_view kExtensions[] = {
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_shader_clock",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_uniform_group_instructions",
};
constexpr uint32_t kScopeWorkgroup = 2, kScopeSubgroup = 3;

struct Named {
  uint16_t opcode;
  const char* name;
};
constexpr Named kBitFunctions[] = {
    {OpBitFieldInsert, "bitfield_insert"},
    {OpBitFieldSExtract, "bitfield_extract_signed"},
    {OpBitFieldUExtract, "bitfield_extract_unsigned"},
    {OpBitReverse, "bit_reverse"},
};
constexpr Named kGroupOperations[] = {
    {OpGroupIMulKHR, "mul"},
    {OpGroupFMulKHR, "mul"},
    {OpGroupBitwiseAndKHR, "and"},
    {OpGroupBitwiseOrKHR, "or"},
    {OpGroupBitwiseXorKHR, "xor"},
    {OpGroupLogicalAndKHR, "logical_and"},
    {OpGroupLogicalOrKHR, "logical_or"},
    {OpGroupLogicalXorKHR, "logical_xor"},
};
constexpr Named kAtomicFunctions[] = {
    {OpAtomicFAddEXT, "atomic_fetch_add"},
    {OpAtomicFMinEXT, "atomic_fetch_min"},
    {OpAtomicFMaxEXT, "atomic_fetch_max"},
};
constexpr Named kBlockFunctions[] = {
    {OpSubgroupBlockReadINTEL, "intel_sub_group_block_read"},
    {OpSubgroupBlockWriteINTEL, "intel_sub_group_block_write"},
    {OpSubgroupImageBlockReadINTEL, "intel_sub_group_block_read"},
    {OpSubgroupImageBlockWriteINTEL, "intel_sub_group_block_write"},
};
constexpr llvm::StringLiteral kOfImage = "@image";  // after the name: its data type
constexpr const char* kGroupKinds[] = {"reduce", "scan_inclusive", "scan_exclusive"};

const char* name_in(std::span<const Named> table, uint16_t opcode) {
  const auto found = std::ranges::find(table, opcode, &Named::opcode);
  return found == table.end() ? nullptr : found->name;
}

bool is_block_of_image(uint16_t opcode) {
  return opcode == OpSubgroupImageBlockReadINTEL || opcode == OpSubgroupImageBlockWriteINTEL;
}

bool is_block_write(uint16_t opcode) {
  return opcode == OpSubgroupBlockWriteINTEL || opcode == OpSubgroupImageBlockWriteINTEL;
}

bool has_result(uint16_t opcode) {
  return opcode != OpMemoryNamedBarrier && !is_block_write(opcode);
}

/// Returns the type as OpenCL C mangles it: unsigned, as SPIR-V has no signs. Empty for types that
/// no function takes.
std::string mangled(const llvm::Type& type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
    const auto element = mangled(*vector->getElementType());
    return "Dv" + std::to_string(vector->getNumElements()) + "_" + element;
  }
  if (type.isHalfTy()) return "Dh";
  if (type.isFloatTy()) return "f";
  if (type.isDoubleTy()) return "d";
  switch (type.isIntegerTy() ? type.getIntegerBitWidth() : 0) {
    case 8:
      return "h";
    case 16:
      return "t";
    case 32:
      return "j";
    case 64:
      return "m";
    default:
      return {};
  }
}

/// Tells whether the argument is an offset, a count or a size, which are integers of any width in
/// SPIR-V.
bool is_narrowed(llvm::StringRef builtin, unsigned index, unsigned count) {
  if (builtin.ends_with("_rotate")) return index > 0;
  return builtin.starts_with("bitfield") && index + 2 >= count;
}

/// Returns the type that the function takes: functions of sub-groups take no vectors, which are
/// split into elements, and no booleans.
llvm::Type* scalar_type(llvm::Type& type, llvm::StringRef builtin) {
  auto* scalar = builtin.ends_with("_rotate") ? type.getScalarType() : &type;
  return scalar->isIntegerTy(1) ? llvm::Type::getInt32Ty(type.getContext()) : scalar;
}

/// Returns the function for barriers of some sub-groups. These barriers are pointers to local
/// memory, and numbers in the translation.
llvm::FunctionCallee barrier_function(llvm::Module& module, bool initializes) {
  auto& context = module.getContext();
  auto* pointer = llvm::PointerType::get(context, kLocal);
  auto* number = llvm::Type::getInt32Ty(context);
  auto* type = initializes ? llvm::FunctionType::get(pointer, {number}, false)
                           : llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                                     {pointer, number, number}, false);
  auto callee = module.getOrInsertFunction(
      initializes ? "_Z18named_barrier_initi"
                  : "_Z24work_group_named_barrierPU3AS314__namedBarrierj12memory_scope",
      type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setConvergent();
  return callee;
}

/// Returns the built-in of a block, with the argument types of `imported`.
llvm::FunctionCallee block_builtin(llvm::Module& module, llvm::StringRef name,
                                   const llvm::Function& imported) {
  const bool is_of_image = name.consume_back(kOfImage);
  const auto* type = imported.getFunctionType();
  const bool writes = type->getReturnType()->isVoidTy();
  const auto& data = writes ? *type->params().back() : *type->getReturnType();
  auto symbol = "_Z" + std::to_string(name.size()) + name.str();
  if (is_of_image) {
    symbol += writes ? "14ocl_image2d_woDv2_i" : "14ocl_image2d_roDv2_i";
  } else {
    const auto space = type->getParamType(0)->getPointerAddressSpace();
    symbol += "PU3AS" + std::to_string(space) + (writes ? "" : "K");
    symbol += mangled(*data.getScalarType());
  }
  if (writes) symbol += mangled(data);
  auto callee = module.getOrInsertFunction(symbol, const_cast<llvm::FunctionType*>(type));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setConvergent();
  return callee;
}

/// Returns the built-in, with the argument types that it takes.
llvm::FunctionCallee builtin_of(llvm::Module& module, llvm::StringRef name,
                                const llvm::Function& imported) {
  if (name.contains("named_barrier")) return barrier_function(module, name == kInitialize);
  if (name.contains("_group_block_")) return block_builtin(module, name, imported);
  auto* uint_type = llvm::Type::getInt32Ty(module.getContext());
  const bool is_logical = name.contains("_logical_");
  const std::string atomic = "PU3AS4VU7_Atomic" + mangled(*imported.getReturnType());
  auto symbol = "_Z" + std::to_string(name.size()) + name.str();
  llvm::SmallVector<llvm::Type*> types;
  std::string vector;  // a type that is mangled as S_ where it is repeated
  for (const auto& argument : imported.args()) {
    const bool narrow = is_narrowed(name, argument.getArgNo(), imported.arg_size());
    auto* type = narrow ? uint_type : scalar_type(*argument.getType(), name);
    if (type->isPointerTy()) type = llvm::PointerType::get(module.getContext(), kGeneric);
    const bool is_signed = is_logical || (name.ends_with("_rotate") && argument.getArgNo() == 1);
    const auto text = is_signed ? std::string("i") : type->isPointerTy() ? atomic : mangled(*type);
    symbol += type->isVectorTy() && text == vector ? "S_" : text;
    if (type->isVectorTy()) vector = text;
    types.push_back(type);
  }
  if (types.empty()) symbol += "v";
  auto* result = scalar_type(*imported.getReturnType(), name);
  auto callee = module.getOrInsertFunction(symbol, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (name.contains("_group_")) function->setConvergent();
  return callee;
}

/// Emits one call of the built-in. It gets element number `element` of each vector for which it
/// takes a scalar.
llvm::Value* call_once(llvm::IRBuilder<>& at, llvm::CallInst& call, llvm::FunctionCallee builtin,
                       unsigned element) {
  llvm::SmallVector<llvm::Value*> arguments;
  for (auto [argument, type] : llvm::zip(call.args(), builtin.getFunctionType()->params())) {
    auto* value = argument.get();
    if (value->getType()->isVectorTy() && !type->isVectorTy())
      value = at.CreateExtractElement(value, element);
    if (type->isPointerTy()) {
      value = value->getType()->isIntegerTy() ? at.CreateIntToPtr(value, type)
                                              : at.CreateAddrSpaceCast(value, type);
    } else if (value->getType() != type) {
      value = at.CreateZExtOrTrunc(value, type);
    }
    arguments.push_back(value);
  }
  // A barrier gets the strictest order and the widest scope: all flags, and
  // memory_scope_all_devices.
  while (arguments.size() < builtin.getFunctionType()->getNumParams())
    arguments.push_back(at.getInt32(3));
  auto* made = at.CreateCall(builtin, arguments);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (llvm::cast<llvm::Function>(builtin.getCallee())->isConvergent()) made->setConvergent();
  if (made->getType()->isPointerTy()) return at.CreatePtrToInt(made, call.getType());
  return call.getType()->isIntOrIntVectorTy(1) ? at.CreateIsNotNull(made) : made;
}

void call_builtin(llvm::CallInst& call, llvm::FunctionCallee builtin) {
  llvm::IRBuilder<> at(&call);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  llvm::Value* result = nullptr;
  if (vector && !builtin.getFunctionType()->getReturnType()->isVectorTy()) {
    result = llvm::PoisonValue::get(call.getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result = at.CreateInsertElement(result, call_once(at, call, builtin, i), i);
  } else {
    result = call_once(at, call, builtin, 0);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

bool is_for_builtin_calls(const Instruction& one) {
  if (one.opcode == OpCapability)
    return std::ranges::find(kCapabilities, one.operands[0]) != std::end(kCapabilities);
  return one.opcode == OpExtension &&
         std::ranges::find(kExtensions, string_at(one, 0)) != std::end(kExtensions);
}

BuiltinCalls::BuiltinCalls(const Module& module, const Declarations& declared,
                           const std::map<uint32_t, uint32_t>& types)
    : declared_(declared), types_(types) {
  module.each([&](const Instruction& one) {
    if (one.opcode == OpTypeVoid) void_ = one.operands[0];
    if (one.opcode == OpConstant) scopes_[one.operands[1]] = one.operands[2];
    std::vector<uint32_t> arguments;
    auto found = signature(one, arguments);
    if (!found.builtin.empty()) functions_[std::move(found)] = 0;
  });
}

uint32_t BuiltinCalls::type_of(uint32_t id) const {
  const auto type = types_.find(id);
  return type == types_.end() ? 0 : type->second;
}

std::string BuiltinCalls::block_function(const Instruction& one) const {
  const char* name = name_in(kBlockFunctions, one.opcode);
  if (!name) return {};
  const uint32_t type = is_block_write(one.opcode) ? type_of(one.operands.back()) : one.operands[0];
  const uint32_t count = declared_.components(type);
  const Scalar* scalar = declared_.scalar(count ? declared_.member(type, 0) : type);
  const char* suffix = nullptr;
  switch (scalar ? scalar->bits : 0) {
    case 8:
      suffix = "_uc";
      break;
    case 16:
      suffix = "_us";
      break;
    case 32:
      suffix = "_ui";
      break;
    case 64:
      suffix = "_ul";
      break;
    default:
      return {};
  }
  return std::string(name) + suffix + (count ? std::to_string(count) : "") +
         (is_block_of_image(one.opcode) ? kOfImage.str() : "");
}

BuiltinCalls::Signature BuiltinCalls::signature(const Instruction& one,
                                                std::vector<uint32_t>& arguments) const {
  const auto& operands = one.operands;
  Signature found;
  const auto take = [&](std::span<const uint32_t> some) {
    arguments.insert(arguments.end(), some.begin(), some.end());
  };
  const auto has_scope = [&](uint32_t scope) {
    const auto known = scopes_.find(operands[2]);
    return known != scopes_.end() && known->second == scope;
  };
  if (const char* bits = name_in(kBitFunctions, one.opcode)) {
    found.builtin = bits;
    take(operands.subspan(2));
  } else if (const char* operation = name_in(kGroupOperations, one.opcode)) {
    const auto kind = operands[3];
    if (!has_scope(kScopeWorkgroup) || kind >= std::size(kGroupKinds)) return found;
    found.builtin = std::string("work_group_") + kGroupKinds[kind] + "_" + operation;
    take(operands.subspan(4));
  } else if (one.opcode == OpGroupNonUniformRotateKHR) {
    if (!has_scope(kScopeSubgroup)) return found;
    take(operands.subspan(3));  // the value, the distance, and maybe a cluster size
    found.builtin = arguments.size() == 2 ? "sub_group_rotate" : "sub_group_clustered_rotate";
  } else if (const char* atomic = name_in(kAtomicFunctions, one.opcode)) {
    // The strictest order and the widest scope cost no more than others.
    found.builtin = atomic;
    take({operands.data() + 2, 1});  // the pointer
    take(operands.last(1));          // the value, after scope and semantics
  } else if (one.opcode == OpReadClockKHR) {
    // One clock serves all scopes.
    found.builtin =
        declared_.components(operands[0]) ? "clock_read_hilo_device" : "clock_read_device";
  } else if (one.opcode == OpNamedBarrierInitialize) {
    found.builtin = kInitialize;
    take(operands.subspan(2));
  } else if (one.opcode == OpMemoryNamedBarrier) {
    found.builtin = "work_group_named_barrier";
    take(operands.first(1));
  } else {
    found.builtin = block_function(one);
    if (found.builtin.empty()) return found;
    take(operands.subspan(is_block_write(one.opcode) ? 0 : 2));
  }
  found.result = has_result(one.opcode) ? operands[0] : void_;
  for (const uint32_t argument : arguments) found.parameters.push_back(type_of(argument));
  return found;
}

std::string builtin_import(const std::string& name, uint32_t number) {
  return kPrefix.str() + name + "." + std::to_string(number);
}

void BuiltinCalls::declare(uint32_t& bound, std::vector<uint32_t>& words) {
  for (auto& [signature, function] : functions_) {
    const auto name = builtin_import(signature.builtin, bound);
    function = append_import(words, bound, name, signature.result, signature.parameters);
  }
}

bool BuiltinCalls::rewrite(const Instruction& one, uint32_t& bound,
                           std::vector<uint32_t>& words) const {
  if (one.opcode == OpTypeNamedBarrier) {
    append(words, OpTypeInt, std::array{one.operands[0], 64u, 0u});
    return true;
  }
  std::vector<uint32_t> arguments;
  const auto found = functions_.find(signature(one, arguments));
  if (found == functions_.end()) return false;
  const uint32_t result = has_result(one.opcode) ? one.operands[1] : bound++;
  std::vector<uint32_t> call = {found->first.result, result, found->second};
  call.insert(call.end(), arguments.begin(), arguments.end());
  append(words, OpFunctionCall, call);
  return true;
}

void call_builtins(llvm::Module& module) {
  for (auto& function : llvm::make_early_inc_range(module)) {
    auto name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(kPrefix)) continue;
    const auto builtin = builtin_of(module, name.rsplit('.').first, function);
    for (auto* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && call->getCalledFunction() == &function) call_builtin(*call, builtin);
    }
  }
}

}  // namespace heddle::compiler::spirv
