// SPDX-License-Identifier: Apache-2.0
// A stand-in for Polly. Distributions build LLVM with it as a built-in extension, so Clang's
// archives ask for it by name; its own archive is a package of its own, and nothing here runs it.
#include <llvm/Plugins/PassPlugin.h>

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "none", [](llvm::PassBuilder&) {}, nullptr};
}
