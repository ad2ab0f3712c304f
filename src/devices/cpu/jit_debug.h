// SPDX-License-Identifier: Apache-2.0
// Makes loaded kernels known to gdb (its JIT interface) and to perf (a map of symbols).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "devices/cpu/elf_object.h"

namespace heddle::cpu {

struct DebugRegistration;

/// Hands a copy of the object with its sections' addresses to gdb, if it has debug information;
/// returns null otherwise.
DebugRegistration* register_with_debugger(const ElfObject& object,
                                          std::span<const unsigned char> bytes,
                                          const std::vector<uint64_t>& section_addresses);
void unregister_from_debugger(DebugRegistration* registration);

/// Appends the object's functions to /tmp/perf-PID.map, with HEDDLE_PERF; the entry point gets the
/// kernel's name.
void write_perf_map(const ElfObject& object, const std::vector<uint64_t>& section_addresses,
                    const char* name);

}  // namespace heddle::cpu
