// SPDX-License-Identifier: Apache-2.0
// A checked view of an ELF64 relocatable object for the processor. The bytes are untrusted:
// everything that is returned here lies within them, and no more is promised.
#pragma once

#include <elf.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::cpu {

class ElfObject {
 public:
  struct Section {
    Elf64_Shdr header{};
    std::string_view name;
    std::span<const unsigned char> bytes;  // empty for SHT_NOBITS
    bool is_alloc() const { return header.sh_flags & SHF_ALLOC; }
  };
  struct Symbol {
    std::string_view name;
    uint32_t section =
        0;  // SHN_UNDEF, or the index of an existing section, or a reserved one (SHN_ABS ...)
    uint64_t value = 0;  // at most the section's size
    uint64_t size = 0;
    uint8_t type = 0;
  };
  struct Relocation {
    uint32_t section = 0;  // the one that is changed
    uint64_t offset = 0;
    uint32_t type = 0;
    uint32_t symbol = 0;  // index of an existing symbol
    int64_t addend = 0;
  };

  static Result<ElfObject> parse(std::span<const unsigned char> bytes);

  std::vector<Section> sections;
  std::vector<Symbol> symbols;
  std::vector<Relocation> relocations;  // those of loaded sections

 private:
  Status read_sections(std::span<const unsigned char> bytes);
  Status read_symbols();
  Status read_relocations();
};

/// Makes the error for every fault of an object.
Error invalid_object(const std::string& why);

}  // namespace heddle::cpu
