// SPDX-License-Identifier: Apache-2.0
// Finds the pointers with an index affine modulo 2^32 that are taken for affine ones: those that
// only accesses use, and pointers made of them, also from iteration to iteration (`row += pitch`).
#include <llvm/ADT/SmallPtrSet.h>

#include "compiler/analysis/modular_affine.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxTerms = 32;

using Map = DenseMap<const Value*, Shape>;

class Finder {
 public:
  explicit Finder(const Map& shapes) : shapes_(shapes) {}

  DenseSet<const Value*> find() {
    DenseSet<const Value*> found;
    for (const auto& [value, shape] : shapes_) {
      if (isa<GetElementPtrInst, PHINode>(value) && value->getType()->isPointerTy() &&
          shape.is_modular && is_neighbour(shape.stride) && may_be_affine(*value))
        found.insert(value);
    }
    const auto is_lost = [&](const Value* pointer) {
      return any_of(pointer->users(), [&](const User* user) {
        return isa<GetElementPtrInst, PHINode>(user) && !found.contains(user);
      });
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [value, shape] : shapes_) {
        if (found.contains(value) && is_lost(value)) changed |= found.erase(value);
      }
    }
    return found;
  }

 private:
  static bool is_neighbour(int64_t stride) {
    return stride != 0 && std::abs(stride) <= kMaxModularStep;
  }

  bool may_be_affine(const Value& pointer) const {
    Terms terms;
    add_terms(pointer, terms, /*is_again=*/true);
    if (terms.count > kMaxTerms || !has_bounded_object(pointer)) return false;
    // The value of a lane other than 0 from before a loop is not known in it. Only after an
    // unsigned number does that matter: where a signed one wraps, the lanes on one side are 2 GB in
    // front of their pointer, and nothing of an argument is there.
    const bool needs_first_lane = terms.has_phi && terms.has_unsigned;
    return all_of(pointer.users(), [&](const User* user) {
      if (isa<GetElementPtrInst>(user)) return user->getOperand(0) == &pointer;
      return isa<PHINode>(user) ||
             may_be_access(*cast<Instruction>(user), pointer, needs_first_lane);
    });
  }

  static bool may_be_access(const Instruction& access, const Value& pointer,
                            bool needs_first_lane) {
    if (getLoadStorePointerOperand(&access) != &pointer) return false;
    if (const auto* store = dyn_cast<StoreInst>(&access);
        store && (!store->isSimple() || store->getValueOperand() == &pointer))
      return false;
    if (const auto* load = dyn_cast<LoadInst>(&access); load && !load->isSimple()) return false;
    Type* type = getLoadStoreType(&access);
    if (!VectorType::isValidElementType(type) || type->isIntegerTy(1)) return false;
    return !needs_first_lane || has_first_lane(*access.getParent());
  }

  struct Terms {
    SmallPtrSet<const Value*, kMaxTerms> values;
    unsigned count = 0;  ///< the values that are computed again at each access
    bool has_phi = false;
    bool has_unsigned = false;
  };

  /// Adds the terms of a value. `is_again`: it has passed no phi.
  void add_terms(const Value& value, Terms& terms, bool is_again) const {
    if (!shapes_.lookup(&value).is_modular || !terms.values.insert(&value).second) return;
    const auto& instruction = cast<Instruction>(value);
    const bool is_phi = isa<PHINode>(instruction);
    terms.count += is_again ? 1 : 0;
    terms.has_phi |= is_phi;
    terms.has_unsigned |= isa<ZExtInst>(instruction) ||
                          instruction.getOpcode() == Instruction::LShr ||
                          instruction.getOpcode() == Instruction::And;
    if (is_cut(value)) return;
    for (const Value* operand : instruction.operand_values())
      add_terms(*operand, terms, is_again && !is_phi);
  }

  const Map& shapes_;
};

}  // namespace

DenseSet<const Value*> modular_pointers(const Map& shapes) {
  return Finder(shapes).find();
}

}  // namespace heddle::compiler
