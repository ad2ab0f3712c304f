// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/techniques.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr NamedTechnique kTechniques[] = {
#define TECHNIQUE(identifier, name, room, pass, what) {name, "chosen by " pass},
#include "compiler/ir/techniques.def"
#undef TECHNIQUE
};

}  // namespace

std::span<const NamedTechnique> technique_list() {
  return kTechniques;
}

const Techniques& Techniques::all() {
  static const Techniques all;
  return all;
}

bool Techniques::allow(Technique technique) const {
  if (!kernel_) return true;
  static_assert(std::size(kTechniques) <= std::tuple_size_v<decltype(known_)>);
  const auto number = static_cast<size_t>(technique);
  std::optional<bool>& known = known_[number];
  if (!known) {
    known = instrumentation_.runBeforePass(kTechniques[number], *kernel_);
    // Those who watch passes take what begins for something that ends.
    if (*known)
      instrumentation_.runAfterPass(kTechniques[number], *kernel_, PreservedAnalyses::all());
  }
  return *known;
}

}  // namespace heddle::compiler
