// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/site_finder.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/analysis/modular_affine.h"
#include "compiler/analysis/texels.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorize/access/lane_masks.h"
#include "compiler/vectorize/access/run.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int64_t kMaxPieceStride = 16;  // elements

bool is_vectorizable(const Type* type) {
  return VectorType::isValidElementType(const_cast<Type*>(type));
}

/// Tells whether nothing but its mask keeps the access from being done for all lanes together.
bool is_simple(const Instruction& access) {
  return !access.isAtomic() && (!access.isVolatile() || is_local_volatile(access));
}

/// Tells whether the address may be one within an object that is known, and local memory is not
/// accessed as sorting networks do: within a group most pairs are closer than a vector is wide.
bool may_have_piece(const Value& pointer, const Shape& shape) {
  if (!shape.is_piecewise() || shape.interleaved || !shape.breakpoints ||
      shape.breakpoints->empty() || !has_bounded_object(pointer))
    return false;
  const auto* object = dyn_cast<CallBase>(getUnderlyingObject(&pointer));
  const bool is_local = object && called_internal(*object) == Internal::LocalMemory;
  const auto is_union = [](const Breakpoint& at) { return at.kind == Breakpoint::Kind::Union; };
  return !is_local || none_of(*shape.breakpoints, is_union);
}

/// Tells whether permutations fill registers with such elements.
bool can_permute(const Site& site, const InstructionSet& machine) {
  const unsigned bits = site.bits();
  return bits >= 16 && isPowerOf2_32(bits) && machine.has_masked_memory(bits) &&
         machine.can_permute(site.width, bits) &&
         site.width * bits >= machine.shortest_register_bits();
}

}  // namespace

void SiteFinder::begin(const BasicBlock& block) {
  mask_ = nullptr;
  mask_kind_ = facts_.mask_of ? facts_.mask_of(block) : MaskKind::None;
}

std::optional<Site> SiteFinder::next(Instruction& instruction) {
  if (called_internal(instruction) == Internal::Mask) {
    mask_ = instruction.getOperand(0);
    mask_kind_ = is_all_true(mask_)       ? MaskKind::None
                 : is_of_lane_mask(mask_) ? MaskKind::Range
                                          : MaskKind::Lanes;
    return std::nullopt;
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) return of_update(instruction);
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  if (!pointer) return std::nullopt;
  if (!is_simple(instruction)) {
    Site site = of_access(instruction, MaskKind::None);
    const bool has_form =
        !instruction.isAtomic() && is_contiguous_volatile(instruction, facts_.shapes);
    site.kind = has_form ? SiteKind::Volatile : SiteKind::LaneLoop;
    return site;
  }
  const AccessGroup* group = facts_.groups.of(instruction);
  if (group && group->place != &instruction) return std::nullopt;
  if (group) return of_group(*group, mask_kind_);
  const bool is_private = isa<LoadInst>(instruction) && stays_in_private_memory(instruction);
  Site site = of_access(instruction, is_private ? MaskKind::None : mask_kind_);
  const Type* type = getLoadStoreType(&instruction);
  if (shape_of(pointer).is_uniform()) {
    site.kind = SiteKind::Uniform;
    site.mask = MaskKind::None;
  } else if (!is_vectorizable(type) || type->isIntegerTy(1)) {
    site.kind = SiteKind::LaneLoop;
    site.mask = MaskKind::None;
  } else {
    set_piece(site, nullptr);
    set_exchange(site, instruction);
  }
  return site;
}

Shape SiteFinder::shape_of(const Value* pointer) const {
  return facts_.is_parted && facts_.is_parted(pointer) ? Shape::varying()
                                                       : facts_.shapes.of(pointer);
}

/// Returns the site of an atomic update.
Site SiteFinder::of_update(const Instruction& update) const {
  const auto* one = dyn_cast<AtomicRMWInst>(&update);
  const bool is_one =
      one && combines_lanes(*one) && facts_.shapes.of(one->getPointerOperand()).is_uniform();
  return {.place = &update,
          .kind = is_one ? SiteKind::Atomic : SiteKind::LaneLoop,
          .width = facts_.lanes.width};
}

Site SiteFinder::of_access(const Instruction& access, MaskKind mask) const {
  Site site{.place = &access, .is_store = isa<StoreInst>(access)};
  Type* type = getLoadStoreType(&access);
  site.element = carrier(type);
  site.size = access.getDataLayout().getTypeStoreSize(type).getFixedValue();
  site.align = getLoadStoreAlignment(&access);
  site.width = facts_.lanes.width;
  site.mask = mask;
  set_address(site, 0);
  return site;
}

Site SiteFinder::of_group(const AccessGroup& group, MaskKind mask) const {
  Site site = of_access(*group.place, mask);
  site.kind = facts_.structures.has(group) ? SiteKind::InOrder : SiteKind::Members;
  site.members = group.members;
  site.offsets.assign(group.offsets.begin(), group.offsets.end());
  site.align = group.align;
  site.is_within_stride =
      group.stride != 0 && shape_of(getLoadStorePointerOperand(group.place)).is_affine();
  set_address(site, group.offsets[find(group.members, group.place) - group.members.begin()]);
  set_piece(site, &group);
  return site;
}

/// Finds where the lanes' elements lie, `own_offset` bytes before the address of the access.
void SiteFinder::set_address(Site& site, uint64_t own_offset) const {
  const Value* pointer = getLoadStorePointerOperand(site.place);
  const Shape shape = shape_of(pointer);
  const DataLayout& layout = site.place->getDataLayout();
  site.stride = shape.is_affine() ? shape.stride : 0;
  if (shape.has_base()) return;
  site.is_private = shape.interleaved != nullptr;
  site.expects_neighbours = may_read_neighbours(*site.place);
  Address address(*pointer, layout);
  // The index into an interleaved array is computed as one number, of 32 bits.
  const bool is_interleaved =
      site.is_private && !address.terms.empty() && facts_.shapes.of(address.base).has_base();
  const auto varies = [&](const Value* value) { return !facts_.shapes.of(value).is_uniform(); };
  if (!is_interleaved &&
      (address.terms.size() != 1 || varies(address.base) || !varies(address.terms[0].index)))
    return;
  const AddressTerm& term = address.terms[0];
  const bool is_sum = facts_.shapes.of(term.index).has_base();
  const Value* number = is_sum ? term.index : term.number;
  site.number_bits = number->getType()->getScalarSizeInBits();
  site.extension = is_sum && !term.is_narrow() ? Extension::None : term.extension;
  if (is_interleaved || (site.number_bits != 32 && !is_sum && facts_.is_narrowed(term.index))) {
    site.number_bits = 32;
    site.extension = is_interleaved ? Extension::Signed : Extension::Unsigned;
  }
  site.may_count = may_count(term.index);
  const Value* texel = texel_number(*site.place);
  site.goes_by_rows = varies_by_product(texel ? *texel : *term.index);
  if (is_interleaved) address.offset = 0;
  // The constants on the way to the access often cancel its distance from the first member.
  APInt constants(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* indexed =
      pointer->stripAndAccumulateConstantOffsets(layout, constants, /*AllowNonInbounds=*/true);
  const bool is_first = own_offset == 0;
  const bool is_bare =
      is_first ? indexed == pointer : constants.getSExtValue() == static_cast<int64_t>(own_offset);
  address.offset -= static_cast<int64_t>(own_offset);
  site.is_plain_index = is_bare && address.offset == 0;
  site.index = std::move(address);
}

void SiteFinder::set_piece(Site& site, const AccessGroup* group) const {
  const Value* pointer = getLoadStorePointerOperand(site.place);
  const Shape shape = shape_of(pointer);
  if (!may_have_piece(*pointer, shape)) return;
  if (shape.is_step_function) {
    site.may_be_uniform = !site.is_store && site.kind != SiteKind::InOrder;
    return;
  }
  const int64_t step = shape.stride, size = site.size;
  bool fits = step % size == 0 && std::abs(step) <= kMaxPieceStride * size;
  if (group) {
    const auto count = static_cast<int64_t>(site.offsets.size());
    fits = fits && group->stride == 0 && (site.is_store ? step == size * count : step > 0);
  }
  if (fits) site.piece_stride = step;
}

/// Returns what is known of an access of lanes that have partners; null if it is none.
const Exchange* SiteFinder::partner_of(const Instruction& access) const {
  const Exchange* exchange = facts_.shapes.of(getLoadStorePointerOperand(&access)).exchange;
  const Type* type = getLoadStoreType(&access);
  const DataLayout& layout = access.getDataLayout();
  const bool is_one = exchange && facts_.lanes.rows == 1 && is_simple(access) &&
                      is_vectorizable(type) && !facts_.groups.of(access) &&
                      layout.getTypeAllocSize(exchange->address->getResultElementType()) ==
                          layout.getTypeStoreSize(const_cast<Type*>(type));
  return is_one ? exchange : nullptr;
}

/// Finds the other access of a pair, or that the access needs none.
void SiteFinder::set_exchange(Site& site, Instruction& access) {
  const Exchange* partner = partner_of(access);
  if (!partner || !can_permute(site, rules_.machine) ||
      getLoadStoreType(&access)->getPrimitiveSizeInBits() != site.bits() ||
      !rules_.techniques.allow(Technique::Butterflies))
    return;
  if (Instruction* first = firsts_.lookup(&access)) {
    site.kind = SiteKind::Pair;
    site.first = first;
  } else if (partner->distance) {
    site.is_exchange = true;
  } else if (const Instruction* second = pair_of(access, *partner)) {
    firsts_[second] = &access;
    site.kind = SiteKind::FirstOfPair;
  }
}

/// Returns the access to the lanes' partners after this one, if both can be done there.
Instruction* SiteFinder::pair_of(Instruction& access, const Exchange& partner) const {
  constexpr unsigned kFar = 24;
  Instruction* other = &access;
  const Value* mask = mask_;
  for (unsigned steps = 0; steps < kFar; ++steps) {
    if (auto* branch = dyn_cast<BranchInst>(other)) {
      BasicBlock* next = branch->getSuccessor(0);
      if (branch->isConditional() || !next->getSinglePredecessor()) return nullptr;
      other = &next->front();
      mask = nullptr;
    } else {
      other = other->getNextNode();
      if (!other) return nullptr;
    }
    if (is_contained(other->operand_values(), &access)) return nullptr;
    if (called_internal(*other) == Internal::Mask) {
      mask = other->getOperand(0);
      continue;
    }
    if (other->getOpcode() == access.getOpcode() && mask == mask_ &&
        getLoadStoreType(other) == getLoadStoreType(&access)) {
      const Exchange* found = partner_of(*other);
      if (found && found->has_same_base(partner)) return other;
    }
    if (isa<LoadInst>(access) ? other->mayWriteToMemory() : other->mayReadOrWriteMemory())
      return nullptr;
  }
  return nullptr;
}

/// Tells whether `index` may count the active lanes. Sums, loaded values and results of functions
/// may; products and truncated bits hardly do.
bool SiteFinder::may_count(const Value* index) const {
  constexpr unsigned kMaxTerms = 8;
  SmallVector<const Value*> terms{index};
  for (unsigned seen = 0; !terms.empty(); ++seen) {
    const Value* term = terms.pop_back_val();
    if (seen == kMaxTerms) return false;
    const Shape shape = facts_.shapes.of(term);
    if (shape.is_uniform()) continue;
    if (shape.is_affine()) return false;
    if (isa<SExtInst, ZExtInst, TruncInst>(term)) {
      terms.push_back(cast<CastInst>(term)->getOperand(0));
    } else if (const auto* operation = dyn_cast<BinaryOperator>(term)) {
      const unsigned code = operation->getOpcode();
      if (code != Instruction::Add && code != Instruction::Sub) return false;
      append_range(terms, operation->operand_values());
    } else if (!isa<LoadInst, PHINode, CallInst, AtomicRMWInst, AtomicCmpXchgInst>(term)) {
      return false;
    }
  }
  return true;
}

/// Tells whether lanes probably read neighbours, as they do along one line of an image. They do not
/// where the product with the pitch varies in an element's number.
bool SiteFinder::may_read_neighbours(const Instruction& access) const {
  const Value* number = texel_number(access);
  return number && !varies_by_product(*number);
}

/// Tells whether a product in a sum differs between lanes, or there are too many terms to know.
bool SiteFinder::varies_by_product(const Value& sum) const {
  constexpr unsigned kMaxTerms = 8;
  SmallVector<const Value*> terms{&sum};
  for (unsigned seen = 0; !terms.empty(); ++seen) {
    const Value* term = terms.pop_back_val();
    if (seen == kMaxTerms) return true;
    if (facts_.shapes.of(term).is_uniform()) continue;
    const auto* instruction = dyn_cast<Instruction>(term);
    if (!instruction) continue;
    if (is_contained({Instruction::Mul, Instruction::Shl}, instruction->getOpcode())) return true;
    if (isa<SExtInst, ZExtInst>(instruction) || instruction->getOpcode() == Instruction::Add)
      append_range(terms, instruction->operand_values());
  }
  return false;
}

/// Tells whether a lane of `mask` is active wherever `block` runs, as far as `steps` show it.
bool SiteFinder::has_active_lane(const Value* mask, const BasicBlock* block, unsigned steps) const {
  const auto guards = [](const BasicBlock& from, const BasicBlock& to, const Value* lanes) {
    const auto* branch = dyn_cast<BranchInst>(from.getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) != &to ||
        branch->getSuccessor(1) == &to)
      return false;
    const auto* any = dyn_cast<CallBase>(branch->getCondition());
    return any && called_internal(*any) == Internal::Any && any->getArgOperand(0) == lanes;
  };
  for (; steps > 0; --steps) {
    if (const auto* call = dyn_cast<CallBase>(mask);
        call && called_internal(*call) == Internal::LaneMask)
      return true;
    const auto* phi = dyn_cast<PHINode>(mask);
    if (phi && phi->getParent() == block) {
      return all_of(phi->blocks(), [&](const BasicBlock* from) {
        const Value* lanes = phi->getIncomingValueForBlock(from);
        return guards(*from, *block, lanes) || has_active_lane(lanes, from, steps / 2);
      });
    }
    const BasicBlock* before = block->getSinglePredecessor();
    if (before && guards(*before, *block, mask)) return true;
    const auto* node = facts_.tree->getNode(block);
    if (!node || !node->getIDom()) return false;
    block = node->getIDom()->getBlock();
  }
  return false;
}

/// Tells whether a load of all lanes stays within their private memory, so that it need not wait
/// for the mask. It does if one lane is active: the others have an element at the same index.
bool SiteFinder::stays_in_private_memory(const Instruction& access) const {
  constexpr unsigned kSteps = 16;
  const Value* pointer = getLoadStorePointerOperand(&access);
  const Shape shape = shape_of(pointer);
  const TypeSize size = access.getDataLayout().getTypeStoreSize(access.getType());
  return mask_ && facts_.lanes.rows == 1 && isa<AllocaInst>(getUnderlyingObject(pointer)) &&
         shape.is_affine() && shape.stride == static_cast<int64_t>(size.getFixedValue()) &&
         has_active_lane(mask_, access.getParent(), kSteps);
}

}  // namespace heddle::compiler
