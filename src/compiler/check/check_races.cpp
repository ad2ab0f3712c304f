// SPDX-License-Identifier: Apache-2.0
// Records the accesses of each work-item to global and local memory, and the barriers that it has
// passed, so that the runtime finds two accesses to the same bytes, one a write, that nothing
// orders (OpenCL 2.2 §3.3.4, data races). ThreadSanitizer is the pattern; there threads really run
// at the same time, here the order of a group's work-items is known, and must not matter.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <cstddef>
#include <optional>

#include "abi/check_abi.h"
#include "compiler/check/accesses.h"
#include "compiler/check/call_marks.h"
#include "compiler/check/passes.h"
#include "compiler/check/run_alone.h"
#include "compiler/check/services.h"
#include "compiler/check/site.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint32_t kLocalFence = 1, kGlobalFence = 2;  // CLK_..._MEM_FENCE
constexpr uint32_t kAnywhere = ~0U;                    // hd_race_item.written
constexpr size_t kMostTested = 500;  // accesses of a kernel in which reads get blocks of their own

struct Recorded {
  Access access;
  uint32_t facts;
};

class Recorder {
 public:
  Recorder(Function& kernel, KernelContext& context)
      : kernel_(kernel),
        context_(context),
        number_(Type::getInt32Ty(kernel.getContext())),
        word_(Type::getInt64Ty(kernel.getContext())),
        services_(kernel, context),
        sites_(*kernel.getParent(), context) {}

  void run() {
    SmallVector<Recorded> accesses;
    SmallVector<CallBase*> barriers;
    for (const Access& access : accesses_of(kernel_)) {
      // Clang writes a component of a vector by reading and writing all of it.
      const bool is_of_component =
          isa<LoadInst>(access.instruction) && access.kind == HD_SITE_WRITE;
      if (!is_of_component && is_shared(*access.pointer))
        accesses.push_back({access, facts_of(access)});
    }
    for (Instruction& each : instructions(kernel_)) {
      const Internal called = called_internal(each);
      const bool is_barrier = called == Internal::Barrier && !is_yield(each);
      if (is_barrier || called == Internal::VectorBarrier)
        barriers.push_back(cast<CallBase>(&each));
      // Relaxed atomic operations hand on what a sub-group waits for (named barriers).
      has_fences_ |= isa<FenceInst>(each) || is_yield(each) || called == Internal::VectorBarrier;
    }
    if (accesses.empty()) return;
    const SmallVector<CallInst*> marks = marks_of_orders();
    for (const CallInst* mark : marks) note(*mark);
    has_acquirer_ = any_of(accesses, [&](const Recorded& each) { return may_acquire(each); });
    drop_repeated(accesses, barriers);
    const uint32_t written = written_arguments(*kernel_.getParent(), kernel_, accesses);
    begin(written);
    if (has_acquirer_ || told_ != 0)
      for (CallInst* mark : marks) lower(*mark);
    for (CallBase* barrier : barriers) count(*barrier);
    for (const Recorded& each : accesses) {
      if (!quiet_ || each.facts != 0 || accesses.size() > kMostTested) {
        record(each, each.access.instruction);
        continue;
      }
      const auto argument = argument_of(*each.access.pointer);
      const bool is_only_read = argument && !(written >> *argument & 1);
      record(each, is_only_read ? unless_quiet(each, *argument) : each.access.instruction);
    }
  }

 private:
  /// Tells whether other work-items may access the memory, as far as is known at compile time.
  bool is_shared(Value& pointer) const {
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    if (space == kPrivate || space == kConstant) return false;
    const Value* object = getUnderlyingObject(&pointer);
    if (isa<AllocaInst>(object)) return false;
    if (const auto* variable = dyn_cast<GlobalVariable>(object)) return !variable->isConstant();
    const auto* instruction = dyn_cast<Instruction>(object);
    return !instruction || !is_trusted(*instruction, context_);
  }

  SmallVector<CallInst*> marks_of_orders() {
    SmallVector<CallInst*> all;
    for (Instruction& each : instructions(kernel_))
      if (CallInst* mark = as_mark(each, kOrderMark)) all.push_back(mark);
    return all;
  }

  /// Notes what the kernel's atomic accesses may be told, and that it has such a fence.
  void note(const CallInst& mark) {
    const auto known = computeKnownBits(mark.getArgOperand(0), kernel_.getDataLayout());
    const uint64_t facts = (~known.Zero).getZExtValue();
    if (known.One.getZExtValue() & HD_RACE_FENCE)
      (facts & kBarrierMark ? has_barrier_fence_ : has_told_fence_) = true;
    else
      told_ |= static_cast<uint32_t>(facts);
  }

  /// Tells whether a fence may make an atomic access release or acquire. A barrier has no need to
  /// in local memory: it orders the group by itself.
  bool may_have_fence(const Recorded& each) const {
    return has_told_fence_ || (has_barrier_fence_ && !(each.facts & HD_RACE_LOCAL));
  }
  /// Tells whether an access may acquire. One whose value nobody looks at tells nobody anything.
  bool may_acquire(const Recorded& each) const {
    const Instruction& instruction = *each.access.instruction;
    return instruction.isAtomic() && !isa<StoreInst>(instruction) && !instruction.use_empty() &&
           (acquires(instruction) || (told_ & HD_RACE_ACQUIRE) || may_have_fence(each));
  }
  /// Tells whether an access may release, to some other one.
  bool may_release(const Recorded& each) const {
    const Instruction& instruction = *each.access.instruction;
    return has_acquirer_ && instruction.isAtomic() && changes(instruction) &&
           (releases(instruction) || (told_ & HD_RACE_RELEASE) || may_have_fence(each));
  }

  /// Sets the order of the atomic accesses that follow a mark, or notes the fence that it is of.
  void lower(CallInst& mark) {
    IRBuilder<> at(&mark);
    Value* facts = mark.getArgOperand(0);
    // Facts have this bit whatever the operands of the fence are.
    const auto known = computeKnownBits(facts, kernel_.getDataLayout());
    if ((known.One.getZExtValue() & HD_RACE_FENCE) != 0) {
      if (has_acquirer_) services_.note_fence(at, item_, facts);
      return;
    }
    Value* place = at.CreateConstGEP1_64(at.getInt8Ty(), item_, offsetof(hd_race_item, told));
    mark_of_check(*at.CreateStore(facts, place));
  }

  static uint32_t facts_of(const Access& access) {
    uint32_t facts = access.kind == HD_SITE_READ ? 0 : HD_RACE_WRITE;
    if (access.instruction->isAtomic()) facts |= HD_RACE_DEVICE;  // built-ins tell LLVM no scope
    if (access.pointer->getType()->getPointerAddressSpace() == kLocal) facts |= HD_RACE_LOCAL;
    return facts;
  }

  /// Returns the number of the argument whose memory is accessed, if it is known and below 32.
  static std::optional<unsigned> argument_of(const Value& pointer) {
    const auto* argument = dyn_cast<Argument>(getUnderlyingObject(&pointer));
    if (!argument || argument->getArgNo() >= 32) return std::nullopt;
    return argument->getArgNo();
  }

  /// Returns the arguments that the kernel may write through; all if it may write elsewhere.
  static uint32_t written_arguments(const Module& module, const Function& kernel,
                                    ArrayRef<Recorded> accesses) {
    const auto is_called = [&](const Function& each) {
      return !each.isDeclaration() && &each != &kernel;
    };
    if (any_of(module, is_called)) return kAnywhere;
    uint32_t written = 0;
    for (const Recorded& each : accesses) {
      if (!(each.facts & HD_RACE_WRITE) || (each.facts & HD_RACE_LOCAL)) continue;
      SmallVector<const Value*> objects;
      getUnderlyingObjects(each.access.pointer, objects);
      for (const Value* object : objects) {
        const auto* argument = dyn_cast<Argument>(object);
        if (argument && argument->getArgNo() < 32)
          written |= 1U << argument->getArgNo();
        else if (!isa<AllocaInst, GlobalVariable>(object))
          return kAnywhere;
      }
    }
    return written;
  }

  /// Drops accesses that the same work-item has made before in the block, with no barrier between.
  /// A write stands for a read before it, unless atomic operations may order the two.
  static void drop_repeated(SmallVectorImpl<Recorded>& accesses, ArrayRef<CallBase*> barriers) {
    const SmallPtrSet<const Instruction*, 8> ends(barriers.begin(), barriers.end());
    struct Made {
      size_t place;
      uint32_t facts;
      bool is_movable;
    };
    DenseMap<std::pair<const Value*, const Value*>, Made> made;
    const BasicBlock* block = nullptr;
    const Instruction* last = nullptr;
    SmallVector<bool> is_dropped(accesses.size());
    for (const auto& [place, each] : enumerate(accesses)) {
      const Instruction& here = *each.access.instruction;
      bool is_apart = here.getParent() != block;
      for (const Instruction* at = last; !is_apart && at != &here; at = at->getNextNode()) {
        is_apart = ends.contains(at);
        if (isa<FenceInst>(at) || (isa<CallInst>(at) && !isa<IntrinsicInst>(at)))
          for (auto& [key, known] : made) known.is_movable = false;
      }
      if (is_apart) made.clear();
      block = here.getParent();
      last = &here;
      if (here.isAtomic()) {
        for (auto& [key, known] : made) known.is_movable = false;
        continue;
      }
      const auto [known, is_new] =
          made.try_emplace({each.access.pointer, each.access.bytes}, Made{place, each.facts, true});
      if (is_new) continue;
      if ((known->second.facts & HD_RACE_WRITE) || !(each.facts & HD_RACE_WRITE)) {
        is_dropped[place] = true;
        continue;
      }
      if (known->second.is_movable) is_dropped[known->second.place] = true;
      known->second = {place, each.facts, true};
    }
    size_t place = 0;
    erase_if(accesses, [&](const Recorded&) { return is_dropped[place++]; });
  }

  /// Makes the work-item's own state at the kernel's entry.
  void begin(uint32_t written) {
    BasicBlock& entry = kernel_.getEntryBlock();
    IRBuilder<> first(&entry, entry.begin());
    constexpr size_t kNumbers = sizeof(hd_race_item) / sizeof(uint32_t);
    item_ = first.CreateAlloca(ArrayType::get(number_, kNumbers), nullptr, "race.item");
    auto* table = cast<Instruction>(services_.table());
    IRBuilder<> at(&entry, std::next(table->getIterator()));
    Value* place = at.CreateConstGEP1_64(at.getInt8Ty(), item_, offsetof(hd_race_item, written));
    mark_of_check(*at.CreateStore(at.getInt32(written), place));
    services_.begin_item(at, item_);
    if (written == kAnywhere) return;
    place = at.CreateConstGEP1_64(at.getInt8Ty(), item_, offsetof(hd_race_item, quiet));
    LoadInst* quiet = at.CreateLoad(number_, place, "race.quiet");
    mark_of_check(*quiet);
    quiet_ = quiet;
  }

  void count(CallBase& barrier) {
    IRBuilder<> at(barrier.getParent(), std::next(barrier.getIterator()));
    if (called_internal(barrier) == Internal::VectorBarrier)
      return add(at, offsetof(hd_race_item, sub_group_epoch), at.getInt32(1));
    Value* flags = barrier.getArgOperand(0);
    add(at, offsetof(hd_race_item, local_epoch), at.CreateAnd(flags, kLocalFence));
    Value* global = at.CreateLShr(at.CreateAnd(flags, kGlobalFence), 1);
    add(at, offsetof(hd_race_item, global_epoch), global);
    if (const auto* known = dyn_cast<ConstantInt>(global)) has_fences_ |= !known->isZero();
    // A barrier of the group is one of its sub-groups.
    add(at, offsetof(hd_race_item, sub_group_epoch), at.getInt32(1));
  }

  void add(IRBuilder<>& at, size_t offset, Value* more) {
    if (const auto* known = dyn_cast<ConstantInt>(more); known && known->isZero()) return;
    Value* place = at.CreateConstGEP1_64(at.getInt8Ty(), item_, offset);
    LoadInst* before = at.CreateLoad(number_, place);
    mark_of_check(*before);
    mark_of_check(*at.CreateStore(at.CreateAdd(before, more), place));
  }

  /// Emits a test before a read through an argument, and returns the place where it is recorded.
  Instruction* unless_quiet(const Recorded& each, unsigned argument) {
    Instruction& instruction = *each.access.instruction;
    IRBuilder<> at(&instruction);
    Value* bit = at.CreateAnd(quiet_, at.getInt32(1U << argument));
    return SplitBlockAndInsertIfThen(at.CreateIsNull(bit), instruction.getIterator(), false);
  }

  /// Records an access at a place before it.
  void record(const Recorded& each, Instruction* before) {
    Instruction& instruction = *each.access.instruction;
    IRBuilder<> at(before);
    at.SetCurrentDebugLocation(instruction.getDebugLoc());
    uint32_t known = each.facts;
    if (may_release(each)) known |= HD_RACE_CHANGES | (releases(instruction) ? HD_RACE_RELEASE : 0);
    Access access = each.access;
    const Value* object = getUnderlyingObject(access.pointer);
    if (isa<Argument, GlobalVariable>(object)) access.object = object;
    Value* address = at.CreatePtrToInt(access.pointer, word_);
    if (const auto* component = component_of(instruction)) {
      const auto* type = cast<FixedVectorType>(component->getType());
      const uint64_t bytes = type->getScalarSizeInBits() / 8;
      const uint64_t index = cast<ConstantInt>(component->getOperand(2))->getZExtValue();
      address = at.CreateAdd(address, at.getInt64(index * bytes));
      access.bytes = at.getInt64(bytes);
    }
    Value* facts = at.getInt32(known);
    if (access.pointer->getType()->getPointerAddressSpace() == kGeneric) {
      const auto if_in = [&](StringRef name, uint32_t fact) {
        FunctionCallee callee = kernel_.getParent()->getOrInsertFunction(
            name, FunctionType::get(at.getInt1Ty(), {access.pointer->getType()}, false));
        Value* is_in = at.CreateCall(callee, {access.pointer});
        return at.CreateSelect(is_in, at.getInt32(fact), at.getInt32(0));
      };
      facts = at.CreateOr(facts, if_in("__hd_is_local", HD_RACE_LOCAL));
      facts = at.CreateOr(facts, if_in("__hd_is_private", HD_RACE_PRIVATE));
    }
    const auto note = [&](IRBuilder<>& where, Value* what) {
      services_.note_access(where, {item_, sites_.describe(access), address, access.bytes, what});
    };
    if (auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      // One that fails only reads.
      IRBuilder<> then(swap->getParent(), std::next(swap->getIterator()));
      then.SetCurrentDebugLocation(swap->getDebugLoc());
      constexpr uint32_t kWrites = HD_RACE_WRITE | HD_RACE_CHANGES | HD_RACE_RELEASE;
      note(then, then.CreateSelect(then.CreateExtractValue(swap, 1), facts,
                                   then.CreateAnd(facts, ~uint64_t{kWrites})));
    } else {
      note(at, facts);
    }
    if (!may_acquire(each)) return;
    IRBuilder<> after(instruction.getParent(), std::next(instruction.getIterator()));
    after.SetCurrentDebugLocation(instruction.getDebugLoc());
    const uint32_t own = HD_RACE_DEVICE | (may_have_fence(each) ? HD_RACE_FENCE : 0) |
                         (acquires(instruction) ? HD_RACE_ACQUIRE : 0);
    services_.note_acquire(after, {item_, address, after.getInt32(own)});
  }

  /// Returns what a store changes in the vector that lies there; null if it is another store.
  static const InsertElementInst* component_of(const Instruction& instruction) {
    const auto* store = dyn_cast<StoreInst>(&instruction);
    const auto* change = store ? dyn_cast<InsertElementInst>(store->getValueOperand()) : nullptr;
    if (!change || !isa<ConstantInt>(change->getOperand(2))) return nullptr;
    const Value& value = *change->getOperand(0);
    const auto* before = dyn_cast<LoadInst>(&value);
    if (!before) before = checked_load(value);
    const bool is_there = before && before->getPointerOperand() == store->getPointerOperand();
    return is_there && change->getType()->getScalarSizeInBits() % 8 == 0 ? change : nullptr;
  }

  /// Tells whether others may see a value that an atomic access leaves there.
  static bool changes(const Instruction& instruction) {
    if (isa<LoadInst>(instruction)) return false;
    const auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    return !update || !keeps_value(*update);  // else it is a read of whoever waits
  }
  /// Tells whether an atomic access of a built-in function, whose order no mark tells, may release
  /// or acquire. With a fence somewhere in the kernel it is taken for what the two make together.
  bool releases(const Instruction& instruction) const {
    return has_fences_ || isReleaseOrStronger(ordering_of(instruction));
  }
  bool acquires(const Instruction& instruction) const {
    return has_fences_ || isAcquireOrStronger(ordering_of(instruction));
  }
  static AtomicOrdering ordering_of(const Instruction& instruction) {
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) return load->getOrdering();
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) return store->getOrdering();
    if (const auto* update = dyn_cast<AtomicRMWInst>(&instruction)) return update->getOrdering();
    return cast<AtomicCmpXchgInst>(instruction).getMergedOrdering();
  }

  Function& kernel_;
  KernelContext& context_;
  IntegerType *const number_, *const word_;
  CheckServices services_;
  Sites sites_;
  AllocaInst* item_ = nullptr;
  Value* quiet_ = nullptr;  // hd_race_item.quiet; null if no read may be left out
  bool has_fences_ = false;
  uint32_t told_ = 0;            // facts that atomic accesses may be told
  bool has_told_fence_ = false;  // the program has fences, and barriers that are such
  bool has_barrier_fence_ = false;
  bool has_acquirer_ = false;  // some access may acquire
};

}  // namespace

PreservedAnalyses check_races(Module& module, KernelContext& context,
                              ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckRaces)) return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  run_alone(PromotePass(), kernel, of_function);
  // One value for each address, so that repeated accesses are seen.
  run_alone(EarlyCSEPass(), kernel, of_function);
  Recorder(kernel, context).run();
  remove_marks(module, kOrderMark);  // functions that stay calls have some, too
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
