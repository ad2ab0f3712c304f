// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/emit.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

bool emit(Module& module, TargetMachine& target, raw_pwrite_stream& out, CodeGenFileType type) {
  legacy::PassManager passes;
  TargetLibraryInfoImpl none(target.getTargetTriple());
  none.disableAllFunctions();
  passes.add(new TargetLibraryInfoWrapperPass(none));
  if (target.addPassesToEmitFile(passes, out, nullptr, type, /*DisableVerify=*/true)) return false;
  passes.run(module);
  return true;
}

}  // namespace

std::vector<unsigned char> emit_object(Module& module, TargetMachine& target) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream out(bytes);
  if (!emit(module, target, out, CodeGenFileType::ObjectFile)) return {};
  return {bytes.begin(), bytes.end()};
}

std::string emit_assembly(Module& module, TargetMachine& target) {
  SmallVector<char, 0> text;
  raw_svector_ostream out(text);
  if (!emit(module, target, out, CodeGenFileType::AssemblyFile)) return {};
  return {text.begin(), text.end()};
}

}  // namespace heddle::compiler
