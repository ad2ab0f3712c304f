// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/lines.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>

#include <algorithm>
#include <tuple>

namespace heddle::compiler {
using namespace llvm;

namespace {

using Row = DWARFDebugLine::Row;

bool has_lines(const object::ObjectFile& object) {
  return any_of(object.sections(), [](const object::SectionRef& section) {
    Expected<StringRef> name = section.getName();
    if (!name) consumeError(name.takeError());
    return name && *name == ".debug_line";
  });
}

/// The lines of all units, and each file once.
class Collector {
 public:
  void add(const DWARFDebugLine::LineTable& table) {
    for (const DWARFDebugLine::Sequence& sequence : table.Sequences) {
      for (unsigned i = sequence.FirstRowIndex; i < sequence.LastRowIndex; ++i)
        add(table, table.Rows[i]);
    }
  }

  CodeLines take() {
    const auto place = [](const CodeLine& line) { return std::tuple(line.section, line.offset); };
    stable_sort(all_.lines,
                [&](const CodeLine& a, const CodeLine& b) { return place(a) < place(b); });
    // The last of several rows for one place counts.
    std::vector<CodeLine> lines;
    for (const CodeLine& line : all_.lines) {
      if (!lines.empty() && place(lines.back()) == place(line)) lines.pop_back();
      const bool is_same = !lines.empty() && lines.back().section == line.section &&
                           lines.back().file == line.file && lines.back().line == line.line &&
                           lines.back().column == line.column;
      if (!is_same) lines.push_back(line);
    }
    all_.lines = std::move(lines);
    return std::move(all_);
  }

 private:
  void add(const DWARFDebugLine::LineTable& table, const Row& row) {
    const bool is_code = !row.EndSequence && row.Line != 0;
    all_.lines.push_back({static_cast<uint32_t>(row.Address.SectionIndex),
                          static_cast<uint32_t>(row.Address.Address), file(table, row.File),
                          is_code ? row.Line : 0, is_code ? row.Column : 0U});
  }

  uint32_t file(const DWARFDebugLine::LineTable& table, uint64_t index) {
    using Kind = DILineInfoSpecifier::FileLineInfoKind;
    std::string name;
    if (!table.getFileNameByIndex(index, "", Kind::RelativeFilePath, name)) name = "?";
    const auto [at, is_new] = numbers_.try_emplace(name, all_.files.size());
    if (is_new) all_.files.push_back(name);
    return at->second;
  }

  CodeLines all_;
  StringMap<uint32_t> numbers_;
};

}  // namespace

CodeLines code_lines(ArrayRef<unsigned char> object) {
  const StringRef bytes(reinterpret_cast<const char*>(object.data()), object.size());
  auto file = object::ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "kernel"));
  if (!file) {
    consumeError(file.takeError());
    return {};
  }
  if (!has_lines(**file)) return {};
  const auto ignore = [](Error error) { consumeError(std::move(error)); };
  auto context = DWARFContext::create(**file, DWARFContext::ProcessDebugRelocations::Process,
                                      nullptr, "", ignore, ignore);
  Collector collector;
  for (const auto& unit : context->compile_units()) {
    Expected<const DWARFDebugLine::LineTable*> table =
        context->getLineTableForUnit(unit.get(), ignore);
    if (!table) {
      consumeError(table.takeError());
    } else if (*table) {
      collector.add(**table);
    }
  }
  return collector.take();
}

}  // namespace heddle::compiler
