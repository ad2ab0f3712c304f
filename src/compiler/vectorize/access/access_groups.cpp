// SPDX-License-Identifier: Apache-2.0
// Finds accesses to the members of structures and of short vectors that plan_lanes took apart:
// a[i].x, a[i].y ... Within a work-item, a load may move up and a store down past accesses that
// provably do not touch its memory. Between work-items there is no order to keep.
#include "compiler/vectorize/access/access_groups.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/analysis/address.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr int64_t kMaxStride = 16;  // elements
constexpr size_t kMaxOpen = 16;     // groups looked at together,
constexpr size_t kMaxMembers = 64;  // their members,
constexpr size_t kMaxCrossed = 32;  // and writes that a load may pass: bounds the time

struct Access {
  Instruction* instruction;
  int64_t offset;
  unsigned order;  ///< the number in the block
};

/// A group to which members are added.
struct Open {
  bool is_store;
  Type* element;
  int64_t size;  ///< bytes of an element
  int64_t stride;
  LinearPointer pointer;
  SmallVector<Access> accesses;
  SmallVector<Instruction*> writes;  ///< which a load would pass on its way to the first one

  bool takes(const Open& other) const {
    return is_store == other.is_store && element == other.element && stride == other.stride &&
           pointer.is_constant_apart(other.pointer);
  }
  bool overlaps(const Access& access) const {
    return any_of(accesses, [&](const Access& member) {
      return std::abs(member.offset - access.offset) < size;
    });
  }
};

bool touches_memory(const Instruction& instruction) {
  if (!instruction.mayReadOrWriteMemory() || called_internal(instruction) == Internal::Mask)
    return false;
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return !intrinsic || !intrinsic->isAssumeLikeIntrinsic();
}

class Finder {
 public:
  using Found = function_ref<void(const Open& group)>;

  /// `alias`: LLVM's alias analyses, which hold within one work-item.
  Finder(const DataLayout& layout, AAResults& alias, const Shapes& shapes, bool anywhere,
         Found found)
      : shapes_(shapes), anywhere_(anywhere), layout_(layout), alias_(alias), found_(found) {}

  void run(BasicBlock& block) {
    unsigned order = 0;
    for (Instruction& instruction : block) {
      if (!touches_memory(instruction)) continue;
      std::optional<Open> fresh = candidate(instruction, order++);
      Open* taker = fresh ? taker_of(*fresh) : nullptr;
      if (taker) taker->accesses.push_back(fresh->accesses[0]);
      for (auto& group : open_) {
        if (group && group.get() != taker && !may_pass(*group, instruction)) close(group);
      }
      erase(open_, nullptr);
      if (fresh && !taker) open(std::move(*fresh));
    }
    for (auto& group : open_) close(group);
    open_.clear();
  }

 private:
  /// Returns a group of one access.
  std::optional<Open> candidate(Instruction& instruction, unsigned order) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (!(load && load->isSimple()) && !(store && store->isSimple())) return std::nullopt;
    Type* element = getLoadStoreType(&instruction);
    const Value* pointer = getLoadStorePointerOperand(&instruction);
    bool is_plain = element->isIntOrPtrTy() || element->isFloatingPointTy();
    const uint64_t bits = is_plain ? layout_.getTypeSizeInBits(element).getFixedValue() : 0;
    if (bits < 8 || bits > 64 || !isPowerOf2_64(bits)) return std::nullopt;
    const auto size = static_cast<int64_t>(bits / 8);
    const std::optional<int64_t> stride = stride_of(pointer, size);
    if (!stride) return std::nullopt;
    LinearPointer linear(*pointer, layout_);
    const int64_t offset = linear.constant();
    return Open{store != nullptr,
                element,
                size,
                *stride,
                std::move(linear),
                {{&instruction, offset, order}},
                {}};
  }

  /// Returns the stride of a group; 0: only structures that lie anywhere can be one.
  std::optional<int64_t> stride_of(const Value* pointer, int64_t size) const {
    const Shape shape = shapes_.of(pointer);
    if (shape.is_uniform() || shape.interleaved) return std::nullopt;
    if (shape.is_affine() && shape.stride >= 2 * size && shape.stride <= kMaxStride * size &&
        shape.stride % size == 0)
      return shape.stride;
    bool is_contiguous = shape.is_affine() && std::abs(shape.stride) <= size;
    return anywhere_ && !is_contiguous ? std::optional<int64_t>(0) : std::nullopt;
  }

  /// Returns the open group that takes the access, or null.
  Open* taker_of(const Open& fresh) {
    for (auto& group : open_) {
      if (!group->takes(fresh)) continue;
      const Access& access = fresh.accesses[0];
      bool fits = group->accesses.size() < kMaxMembers && !group->overlaps(access);
      if (fits && !group->is_store) {
        const auto location = MemoryLocation::get(access.instruction);
        fits = none_of(group->writes, [&](const Instruction* write) {
          return isModSet(alias_.getModRefInfo(write, location));
        });
      }
      if (fits) return group.get();
      close(group);
      erase(open_, nullptr);
      return nullptr;
    }
    return nullptr;
  }

  /// Tells whether members of the group may still move past `instruction`.
  bool may_pass(Open& group, Instruction& instruction) {
    if (!group.is_store) {  // later members move up; which, is not known yet
      if (instruction.mayWriteToMemory()) group.writes.push_back(&instruction);
      return group.writes.size() <= kMaxCrossed;
    }
    // Nothing stores to constant memory, whatever alias analysis says of its address.
    const auto* load = dyn_cast<LoadInst>(&instruction);
    if (load && !isModSet(alias_.getModRefInfoMask(MemoryLocation::get(load)))) return true;
    return none_of(group.accesses, [&](const Access& member) {
      const auto location = MemoryLocation::get(member.instruction);
      return isModOrRefSet(alias_.getModRefInfo(&instruction, location));
    });
  }

  void open(Open group) {
    if (!group.is_store) {
      // Stores of groups that are open move down, perhaps after this load.
      for (const auto& other : open_) {
        for (const Access& access : other->accesses)
          if (other->is_store) group.writes.push_back(access.instruction);
      }
    }
    if (open_.size() == kMaxOpen) {
      close(open_[0]);
      open_.erase(open_.begin());
    }
    open_.push_back(std::make_unique<Open>(std::move(group)));
  }

  void close(std::unique_ptr<Open>& group) {
    if (group->accesses.size() > 1) found_(*group);
    group.reset();
  }

  const Shapes& shapes_;
  const bool anywhere_;
  const DataLayout& layout_;
  BatchAAResults alias_;
  Found found_;
  std::vector<std::unique_ptr<Open>> open_;
};

/// Returns the known alignment of the first member.
Align align_of(ArrayRef<Access> members) {
  Align align;
  for (const Access& member : members) {
    uint64_t offset = member.offset - members[0].offset;
    align = std::max(align, commonAlignment(getLoadStoreAlignment(member.instruction), offset));
  }
  return align;
}

std::unique_ptr<AccessGroup> make_group(const Open& open, int64_t stride,
                                        ArrayRef<Access> members) {
  auto group = std::make_unique<AccessGroup>();
  group->stride = stride;
  group->align = align_of(members);
  const Access* place = &members[0];
  for (const Access& member : members) {
    group->members.push_back(member.instruction);
    group->offsets.push_back(member.offset - members[0].offset);
    if (open.is_store ? member.order > place->order : member.order < place->order) place = &member;
  }
  group->place = place->instruction;
  return group;
}

/// Cuts a group, sorted by offset, into parts worth one access: at most `span` bytes from the first
/// member to the end of the last. Returns the accesses that are left.
SmallVector<Access> split(const Open& open, ArrayRef<Access> accesses, int64_t span,
                          function_ref<bool(ArrayRef<Access>)> is_worth,
                          function_ref<void(ArrayRef<Access>)> found) {
  SmallVector<Access> others;
  while (!accesses.empty()) {
    const int64_t first = accesses[0].offset;
    ArrayRef<Access> members = accesses.take_while([&](const Access& access) {
      const int64_t offset = access.offset - first;
      return offset + open.size <= span && offset % open.size == 0;
    });
    while (members.size() > 1 && !is_worth(members)) members = members.drop_back();
    if (members.size() > 1) {
      found(members);
    } else {
      others.push_back(members[0]);
    }
    accesses = accesses.drop_front(members.size());
  }
  return others;
}

}  // namespace

AccessGroups::AccessGroups(Function& kernel, const Shapes& shapes, const Techniques& allowed,
                           FunctionAnalysisManager& analyses) {
  const bool anywhere = allowed.allow(Technique::Structures);
  const bool strided = allowed.allow(Technique::StridedGroups);
  auto add = [&](const Open& open, int64_t stride, ArrayRef<Access> members) {
    groups_.push_back(make_group(open, stride, members));
    for (Instruction* member : groups_.back()->members) by_member_[member] = groups_.back().get();
  };
  auto found = [&](const Open& open) {
    SmallVector<Access> accesses = open.accesses;
    sort(accesses, [](const Access& a, const Access& b) { return a.offset < b.offset; });
    if (open.stride != 0 && strided) {
      // Loads pay where at least half of what lies between is used. Stores must leave nothing out.
      const int64_t places = open.stride / open.size;
      accesses = split(
          open, accesses, open.stride,
          [&](ArrayRef<Access> members) {
            const auto count = static_cast<int64_t>(members.size());
            return open.is_store ? count == places : count * 2 >= places || places <= 4;
          },
          [&](ArrayRef<Access> members) { add(open, open.stride, members); });
    }
    if (!anywhere) return;
    split(
        open, accesses, kMaxStructureBytes,
        [&](ArrayRef<Access> members) {
          const int64_t used = members.size() * open.size;
          const int64_t length = members.back().offset - members[0].offset + open.size;
          return open.is_store ? used == length : used * 2 >= length;
        },
        [&](ArrayRef<Access> members) { add(open, 0, members); });
  };
  Finder finder(kernel.getDataLayout(), analyses.getResult<AAManager>(kernel), shapes, anywhere,
                found);
  for (BasicBlock& block : kernel) finder.run(block);
}

const AccessGroup* AccessGroups::of(const Instruction& access) const {
  return by_member_.lookup(&access);
}

}  // namespace heddle::compiler
