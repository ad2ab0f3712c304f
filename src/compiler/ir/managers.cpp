// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/managers.h"

#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

PassManagers::PassManagers(KernelContext& context)
    : PassManagers(context.target, context.instrumentation) {}

PassManagers::PassManagers(TargetMachine& target, PassInstrumentationCallbacks* watchers)
    : builder(&target, PipelineTuningOptions(), std::nullopt, watchers) {
  // No library of C functions stands after compiled kernels: nothing may be turned into a call of
  // one.
  function.registerPass([&target] {
    TargetLibraryInfoImpl none(target.getTargetTriple());
    none.disableAllFunctions();
    return TargetLibraryAnalysis(none);
  });
  builder.registerModuleAnalyses(module);
  builder.registerCGSCCAnalyses(cgscc);
  builder.registerFunctionAnalyses(function);
  builder.registerLoopAnalyses(loop);
  builder.crossRegisterProxies(loop, function, cgscc, module);
}

}  // namespace heddle::compiler
