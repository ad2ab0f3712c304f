// SPDX-License-Identifier: Apache-2.0
// Checks operations whose result the language leaves open: integer divisions by zero and of the
// smallest number by -1, conversions from floating point to integers that do not have the number
// (OpenCL C, 6.2.3.3 and 6.3), and shifts by the width or more. OpenCL C takes counts modulo the
// width and its front end masks them; in SPIR-V they are undefined. Clang's sanitizers would emit
// tests for C's own scalars alone: no vectors, no convert_T, and nothing for SPIR-V.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cmath>
#include <optional>

#include "abi/check_abi.h"
#include "compiler/check/call_marks.h"
#include "compiler/check/passes.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The mark, which becomes a call of a service: void(i1 is wrong, i32 kind, i32 bits, i1 is signed,
/// i64 left, i64 right).
constexpr const char* kMark = "__hd_service_unspecified";

/// An operation whose result may be open.
struct Operation {
  Instruction* instruction;
  uint32_t kind;  ///< HD_SITE_...
  bool is_signed;
  Intrinsic::ID rounding = Intrinsic::trunc;  ///< a conversion's
};

/// Returns the conversion that a call of convert_T is. Saturating ones have no open results.
std::optional<Operation> as_conversion(CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || call.arg_size() != 1 || !call.getType()->isIntOrIntVectorTy() ||
      !call.getArgOperand(0)->getType()->isFPOrFPVectorTy())
    return std::nullopt;
  StringRef name = builtin_name(*callee);
  if (!name.consume_front("convert_") || name.contains("_sat")) return std::nullopt;
  const Intrinsic::ID rounding = name.ends_with("_rte")   ? Intrinsic::roundeven
                                 : name.ends_with("_rtp") ? Intrinsic::ceil
                                 : name.ends_with("_rtn") ? Intrinsic::floor
                                                          : Intrinsic::trunc;
  return Operation{&call, HD_SITE_CONVERSION, !name.starts_with("u"), rounding};
}

std::optional<Operation> as_operation(Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
      return Operation{&instruction, HD_SITE_DIVISION,
                       instruction.getOpcode() == Instruction::SDiv};
    case Instruction::SRem:
    case Instruction::URem:
      return Operation{&instruction, HD_SITE_REMAINDER,
                       instruction.getOpcode() == Instruction::SRem};
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      return Operation{&instruction, HD_SITE_CONVERSION, isa<FPToSIInst>(instruction)};
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return Operation{&instruction, HD_SITE_SHIFT, false};
    case Instruction::Call:
      return as_conversion(cast<CallInst>(instruction));
    default:
      return std::nullopt;
  }
}

/// Tells whether the count is masked, as front ends do for OpenCL C.
bool is_masked(const Value* count, unsigned bits) {
  const APInt* mask = nullptr;
  using namespace PatternMatch;
  return match(count, m_And(m_Value(), m_APInt(mask))) && mask->ult(bits);
}

/// Tells whether the divisor is known, and neither 0 nor -1.
bool is_safe(const Value* divisor) {
  const APInt* known = nullptr;
  return PatternMatch::match(divisor, PatternMatch::m_APInt(known)) && !known->isZero() &&
         !known->isAllOnes();
}

/// Emits what holds if the result is open, for each element.
Value* is_wrong_division(IRBuilder<>& at, const Operation& operation) {
  Value *left = operation.instruction->getOperand(0), *right = operation.instruction->getOperand(1);
  Type* type = left->getType();
  Value* wrong = at.CreateICmpEQ(right, Constant::getNullValue(type));
  // The remainder of a division by -1 is 0, but the language leaves it open all the same.
  if (!operation.is_signed) return wrong;
  const APInt smallest = APInt::getSignedMinValue(type->getScalarSizeInBits());
  return at.CreateOr(wrong, at.CreateAnd(at.CreateICmpEQ(right, Constant::getAllOnesValue(type)),
                                         at.CreateICmpEQ(left, ConstantInt::get(type, smallest))));
}

Value* is_wrong_conversion(IRBuilder<>& at, const Operation& operation, Value* from) {
  const unsigned bits = operation.instruction->getType()->getScalarSizeInBits();
  const unsigned above = operation.is_signed ? bits - 1 : bits;
  Value* rounded = at.CreateUnaryIntrinsic(operation.rounding, from);
  Constant* end = ConstantFP::get(from->getType(), std::ldexp(1.0, static_cast<int>(above)));
  Constant* begin = ConstantFP::get(
      from->getType(), operation.is_signed ? -std::ldexp(1.0, static_cast<int>(above)) : 0.0);
  Value* inside = at.CreateAnd(at.CreateFCmpOGE(rounded, begin), at.CreateFCmpOLT(rounded, end));
  return at.CreateNot(inside);  // NaN is nowhere
}

/// Returns the number of the first element that is true; some is.
Value* first_of(IRBuilder<>& at, Value* truths) {
  const unsigned count = cast<FixedVectorType>(truths->getType())->getNumElements();
  Value* bits = at.CreateBitCast(truths, at.getIntNTy(count));
  return at.CreateBinaryIntrinsic(Intrinsic::cttz, bits, at.getFalse());
}

class Marker {
 public:
  explicit Marker(Module& module) {
    LLVMContext& context = module.getContext();
    Type *flag = Type::getInt1Ty(context), *number = Type::getInt32Ty(context),
         *word = Type::getInt64Ty(context);
    mark_ = module.getOrInsertFunction(
        kMark, FunctionType::get(Type::getVoidTy(context), {flag, number, number, flag, word, word},
                                 false));
    auto* function = cast<Function>(mark_.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setOnlyAccessesInaccessibleMemory();
  }

  void mark(const Operation& operation) {
    Instruction& instruction = *operation.instruction;
    IRBuilder<> at(&instruction);
    Value *left = instruction.getOperand(0), *right = nullptr, *wrong = nullptr;
    const unsigned bits = instruction.getType()->getScalarSizeInBits();
    if (operation.kind == HD_SITE_CONVERSION) {
      // Bounds of integers are no numbers of half.
      if (left->getType()->getScalarSizeInBits() < 32)
        left = at.CreateFPExt(left, left->getType()->getWithNewType(at.getFloatTy()));
      wrong = is_wrong_conversion(at, operation, left);
    } else if (operation.kind == HD_SITE_SHIFT) {
      right = instruction.getOperand(1);
      if (is_masked(right, bits)) return;
      wrong = at.CreateICmpUGE(right, ConstantInt::get(right->getType(), bits));
    } else {
      right = instruction.getOperand(1);
      if (is_safe(right)) return;
      wrong = is_wrong_division(at, operation);
    }
    Value* any = wrong;
    if (wrong->getType()->isVectorTy()) {
      any = at.CreateOrReduce(wrong);
      Value* element = first_of(at, wrong);
      left = at.CreateExtractElement(left, element);
      if (right) right = at.CreateExtractElement(right, element);
    }
    if (const auto* known = dyn_cast<ConstantInt>(any); known && known->isZero()) return;
    const auto word = [&](Value* value) -> Value* {
      if (!value) return at.getInt64(0);
      if (value->getType()->isIntegerTy())
        return at.CreateIntCast(value, at.getInt64Ty(), operation.is_signed);
      return at.CreateBitCast(at.CreateFPExt(value, at.getDoubleTy()), at.getInt64Ty());
    };
    at.CreateCall(mark_, {any, at.getInt32(operation.kind), at.getInt32(bits),
                          at.getInt1(operation.is_signed), word(left), word(right)});
  }

 private:
  FunctionCallee mark_;
};

}  // namespace

PreservedAnalyses mark_unspecified(Module& module, KernelContext& context,
                                   ModuleAnalysisManager& /*analyses*/) {
  if (!(checks_of(*context.kernel(module)) & kCheckUnspecified)) return PreservedAnalyses::all();
  SmallVector<Operation> all;
  for (Function& function : module)
    for (Instruction& each : instructions(function))
      if (const auto operation = as_operation(each)) all.push_back(*operation);
  Marker marker(module);
  for (const Operation& each : all) marker.mark(each);
  return PreservedAnalyses::none();
}

PreservedAnalyses check_unspecified(Module& module, KernelContext& context,
                                    ModuleAnalysisManager& /*analyses*/) {
  Function* marks = module.getFunction(kMark);
  if (!marks) return PreservedAnalyses::all();
  Function& kernel = *context.kernel(module);
  CheckServices services(kernel, context);
  Sites sites(module, context);
  for (User* user : make_early_inc_range(marks->users())) {
    auto& mark = *cast<CallInst>(user);
    if (mark.getFunction() == &kernel) {  // others stay calls: they have no launch
      const auto number = [&](unsigned operand) {
        return static_cast<uint32_t>(
            cast<ConstantInt>(mark.getArgOperand(operand))->getZExtValue());
      };
      Instruction* wrong =
          SplitBlockAndInsertIfThen(mark.getArgOperand(0), mark.getIterator(), false,
                                    MDBuilder(module.getContext()).createUnlikelyBranchWeights());
      IRBuilder<> at(wrong);
      at.SetCurrentDebugLocation(mark.getDebugLoc());
      services.report_result(at,
                             {sites.describe_operation(mark, number(1), number(2), number(3) != 0),
                              mark.getArgOperand(4), mark.getArgOperand(5)});
    }
    mark.eraseFromParent();
  }
  marks->eraseFromParent();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
