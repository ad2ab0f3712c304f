// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/lenient.h"

#include "compiler/spirv/alias_hints.h"
#include "compiler/spirv/called_entries.h"
#include "compiler/spirv/pointer_arithmetic.h"

namespace heddle::compiler::spirv {
namespace {

/// Where instructions for pointers came, and the newest that a device of OpenCL 2.2 has to take.
constexpr uint32_t kVersion14 = 0x00010400, kVersion12 = 0x00010200;

std::string name_of(uint32_t version) {
  return std::to_string(version >> 16) + "." + std::to_string(version >> 8 & 0xff);
}

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
  if (module.version() > kVersion12)
    warn("version " + name_of(module.version()) + "; the device's is " + name_of(kVersion12));
  const AliasHints hints(module);
  if (hints.any()) out.module = rewritten(out.module, hints);
  uint32_t bound = module.bound();
  CalledEntries entries(out.module, bound);
  for (const std::string& name : entries.names())
    warn("the entry point '" + name + "' is called, which SPIR-V does not allow: a copy is");
  if (!entries.names().empty()) out.module = rewritten(out.module, entries);
  PointerArithmetic pointers(out.module, bound);
  if (pointers.has_integer_instructions())
    warn("pointers are compared by instructions for integers, as addresses");
  if (pointers.has_pointer_instructions() && module.version() < kVersion14)
    warn("instructions for pointers (OpPtrEqual, OpPtrNotEqual, OpPtrDiff) need version 1.4");
  if (pointers.has_integer_instructions() || pointers.has_pointer_instructions())
    out.module = rewritten(out.module, pointers);
  out.module.set_bound(bound);
  return out;
}

}  // namespace heddle::compiler::spirv
