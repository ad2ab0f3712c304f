// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/image_fields.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>

#include "abi/kernel_abi.h"
#include "compiler/builtins/image/layout.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

static_assert(offsetof(hd_image, data) == HD_IMAGE_DATA &&
              offsetof(hd_image, width) == HD_IMAGE_WIDTH &&
              offsetof(hd_image, height) == HD_IMAGE_HEIGHT &&
              offsetof(hd_image, depth) == HD_IMAGE_DEPTH &&
              offsetof(hd_image, array_size) == HD_IMAGE_ARRAY_SIZE &&
              offsetof(hd_image, row_pitch) == HD_IMAGE_ROW_PITCH &&
              offsetof(hd_image, slice_pitch) == HD_IMAGE_SLICE_PITCH &&
              offsetof(hd_image, channel_order) == HD_IMAGE_CHANNEL_ORDER &&
              offsetof(hd_image, channel_data_type) == HD_IMAGE_CHANNEL_DATA_TYPE &&
              offsetof(hd_image, element_size) == HD_IMAGE_ELEMENT_SIZE &&
              offsetof(hd_image, num_mip_levels) == HD_IMAGE_NUM_MIP_LEVELS &&
              offsetof(hd_image, num_samples) == HD_IMAGE_NUM_SAMPLES &&
              offsetof(hd_image, levels) == HD_IMAGE_LEVELS && sizeof(hd_image) == HD_IMAGE_BYTES);
static_assert(offsetof(hd_image_level, width) == 8 && offsetof(hd_image_level, row_pitch) == 24 &&
              offsetof(hd_image_level, slice_pitch) == 32 &&
              sizeof(hd_image_level) == HD_IMAGE_LEVEL_BYTES);

namespace {

class Fields {
 public:
  Fields(Function& kernel, const KernelOptions& options) : kernel_(kernel), options_(options) {}

  bool run() {
    bool changed = false;
    for (Instruction& instruction : make_early_inc_range(instructions(kernel_))) {
      if (called_internal(instruction) != Internal::ImageField) continue;
      auto& call = cast<CallBase>(instruction);
      call.replaceAllUsesWith(field(call));
      call.eraseFromParent();
      changed = true;
    }
    return changed;
  }

 private:
  static constexpr hd_argument_facts kNothing{};

  const hd_argument_facts& facts(const Value* value) const {
    const auto* argument = dyn_cast<Argument>(value);
    const bool is_known = argument && argument->getArgNo() < options_.arguments.size();
    return is_known ? options_.arguments[argument->getArgNo()] : kNothing;
  }

  Value* field(CallBase& call) {
    Value* image = call.getArgOperand(0)->stripPointerCasts();
    const uint64_t offset = cast<ConstantInt>(call.getArgOperand(1))->getZExtValue();
    const hd_argument_facts& known = facts(image);
    const bool has_format = known.kind == HD_FACTS_IMAGE;
    auto number = [&](uint64_t value) { return ConstantInt::get(call.getType(), value); };
    switch (offset) {
      case HD_IMAGE_IS_KNOWN:
        return number(has_format);
      case HD_IMAGE_IS_NEAR:
        return number(has_format && known.is_near != 0);
      case HD_IMAGE_CHANNEL_ORDER:
        if (has_format) return number(known.channel_order);
        break;
      case HD_IMAGE_CHANNEL_DATA_TYPE:
        if (has_format) return number(known.channel_data_type);
        break;
      case HD_IMAGE_ELEMENT_SIZE:
        if (has_format) return number(known.element_size);
        break;
    }
    return load(call, image, offset);
  }

  /// Loads a field. Those of an argument always exist: they are read once, at the kernel's
  /// beginning.
  Value* load(CallBase& call, Value* image, uint64_t offset) {
    const bool is_argument = isa<Argument>(image);
    Value*& known = loads_[{image, offset}];
    if (is_argument && known) return known;
    IRBuilder<> at(&call);
    if (is_argument) at.SetInsertPointPastAllocas(&kernel_);
    Value* address = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), image, offset);
    LoadInst* load = at.CreateAlignedLoad(call.getType(), address, Align(4));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(at.getContext(), {}));
    load->setMetadata(LLVMContext::MD_noundef, MDNode::get(at.getContext(), {}));
    if (offset == HD_IMAGE_WIDTH || offset == HD_IMAGE_HEIGHT || offset == HD_IMAGE_DEPTH ||
        offset == HD_IMAGE_ARRAY_SIZE) {
      load->setMetadata(
          LLVMContext::MD_range,
          MDBuilder(at.getContext()).createRange(APInt(32, 1), APInt(32, uint64_t{1} << 31)));
    }
    if (is_argument) known = load;
    return load;
  }

  Function& kernel_;
  const KernelOptions& options_;
  DenseMap<std::pair<Value*, uint64_t>, Value*> loads_;
};

}  // namespace

PreservedAnalyses ImageFieldsPass::run(Function& function, FunctionAnalysisManager&) {
  if (!Fields(function, context_->options).run()) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

}  // namespace heddle::compiler
