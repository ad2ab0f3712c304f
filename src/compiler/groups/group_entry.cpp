// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/group_entry.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/analysis/counted_loop.h"
#include "compiler/groups/spill.h"
#include "compiler/ir/mixed_bytes.h"
#include "compiler/vectorize/access/dynamic_permute.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

const char* const kDimension[3] = {"x", "y", "z"};

}  // namespace

GroupEntry::GroupEntry(Function& kernel, KernelContext& context, Walk walk)
    : context_(context),
      uniform_groups_(context.options.uniform_groups || context.options.has_local_size()),
      id_end_(context.options.wide_ids ? 0 : HD_NARROW_IDS_END),
      prologue_(kernel.getContext()) {
  LLVMContext& llvm_context = kernel.getContext();
  pointer_ = PointerType::get(llvm_context, 0);
  word_type_ = Type::getInt64Ty(llvm_context);
  auto* type =
      FunctionType::get(Type::getVoidTy(llvm_context), {pointer_, pointer_, pointer_}, false);
  function_ =
      Function::Create(type, GlobalValue::ExternalLinkage, HD_KERNEL_SYMBOL, kernel.getParent());
  function_->setDoesNotThrow();
  function_->getArg(0)->setName("launch");
  function_->getArg(1)->setName("range");
  function_->getArg(2)->setName("worker");
  for (unsigned i = 0; i < 3; ++i) function_->addParamAttr(i, Attribute::NoUndef);
  function_->setSubprogram(kernel.getSubprogram());
  entry_ = BasicBlock::Create(llvm_context, "entry", function_);
  prologue_.SetInsertPoint(entry_);
  read_launch();
  read_range();
  max_vectors_ = count_vectors(prologue_, enqueued_local_size_, "max_vectors");
  read_arguments(kernel);
  if (walk == Walk::Rows) {
    make_range();
  } else {
    make_group_loops(walk == Walk::Groups ? std::array{2U, 1U, 0U} : std::array{2U, 0U, 1U});
  }
  prologue_.SetInsertPoint(entry_->getTerminator());
}

LoadInst* GroupEntry::launch_field(Type* type, size_t offset, const Twine& name) {
  Value* at =
      prologue_.CreateConstInBoundsGEP1_64(prologue_.getInt8Ty(), function_->getArg(0), offset);
  LoadInst* load = prologue_.CreateLoad(type, at, name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function_->getContext(), {}));
  return load;
}

Value* GroupEntry::worker_field(Type* type, size_t offset, const Twine& name) {
  Value* at =
      prologue_.CreateConstInBoundsGEP1_64(prologue_.getInt8Ty(), function_->getArg(2), offset);
  return prologue_.CreateLoad(type, at, name);
}

void GroupEntry::bound(LoadInst& load, uint64_t least, uint64_t end) {
  load.setMetadata(LLVMContext::MD_noundef, MDNode::get(function_->getContext(), {}));
  if (end == 0) return;
  MDBuilder metadata(function_->getContext());
  load.setMetadata(LLVMContext::MD_range, metadata.createRange(APInt(64, least), APInt(64, end)));
}

void GroupEntry::read_launch() {
  work_dim_ = launch_field(prologue_.getInt32Ty(), offsetof(hd_launch, work_dim), "work_dim");
  auto known = known_local_size(context_);
  for (unsigned d = 0; d < 3; ++d) {
    auto field = [&](size_t offset, const char* name, uint64_t least, uint64_t end) {
      LoadInst* load =
          launch_field(word_type_, offset + d * sizeof(size_t), Twine(name) + "." + kDimension[d]);
      bound(*load, least, end);
      return load;
    };
    global_size_[d] = field(offsetof(hd_launch, global_size), "global_size", 1, id_end_);
    global_offset_[d] = field(offsetof(hd_launch, global_offset), "global_offset", 0, id_end_);
    num_groups_[d] = field(offsetof(hd_launch, num_groups), "num_groups", 1, id_end_);
    uint64_t required = known ? (*known)[d] : context_.record.required_group_size[d];
    enqueued_local_size_[d] = required ? cast<Value>(ConstantInt::get(word_type_, required))
                                       : field(offsetof(hd_launch, enqueued_local_size),
                                               "enqueued_local_size", 1, HD_MAX_GROUP_SIZE + 1);
  }
  globals_ = launch_field(pointer_, offsetof(hd_launch, globals), "globals");
  local_memory_ = worker_field(pointer_, offsetof(hd_worker, local_memory), "local_memory");
  local_variables_ = rounded_down(local_memory_, context_.local_align);
  context_begin_ = worker_field(pointer_, offsetof(hd_worker, context), "context");
  context_memory_ = rounded_down(context_begin_, private_alignment(*function_->getParent()));
}

Value* GroupEntry::rounded_down(Value* pointer, MaybeAlign align) {
  if (!align) return pointer;
  return prologue_.CreateIntrinsic(Intrinsic::ptrmask, {pointer_, word_type_},
                                   {pointer, prologue_.getInt64(~(align->value() - 1))});
}

void GroupEntry::read_range() {
  auto field = [&](size_t offset, unsigned d, uint64_t least) {
    Value* at = prologue_.CreateConstInBoundsGEP1_64(prologue_.getInt8Ty(), function_->getArg(1),
                                                     offset + d * sizeof(size_t));
    LoadInst* load = prologue_.CreateLoad(word_type_, at);
    bound(*load, least, id_end_);
    return load;
  };
  for (unsigned d = 0; d < 3; ++d) {
    group_begin_[d] = field(offsetof(hd_group_range, begin), d, 0);
    group_end_[d] = field(offsetof(hd_group_range, end), d, 1);
  }
}

Value* GroupEntry::items(IRBuilder<>& at, const std::array<Value*, 3>& size) {
  Value* product = at.CreateMul(size[0], size[1], "", /*HasNUW=*/true, /*HasNSW=*/true);
  return at.CreateMul(product, size[2], "items", /*HasNUW=*/true, /*HasNSW=*/true);
}

Value* GroupEntry::count_vectors(IRBuilder<>& at, const std::array<Value*, 3>& size,
                                 const Twine& name) {
  Value* product = at.getInt64(1);
  if (lanes().linear) {
    Value* up = at.CreateNUWAdd(items(at, size), at.getInt64(lanes().width - 1));
    return at.CreateLShr(up, Log2_64(lanes().width), name);
  }
  for (unsigned d = 0; d < 3; ++d) {
    Value* count = size[d];
    if (lanes().are_used() && d == lanes().dimension) {
      Value* up = at.CreateNUWAdd(count, at.getInt64(lanes().width - 1));
      count = at.CreateLShr(up, Log2_64(lanes().width));
    }
    product = at.CreateMul(product, count, name, /*HasNUW=*/true, /*HasNSW=*/true);
  }
  return product;
}

void GroupEntry::read_arguments(Function& kernel) {
  Value* block = launch_field(pointer_, offsetof(hd_launch, args), "args");
  for (Argument& argument : kernel.args()) {
    const ArgRecord& record = context_.record.args[argument.getArgNo()];
    Value* at = prologue_.CreateConstInBoundsGEP1_64(prologue_.getInt8Ty(), block, record.offset);
    if (argument.hasByValAttr()) {
      arguments_.push_back(at);
      continue;
    }
    bool is_local = record.kind == ArgKind::Local;
    Type* type = is_local ? word_type_ : argument.getType();
    LoadInst* load = prologue_.CreateAlignedLoad(
        type, at, commonAlignment(Align(HD_ARGUMENTS_ALIGN), record.offset), argument.getName());
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function_->getContext(), {}));
    Value* value = load;
    if (is_local) value = prologue_.CreateInBoundsGEP(prologue_.getInt8Ty(), local_memory_, load);
    arguments_.push_back(value);
  }
}

Value* GroupEntry::add(IRBuilder<>& at, Value* a, Value* b, const Twine& name) const {
  return at.CreateAdd(a, b, name, /*HasNUW=*/true, /*HasNSW=*/ids_are_small());
}

Value* GroupEntry::group_start(IRBuilder<>& at, Value* group, unsigned d) {
  return at.CreateMul(group, enqueued_local_size_[d], "", /*HasNUW=*/true,
                      /*HasNSW=*/ids_are_small());
}

/// Makes the loops over groups. `order` has the dimensions from the outermost loop to the
/// innermost. A range is never empty.
void GroupEntry::make_group_loops(std::array<unsigned, 3> order) {
  LLVMContext& llvm_context = function_->getContext();
  BasicBlock* done = BasicBlock::Create(llvm_context, "done", function_);
  IRBuilder<> builder(done);
  builder.CreateRetVoid();
  BasicBlock* from = entry_;
  BasicBlock* exit = done;
  for (unsigned d : order) {
    CountedLoop loop = make_loop(
        from, group_begin_[d], group_end_[d], 1, exit, /*may_be_empty=*/false, ids_are_small(),
        Twine("group.") + kDimension[d], Twine("group.next.") + kDimension[d]);
    group_id_[d] = loop.counter;
    loop.counter->setName(Twine("group_id.") + kDimension[d]);
    builder.SetInsertPoint(loop.body);
    Value* before = group_start(builder, loop.counter, d);
    start_[d] = add(builder, global_offset_[d], before, "start");
    Value* left = builder.CreateSub(global_size_[d], before, "", /*HasNUW=*/true, ids_are_small());
    local_size_[d] = uniform_groups_ ? enqueued_local_size_[d]
                                     : builder.CreateBinaryIntrinsic(
                                           Intrinsic::umin, left, enqueued_local_size_[d], nullptr,
                                           Twine("local_size.") + kDimension[d]);
    from = loop.body;
    exit = loop.latch;
  }
  vectors_ = count_vectors(builder, local_size_, "vectors");
  if (zeroes_local_memory(context_)) {
    prologue_.SetInsertPoint(entry_->getTerminator());
    Value* size =
        worker_field(word_type_, offsetof(hd_worker, local_memory_size), "local_memory_size");
    builder.CreateMemSet(local_memory_, builder.getInt8(0), size, kWorkerBlockAlign);
  }
  body_ = BasicBlock::Create(llvm_context, "group", function_);
  latch_ = BasicBlock::Create(llvm_context, "group.end", function_);
  builder.CreateBr(body_);
  builder.SetInsertPoint(latch_);
  builder.CreateBr(exit);
}

void GroupEntry::make_range() {
  for (unsigned d = 0; d < 3; ++d) {
    Value* first = group_start(prologue_, group_begin_[d], d);
    Value* last = group_start(prologue_, group_end_[d], d);
    // A non-uniform group at the end is smaller (§3.2.1).
    if (!uniform_groups_)
      last = prologue_.CreateBinaryIntrinsic(Intrinsic::umin, last, global_size_[d]);
    begin_[d] = add(prologue_, global_offset_[d], first, Twine("begin.") + kDimension[d]);
    end_[d] = add(prologue_, global_offset_[d], last, Twine("end.") + kDimension[d]);
    local_size_[d] = enqueued_local_size_[d];  // used only if groups are uniform
  }
  body_ = BasicBlock::Create(function_->getContext(), "range", function_);
  latch_ = BasicBlock::Create(function_->getContext(), "done", function_);
  prologue_.CreateBr(body_);
  IRBuilder<>(latch_).CreateRetVoid();
}

Value* GroupEntry::in_range(IRBuilder<>& at, Value* pointer, Value* begin, Value* end) {
  Value* address = at.CreatePtrToInt(pointer, word_type_);
  return at.CreateAnd(at.CreateICmpUGE(address, at.CreatePtrToInt(begin, word_type_)),
                      at.CreateICmpULT(address, at.CreatePtrToInt(end, word_type_)));
}

Value* GroupEntry::intrinsic(const CallBase& call, IRBuilder<>& at, const Place& place,
                             Value* scratch) {
  switch (called_internal(call)) {
    case Internal::LocalId:
      return place.local_id[dimension(call)];
    case Internal::GlobalId: {
      unsigned d = dimension(call);
      return place.global_id[d] ? place.global_id[d] : add(at, start_[d], place.local_id[d]);
    }
    case Internal::GroupId:
      return group_id_[dimension(call)];
    case Internal::LocalSize:
      return local_size_[dimension(call)];
    case Internal::EnqueuedLocalSize:
      return enqueued_local_size_[dimension(call)];
    case Internal::GlobalSize:
      return global_size_[dimension(call)];
    case Internal::GlobalOffset:
      return global_offset_[dimension(call)];
    case Internal::NumGroups:
      return num_groups_[dimension(call)];
    case Internal::WorkDim:
      return work_dim_;
    case Internal::LocalMemory:
      return local_variables_;
    case Internal::Globals:
      return globals_;
    case Internal::Launch:
      return function_->getArg(0);
    case Internal::GroupScratch:
      return scratch;
    case Internal::VectorIndex:
      return place.vector;
    case Internal::VectorCount:
      return vectors_;
    case Internal::VectorLimit:
      return max_vectors_;
    case Internal::LaneLimit:
      return at.getInt32(lanes().width);
    case Internal::LaneId:  // this remains for one work-item only, too
      return at.getInt32(0);
    case Internal::LaneCount: {
      if (!place.mask) return at.getInt32(1);
      Value* bits = at.CreateBitCast(place.mask, at.getIntNTy(lanes().width));
      return at.CreateZExtOrTrunc(at.CreateUnaryIntrinsic(Intrinsic::ctpop, bits), at.getInt32Ty());
    }
    case Internal::LanesBallot:
      return at.CreateZExt(call.getArgOperand(0), at.getInt64Ty());
    case Internal::LaneMask:
      return place.mask ? place.mask : at.getTrue();
    case Internal::Texels:
      return call.getArgOperand(0);
    case Internal::Any:  // widen leaves none of these: this is the code of one work-item
    case Internal::All:
    case Internal::LanesReduce:
    case Internal::LanesScan:
    case Internal::LanesBroadcast:
    case Internal::LanesShuffle:
    case Internal::LanesFill:
      return call.getArgOperand(0);
    case Internal::LanesShift:
      return call.getArgOperand(1);
    case Internal::MixBytes:
      return mixed_bytes(at, SmallVector<Value*>(call.args()), mixed_channel(call), context_.isa);
    case Internal::Pick:
      return picked(at, SmallVector<Value*>(drop_end(call.args())),
                    call.getArgOperand(call.arg_size() - 1));
    case Internal::IsLocal: {
      Value* size =
          worker_field(word_type_, offsetof(hd_worker, local_memory_size), "local_memory_size");
      Value* end = prologue_.CreateInBoundsGEP(prologue_.getInt8Ty(), local_memory_, size);
      return in_range(at, call.getArgOperand(0), local_memory_, end);
    }
    case Internal::IsPrivate: {
      Value* size = worker_field(word_type_, offsetof(hd_worker, context_size), "context_size");
      Value* context_end = prologue_.CreateInBoundsGEP(prologue_.getInt8Ty(), context_begin_, size);
      Value* stack_begin = worker_field(pointer_, offsetof(hd_worker, stack_begin), "stack_begin");
      Value* stack_end = worker_field(pointer_, offsetof(hd_worker, stack_end), "stack_end");
      return at.CreateOr(in_range(at, call.getArgOperand(0), stack_begin, stack_end),
                         in_range(at, call.getArgOperand(0), context_begin_, context_end));
    }
    default:
      return nullptr;
  }
}

}  // namespace heddle::compiler
