// SPDX-License-Identifier: Apache-2.0
// The checks of all kernels of the process (HEDDLE_CHECK), and whether their accesses are guarded
// (HEDDLE_BOUNDS).
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

/// Returns bits of abi/checks.h. What there is no memory for is not among them.
uint32_t process_checks();
/// Tells whether kernels access nothing but the memory that they were given (HEDDLE_BOUNDS).
bool guards_accesses();

/// Returns what all programs are compiled with (hdc_target.context): these checks, and a look at
/// the launch's flag where the time of kernels is limited.
uint32_t process_demands();

/// Returns the memory of the table of uninitialised values (abi/check_abi.h): the leaves, and parts
/// for what has none. Null if there are no more addresses.
std::byte* shadow_memory();

}  // namespace heddle
