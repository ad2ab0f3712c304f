// SPDX-License-Identifier: Apache-2.0
// The relocations of the System V ABI for x86-64.
#include <elf.h>

#include <cstring>

#include "devices/cpu/processor.h"

namespace heddle::cpu {

bool is_own_machine(uint16_t machine) {
  return machine == EM_X86_64;
}

bool holds_unwind_tables(uint32_t section_type) {
  return section_type == SHT_X86_64_UNWIND;
}

bool wants_slot(uint32_t type) {
  return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
}

std::optional<unsigned> relocated_bytes(uint32_t type) {
  switch (type) {
    case R_X86_64_NONE:
      return 0;
    case R_X86_64_64:
    case R_X86_64_PC64:
      return 8;
    case R_X86_64_32:
    case R_X86_64_32S:
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return 4;
    default:
      return std::nullopt;
  }
}

bool relocate(uint32_t type, unsigned char* place, uint64_t address, uint64_t value) {
  bool fits = true;
  if (type == R_X86_64_32) {
    fits = value <= UINT32_MAX;
  } else if (type == R_X86_64_32S) {
    fits = static_cast<int64_t>(value) == static_cast<int32_t>(value);
  } else if (type != R_X86_64_64) {
    value -= address;
    const auto relative = static_cast<int64_t>(value);
    fits = type == R_X86_64_PC64 || relative == static_cast<int32_t>(relative);
  }
  if (fits) memcpy(place, &value, *relocated_bytes(type));
  return fits;
}

}  // namespace heddle::cpu
