// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/elf_object.h"

#include <CL/cl.h>

#include <cstring>

#include "devices/cpu/processor.h"
#include "support/checked.h"

namespace heddle::cpu {
namespace {

constexpr size_t kMaxSections =
    0xff00;  // SHN_LORESERVE: objects with more use an extension that is not for kernels

/// Reads the record at `offset`. It is copied, as it may not be aligned.
template <class T>
bool read(std::span<const unsigned char> bytes, uint64_t offset, T& out) {
  if (!in_range(offset, sizeof(T), bytes.size())) return false;
  memcpy(&out, bytes.data() + offset, sizeof(T));
  return true;
}

/// Reads a NUL-terminated string of a string table.
bool read_name(std::span<const unsigned char> table, uint64_t offset, std::string_view& out) {
  if (offset >= table.size()) return false;
  const auto* begin = reinterpret_cast<const char*>(table.data()) + offset;
  const size_t length = strnlen(begin, table.size() - offset);
  if (length == table.size() - offset) return false;
  out = {begin, length};
  return true;
}

bool check_header(const Elf64_Ehdr& header) {
  return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_ident[EI_VERSION] == EV_CURRENT &&
         header.e_type == ET_REL && is_own_machine(header.e_machine) &&
         header.e_shentsize == sizeof(Elf64_Shdr);
}

/// Tells whether a kernel may have such a section: none that would have to run before or after it,
/// or in each thread.
bool is_loadable_type(const ElfObject::Section& section) {
  if (!section.is_alloc()) return true;
  if (section.header.sh_flags & (SHF_TLS | SHF_COMPRESSED)) return false;
  const uint32_t type = section.header.sh_type;
  if (type == SHT_PROGBITS || type == SHT_NOBITS || holds_unwind_tables(type))
    return !section.name.starts_with(".ctors") && !section.name.starts_with(".dtors");
  return type == SHT_NOTE;
}

}  // namespace

Error invalid_object(const std::string& why) {
  return {CL_INVALID_BINARY, "the kernel's object cannot be loaded: " + why};
}

Status ElfObject::read_sections(std::span<const unsigned char> bytes) {
  Elf64_Ehdr header;
  if (!read(bytes, 0, header) || !check_header(header)) {
    return invalid_object("it is not an ELF64 relocatable object for this machine");
  }
  if (header.e_shnum == 0 || header.e_shnum >= kMaxSections ||
      header.e_shstrndx >= header.e_shnum ||
      !in_range(header.e_shoff, uint64_t{header.e_shnum} * sizeof(Elf64_Shdr), bytes.size())) {
    return invalid_object("its section table is out of bounds");
  }
  sections.resize(header.e_shnum);
  for (size_t i = 0; i < sections.size(); ++i) {
    Section& section = sections[i];
    read(bytes, header.e_shoff + i * sizeof(Elf64_Shdr), section.header);
    const Elf64_Shdr& h = section.header;
    if (i == 0 || h.sh_type == SHT_NOBITS || h.sh_type == SHT_NULL) continue;
    if (!in_range(h.sh_offset, h.sh_size, bytes.size())) {
      return invalid_object("a section is out of bounds");
    }
    section.bytes = bytes.subspan(h.sh_offset, h.sh_size);
  }
  const auto names = sections[header.e_shstrndx].bytes;
  for (size_t i = 1; i < sections.size(); ++i) {
    Section& section = sections[i];
    if (!read_name(names, section.header.sh_name, section.name)) {
      return invalid_object("the name of a section is out of bounds");
    }
    if (!is_loadable_type(section)) {
      return invalid_object("section " + std::string(section.name) +
                            " is of a kind kernels have not");
    }
  }
  return {};
}

Status ElfObject::read_symbols() {
  for (const Section& table : sections) {
    if (table.header.sh_type == SHT_SYMTAB_SHNDX) return invalid_object("too many sections");
    if (table.header.sh_type != SHT_SYMTAB) continue;
    if (!symbols.empty()) return invalid_object("it has two symbol tables");
    if (table.header.sh_entsize != sizeof(Elf64_Sym) || table.header.sh_link >= sections.size()) {
      return invalid_object("its symbol table is malformed");
    }
    const auto names = sections[table.header.sh_link].bytes;
    symbols.resize(table.bytes.size() / sizeof(Elf64_Sym));
    for (size_t i = 0; i < symbols.size(); ++i) {
      Elf64_Sym raw;
      read(table.bytes, i * sizeof(Elf64_Sym), raw);
      Symbol& symbol = symbols[i];
      symbol.section = raw.st_shndx;
      symbol.value = raw.st_value;
      symbol.size = raw.st_size;
      symbol.type = ELF64_ST_TYPE(raw.st_info);
      if (raw.st_name != 0 && !read_name(names, raw.st_name, symbol.name)) {
        return invalid_object("the name of a symbol is out of bounds");
      }
      if (symbol.section >= SHN_LORESERVE || symbol.section == SHN_UNDEF) continue;
      if (symbol.section >= sections.size() ||
          symbol.value > sections[symbol.section].header.sh_size) {
        return invalid_object("symbol " + std::string(symbol.name) + " is out of bounds");
      }
    }
  }
  return {};
}

Status ElfObject::read_relocations() {
  for (const Section& table : sections) {
    const bool rela = table.header.sh_type == SHT_RELA;
    if (!rela && table.header.sh_type != SHT_REL) continue;
    const uint32_t target = table.header.sh_info;
    if (target == 0 || target >= sections.size())
      return invalid_object("relocations have no section");
    if (!sections[target].is_alloc()) continue;
    if (!rela || table.header.sh_entsize != sizeof(Elf64_Rela)) {
      return invalid_object("its relocations are malformed");
    }
    if (sections[target].header.sh_type == SHT_NOBITS) {
      return invalid_object("relocations of a section without contents");
    }
    for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= table.bytes.size(); at += sizeof(Elf64_Rela)) {
      Elf64_Rela raw;
      read(table.bytes, at, raw);
      const uint32_t symbol = ELF64_R_SYM(raw.r_info);
      if (symbol >= symbols.size()) return invalid_object("a relocation names no symbol");
      relocations.push_back({target, raw.r_offset, static_cast<uint32_t>(ELF64_R_TYPE(raw.r_info)),
                             symbol, raw.r_addend});
    }
  }
  return {};
}

Result<ElfObject> ElfObject::parse(std::span<const unsigned char> bytes) {
  ElfObject object;
  TRY(object.read_sections(bytes));
  TRY(object.read_symbols());
  TRY(object.read_relocations());
  return object;
}

}  // namespace heddle::cpu
