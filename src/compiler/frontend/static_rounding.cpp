// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/static_rounding.h"

#include <llvm/IR/FPEnv.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {
namespace {

using namespace llvm;

StringRef suffix_of(const Type* type) {
  if (type->isHalfTy()) return "f16";
  return type->isFloatTy() ? "f32" : "f64";
}

/// The lowering of one constrained intrinsic.
class Lowering {
 public:
  explicit Lowering(ConstrainedFPIntrinsic& call) : call_(call), at_(&call), mode_(mode_of(call)) {
    if (isa<FPMathOperator>(call)) at_.setFastMathFlags(call.getFastMathFlags());
  }

  Value* result() {
    Value* const first = call_.getArgOperand(0);
    Type* const type = call_.getType();
    switch (call_.getIntrinsicID()) {
      case Intrinsic::experimental_constrained_fadd:
        return binary(Instruction::FAdd, "add", first, second());
      case Intrinsic::experimental_constrained_fsub:
        if (mode_ == kNearest) return at_.CreateFSub(first, second());
        return binary(Instruction::FAdd, "add", first, at_.CreateFNeg(second()));
      case Intrinsic::experimental_constrained_fmul:
        return binary(Instruction::FMul, "mul", first, second());
      case Intrinsic::experimental_constrained_fdiv:
        return binary(Instruction::FDiv, "div", first, second());
      case Intrinsic::experimental_constrained_frem:
        return at_.CreateFRem(first, second());  // frem is exact
      case Intrinsic::experimental_constrained_fmuladd: {
        if (mode_ == kNearest) return same_intrinsic(Intrinsic::fmuladd);
        Value* const product = binary(Instruction::FMul, "mul", first, second());
        return binary(Instruction::FAdd, "add", product, call_.getArgOperand(2));
      }
      case Intrinsic::experimental_constrained_fptrunc:
        if (mode_ == kNearest) return at_.CreateFPTrunc(first, type);
        return by_element([&](unsigned i) {
          Value* const wide = at_.CreateFPExt(element(first, i), at_.getDoubleTy());
          return rounded("round", wide, {});
        });
      case Intrinsic::experimental_constrained_sitofp:
        return from_integer(first, true);
      case Intrinsic::experimental_constrained_uitofp:
        return from_integer(first, false);
      case Intrinsic::experimental_constrained_fpext:
        return at_.CreateFPExt(first, type);
      case Intrinsic::experimental_constrained_fptosi:
        return at_.CreateFPToSI(first, type);
      case Intrinsic::experimental_constrained_fptoui:
        return at_.CreateFPToUI(first, type);
      case Intrinsic::experimental_constrained_fcmp:
      case Intrinsic::experimental_constrained_fcmps:
        return at_.CreateFCmp(cast<ConstrainedFPCmpIntrinsic>(call_).getPredicate(), first,
                              second());
      default:
        break;
    }
      // Built-in math functions round to nearest ([EX9.2]).
#define DAG_INSTRUCTION(NAME, COUNT, MODE, INTRINSIC, NODE)
#define DAG_FUNCTION(NAME, COUNT, MODE, INTRINSIC, NODE) FUNCTION(NAME, COUNT, MODE, INTRINSIC)
#define FUNCTION(NAME, COUNT, MODE, INTRINSIC) \
  if (call_.getIntrinsicID() == Intrinsic::INTRINSIC) return same_intrinsic(Intrinsic::NAME);
#include <llvm/IR/ConstrainedOps.def>
    llvm_unreachable("a constrained intrinsic that ConstrainedOps.def does not have");
  }

 private:
  static constexpr RoundingMode kNearest = RoundingMode::NearestTiesToEven;

  /// Returns the mode. No pragma (rounding_pragma.h) applies if it is dynamic: the mode is the
  /// default one.
  static RoundingMode mode_of(const ConstrainedFPIntrinsic& call) {
    const RoundingMode mode = call.getRoundingMode().value_or(kNearest);
    return mode == RoundingMode::Dynamic ? kNearest : mode;
  }

  Value* second() const { return call_.getArgOperand(1); }

  Value* binary(Instruction::BinaryOps operation, StringRef name, Value* a, Value* b) {
    if (mode_ == kNearest) return at_.CreateBinOp(operation, a, b);
    return by_element([&](unsigned i) { return rounded(name, element(a, i), {element(b, i)}); });
  }

  Value* from_integer(Value* number, bool is_signed) {
    Type* const type = call_.getType();
    if (mode_ == kNearest)
      return is_signed ? at_.CreateSIToFP(number, type) : at_.CreateUIToFP(number, type);
    return by_element([&](unsigned i) {
      Value* const wide = at_.CreateIntCast(element(number, i), at_.getInt64Ty(), is_signed);
      return rounded(is_signed ? "from_i64" : "from_u64", wide, {});
    });
  }

  /// Emits a call of builtins/rounding.cl.
  Value* rounded(StringRef operation, Value* first, ArrayRef<Value*> others) {
    Type* const type = call_.getType()->getScalarType();
    SmallVector<Value*> arguments{first};
    append_range(arguments, others);
    arguments.push_back(at_.getInt32(static_cast<unsigned>(mode_)));
    SmallVector<Type*> types;
    for (const Value* each : arguments) types.push_back(each->getType());
    const std::string name = ("__hd_rounded_" + operation + "_" + suffix_of(type)).str();
    auto callee = call_.getModule()->getOrInsertFunction(
        name, FunctionType::get(type, types, /*isVarArg=*/false));
    auto* const function = cast<Function>(callee.getCallee());
    function->setCallingConv(CallingConv::SPIR_FUNC);
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    CallInst* const made = at_.CreateCall(callee, arguments);
    made->setCallingConv(CallingConv::SPIR_FUNC);
    return made;
  }

  template <class Body>
  Value* by_element(const Body& body) {
    auto* const vector = dyn_cast<FixedVectorType>(call_.getType());
    if (!vector) return body(0);
    Value* all = PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      all = at_.CreateInsertElement(all, body(i), i);
    return all;
  }
  Value* element(Value* of, unsigned i) {
    return of->getType()->isVectorTy() ? at_.CreateExtractElement(of, i) : of;
  }

  Value* same_intrinsic(Intrinsic::ID id) {
    SmallVector<Value*> arguments;
    for (unsigned i = 0; i < call_.getNonMetadataArgCount(); ++i)
      arguments.push_back(call_.getArgOperand(i));
    return at_.CreateIntrinsic(call_.getType(), id, arguments);
  }

  ConstrainedFPIntrinsic& call_;
  IRBuilder<> at_;
  const RoundingMode mode_;
};

}  // namespace

void lower_static_rounding(Module& module) {
  for (Function& function : module) {
    if (!function.hasFnAttribute(Attribute::StrictFP)) continue;
    function.removeFnAttr(Attribute::StrictFP);
    for (Instruction& one : make_early_inc_range(instructions(function))) {
      if (auto* const call = dyn_cast<CallBase>(&one)) call->removeFnAttr(Attribute::StrictFP);
      auto* const constrained = dyn_cast<ConstrainedFPIntrinsic>(&one);
      if (!constrained) continue;
      constrained->replaceAllUsesWith(Lowering(*constrained).result());
      constrained->eraseFromParent();
    }
  }
}

}  // namespace heddle::compiler
