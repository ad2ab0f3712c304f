// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/sub_groups.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <bit>

#include "compiler/builtins/library.h"
#include "compiler/groups/group_entry.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/pipeline/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kLeastSize = 8, kMostSize = 64;  // of sub-groups, where we choose

/// Does the name, as Clang mangles it, stand for a function of sub-groups?
bool is_of_sub_groups(StringRef name) {
  return name.contains("sub_group") && !name.contains("kernel_sub_group");
}

/// The name of the form for whole work-groups: the same with a prefix; of pipes the work-group's.
std::string whole_name(StringRef name) {
  if (name.consume_front("__sub_group_")) return ("__work_group_" + name).str();
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length)) return {};
  constexpr StringLiteral kPrefix = "__whole_";
  return ("_Z" + Twine(length + kPrefix.size()) + kPrefix + name).str();
}

SmallVector<Function*> functions_of_sub_groups(Module& module) {
  SmallVector<Function*> found;
  for (Function& function : module) {
    if (function.isDeclaration() && !function.use_empty() && is_of_sub_groups(function.getName()))
      found.push_back(&function);
  }
  return found;
}

bool has_whole_form(const Function& function) {
  const std::string name = whole_name(function.getName());
  return !name.empty() && builtins::find(name) >= 0;
}

// ---- Loops that wait.

/// Does an atomic operation only look, so that it may have to wait for others to change what it
/// sees? A lock that is taken by an exchange counts, too.
bool only_looks(const AtomicRMWInst& update) {
  const auto* operand = dyn_cast<ConstantInt>(update.getValOperand());
  switch (update.getOperation()) {
    case AtomicRMWInst::Xchg:
      return true;
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::UMax:
      return operand && operand->isZero();
    case AtomicRMWInst::And:
    case AtomicRMWInst::UMin:
      return operand && operand->isMinusOne();
    default:
      return false;
  }
}

/// Is what `instruction` gives up to other work-items, in `loop`?
bool depends_on_others(const Instruction& instruction, const Loop& loop) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isAtomic() || load->isVolatile();
  if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return only_looks(*update);
  // A loop that tries again with the value that it saw last does not wait.
  const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange && loop.isLoopInvariant(exchange->getCompareOperand());
}

/// Does it depend on others whether the loop goes on? Of values that are joined in the loop the
/// conditions count that decide which of them it is.
bool may_wait(const Loop& loop) {
  SmallSetVector<const Value*, 32> work;
  SmallVector<BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  bool has_conditions = false;
  auto add_condition = [&](const BasicBlock& block) {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch && branch->isConditional()) work.insert(branch->getCondition());
    if (const auto* choice = dyn_cast<SwitchInst>(block.getTerminator()))
      work.insert(choice->getCondition());
  };
  for (const BasicBlock* block : exiting) add_condition(*block);
  for (unsigned i = 0; i < work.size(); ++i) {
    const auto* instruction = dyn_cast<Instruction>(work[i]);
    if (!instruction || !loop.contains(instruction)) continue;
    if (depends_on_others(*instruction, loop)) return true;
    // What a loop's single latch hands to its header (a counter) no condition decides.
    const bool is_handed_on = instruction->getParent() == loop.getHeader() && loop.getLoopLatch();
    if (isa<PHINode>(instruction) && !is_handed_on && !has_conditions) {
      has_conditions = true;
      for (const BasicBlock* block : loop.blocks()) add_condition(*block);
    }
    for (const Value* operand : instruction->operand_values()) work.insert(operand);
  }
  return false;
}

const Loop* waiting_loop(const LoopInfo& loops) {
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (may_wait(*loop)) return loop;
  }
  return nullptr;
}

// ---- Linear ids.

class LinearNumbers {
 public:
  LinearNumbers(Function& kernel, const KernelContext& context)
      : kernel_(kernel),
        known_(known_local_size(context)),
        wide_(context.options.wide_ids),
        at_(&kernel.getEntryBlock(), kernel.getEntryBlock().begin()) {}

  void run() {
    SmallVector<CallBase*> calls;
    for (Instruction& each : instructions(kernel_)) {
      const Word word = called_word(each);
      if (word == Word::LocalId || word == Word::GlobalId) calls.push_back(cast<CallBase>(&each));
    }
    if (calls.empty()) return;
    divide();
    for (CallBase* call : calls) {
      const unsigned d = dimension(*call);
      const bool is_local = called_word(*call) == Word::LocalId;
      Value*& id = is_local ? local_[d] : global_[d];
      if (!id) id = is_local ? longer(id_[d]) : global_id(d);
      call->replaceAllUsesWith(id);
    }
    for (CallBase* call : calls) call->eraseFromParent();  // new code stands in front of the first
  }

 private:
  Value* word(const char* name, unsigned d) {
    Type* type = at_.getInt64Ty();
    FunctionCallee callee = kernel_.getParent()->getOrInsertFunction(name, type, at_.getInt32Ty());
    auto* function = cast<Function>(callee.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    CallInst* call = at_.CreateCall(callee, at_.getInt32(d));
    call->addRetAttr(Attribute::NoUndef);
    return call;
  }

  Value* longer(Value* id) { return at_.CreateZExt(id, at_.getInt64Ty(), "", /*IsNonNeg=*/true); }
  /// Numbers that ids are made of are below 2^31, or `wide_`.
  Value* shorter(Value* id) {
    return at_.CreateTrunc(id, at_.getInt32Ty(), "", /*IsNUW=*/true, /*IsNSW=*/true);
  }

  Value* local_size(unsigned d) {
    if (known_) return at_.getInt32(static_cast<uint32_t>((*known_)[d]));
    return shorter(word("__hd_local_size", d));
  }

  /// A group has a few thousand work-items at most.
  void divide() {
    Value* linear = word("__hd_local_id", 0);
    cast<CallInst>(linear)->addRangeRetAttr(
        ConstantRange(APInt(64, 0), APInt(64, 2 * uint64_t{kMaxGroupSize})));
    linear = shorter(linear);
    Value* width = local_size(0);
    Value* height = local_size(1);
    Value* row = at_.CreateUDiv(linear, width);
    id_[0] = rest(linear, row, width);
    id_[2] = at_.CreateUDiv(row, height);
    id_[1] = rest(row, id_[2], height);
  }

  Value* rest(Value* number, Value* quotient, Value* divisor) {
    Value* whole = at_.CreateMul(quotient, divisor, "", true, true);
    return at_.CreateSub(number, whole, "", true, true);
  }

  Value* global_id(unsigned d) {
    Value* groups = at_.CreateMul(word("__hd_group_id", d), word("__hd_enqueued_local_size", d), "",
                                  /*HasNUW=*/true, /*HasNSW=*/!wide_);
    Value* start = at_.CreateAdd(word("__hd_global_offset", d), groups, "", true, !wide_);
    if (wide_) return at_.CreateAdd(start, longer(id_[d]), "", /*HasNUW=*/true);
    return longer(at_.CreateAdd(shorter(start), id_[d], "", true, true));
  }

  Function& kernel_;
  const std::optional<std::array<uint64_t, 3>> known_;
  const bool wide_;
  IRBuilder<> at_;
  std::array<Value*, 3> id_{}, local_{}, global_{};
};

bool fits_plain(const std::array<uint64_t, 3>& size, unsigned width) {
  return (size[1] == 1 && size[2] == 1) || size[0] % width == 0;
}

}  // namespace

void find_sub_groups(Module& module, KernelContext& context) {
  SubGroups& groups = context.sub_groups;
  const SmallVector<Function*> functions = functions_of_sub_groups(module);
  groups.used = !functions.empty() || context.record.required_sub_group_size != 0;
  groups.has_whole_form = all_of(functions, [](Function* each) { return has_whole_form(*each); });
  if (groups.whole) {
    for (Function* function : functions) {
      FunctionCallee whole = module.getOrInsertFunction(
          whole_name(function->getName()), function->getFunctionType(), function->getAttributes());
      cast<Function>(whole.getCallee())->setCallingConv(function->getCallingConv());
      function->replaceAllUsesWith(whole.getCallee());
      function->eraseFromParent();
    }
  } else if (!functions.empty() && context.options.sub_group_progress &&
             context.options.sub_group_size == 0) {
    groups.untouched = CloneModule(module);
  }
}

void settle_sub_groups(Module& module, KernelContext& context) {
  SubGroups& groups = context.sub_groups;
  if (!groups.untouched) return;
  Function& kernel = *context.kernel(module);
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  const Loop* loop = waiting_loop(loops);
  if (!loop) {
    groups.untouched.reset();
  } else if (context.record.required_sub_group_size != 0) {
    context.error =
        "sub-groups of a required size cannot wait for each other in a loop; where they do not, "
        "-cl-no-subgroup-ifp says so";
  } else if (groups.has_whole_form) {
    groups.restart = true;
  } else {
    groups.one_vector = true;
    context.report.note("work-groups have one sub-group: a loop may wait for others",
                        *loop->getHeader()->getTerminator());
  }
}

unsigned wanted_sub_group_size(const KernelContext& context) {
  const unsigned given = context.options.sub_group_size;
  return given != 0 ? given : context.record.required_sub_group_size;
}

Lanes sub_group_lanes(const KernelContext& context, unsigned width) {
  Lanes lanes;
  const auto& required = context.record.required_group_size;
  const auto known = known_local_size(context);
  if (const unsigned wanted = wanted_sub_group_size(context)) {
    lanes.width = wanted;
  } else if (context.options.width != 0) {
    lanes.width = context.options.width;
  } else {
    lanes.width =
        context.sub_groups.one_vector ? kMostSize : std::clamp(width, kLeastSize, kMostSize);
    // Lanes beyond the group's size would never be active.
    if (const uint64_t items = required[0] * required[1] * required[2])
      lanes.width = static_cast<unsigned>(std::min<uint64_t>(lanes.width, std::bit_ceil(items)));
  }
  lanes.linear = lanes.are_used() &&
                 (context.options.linear_lanes || (known && !fits_plain(*known, lanes.width)));
  return lanes;
}

void number_linearly(Function& kernel, const KernelContext& context) {
  LinearNumbers(kernel, context).run();
}

void record_sub_groups(KernelContext& context) {
  const SubGroups& groups = context.sub_groups;
  const Lanes& lanes = context.lanes;
  KernelRecord& record = context.record;
  record.uses_sub_groups = groups.used;
  record.sub_group_size = groups.whole                               ? kWholeGroup
                          : lanes.are_used() && lanes.dimension == 0 ? lanes.width
                                                                     : 1;
  if (groups.one_vector)
    record.max_group_size = std::min<uint64_t>(record.max_group_size, record.sub_group_size);
  const unsigned wanted = wanted_sub_group_size(context);
  if (!groups.used || wanted == 0 || wanted == record.sub_group_size) return;
  context.error = "sub-groups of " + std::to_string(wanted) + " work-items are not possible";
  for (const std::string& note : context.report.notes) context.error += "; " + note;
}

}  // namespace heddle::compiler
