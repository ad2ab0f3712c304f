// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/group_entry.h"

#include <cstddef>

#include "abi/kernel_abi.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

const char* const kDimension[3] = {"x", "y", "z"};
constexpr uint64_t kArgumentBlockAlign = 16;  // kernel_abi.h

}  // namespace

GroupEntry::GroupEntry(Function& kernel, KernelContext& context)
    : context_(context), prologue_(kernel.getContext()) {
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
  read_arguments(kernel);
  make_group_loops();
}

Value* GroupEntry::launch_field(Type* type, size_t offset, const Twine& name) {
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

void GroupEntry::read_launch() {
  work_dim_ = launch_field(prologue_.getInt32Ty(), offsetof(hd_launch, work_dim), "work_dim");
  for (unsigned d = 0; d < 3; ++d) {
    auto field = [&](size_t offset, const char* name) {
      return launch_field(word_type_, offset + d * sizeof(size_t),
                          Twine(name) + "." + kDimension[d]);
    };
    global_size_[d] = field(offsetof(hd_launch, global_size), "global_size");
    global_offset_[d] = field(offsetof(hd_launch, global_offset), "global_offset");
    num_groups_[d] = field(offsetof(hd_launch, num_groups), "num_groups");
    uint64_t required = context_.record.required_group_size[d];
    enqueued_local_size_[d] =
        required ? cast<Value>(ConstantInt::get(word_type_, required))
                 : field(offsetof(hd_launch, enqueued_local_size), "enqueued_local_size");
  }
  globals_ = launch_field(pointer_, offsetof(hd_launch, globals), "globals");
  local_memory_ = worker_field(pointer_, offsetof(hd_worker, local_memory), "local_memory");
  context_memory_ = worker_field(pointer_, offsetof(hd_worker, context), "context");
  Value* plane = prologue_.CreateMul(enqueued_local_size_[0], enqueued_local_size_[1]);
  max_items_ = prologue_.CreateMul(plane, enqueued_local_size_[2], "max_items");
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
        type, at, commonAlignment(Align(kArgumentBlockAlign), record.offset), argument.getName());
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function_->getContext(), {}));
    Value* value = load;
    if (is_local) value = prologue_.CreateInBoundsGEP(prologue_.getInt8Ty(), local_memory_, load);
    arguments_.push_back(value);
  }
}

void GroupEntry::make_group_loops() {
  LLVMContext& llvm_context = function_->getContext();
  std::array<Value*, 3> begin, end;
  for (unsigned d = 0; d < 3; ++d) {
    auto field = [&](size_t offset) -> Value* {
      Value* at = prologue_.CreateConstInBoundsGEP1_64(prologue_.getInt8Ty(), function_->getArg(1),
                                                       offset + d * sizeof(size_t));
      return prologue_.CreateLoad(word_type_, at);
    };
    begin[d] = field(offsetof(hd_group_range, begin));
    end[d] = field(offsetof(hd_group_range, end));
  }
  // z outermost, each loop tested at its end: a box is never empty.
  IRBuilder<> builder(llvm_context);
  std::array<BasicBlock*, 3> head, latch;
  for (int d = 2; d >= 0; --d)
    head[d] = BasicBlock::Create(llvm_context, Twine("group.") + kDimension[d], function_);
  group_body_ = BasicBlock::Create(llvm_context, "group", function_);
  group_latch_ = BasicBlock::Create(llvm_context, "group.end", function_);
  for (int d = 0; d < 3; ++d)
    latch[d] = BasicBlock::Create(llvm_context, Twine("group.next.") + kDimension[d], function_);
  BasicBlock* done = BasicBlock::Create(llvm_context, "done", function_);
  prologue_.CreateBr(head[2]);
  for (int d = 2; d >= 0; --d) {
    builder.SetInsertPoint(head[d]);
    PHINode* id = builder.CreatePHI(word_type_, 2, Twine("group_id.") + kDimension[d]);
    group_id_[d] = id;
    id->addIncoming(begin[d], d == 2 ? entry_ : head[d + 1]);
    Value* before = builder.CreateMul(id, enqueued_local_size_[d], "", /*HasNUW=*/true);
    Value* left = builder.CreateSub(global_size_[d], before, "", /*HasNUW=*/true);
    local_size_[d] =
        context_.options.uniform_groups
            ? enqueued_local_size_[d]
            : builder.CreateBinaryIntrinsic(Intrinsic::umin, left, enqueued_local_size_[d], nullptr,
                                            Twine("local_size.") + kDimension[d]);
    builder.CreateBr(d == 0 ? group_body_ : head[d - 1]);
    builder.SetInsertPoint(latch[d]);
    Value* next = builder.CreateAdd(id, ConstantInt::get(word_type_, 1), "", /*HasNUW=*/true);
    id->addIncoming(next, latch[d]);
    builder.CreateCondBr(builder.CreateICmpULT(next, end[d]), head[d],
                         d == 2 ? done : latch[d + 1]);
  }
  builder.SetInsertPoint(group_latch_);
  builder.CreateBr(latch[0]);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  prologue_.SetInsertPoint(entry_->getTerminator());
}

Value* GroupEntry::in_range(IRBuilder<>& at, Value* pointer, Value* begin, Value* end) {
  Value* address = at.CreatePtrToInt(pointer, word_type_);
  return at.CreateAnd(at.CreateICmpUGE(address, at.CreatePtrToInt(begin, word_type_)),
                      at.CreateICmpULT(address, at.CreatePtrToInt(end, word_type_)));
}

Value* GroupEntry::word(const CallBase& call, IRBuilder<>& at,
                        const std::array<Value*, 3>& local_id, Value* scratch) {
  switch (called_word(call)) {
    case Word::LocalId:
      return local_id[dimension(call)];
    case Word::GroupId:
      return group_id_[dimension(call)];
    case Word::LocalSize:
      return local_size_[dimension(call)];
    case Word::EnqueuedLocalSize:
      return enqueued_local_size_[dimension(call)];
    case Word::GlobalSize:
      return global_size_[dimension(call)];
    case Word::GlobalOffset:
      return global_offset_[dimension(call)];
    case Word::NumGroups:
      return num_groups_[dimension(call)];
    case Word::WorkDim:
      return work_dim_;
    case Word::LocalMemory:
      return local_memory_;
    case Word::Globals:
      return globals_;
    case Word::Launch:
      return function_->getArg(0);
    case Word::GroupScratch:
      return scratch;
    case Word::IsLocal: {
      Value* size =
          worker_field(word_type_, offsetof(hd_worker, local_memory_size), "local_memory_size");
      Value* end = prologue_.CreateInBoundsGEP(prologue_.getInt8Ty(), local_memory_, size);
      return in_range(at, call.getArgOperand(0), local_memory_, end);
    }
    case Word::IsPrivate: {
      Value* size = worker_field(word_type_, offsetof(hd_worker, context_size), "context_size");
      Value* context_end =
          prologue_.CreateInBoundsGEP(prologue_.getInt8Ty(), context_memory_, size);
      Value* stack_begin = worker_field(pointer_, offsetof(hd_worker, stack_begin), "stack_begin");
      Value* stack_end = worker_field(pointer_, offsetof(hd_worker, stack_end), "stack_end");
      return at.CreateOr(in_range(at, call.getArgOperand(0), stack_begin, stack_end),
                         in_range(at, call.getArgOperand(0), context_memory_, context_end));
    }
    default:
      return nullptr;
  }
}

}  // namespace heddle::compiler
