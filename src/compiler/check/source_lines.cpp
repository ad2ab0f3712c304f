// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/source_lines.h"

#include <llvm/IR/Metadata.h>

#include "compiler/ir/checks.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Reads `#line 7 "name"` or `# 7 "name"`. Returns false for other lines; an absent name stays.
bool read_directive(StringRef line, unsigned& number, StringRef& name) {
  line = line.ltrim(" \t");
  if (!line.consume_front("#")) return false;
  line = line.ltrim(" \t");
  line.consume_front("line");
  line = line.ltrim(" \t");
  if (line.consumeInteger(10, number)) return false;
  line = line.trim(" \t\r");
  if (line.consume_front("\"")) name = line.take_until([](char c) { return c == '"'; });
  return true;
}

StringRef text_of(const MDNode& node, unsigned operand) {
  const auto* text = dyn_cast_or_null<MDString>(node.getOperand(operand));
  return text ? text->getString() : StringRef();
}

}  // namespace

StringRef find_line(StringRef text, StringRef name, StringRef file, unsigned number) {
  unsigned next = 1;
  StringRef current = name;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    text = rest;
    unsigned given = 0;
    if (read_directive(line, given, current)) {
      next = given;
      continue;
    }
    if (next == number && current == file) return line.rtrim('\r');
    ++next;
  }
  return {};
}

std::string SourceLines::line_at(const DILocation& place) const {
  const NamedMDNode* sources = module_.getNamedMetadata(kSources);
  const DISubprogram* function = place.getScope()->getSubprogram();
  if (!sources || !function) return {};
  const DICompileUnit* unit = function->getUnit();
  bool is_first = true;  // the program's own text, before the files that it includes
  for (const MDNode* node : sources->operands()) {
    if (node->getNumOperands() != 3 || node->getOperand(2).get() != unit) continue;
    const StringRef name = text_of(*node, 0);
    // With -g it has the name of a file that debuggers find.
    const bool is_main = std::exchange(is_first, false) && place.getFile() == unit->getFile();
    const StringRef file = is_main ? name : place.getFilename();
    const StringRef line = find_line(text_of(*node, 1), name, file, place.getLine());
    if (!line.empty()) return line.str();
  }
  return {};
}

}  // namespace heddle::compiler
