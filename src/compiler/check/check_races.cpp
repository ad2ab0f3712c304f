// SPDX-License-Identifier: Apache-2.0
// Records the accesses of each work-item to global and local memory, and the barriers that it has
// passed, so that the runtime finds two accesses to the same bytes, one a write, that nothing
// orders (OpenCL 2.2 §3.3.4, data races). ThreadSanitizer is the pattern; there threads really run
// at the same time, here the order of a group's work-items is known, and must not matter.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <cstddef>

#include "abi/check_abi.h"
#include "compiler/check/accesses.h"
#include "compiler/check/passes.h"
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
    drop_repeated(accesses, barriers);
    begin();
    for (CallBase* barrier : barriers) count(*barrier);
    for (const Recorded& each : accesses) record(each);
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

  static uint32_t facts_of(const Access& access) {
    uint32_t facts = access.kind == HD_SITE_READ ? 0 : HD_RACE_WRITE;
    if (access.instruction->isAtomic()) facts |= HD_RACE_DEVICE;  // built-ins tell LLVM no scope
    if (access.pointer->getType()->getPointerAddressSpace() == kLocal) facts |= HD_RACE_LOCAL;
    return facts;
  }

  /// Drops accesses that the same work-item has made before in the block, with no barrier between.
  static void drop_repeated(SmallVectorImpl<Recorded>& accesses, ArrayRef<CallBase*> barriers) {
    const SmallPtrSet<const Instruction*, 8> ends(barriers.begin(), barriers.end());
    DenseMap<std::pair<const Value*, const Value*>, uint32_t> made;
    const BasicBlock* block = nullptr;
    const Instruction* last = nullptr;
    erase_if(accesses, [&](const Recorded& each) {
      const Instruction& here = *each.access.instruction;
      bool is_apart = here.getParent() != block;
      for (const Instruction* at = last; !is_apart && at != &here; at = at->getNextNode())
        is_apart = ends.contains(at);
      if (is_apart) made.clear();
      block = here.getParent();
      last = &here;
      if (here.isAtomic()) return false;
      const auto [known, is_new] =
          made.try_emplace({each.access.pointer, each.access.bytes}, each.facts);
      if (is_new) return false;
      if ((known->second & HD_RACE_WRITE) || !(each.facts & HD_RACE_WRITE)) return true;
      known->second = each.facts;
      return false;
    });
  }

  /// Makes the work-item's own state at the kernel's entry.
  void begin() {
    BasicBlock& entry = kernel_.getEntryBlock();
    IRBuilder<> first(&entry, entry.begin());
    constexpr size_t kNumbers = sizeof(hd_race_item) / sizeof(uint32_t);
    item_ = first.CreateAlloca(ArrayType::get(number_, kNumbers), nullptr, "race.item");
    auto* table = cast<Instruction>(services_.table());
    IRBuilder<> at(&entry, std::next(table->getIterator()));
    services_.begin_item(at, item_);
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

  void record(const Recorded& each) {
    Instruction& instruction = *each.access.instruction;
    IRBuilder<> at(&instruction);
    const bool is_atomic = instruction.isAtomic();
    uint32_t known = each.facts;
    if (is_atomic && releases(instruction)) known |= HD_RACE_RELEASE;
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
    services_.note_access(at, {item_, sites_.describe(access), address, access.bytes, facts});
    if (!is_atomic || !acquires(instruction)) return;
    IRBuilder<> after(instruction.getParent(), std::next(instruction.getIterator()));
    after.SetCurrentDebugLocation(instruction.getDebugLoc());
    services_.note_acquire(after, item_, address);
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

  /// Tells whether an atomic access may release, or acquire. Those of OpenCL 1.x are relaxed; with
  /// a fence somewhere in the kernel they are taken for what the two make together.
  bool releases(const Instruction& instruction) const {
    if (isa<LoadInst>(instruction)) return false;
    const auto* update = dyn_cast<AtomicRMWInst>(&instruction);
    if (update && keeps_value(*update)) return false;  // a read of whoever waits
    return has_fences_ || isReleaseOrStronger(ordering_of(instruction));
  }
  bool acquires(const Instruction& instruction) const {
    if (isa<StoreInst>(instruction)) return false;
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
  bool has_fences_ = false;
};

}  // namespace

PreservedAnalyses check_races(Module& module, KernelContext& context,
                              ModuleAnalysisManager& analyses) {
  Function& kernel = *context.kernel(module);
  if (!(checks_of(kernel) & kCheckRaces)) return PreservedAnalyses::all();
  FunctionAnalysisManager& of_function = of_functions(module, analyses);
  PromotePass().run(kernel, of_function);
  of_function.invalidate(kernel, PreservedAnalyses::none());
  // One value for each address, so that repeated accesses are seen.
  EarlyCSEPass().run(kernel, of_function);
  of_function.invalidate(kernel, PreservedAnalyses::none());
  Recorder(kernel, context).run();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
