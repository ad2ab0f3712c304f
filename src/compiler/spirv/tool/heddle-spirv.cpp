// SPDX-License-Identifier: Apache-2.0
// heddle-spirv: the one program that contains the SPIR-V translator, with the LLVM that it was
// built against. libheddle-compiler.so starts it (../helper.cpp) because distributions build the
// translator with assertions: a failed one ends a fork of this process (serve.cpp), never the
// application.
#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <sstream>

#include "compiler/spirv/helper.h"
#include "helper/serve.h"

namespace {

using heddle::compiler::spirv::HelperMode;
using heddle::helper::kTrailer;

/// Completes phi nodes. OpPhi has one pair for each parent, a phi node one for each edge from it: a
/// switch may branch to a block for several literals, a branch on both conditions.
void complete_phis(llvm::BasicBlock& block) {
  llvm::DenseMap<llvm::BasicBlock*, int> edges;
  for (llvm::BasicBlock* parent : llvm::predecessors(&block)) ++edges[parent];
  for (llvm::PHINode& phi : block.phis()) {
    llvm::DenseMap<llvm::BasicBlock*, int> missing = edges;
    const unsigned given = phi.getNumIncomingValues();
    for (unsigned i = 0; i < given; ++i) --missing[phi.getIncomingBlock(i)];
    for (unsigned i = 0; i < given; ++i) {
      llvm::BasicBlock* parent = phi.getIncomingBlock(i);
      for (int& left = missing[parent]; left > 0; --left)
        phi.addIncoming(phi.getIncomingValue(i), parent);
    }
  }
}

/// Renames intrinsics: the translator of LLVM 15 calls memset by the name for bytes, whatever the
/// pointer's type.
void rename_intrinsics(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isIntrinsic()) continue;
    if (const auto right = llvm::Intrinsic::remangleIntrinsicFunction(&function)) {
      function.replaceAllUsesWith(*right);
      function.eraseFromParent();
    }
  }
}

std::unique_ptr<llvm::Module> translate(llvm::LLVMContext& context, const llvm::MemoryBuffer& in,
                                        std::string& why) {
  SPIRV::TranslatorOpts options;
  options.enableAllExtensions();
  options.enableGenArgNameMD();
  options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::OpenCL20);
  std::istringstream words(in.getBuffer().str());
  llvm::Module* module = nullptr;
  if (!llvm::readSpirv(context, options, words, module, why)) return nullptr;
  for (llvm::Function& function : *module) {
    for (llvm::BasicBlock& block : function) complete_phis(block);
  }
  rename_intrinsics(*module);
  return std::unique_ptr<llvm::Module>(module);
}

/// Makes a kernel's body a function if other kernels call it, and calls that function everywhere.
/// SPIR calls kernels directly, which later LLVMs reject.
void call_body(llvm::Function& kernel) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::User* user : kernel.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call && call->getCalledFunction() == &kernel) calls.push_back(call);
  }
  if (calls.empty()) return;
  auto* body = llvm::Function::Create(kernel.getFunctionType(), llvm::Function::InternalLinkage,
                                      kernel.getName() + ".body", kernel.getParent());
  body->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  body->setAttributes(kernel.getAttributes());
  while (!kernel.empty()) {
    llvm::BasicBlock& block = kernel.front();
    block.removeFromParent();
    block.insertInto(body);
  }
  llvm::IRBuilder<> at(llvm::BasicBlock::Create(kernel.getContext(), "", &kernel));
  llvm::SmallVector<llvm::Value*> arguments;
  for (llvm::Argument& given : kernel.args()) {
    given.replaceAllUsesWith(body->getArg(given.getArgNo()));
    arguments.push_back(&given);
  }
  calls.push_back(at.CreateCall(body, arguments));
  at.CreateRetVoid();
  for (llvm::CallBase* call : calls) {
    call->setCalledFunction(body);
    call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
}

std::unique_ptr<llvm::Module> upgrade(llvm::LLVMContext& context, const llvm::MemoryBuffer& in,
                                      std::string& why) {
  auto module = llvm::parseBitcodeFile(in.getMemBufferRef(), context);
  if (module) {
    for (llvm::Function& function : llvm::make_early_inc_range(**module)) {
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration())
        call_body(function);
    }
    return std::move(*module);
  }
  why = llvm::toString(module.takeError());
  return nullptr;
}

int fail(const std::string& why) {
  llvm::errs() << why << '\n';
  return EXIT_FAILURE;
}

}  // namespace

int main() {
  const auto mode = static_cast<HelperMode>(heddle::helper::serve());
  auto in = llvm::MemoryBuffer::getSTDIN();
  if (!in) return fail("the module cannot be read: " + in.getError().message());

  // Never freed: freeing a module takes time, and here it ends the process.
  auto& context = *new llvm::LLVMContext;
#if LLVM_VERSION_MAJOR < 17
  // The translator names built-ins by the types that pointers point to.
  context.setOpaquePointers(false);
#endif
  std::string why;
  auto* module =
      (mode == HelperMode::Translate ? translate(context, **in, why) : upgrade(context, **in, why))
          .release();
  if (!module) return fail(why.empty() ? "the module cannot be translated" : why);
  llvm::raw_string_ostream complaints(why);
  if (llvm::verifyModule(*module, &complaints)) return fail("the translation is not valid: " + why);

  heddle::helper::begin_output();
  llvm::WriteBitcodeToFile(*module, llvm::outs());
  llvm::outs() << llvm::StringRef(kTrailer, sizeof(kTrailer));
  llvm::outs().flush();
  std::_Exit(llvm::outs().has_error() ? EXIT_FAILURE : EXIT_SUCCESS);
}
