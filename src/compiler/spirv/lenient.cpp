// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/lenient.h"

#include "compiler/spirv/alias_hints.h"
#include "compiler/spirv/backend_faults.h"
#include "compiler/spirv/block_order.h"
#include "compiler/spirv/called_entries.h"
#include "compiler/spirv/pointer_arithmetic.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kVersion14 = 0x00010400;  // where instructions for pointers came

template <class Rewriter>
Module rewritten(const Module& module, Rewriter& rewriter) {
  return module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
    if (!rewriter.rewrite(one, words)) append(words, one.opcode, one.operands);
  });
}

}  // namespace

Lenient lenient(const Module& module) {
  Lenient out{module, {}};
  const auto warn = [&](const std::string& what) {
    out.warnings += "SPIR-V: warning: " + what + "\n";
  };
  const AliasHints hints(module);
  if (hints.any()) out.module = rewritten(out.module, hints);
  if (auto ordered = in_valid_order(out.module)) {
    warn("blocks, variables or OpLoopMerge stand in wrong places, and are put into others");
    out.module = *std::move(ordered);
  }
  uint32_t bound = module.bound();
  BackendFaults faults(out.module, bound);
  if (faults.needed()) out.module = rewritten(out.module, faults);
  CalledEntries entries(out.module, bound);
  for (const std::string& name : entries.names())
    warn("the entry point '" + name + "' is called, which SPIR-V does not allow: a copy is");
  if (!entries.names().empty()) out.module = rewritten(out.module, entries);
  PointerArithmetic pointers(out.module, bound);
  if (pointers.has_integer_instructions())
    warn("pointers are compared by instructions for integers, as addresses");
  if (pointers.has_pointer_instructions() && module.version() < kVersion14)
    warn("instructions for pointers (OpPtrEqual, OpPtrNotEqual, OpPtrDiff) need version 1.4");
  if (pointers.needed()) out.module = rewritten(out.module, pointers);
  out.module.set_bound(bound);
  return out;
}

}  // namespace heddle::compiler::spirv
