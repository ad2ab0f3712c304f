// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/spills.h"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>

namespace heddle::compiler {
using namespace llvm;

struct SpillCounter::Handler : DiagnosticHandler {
  std::unique_ptr<DiagnosticHandler> inner;
  unsigned spills = 0, reloads = 0;

  bool isMissedOptRemarkEnabled(StringRef pass) const override { return pass == "regalloc"; }
  bool isAnyRemarkEnabled() const override { return true; }

  bool handleDiagnostics(const DiagnosticInfo& info) override {
    if (info.getKind() != DK_MachineOptimizationRemarkMissed)
      return inner && inner->handleDiagnostics(info);
    const auto& remark = static_cast<const DiagnosticInfoOptimizationBase&>(info);
    if (remark.getRemarkName() != "SpillReloadCopies")
      return true;  // others are about single loops
    for (const auto& argument : remark.getArgs()) {
      unsigned number = 0;
      if (StringRef(argument.Val).getAsInteger(10, number)) continue;
      if (argument.Key == "NumSpills") spills += number;
      if (argument.Key == "NumReloads") reloads += number;
    }
    return true;
  }
};

SpillCounter::SpillCounter(LLVMContext& context) : context_(context) {
  auto handler = std::make_unique<Handler>();
  handler_ = handler.get();
  handler->inner = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::move(handler));
}

SpillCounter::~SpillCounter() {
  auto inner = std::move(handler_->inner);
  context_.setDiagnosticHandler(std::move(inner));
}

unsigned SpillCounter::spills() const {
  return handler_->spills;
}

unsigned SpillCounter::reloads() const {
  return handler_->reloads;
}

}  // namespace heddle::compiler
