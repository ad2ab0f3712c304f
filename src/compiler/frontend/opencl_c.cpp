// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/opencl_c.h"

#include <clang/AST/ASTContext.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include "compiler/frontend/debug_variables.h"
#include "compiler/frontend/extension_pragmas.h"
#include "compiler/frontend/global_objects.h"
#include "compiler/frontend/handle_comparisons.h"
#include "compiler/frontend/hidden_features.h"
#include "compiler/frontend/invocation.h"
#include "compiler/frontend/kept_sources.h"
#include "compiler/frontend/kernel_copies.h"
#include "compiler/frontend/last_resort.h"
#include "compiler/frontend/loosen_alignment.h"
#include "compiler/frontend/overloads.h"
#include "compiler/frontend/recorded_files.h"
#include "compiler/frontend/refused_source.h"
#include "compiler/frontend/relax_math.h"
#include "compiler/frontend/rounding_pragma.h"
#include "compiler/frontend/static_rounding.h"
#include "compiler/frontend/typed_blocks.h"

namespace heddle::compiler {
namespace {

/// An action from source to IR and no further: Clang's own CodeGenAction would set up LLVM's pass
/// pipelines.
class EmitModule : public clang::ASTFrontendAction {
 public:
  EmitModule(llvm::LLVMContext& context, const FrontendRequest& request, RecordedFiles& files,
             TypedBlocks& blocks)
      : context_(context), request_(request), files_(files), blocks_(blocks) {}

  std::unique_ptr<llvm::Module> module;

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    check_extension_pragmas(compiler.getPreprocessor(), request_.extensions);
    if (request_.options.language < 300) hide_features(compiler.getPreprocessor());
    refuse_dangerous_source(compiler, accept_rounding_pragmas(compiler));
    files_.watch(compiler.getPreprocessor());
    auto generator = clang::CreateLLVMCodeGen(compiler, "program", context_);
    generator_ = generator.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(find_last(kSystemFolder));
    consumers.push_back(overload_builtins());
    consumers.push_back(blocks_.consumer());
    consumers.push_back(rewrite_handle_comparisons(compiler.getASTContext()));
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  /// Makes the text a virtual file: Clang follows the file of the source without a check
  /// (__has_embed).
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::SourceManager& sources = compiler.getSourceManager();
    const auto text = sources.getBufferOrFake(sources.getMainFileID());
    const auto file = compiler.getFileManager().getVirtualFileRef(
        std::string(kSourceFolder).append(kSourceName), static_cast<off_t>(text.getBufferSize()),
        /*ModificationTime=*/0);
    sources.overrideFileContents(file, text);
    sources.setMainFileID(sources.createFileID(file, {}, clang::SrcMgr::C_User));
    return true;
  }

  void ExecuteAction() override {
    blocks_.hide(getCompilerInstance().getPreprocessor().getIdentifierTable());
    ASTFrontendAction::ExecuteAction();
  }

  void EndSourceFileAction() override {
    module = generator_->ReleaseModule();
    if (module && request_.options.checks)
      keep_sources(getCompilerInstance().getSourceManager(), *module);
  }

 private:
  llvm::LLVMContext& context_;
  const FrontendRequest& request_;
  RecordedFiles& files_;
  TypedBlocks& blocks_;
  clang::CodeGenerator* generator_ = nullptr;
};

bool fill_invocation(clang::CompilerInvocation& invocation, const FrontendRequest& request,
                     llvm::vfs::FileSystem& files, clang::DiagnosticConsumer& printer) {
  const auto arguments = frontend_arguments(request);
  std::vector<const char*> pointers;
  for (const auto& argument : arguments) pointers.push_back(argument.c_str());
  clang::DiagnosticOptions options;
  auto diagnostics = clang::CompilerInstance::createDiagnostics(files, options, &printer,
                                                                /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(invocation, pointers, *diagnostics)) return false;
  // -O0 would mark every function as never to be inlined.
  invocation.getCodeGenOpts().setInlining(clang::CodeGenOptions::NormalInlining);
  invocation.getDiagnosticOpts().ShowColors = false;
  invocation.getFrontendOpts().SkipFunctionBodies = true;  // the consumers are asked (overloads.h)
  invocation.getPreprocessorOpts().DisablePragmaDebugCrash = true;  // an error (refused_source.h)
  return true;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace

std::unique_ptr<llvm::Module> compile_opencl_c(llvm::LLVMContext& context,
                                               const FrontendRequest& request, std::string& log,
                                               std::string& file_uses) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  clang::DiagnosticOptions print_options;
  clang::TextDiagnosticPrinter printer(stream, print_options);
  RecordedFiles recorded(SourceFiles::of(request.options.folders));
  auto files = frontend_files(request.headers, recorded.machine());

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  const auto blocks = accept_typed_blocks();
  EmitModule action(context, request, recorded, *blocks);
  bool ok = fill_invocation(*invocation, request, *files, printer);
  if (ok) {
    // Clang wants a zero byte after the source.
    auto source = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(request.source),
                                                       llvm::StringRef(kSourceName));
    invocation->getFrontendOpts().Inputs = {
        clang::FrontendInputFile(source->getMemBufferRef(), clang::Language::OpenCL)};
    clang::CompilerInstance compiler(invocation);
    compiler.setVirtualFileSystem(files);
    compiler.setVerboseOutputStream(stream);
    compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
    compiler.setExternalSemaSource(blocks);
    ok = compiler.ExecuteAction(action) && action.module;
  }
  replace_all(text, kHeaderFolder, "");
  replace_all(text, kSystemFolder, "");
  replace_all(text, kSourceFolder, "");
  log += text;
  file_uses = recorded.packed();
  if (!ok) return nullptr;
  if (request.options.cpp != 0 && !settle_global_objects(*action.module, log)) return nullptr;
  fold_kernel_copies(*action.module);
  lower_static_rounding(*action.module);
  keep_infinities(*action.module);
  loosen_alignment(*action.module);
  if (request.options.debug) drop_address_spaces_of_variables(*action.module);
  return std::move(action.module);
}

}  // namespace heddle::compiler
