// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/optnone.h"

#include <llvm/IR/Module.h>

#include <set>
#include <string>

#include "compiler/frontend/kernel_copies.h"
#include "compiler/program/kernels.h"

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kOptNone = 6094;          // capability
constexpr uint32_t kOptNoneMask = 0x10000;   // function control
constexpr uint32_t kInlineMask = 1;          // function control
constexpr size_t kControl = 2;               // operand of OpFunction

bool asks(const Instruction& one) {
  return one.opcode == OpFunction && one.operands.size() > kControl &&
         (one.operands[kControl] & kOptNoneMask) != 0;
}

void mark(llvm::Module& module, llvm::StringRef name) {
  name.consume_front(kKernelCopyPrefix);  // Clang's kernels are copies of their bodies
  llvm::Function* const kernel = module.getFunction(name);
  if (kernel && is_kernel(*kernel)) kernel->addFnAttr(kOptDisable);
}

}  // namespace

bool is_for_optnone(const Instruction& one) {
  if (one.opcode == OpCapability) return !one.operands.empty() && one.operands[0] == kOptNone;
  if (one.opcode != OpExtension) return false;
  const std::string name = string_at(one, 0);
  return name == "SPV_EXT_optnone" || name == "SPV_INTEL_optnone";
}

std::vector<uint32_t> without_optnone(const Instruction& one) {
  std::vector<uint32_t> operands(one.operands.begin(), one.operands.end());
  if (asks(one)) operands[kControl] &= ~kOptNoneMask;
  return operands;
}

Module without_optnone(const Module& module) {
  bool declared = false;
  module.each([&](const Instruction& one) {
    declared |= one.opcode == OpCapability && is_for_optnone(one);
  });
  if (!declared) return module;
  return module.rewritten([](const Instruction& one, std::vector<uint32_t>& words) {
    if (!is_for_optnone(one)) append(words, one.opcode, without_optnone(one));
  });
}

bool contradicts_optnone(const Instruction& one) {
  return asks(one) && (one.operands[kControl] & kInlineMask) != 0;
}

void mark_unoptimised(llvm::Module& module, const Module& words) {
  std::set<uint32_t> ids;
  words.each([&](const Instruction& one) {
    if (asks(one)) ids.insert(one.operands[1]);
  });
  if (ids.empty()) return;
  words.each([&](const Instruction& one) {
    if (one.opcode == OpEntryPoint && ids.contains(one.operands[1]))
      mark(module, string_at(one, 2));
    if (one.opcode == OpDecorate && one.operands[1] == kLinkageAttributes &&
        ids.contains(one.operands[0]))
      mark(module, string_at(one, 2));
  });
}

}  // namespace heddle::compiler::spirv
