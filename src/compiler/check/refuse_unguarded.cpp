// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/refuse_unguarded.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Regex.h>

#include "compiler/check/services.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether an intrinsic of LLVM's has no effect on memory but such as guards know.
bool is_harmless(const IntrinsicInst& intrinsic) {
  if (isa<MemIntrinsic, DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(intrinsic)) return true;
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::prefetch:
    case Intrinsic::trap:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::sideeffect:
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
      return true;
    default:
      return intrinsic.doesNotAccessMemory() && !intrinsic.getType()->isPtrOrPtrVectorTy();
  }
}

bool is_literal(const Value& value) {
  StringRef text;
  return isa<ConstantPointerNull>(value) || getConstantStringInfo(&value, text);
}

/// Tells whether strings that printf prints are literals. Of others nobody knows the end.
bool prints_literals(const CallBase& call) {
  StringRef format;
  if (call.arg_empty() || !getConstantStringInfo(call.getArgOperand(0), format)) return false;
  // Between % and letter, as devices/cpu/printf.cpp reads it.
  static const Regex kModifiers(
      "^[-+ #0]*([1-9][0-9]?[0-9]?)?(\\.[0-9]?[0-9]?)?(v(16|2|3|4|8))?(hh|hl|h|ll|l|z|j|t)?$");
  unsigned next = 1;
  for (size_t at = format.find('%'); at < format.size(); at = format.find('%', at)) {
    const size_t letter = format.find_first_not_of("-+ #0123456789.vhlzjt", at + 1);
    const bool is_known = letter < format.size() &&
                          StringRef("diouxXfFeEgGaAcsp%").contains(format[letter]) &&
                          kModifiers.match(format.slice(at + 1, letter));
    // A conversion that is none may take an argument or not.
    if (!is_known)
      return none_of(drop_begin(call.args()), [](const Value* argument) {
        return argument->getType()->isPointerTy() && !is_literal(*argument);
      });
    at = letter + 1;
    if (format[letter] == '%') continue;
    const Value* argument = next < call.arg_size() ? call.getArgOperand(next) : nullptr;
    ++next;
    if (format[letter] != 's' || !argument) continue;
    if (argument->getType()->isPointerTy() && !is_literal(*argument)) return false;
  }
  return true;
}

std::string reason_of(const CallBase& call) {
  if (call.isInlineAsm()) return "inline assembly";
  const Function* callee = call.getCalledFunction();
  if (!callee) return is_of_check(call) ? "" : "a call of a pointer to a function";
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return is_harmless(*intrinsic) ? "" : "a call of " + callee->getName().str();
  if (called_opaque(call) != Opaque::None) return "";
  if (callee->getName() == "printf")
    return prints_literals(call) ? "" : "a string that printf prints and that is no literal";
  switch (called_internal(call)) {
    case Internal::None:
      return is_kept_builtin(*callee) ? ""
                                      : "a call of '" + callee->getName().str() +
                                            "', which is not inlined in so large a kernel";
    case Internal::Service:
      return callee->getName() == "__hd_service_fail" ? "" : "device-side enqueue";
    default:
      return "";
  }
}

std::string reason_of(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction)) return reason_of(*call);
  if (const auto* variable = dyn_cast<AllocaInst>(&instruction))
    return isa<ConstantInt>(variable->getArraySize())
               ? ""
               : "a private variable of a size that is not constant";
  return isa<VAArgInst, IndirectBrInst>(instruction)
             ? std::string("the instruction ") + instruction.getOpcodeName()
             : "";
}

}  // namespace

std::string reason_to_refuse(const Module& module, const Function& kernel) {
  for (const Function& function : module)
    if (!function.isDeclaration() && &function != &kernel && !is_kept_builtin(function))
      return "HEDDLE_BOUNDS cannot guard function '" + function.getName().str() +
             "', which is not inlined in so large a kernel";
  for (const Instruction& each : instructions(kernel)) {
    if (std::string reason = reason_of(each); !reason.empty())
      return "HEDDLE_BOUNDS cannot guard " + reason;
  }
  return {};
}

std::string own_name_in(const Module& module) {
  // The front end's headers and its own transforms name these.
  constexpr StringRef kOfHeaders[] = {"__hd_null_reserve_id", "__hd_null_event",
                                      "__hd_queue_number", "__hd_clk_event_number"};
  for (const Function& function : module) {
    if (function.use_empty()) continue;  // replaced by the reader of SPIR-V
    const StringRef name = function.getName();
    if (name.starts_with("__hd_") && !name.starts_with("__hd_rounded_") &&
        !is_contained(kOfHeaders, name))
      return name.str();
  }
  return {};
}

}  // namespace heddle::compiler
