// SPDX-License-Identifier: Apache-2.0
#include "compiler/bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/interface.h"

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
                                                   std::span<const unsigned char> bytes) {
  const auto text = llvm::StringRef(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto invalid = [](std::string why) {
    return Error{HDC_INVALID_INPUT, "the program's IR is not valid: " + std::move(why)};
  };
  if (!llvm::isBitcode(bytes.data(), bytes.data() + bytes.size())) return invalid("no bitcode");
  auto module = llvm::parseBitcodeFile({text, "program"}, context.llvm());
  if (!module) {
    context.take_errors();
    return invalid(llvm::toString(module.takeError()));
  }
  std::string why;
  llvm::raw_string_ostream stream(why);
  if (llvm::verifyModule(**module, &stream)) return invalid(why);
  if ((*module)->getTargetTriple().getArch() != llvm::Triple::spir64)
    return invalid("it was not compiled for spir64");
  return std::move(*module);
}

}  // namespace heddle::compiler
