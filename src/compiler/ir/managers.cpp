// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/managers.h"

namespace heddle::compiler {
using namespace llvm;

PassManagers::PassManagers(TargetMachine& target) : builder(&target) {
  // No library of C functions stands after compiled kernels: nothing may be turned into a call of
  // one.
  function.registerPass([&] {
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
