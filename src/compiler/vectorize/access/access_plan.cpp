// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/access_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Returns "load 4 float".
std::string description(const Instruction& access, size_t members) {
  std::string text;
  raw_string_ostream out(text);
  out << access.getOpcodeName() << " ";
  if (members > 1) out << members << " ";
  const bool has_result = !access.getType()->isVoidTy();
  (has_result ? access.getType() : access.getOperand(0)->getType())->print(out);
  return text;
}

}  // namespace

const char* name(Strategy strategy) {
  switch (strategy) {
    case Strategy::Uniform:
      return "uniform";
    case Strategy::Contiguous:
      return "contiguous";
    case Strategy::Reversed:
      return "reversed";
    case Strategy::Interleaved:
      return "interleaved";
    case Strategy::Structure:
      return "structure";
    case Strategy::Exchange:
      return "exchange";
    case Strategy::Narrow:
      return "narrow";
    case Strategy::Table:
      return "table";
    case Strategy::TwoRegisterPermute:
      return "two-register permute";
    case Strategy::Compress:
      return "compress";
    case Strategy::Gather:
      return "gather";
    case Strategy::Scatter:
      return "scatter";
    case Strategy::LaneByLane:
      return "lane by lane";
    case Strategy::Combined:
      return "combined";
  }
  return "";
}

AccessPlan::Access& AccessPlan::current() {
  if (accesses_.empty()) accesses_.emplace_back();
  return accesses_.back();
}

void AccessPlan::begin(const Instruction& access, size_t members) {
  accesses_.push_back({&access, members, false, {}});
}

void AccessPlan::mask() {
  current().is_masked = true;
}

void AccessPlan::use(Strategy strategy, bool is_rare) {
  current().ways.push_back({strategy, is_rare, {}});
}

void AccessPlan::by(Strategy strategy) {
  if (current().ways.empty()) return;
  auto& parts = current().ways.back().parts;
  if (!is_contained(parts, strategy)) parts.push_back(strategy);
}

std::string AccessPlan::text_of(const Access& access) {
  // A gather or a scatter is called so only if nothing better was found.
  const auto way_text = [](const Way& way) {
    const bool is_anywhere = way.strategy == Strategy::Gather || way.strategy == Strategy::Scatter;
    std::string text = is_anywhere && !way.parts.empty() ? "" : name(way.strategy);
    for (Strategy part : way.parts) text += (text.empty() ? "" : ", ") + std::string(name(part));
    return text;
  };
  std::vector<std::string> ways;
  for (const Way& way : access.ways) {
    std::string text = (way.is_rare ? "else " : "") + way_text(way);
    if (!is_contained(ways, text)) ways.push_back(std::move(text));
  }
  if (ways.empty()) ways.emplace_back("with its partner");
  return description(*access.place, access.members) + (access.is_masked ? " masked: " : ": ") +
         join(ways, ", ");
}

void AccessPlan::emit_remarks(const Function& widened) const {
  LLVMContext& context = widened.getContext();
  constexpr const char* kPass = "widen";
  if (!context.getDiagHandlerPtr()->isPassedOptRemarkEnabled(kPass)) return;
  for (const Access& access : accesses_) {
    if (!access.place) continue;
    OptimizationRemark remark(kPass, "Access", access.place->getDebugLoc(),
                              &widened.getEntryBlock());
    context.diagnose(remark << text_of(access));
  }
}

}  // namespace heddle::compiler
