// SPDX-License-Identifier: Apache-2.0
// Checks that no branch, address or divisor depends on a value that nobody wrote. LLVM's
// MemorySanitizer, as the kernel of Linux uses it, propagates a shadow of each value, bit for bit,
// and asks a function for the shadow of memory. These functions are expanded here: a look into the
// runtime's table (hd_shadow), and calls of services where something is reported, copied or filled.
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Instrumentation/MemorySanitizer.h>

#include <cstddef>
#include <optional>

#include "abi/check_abi.h"
#include "compiler/check/passes.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringRef kPrefix = "__msan_";

/// Lets MemorySanitizer write its tests into functions of any size: calls of its own functions
/// would not be expanded here.
void never_test_by_calls() {
  static const bool done = [] {
    auto* option = cl::getRegisteredOptions().lookup("msan-instrumentation-with-call-threshold");
    if (option) static_cast<cl::opt<int>*>(option)->setValue(-1);
    return option != nullptr;
  }();
  (void)done;
}

/// Returns the kind of the site that a check's branch leads to a report of; nothing if it is none.
std::optional<uint32_t> kind_of_check(const Instruction& branch) {
  for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
    for (const Instruction& each : *branch.getSuccessor(i)) {
      const auto* call = dyn_cast<CallInst>(&each);
      if (!call || !is_of_check(each) || call->arg_size() < 3) continue;
      const auto* site = dyn_cast<GlobalVariable>(call->getArgOperand(2)->stripPointerCasts());
      if (!site || !site->hasInitializer()) continue;
      const Constant* numbers = site->getInitializer()->getAggregateElement(0U);
      return static_cast<uint32_t>(
          cast<ConstantInt>(numbers->getAggregateElement(0U))->getZExtValue());
    }
  }
  return std::nullopt;
}

/// Returns the kind of a use, by the instruction; by what a check's branch stands before.
uint32_t kind_of(const Instruction& instruction) {
  if (instruction.isTerminator()) {
    const auto check = kind_of_check(instruction);
    if (!check || *check == HD_SITE_BARRIER || *check == HD_SITE_END) return HD_SITE_BRANCH;
    if (*check <= HD_SITE_UPDATE) return HD_SITE_ADDRESS;
    const bool divides = *check == HD_SITE_DIVISION || *check == HD_SITE_REMAINDER;
    return divides ? HD_SITE_DIVISOR : HD_SITE_OPERAND;
  }
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return HD_SITE_DIVISOR;
    case Instruction::Load:
    case Instruction::Store:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      return HD_SITE_ADDRESS;
    default:
      return HD_SITE_OPERAND;
  }
}

/// The attributes of calls and of functions that they call. MemorySanitizer drops those that say
/// that a function accesses no memory: the shadow of its result would be such. Here the result of
/// what has no body counts as written.
class KeptAttributes {
 public:
  explicit KeptAttributes(Function& kernel) {
    for (Function& function : *kernel.getParent())
      functions_.emplace_back(&function, function.getAttributes());
    for (Instruction& each : instructions(kernel))
      if (auto* call = dyn_cast<CallBase>(&each))
        calls_.emplace_back(WeakVH(call), call->getAttributes());
  }

  void restore() {
    for (auto& [function, attributes] : functions_)
      if (function->isDeclaration()) function->setAttributes(attributes);
    for (auto& [call, attributes] : calls_)
      if (auto* still = cast_or_null<CallBase>(static_cast<Value*>(call)))
        still->setAttributes(attributes);
  }

 private:
  SmallVector<std::pair<Function*, AttributeList>> functions_;
  SmallVector<std::pair<WeakVH, AttributeList>> calls_;
};

/// Makes the kernel such that its shadow is right, and such that no branch is undefined.
class Preparation {
 public:
  explicit Preparation(Function& kernel) : kernel_(kernel) {}

  void prepare() {
    for (Instruction& each : make_early_inc_range(instructions(kernel_))) {
      // Elements that no mask names would make a shadow undefined.
      if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&each)) name_all(*shuffle);
      // A frozen value is no more written than before; a constant is what the language leaves open.
      if (auto* freeze = dyn_cast<FreezeInst>(&each); freeze && !isa<Constant>(each.getOperand(0)))
        replace(*freeze);
      if (auto* update = dyn_cast<AtomicRMWInst>(&each)) keep_value_read(*update);
      if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&each)) keep_value_read(*swap);
      // Results of functions without a body count as written. MemorySanitizer would hand the
      // shadows of their arguments on in memory, which calls for a sub-group would tear apart.
      if (is_of_check(each) || (isa<CallInst>(each) && !isa<IntrinsicInst>(each)))
        each.setMetadata(LLVMContext::MD_nosanitize, empty());
    }
  }

  /// Freezes again, and all that branches depend on.
  void finish() {
    for (auto& [cast, freeze] : frozen_) {
      freeze->insertBefore(cast->getIterator());
      freeze->setOperand(0, cast->getOperand(0));
      cast->replaceAllUsesWith(freeze);
      freeze->takeName(cast);
      cast->eraseFromParent();
    }
    for (BasicBlock& block : kernel_) {
      Instruction* end = block.getTerminator();
      const bool depends =
          (isa<BranchInst>(end) && cast<BranchInst>(end)->isConditional()) || isa<SwitchInst>(end);
      if (!depends || isa<Constant>(end->getOperand(0)) || isa<FreezeInst>(end->getOperand(0)))
        continue;
      auto* freeze = new FreezeInst(end->getOperand(0), "", end->getIterator());
      end->setOperand(0, freeze);
    }
  }

 private:
  MDNode* empty() const { return MDNode::get(kernel_.getContext(), {}); }

  static void name_all(ShuffleVectorInst& shuffle) {
    SmallVector<int> mask(shuffle.getShuffleMask());
    int any = 0;
    for (const int each : mask)
      if (each >= 0) any = each;
    for (int& each : mask)
      if (each < 0) each = any;
    shuffle.setShuffleMask(mask);
  }

  /// Emits a zero whose shadow is that of the memory before an atomic operation, as an integer:
  /// MemorySanitizer takes what such an operation reads for written, too.
  static Value* zero_of_memory(Instruction& operation, Value* pointer, Type* type) {
    IRBuilder<> at(&operation);
    const uint64_t bits = operation.getDataLayout().getTypeSizeInBits(type).getFixedValue();
    LoadInst* before = at.CreateLoad(at.getIntNTy(static_cast<unsigned>(bits)), pointer);
    return BinaryOperator::CreateXor(before, before, "", operation.getIterator());
  }

  /// Gives `value` to its users with the shadow of `zero`, too.
  static void add_shadow(Instruction& value, Value* zero) {
    IRBuilder<> at(value.getParent(), std::next(value.getIterator()));
    at.SetCurrentDebugLocation(value.getDebugLoc());
    Type* const type = value.getType();
    Value* number = type->isPointerTy() ? at.CreatePtrToInt(&value, zero->getType())
                                        : at.CreateBitCast(&value, zero->getType());
    Instruction* both = at.Insert(BinaryOperator::CreateXor(number, zero));
    Value* result =
        type->isPointerTy() ? at.CreateIntToPtr(both, type) : at.CreateBitCast(both, type);
    value.replaceUsesWithIf(
        result, [&](const Use& use) { return use.getUser() != number && use.getUser() != both; });
  }

  static void keep_value_read(AtomicRMWInst& update) {
    if (update.use_empty()) return;
    add_shadow(update, zero_of_memory(update, update.getPointerOperand(), update.getType()));
  }

  static void keep_value_read(AtomicCmpXchgInst& swap) {
    Value* zero = nullptr;
    for (User* user : make_early_inc_range(swap.users())) {
      auto* part = dyn_cast<ExtractValueInst>(user);
      if (!part) continue;
      if (!zero)
        zero = zero_of_memory(swap, swap.getPointerOperand(), swap.getNewValOperand()->getType());
      Value* its = zero;
      if (part->getIndices().front() == 1)  // whether it was swapped
        its = IRBuilder<>(part).Insert(
            new ICmpInst(ICmpInst::ICMP_NE, zero, Constant::getNullValue(zero->getType())));
      add_shadow(*part, its);
    }
  }

  void replace(FreezeInst& freeze) {
    auto* cast = new BitCastInst(freeze.getOperand(0), freeze.getType(), "", freeze.getIterator());
    cast->setDebugLoc(freeze.getDebugLoc());
    freeze.replaceAllUsesWith(cast);
    freeze.setOperand(0, PoisonValue::get(freeze.getType()));
    freeze.removeFromParent();
    frozen_.emplace_back(cast, &freeze);
  }

  Function& kernel_;
  SmallVector<std::pair<BitCastInst*, FreezeInst*>> frozen_;
};

/// Expands calls of MemorySanitizer's runtime.
class Expansion {
 public:
  Expansion(Function& kernel, const KernelContext& context)
      : kernel_(kernel), services_(kernel, context), sites_(*kernel.getParent(), context) {
    for (Instruction& each : instructions(kernel)) own_.insert(&each);
  }

  /// Expands all. Returns the name of a function that is not known; empty if there is none.
  std::string expand() {
    SmallVector<CallInst*> calls;
    for (Instruction& each : instructions(kernel_)) {
      auto* call = dyn_cast<CallInst>(&each);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->getName().starts_with(kPrefix)) calls.push_back(call);
    }
    for (CallInst* call : calls) {
      const StringRef name = call->getCalledFunction()->getName().drop_front(kPrefix.size());
      if (!expand(*call, name)) return call->getCalledFunction()->getName().str();
      call->eraseFromParent();
    }
    return {};
  }

 private:
  bool expand(CallInst& call, StringRef name) {
    if (name.starts_with("metadata_ptr_for_load")) return expand_look(call, /*is_store=*/false);
    if (name.starts_with("metadata_ptr_for_store")) return expand_look(call, /*is_store=*/true);
    if (name == "warning") return expand_report(call);
    if (name == "get_context_state") return expand_state(call);
    // Variables have marks of ours (poison_variables).
    if (name == "poison_alloca" || name == "unpoison_alloca" || name == "instrument_asm_store")
      return true;
    if (name == "memset") return expand_memset(call);
    if (name == "memcpy" || name == "memmove") return expand_copy(call, name == "memmove");
    return false;
  }

  bool expand_look(CallInst& call, bool is_store) {
    IRBuilder<> at(&call);
    const auto field = [&](size_t offset) {
      Value*& loaded = fields_[offset];
      if (!loaded) loaded = services_.shadow_field(offset);
      return loaded;
    };
    Value* address = at.CreatePtrToInt(call.getArgOperand(0), at.getInt64Ty());
    Value* index = at.CreateAnd(at.CreateLShr(address, HD_SHADOW_SHIFT),
                                (uint64_t{1} << HD_SHADOW_INDEX_BITS) - 1);
    LoadInst* entry = at.CreateLoad(
        at.getPtrTy(), at.CreateGEP(at.getPtrTy(), field(offsetof(hd_shadow, leaves)), index));
    mark_of_check(*entry);
    Value* none = field(is_store ? offsetof(hd_shadow, sink) : offsetof(hd_shadow, nothing));
    Value* leaf = at.CreateSelect(at.CreateIsNull(entry), none, entry);
    Value* offset = at.CreateAnd(address, (uint64_t{1} << HD_SHADOW_SHIFT) - 1);
    Value* shadow = at.CreateGEP(at.getInt8Ty(), leaf, offset);
    Value* of_origin =
        at.CreateAdd(at.CreateAnd(offset, ~uint64_t{3}), at.getInt64(HD_SHADOW_PART));
    Value* origin = at.CreateGEP(at.getInt8Ty(), leaf, of_origin);
    Value* both = at.CreateInsertValue(PoisonValue::get(call.getType()), shadow, 0);
    call.replaceAllUsesWith(at.CreateInsertValue(both, origin, 1));
    return true;
  }

  /// Returns the program's instruction that a report stands before.
  Instruction* guarded(CallInst& report) {
    const BasicBlock* block = report.getParent()->getSingleSuccessor();
    for (unsigned steps = 0; block && steps < 64; ++steps) {
      for (const Instruction& each : *block)
        if (own_.contains(&each) && !isa<PHINode>(each)) return const_cast<Instruction*>(&each);
      block = block->getTerminator()->getNumSuccessors() == 2
                  ? block->getTerminator()->getSuccessor(1)
                  : block->getSingleSuccessor();
    }
    return nullptr;
  }

  bool expand_report(CallInst& call) {
    Instruction* of = guarded(call);
    if (!of) of = &call;
    IRBuilder<> at(&call);
    at.SetCurrentDebugLocation(of->getDebugLoc());
    services_.report_uninitialised(
        at, {sites_.describe_operation(*of, kind_of(*of), 0, false), call.getArgOperand(0)});
    return true;
  }

  /// The shadows of arguments: those of the kernel's are written, and so are others' results.
  bool expand_state(CallInst& call) {
    constexpr uint64_t kBytes = 4 * 800 + 8 + 800 + 8;  // as MemorySanitizer has it
    IRBuilder<> at(&call);
    AllocaInst* state = at.CreateAlloca(ArrayType::get(at.getInt8Ty(), kBytes));
    state->setAlignment(Align(16));
    at.CreateMemSet(state, at.getInt8(0), kBytes, Align(16));
    call.replaceAllUsesWith(state);
    return true;
  }

  bool expand_memset(CallInst& call) {
    IRBuilder<> at(&call);
    Value* bytes = at.CreateZExtOrTrunc(call.getArgOperand(2), at.getInt64Ty());
    at.CreateMemSet(call.getArgOperand(0), at.CreateTrunc(call.getArgOperand(1), at.getInt8Ty()),
                    bytes, MaybeAlign());
    services_.poison(at, call.getArgOperand(0), bytes, nullptr);
    call.replaceAllUsesWith(call.getArgOperand(0));
    return true;
  }

  bool expand_copy(CallInst& call, bool may_overlap) {
    IRBuilder<> at(&call);
    Value *to = call.getArgOperand(0), *from = call.getArgOperand(1);
    Value* bytes = at.CreateZExtOrTrunc(call.getArgOperand(2), at.getInt64Ty());
    services_.copy_shadow(at, to, from, bytes);
    if (may_overlap)
      at.CreateMemMove(to, MaybeAlign(), from, MaybeAlign(), bytes);
    else
      at.CreateMemCpy(to, MaybeAlign(), from, MaybeAlign(), bytes);
    call.replaceAllUsesWith(to);
    return true;
  }

  Function& kernel_;
  CheckServices services_;
  Sites sites_;
  DenseMap<size_t, Value*> fields_;
  DenseSet<const Instruction*> own_;
};

/// Counts variables as written that are told to functions without a body.
void clear_told(Function& kernel, const KernelContext& context) {
  CheckServices services(kernel, context);  // its table precedes all reports
  SmallVector<std::pair<CallInst*, AllocaInst*>> told;
  for (Instruction& each : instructions(kernel)) {
    auto* call = dyn_cast<CallInst>(&each);
    if (!call || isa<IntrinsicInst>(call) || is_of_check(*call) || call->onlyReadsMemory())
      continue;
    for (Value* argument : call->args()) {
      if (!argument->getType()->isPointerTy()) continue;
      if (auto* variable = dyn_cast<AllocaInst>(argument->stripInBoundsOffsets()))
        told.emplace_back(call, variable);
    }
  }
  for (auto& [call, variable] : told) {
    const auto size = variable->getAllocationSize(kernel.getDataLayout());
    if (!size || size->isScalable()) continue;
    IRBuilder<> at(call->getNextNode());
    services.poison(at, variable, at.getInt64(size->getFixedValue()), nullptr);
  }
}

/// Tells whether the kernel is too large to be checked: it would have more blocks than passes can
/// take, as each access gets some, or has functions that stay calls.
bool is_too_large(const Module& module, const Function& kernel) {
  const auto has_body = [&](const Function& function) {
    return !function.isDeclaration() && &function != &kernel;
  };
  const auto grows = [](const Instruction& each) { return each.mayReadOrWriteMemory(); };
  const auto more = static_cast<size_t>(count_if(instructions(kernel), grows));
  return any_of(module, has_body) || kernel.size() + more > kMaxBlocks;
}

/// Tells whether the kernel has functions of sub-groups. Between them code runs for one work-item
/// after the other, and what MemorySanitizer adds to group functions is torn apart there.
bool has_sub_groups(const Function& kernel) {
  return any_of(instructions(kernel), [](const Instruction& each) {
    const Internal called = called_internal(each);
    return called == Internal::VectorBarrier ||
           (called >= Internal::LanesReduce && called <= Internal::LanesBallot);
  });
}

}  // namespace

PreservedAnalyses check_uninitialised(Module& module, KernelContext& context,
                                      ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckUninitialised) || is_too_large(module, kernel) ||
      has_sub_groups(kernel))
    return PreservedAnalyses::all();
  never_test_by_calls();
  clear_told(kernel, context);
  Expansion expansion(kernel, context);
  Preparation preparation(kernel);
  preparation.prepare();
  KeptAttributes kept(kernel);
  kernel.addFnAttr(Attribute::SanitizeMemory);
  MemorySanitizerOptions options(/*TrackOrigins=*/1, /*Recover=*/true, /*Kernel=*/true);
  options.TrackOrigins = 1;  // the kernel's default is to track copies, too
  MemorySanitizerPass(options).run(module, analyses);
  analyses.invalidate(module, PreservedAnalyses::none());
  kernel.removeFnAttr(Attribute::SanitizeMemory);
  kept.restore();
  preparation.finish();
  const std::string unknown = expansion.expand();
  if (!unknown.empty()) context.error = "MemorySanitizer calls '" + unknown + "'";
  for (Function& function : make_early_inc_range(module))
    if (function.getName().starts_with(kPrefix) && function.use_empty()) function.eraseFromParent();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
