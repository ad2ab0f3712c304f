// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/lenient.h"

#include "compiler/spirv/backend_faults.h"
#include "compiler/spirv/bfloat16.h"
#include "compiler/spirv/block_order.h"
#include "compiler/spirv/branch_faults.h"
#include "compiler/spirv/called_entries.h"
#include "compiler/spirv/constant_faults.h"
#include "compiler/spirv/hints.h"
#include "compiler/spirv/interfaces.h"
#include "compiler/spirv/missing_declarations.h"
#include "compiler/spirv/pointer_arithmetic.h"
#include "compiler/spirv/printf_formats.h"

namespace heddle::compiler::spirv {
namespace {

template <class Rewriter>
Module rewritten(const Module& module, Rewriter& rewriter) {
  return module.rewritten([&](const Instruction& one, std::vector<uint32_t>& words) {
    if (!rewriter.rewrite(one, words)) append(words, one.opcode, one.operands);
  });
}

void warn(Lenient& out, const std::string& what) {
  out.warnings += "SPIR-V: warning: " + what + "\n";
}

void declare_missing(Lenient& out) {
  MissingDeclarations missing(out.module);
  if (missing.names().empty()) return;
  warn(out, "the module does not declare what it uses: " + missing.names());
  out.module = rewritten(out.module, missing);
}

void order_blocks(Lenient& out) {
  if (auto ordered = in_valid_order(out.module)) {
    warn(out, "blocks, variables or OpLoopMerge stand in wrong places, and are put into others");
    out.module = *std::move(ordered);
  }
  BranchFaults branches(out.module);
  if (branches.has_shared_merges())
    warn(out, "two headers have one merge block: the second hint is left out");
  if (branches.has_double_parents()) warn(out, "OpPhi names a parent twice, with the same value");
  if (branches.has_shared_merges() || branches.has_double_parents())
    out.module = rewritten(out.module, branches);
}

void give_entries_functions(Lenient& out, uint32_t& bound) {
  CalledEntries entries(out.module, bound);
  for (const std::string& name : entries.names())
    warn(out, "the entry point '" + name + "' is called, which SPIR-V does not allow: a copy is");
  if (!entries.names().empty()) out.module = rewritten(out.module, entries);
}

void correct_formats(Lenient& out, uint32_t& bound) {
  PrintfFormats formats(out.module, bound);
  if (formats.any())
    warn(out, "formats of printf are no pointers to characters in constant memory");
  if (formats.needed()) out.module = rewritten(out.module, formats);
}

void compare_addresses(Lenient& out, uint32_t& bound) {
  PointerArithmetic pointers(out.module, bound);
  if (pointers.has_integer_instructions())
    warn(out, "pointers are compared by instructions for integers, as addresses");
  if (pointers.has_pointer_instructions() && out.module.version() < kVersion14)
    warn(out, "instructions for pointers (OpPtrEqual, OpPtrNotEqual, OpPtrDiff) need version 1.4");
  if (pointers.needed()) out.module = rewritten(out.module, pointers);
}

}  // namespace

Lenient lenient(const Module& module) {
  Lenient out{module, {}};
  uint32_t bound = module.bound();
  ConstantFaults constants(out.module, bound);  // first: no parser reads past them
  if (constants.needed()) out.module = rewritten(out.module, constants);
  declare_missing(out);
  out.module.set_bound(bound);
  out.module = with_conversion_calls(out.module);
  bound = out.module.bound();
  const Hints hints(out.module);
  if (hints.any()) out.module = rewritten(out.module, hints);
  order_blocks(out);
  if (Interfaces(out.module).needed())
    warn(out, "an entry point names other variables than those that it uses");
  BackendFaults faults(out.module, bound);
  if (faults.needed()) out.module = rewritten(out.module, faults);
  give_entries_functions(out, bound);
  correct_formats(out, bound);
  compare_addresses(out, bound);
  const Interfaces interfaces(out.module);  // also for new variables
  if (interfaces.needed()) out.module = rewritten(out.module, interfaces);
  out.module.set_bound(bound);
  return out;
}

}  // namespace heddle::compiler::spirv
