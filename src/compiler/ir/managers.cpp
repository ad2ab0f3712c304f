// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

PassManagers::PassManagers(TargetMachine& target, PassInstrumentationCallbacks* watchers)
    : builder(&target, PipelineTuningOptions(), std::nullopt, watchers) {
  // Compiled kernels have no C library: nothing may be turned into a call of it.
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

FunctionAnalysisManager& of_functions(Module& module, ModuleAnalysisManager& analyses) {
  return analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
}

}  // namespace heddle::compiler
