// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/kept_sources.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <map>

#include "compiler/frontend/invocation.h"
#include "compiler/ir/checks.h"

namespace heddle::compiler {
using namespace llvm;

void keep_sources(const clang::SourceManager& sources, Module& module) {
  std::map<std::string, std::string> files;
  std::string main;
  for (const auto& [file, content] : make_range(sources.fileinfo_begin(), sources.fileinfo_end())) {
    StringRef name = file.getName();
    const auto text = content->getBufferDataIfLoaded();
    if (!text || name.starts_with(StringRef(kSystemFolder))) continue;
    if (name.consume_front(StringRef(kSourceFolder)) && name == StringRef(kSourceName))
      main = text->str();
    else
      files[(name.consume_front(StringRef(kHeaderFolder)), name.str())] = text->str();
  }
  const auto units = module.debug_compile_units();
  if (units.begin() == units.end()) return;
  LLVMContext& context = module.getContext();
  NamedMDNode* const kept = module.getOrInsertNamedMetadata(kSources);
  const auto keep = [&](StringRef name, StringRef text) {
    kept->addOperand(MDTuple::get(
        context, {MDString::get(context, name), MDString::get(context, text), *units.begin()}));
  };
  keep(StringRef(kSourceName), main);
  for (const auto& [name, text] : files) keep(name, text);
}

}  // namespace heddle::compiler
