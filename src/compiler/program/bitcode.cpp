// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/bitcode.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "abi/compiler_interface.h"
#include "compiler/ir/checks.h"

namespace heddle::compiler {
namespace {

struct KeepErrors : llvm::DiagnosticHandler {
  std::string errors;

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream stream(errors);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      stream << '\n';
    }
    return true;  // else LLVM would print, and exit on an error
  }
};

/// Reads the bodies of functions that `kernel` may call; other functions are declarations
/// afterwards.
llvm::Error keep_reachable(llvm::Module& module, llvm::StringRef kernel) {
  llvm::SmallSetVector<llvm::Function*, 32> reached;
  if (auto* function = module.getFunction(kernel)) reached.insert(function);
  for (auto& function : module) {  // constants mention blocks, aliases their functions
    if (llvm::any_of(function.users(),
                     [](const auto* user) { return !llvm::isa<llvm::Instruction>(user); }))
      reached.insert(&function);
  }
  for (size_t i = 0; i < reached.size(); ++i) {
    if (auto error = reached[i]->materialize()) return error;
    for (auto& instruction : llvm::instructions(*reached[i])) {
      // A block is handed over as a generic pointer: a constant that is made of the function.
      llvm::SmallVector<llvm::Value*> operands(instruction.operand_values());
      while (!operands.empty()) {
        auto* operand = operands.pop_back_val();
        if (auto* function = llvm::dyn_cast<llvm::Function>(operand))
          reached.insert(function);
        else if (llvm::isa<llvm::Constant>(operand) && !llvm::isa<llvm::GlobalValue>(operand))
          llvm::append_range(operands, llvm::cast<llvm::Constant>(operand)->operand_values());
      }
    }
  }
  for (auto& function : module) {
    if (!function.isMaterializable() || reached.contains(&function)) continue;
    function.deleteBody();
    function.setComdat(nullptr);
  }
  return llvm::Error::success();
}

}  // namespace

QuietContext::QuietContext() {
  context_.setDiagnosticHandler(std::make_unique<KeepErrors>());
  context_.setDiscardValueNames(true);
}

std::string QuietContext::take_errors() {
  const auto* handler = static_cast<const KeepErrors*>(context_.getDiagHandlerPtr());
  return std::exchange(const_cast<KeepErrors*>(handler)->errors, {});
}

std::vector<unsigned char> write_bitcode(const llvm::Module& module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream);
  return {bytes.begin(), bytes.end()};
}

Result<std::unique_ptr<llvm::Module>> read_bitcode(QuietContext& context,
                                                   std::span<const unsigned char> bytes,
                                                   llvm::StringRef kernel) {
  const auto text = llvm::StringRef(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto invalid = [](std::string why) {
    return Error{HDC_INVALID_INPUT, "the program's IR is not valid: " + std::move(why)};
  };
  if (!llvm::isBitcode(bytes.data(), bytes.data() + bytes.size())) return invalid("no bitcode");
  auto module = llvm::getLazyBitcodeModule({text, "program"}, context.llvm());
  auto error = module ? llvm::Error::success() : module.takeError();
  // Reports of checked kernels name variables. Bodies, which have the names, are read below.
  if (!error && llvm::any_of(**module, [](const auto& each) { return checks_of(each) != 0; }))
    context.llvm().setDiscardValueNames(false);
  if (!error && !kernel.empty()) error = keep_reachable(**module, kernel);
  if (!error) error = (*module)->materializeAll();
  if (error) {
    context.take_errors();
    return invalid(llvm::toString(std::move(error)));
  }
  std::string why;
  llvm::raw_string_ostream stream(why);
  if (llvm::verifyModule(**module, &stream)) return invalid(why);
  if ((*module)->getTargetTriple().getArch() != llvm::Triple::spir64)
    return invalid("it was not compiled for spir64");
  return std::move(*module);
}

}  // namespace heddle::compiler
