// SPDX-License-Identifier: Apache-2.0
// Loaded kernels made known to gdb (its JIT interface) and to perf (a map of symbols).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "devices/cpu/elf_object.h"

namespace heddle::cpu {

struct DebugRegistration;

/// Hands a copy of the object with its sections' addresses to gdb, if it has debug information;
/// null otherwise.
DebugRegistration* register_with_debugger(const ElfObject& object,
                                          std::span<const unsigned char> bytes,
                                          const std::vector<uint64_t>& section_addresses);
void unregister_from_debugger(DebugRegistration* registration);

/// With HEDDLE_PERF: appends the object's functions to /tmp/perf-PID.map; the entry point is called
/// by the kernel's name.
void write_perf_map(const ElfObject& object, const std::vector<uint64_t>& section_addresses,
                    const char* name);

}  // namespace heddle::cpu
