// SPDX-License-Identifier: Apache-2.0
// Links the built-in functions that a kernel needs, lazily: the symbol index has the embedded
// bitcode modules that define undefined symbols. Only those are opened, and only the functions
// needed are read.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/FPEnv.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/IRMover.h>

#include <map>

#include "compiler/builtins/library.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/lower/passes.h"
#include "compiler/lower/simplify_powers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns the undefined functions that the library defines, by module of the library.
std::map<int, std::vector<std::string>> wanted(const Module& module) {
  std::map<int, std::vector<std::string>> result;
  for (const Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    int index = builtins::find({function.getName().data(), function.getName().size()});
    if (index >= 0) result[index].push_back(function.getName().str());
  }
  return result;
}

llvm::Error link_from(IRMover& mover, LLVMContext& llvm_context, const builtins::Module& library,
                      const std::vector<std::string>& symbols) {
  StringRef bytes(reinterpret_cast<const char*>(library.bitcode.data()), library.bitcode.size());
  StringRef name(library.name.data(), library.name.size());
  auto source = getLazyBitcodeModule(MemoryBufferRef(bytes, name), llvm_context);
  if (!source) return source.takeError();
  SmallVector<GlobalValue*> values;
  for (const std::string& symbol : symbols) {
    GlobalValue* value = (*source)->getNamedValue(symbol);
    if (!value) return createStringError("built-in %s is not where the index says", symbol.c_str());
    if (llvm::Error error = value->materialize()) return error;
    values.push_back(value);
  }
  auto add_lazily = [](GlobalValue& value, const IRMover::ValueAdder& add) { add(value); };
  return mover.move(std::move(*source), values, add_lazily, /*IsPerformingImport=*/false);
}

void link_wanted(Module& module, KernelContext& context) {
  IRMover mover(module);
  for (auto symbols = wanted(module); !symbols.empty(); symbols = wanted(module)) {
    for (const auto& [index, names] : symbols) {
      if (llvm::Error error =
              link_from(mover, module.getContext(), builtins::modules()[index], names)) {
        context.error = toString(std::move(error));
        return;
      }
    }
  }
}

void soften(CallBase& fma) {
  IRBuilder<> at(&fma);
  Type* type = fma.getType();
  Type* element = type->getScalarType();
  FunctionCallee soft = fma.getModule()->getOrInsertFunction(
      element->isFloatTy() ? "__hd_soft_fmaf" : "__hd_soft_fma", element, element, element,
      element);
  auto one = [&](function_ref<Value*(Value*)> part) {
    return at.CreateCall(
        soft, {part(fma.getArgOperand(0)), part(fma.getArgOperand(1)), part(fma.getArgOperand(2))});
  };
  Value* result = nullptr;
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    result = PoisonValue::get(type);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      Value* value = one([&](Value* operand) { return at.CreateExtractElement(operand, i); });
      result = at.CreateInsertElement(result, value, i);
    }
  } else {
    result = one([](Value* operand) { return operand; });
  }
  fma.replaceAllUsesWith(result);
  fma.eraseFromParent();
}

/// Replaces llvm.fmuladd by an fma or by two operations, as code generation would: LLVM folds
/// constants now with one rounding and now with two.
void settle(CallBase& multiply_add, bool has_fma) {
  IRBuilder<> at(&multiply_add);
  if (isa<FPMathOperator>(multiply_add)) at.setFastMathFlags(multiply_add.getFastMathFlags());
  Value *a = multiply_add.getArgOperand(0), *b = multiply_add.getArgOperand(1),
        *c = multiply_add.getArgOperand(2);
  Value* result = has_fma ? at.CreateIntrinsic(Intrinsic::fma, {a->getType()}, {a, b, c})
                          : at.CreateFAdd(at.CreateFMul(a, b), c);
  multiply_add.replaceAllUsesWith(result);
  multiply_add.eraseFromParent();
}

/// Replaces multiply-adds. Without FMA instructions llvm.fma would become a call of libm.
void settle_multiply_add(Module& module, bool has_fma) {
  for (Function& function : make_early_inc_range(module)) {
    const Intrinsic::ID id = function.getIntrinsicID();
    if (id != Intrinsic::fmuladd && (has_fma || id != Intrinsic::fma)) continue;
    Type* element = function.getReturnType()->getScalarType();
    if (!element->isFloatTy() && !element->isDoubleTy()) continue;
    for (User* user : make_early_inc_range(function.users())) {
      auto& call = *cast<CallBase>(user);
      id == Intrinsic::fma ? soften(call) : settle(call, has_fma);
    }
  }
}

/// Returns the range [begin, end) of the intrinsic in dimension `d`; empty if nothing is known.
std::pair<uint64_t, uint64_t> bounds_of(Internal intrinsic, unsigned d,
                                        const KernelContext& context) {
  const uint64_t fixed = context.options.local_size[d];
  const uint64_t required = fixed != 0 ? fixed : context.record.required_group_size[d];
  const uint64_t most = required != 0 ? required : HD_MAX_GROUP_SIZE;
  switch (intrinsic) {
    case Internal::LocalId:
      return {0, most};
    case Internal::LocalSize:
      return {fixed != 0 ? fixed : 1, most + 1};
    case Internal::EnqueuedLocalSize:
      return {required != 0 ? required : 1, most + 1};
    case Internal::GlobalSize:
    case Internal::NumGroups:
      return {1, context.options.wide_ids ? 1 : HD_NARROW_IDS_END};
    case Internal::GroupId:
      return {0, context.options.wide_ids
                     ? 0
                     : divideCeil(HD_NARROW_IDS_END, std::max(required, uint64_t{1}))};
    case Internal::GlobalId:  // launches leave some ids free, so that id + 1 does not wrap
      return {0, context.options.wide_ids ? 0 : HD_NARROW_IDS_END - HD_MAX_GROUP_SIZE};
    case Internal::GlobalOffset:
      return {0, context.options.wide_ids ? 0 : HD_NARROW_IDS_END};
    default:
      return {0, 0};
  }
}

/// Adds the ranges of ids and sizes, so that `int i = get_global_id(0); a[i]` loses its
/// conversions.
void bound_intrinsics(Module& module, const KernelContext& context) {
  for (Function& function : module) {
    const Internal intrinsic = internal_of(function);
    if (intrinsic == Internal::None || !function.getReturnType()->isIntegerTy(64)) continue;
    for (User* user : make_early_inc_range(function.users())) {
      auto* call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != &function) continue;
      call->addRetAttr(Attribute::NoUndef);
      if (call->arg_empty() || !isa<ConstantInt>(call->getArgOperand(0))) continue;
      auto [begin, end] = bounds_of(intrinsic, dimension(*call), context);
      if (begin == end) continue;
      if (begin + 1 < end) {
        call->addRangeRetAttr(ConstantRange(APInt(64, begin), APInt(64, end)));
        continue;
      }
      call->replaceAllUsesWith(ConstantInt::get(call->getType(), begin));
      call->eraseFromParent();
    }
  }
}

/// Emits an estimate, or the exact operation: not all machines have one for doubles.
Value* estimate(CallBase& call, bool is_root, bool has_estimates) {
  IRBuilder<> at(&call);
  Value* x = call.getArgOperand(0);
  if (has_estimates || x->getType()->getScalarType()->isFloatTy())
    return make_opaque(at, is_root ? Opaque::InverseRoot : Opaque::Reciprocal, {x});
  if (is_root) x = at.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
  return at.CreateFDiv(ConstantFP::get(x->getType(), 1.0), x);
}

/// Emits the operation. Without the instruction built-ins do not use the result, and the first
/// operand serves.
Value* opaque(CallBase& call, Opaque operation, bool has_instructions) {
  if (!has_instructions) return call.getArgOperand(0);
  IRBuilder<> at(&call);
  return make_opaque(at, operation, SmallVector<Value*>(call.args()));
}

/// Converts x to float, in the direction that the intrinsic's name ends with.
Value* rounded(CallBase& call, StringRef direction, bool has_instructions) {
  IRBuilder<> at(&call);
  Value* x = call.getArgOperand(0);
  if (!has_instructions) return at.CreateFPTrunc(x, call.getType());
  const auto mode = direction == "rtz"   ? RoundingMode::TowardZero
                    : direction == "rtp" ? RoundingMode::TowardPositive
                                         : RoundingMode::TowardNegative;
  LLVMContext& context = call.getContext();
  auto* rounding = MDString::get(context, *convertRoundingModeToStr(mode));
  return at.CreateIntrinsic(Intrinsic::fptrunc_round, {call.getType(), x->getType()},
                            {x, MetadataAsValue::get(context, rounding)});
}

/// Answers the built-ins' questions whether the instructions of lower_estimates exist, and whether
/// subnormal numbers are zeros.
void choose_estimates(Module& module, const InstructionSet& isa, bool flushes) {
  const bool has_instructions = isa.has_estimates();
  const auto flag = [&](bool value) { return ConstantInt::getBool(module.getContext(), value); };
  const auto answer = [&](CallBase& call, StringRef name) -> Value* {
    if (name == "__hd_has_estimates") return flag(has_instructions);
    if (name == "__hd_flushes") return flag(flushes);
    if (name == "__hd_has_mixes") return flag(isa.mixes_bytes());
    if (name == "__hd_has_lookups") return flag(isa.has_table_lookups());
    if (name.consume_front("__hd_to_float_")) return rounded(call, name, has_instructions);
    if (name.contains("__hd_scale")) return opaque(call, Opaque::Scaling, has_instructions);
    if (name.contains("__hd_exponent")) return opaque(call, Opaque::Exponent, has_instructions);
    if (name.contains("__hd_significand"))
      return opaque(call, Opaque::Significand, has_instructions);
    if (name.contains("__hd_rsqrt_estimate")) return estimate(call, true, has_instructions);
    if (name.contains("__hd_recip_estimate")) return estimate(call, false, has_instructions);
    return nullptr;
  };
  for (Function& function : module) {
    if (!function.isDeclaration() || opaque_of(function) != Opaque::None) continue;
    for (User* user : make_early_inc_range(function.users())) {
      auto* call = dyn_cast<CallBase>(user);
      Value* result = call ? answer(*call, function.getName()) : nullptr;
      if (!result) continue;
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
  }
}

/// Drops arcp and reassoc on their own, which mark native_recip and its like (lower_estimates). The
/// program's own (by a pragma of Clang) allow less.
void keep_program_exact(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* operation = dyn_cast<FPMathOperator>(&instruction);
      if (operation && operation->hasAllowReciprocal() && !operation->hasNoSignedZeros())
        instruction.setHasAllowReciprocal(false);
    }
  }
}

/// Tells whether it is a conversion to integers, by a cast or by the name of a built-in as Clang
/// mangles it.
bool is_conversion_to_integers(const Instruction& instruction) {
  if (isa<FPToSIInst, FPToUIInst>(instruction)) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && callee->getName().starts_with("_Z") &&
         callee->getName().contains("convert_") && call->getType()->isIntOrIntVectorTy() &&
         call->arg_size() == 1 && call->getArgOperand(0)->getType()->isFPOrFPVectorTy();
}

/// Freezes conversions. A number that is out of range becomes one that the implementation defines
/// (§6.2.3.3); for LLVM, code that branches on it would be unreachable.
void freeze_conversions(Module& module) {
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      if (!is_conversion_to_integers(instruction) || instruction.use_empty()) continue;
      auto* frozen = new FreezeInst(&instruction);
      frozen->insertAfter(instruction.getIterator());
      instruction.replaceUsesWithIf(frozen,
                                    [&](const Use& use) { return use.getUser() != frozen; });
    }
  }
}

/// Tells whether the name, as Clang mangles it, is that of a sub-group function.
bool is_of_sub_groups(StringRef name) {
  if (name.contains("named_barrier")) return true;
  return name.contains("sub_group") && !name.contains("kernel_sub_group");
}

void find_sub_groups(Module& module, KernelContext& context) {
  const bool calls = any_of(module, [](const Function& function) {
    return function.isDeclaration() && !function.use_empty() &&
           is_of_sub_groups(function.getName());
  });
  context.record.uses_sub_groups = calls || context.record.required_sub_group_size != 0;
}

/// Returns the constant with zeros for subnormal numbers, each with its sign.
Constant* flushed(Constant& constant) {
  if (const auto* number = dyn_cast<ConstantFP>(&constant)) {
    const APFloat& value = number->getValueAPF();
    return value.isDenormal()
               ? ConstantFP::getZero(number->getType(), /*Negative=*/value.isNegative())
               : &constant;
  }
  const auto* type = dyn_cast<FixedVectorType>(constant.getType());
  if (!type || !type->getElementType()->isFloatingPointTy()) return &constant;
  SmallVector<Constant*> elements;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Constant* element = constant.getAggregateElement(i);
    if (!element) return &constant;
    elements.push_back(flushed(*element));
  }
  return ConstantVector::get(elements);
}

/// Flushes constants that the program hands to built-in functions (§5.8.6.2), as the processor does
/// while a kernel runs. Some folds look at the bits of an argument and others calculate with it:
/// taken together they would give what neither the number nor zero gives.
void flush_arguments(Module& module) {
  for (Function& callee : module) {
    if (!callee.isDeclaration() || callee.isIntrinsic()) continue;
    for (User* user : callee.users()) {
      auto* call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledFunction() != &callee) continue;
      for (Use& argument : call->args())
        if (auto* constant = dyn_cast<Constant>(argument)) argument.set(flushed(*constant));
    }
  }
}

bool is_of_double(const Value& value) {
  return value.getType()->getScalarType()->isDoubleTy();
}

/// Tells whether the module calculates with doubles.
bool has_doubles(const Module& module) {
  return any_of(module, [](const Function& function) {
    return any_of(instructions(function), [](const Instruction& instruction) {
      return is_of_double(instruction) ||
             any_of(instruction.operand_values(),
                    [](const Value* each) { return is_of_double(*each); });
    });
  });
}

/// Tells LLVM's folding that the processor flushes, in functions that are not inlined yet, too. No
/// processor flushes a half (they are floats while it calculates), but LLVM has one mode for halves
/// and doubles: with doubles beside them, subnormal halves that are constants count as zeros.
void fold_as_flushing(Module& module) {
  const std::string flushing = DenormalMode::getPreserveSign().str();
  const std::string of_others = has_doubles(module) ? flushing : DenormalMode::getIEEE().str();
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("denormal-fp-math", of_others);
    function.addFnAttr("denormal-fp-math-f32", flushing);
  }
}

}  // namespace

PreservedAnalyses link_builtins(Module& module, KernelContext& context,
                                ModuleAnalysisManager& analyses) {
  keep_program_exact(module);
  freeze_conversions(module);
  find_sub_groups(module, context);
  Function& kernel = *context.kernel(module);
  const bool flushes = context.options.denorms_are_zero;
  if (flushes) flush_arguments(module);
  run(kSimplifyPowers, kernel, context, of_functions(module, analyses));
  link_wanted(module, context);
  if (!context.error.empty()) return PreservedAnalyses::none();
  settle_multiply_add(module, context.isa.has_fused_multiply_add());
  link_wanted(module, context);
  choose_estimates(module, context.isa, flushes);
  if (flushes) fold_as_flushing(module);
  bound_intrinsics(module, context);
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
