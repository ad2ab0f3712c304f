// SPDX-License-Identifier: Apache-2.0
// The functions of the runtime that each processor does differently, and the parts of an object
// that the loader knows. A port implements them in a folder of its own (docs/porting.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace heddle::cpu {

/// The device's name where the system knows none.
extern const char* const kProcessorName;

/// Tells the processor that this thread waits in a loop.
void relax();

/// Returns the thread's floating-point settings.
uint32_t float_settings();
void set_float_settings(uint32_t settings);
/// All exceptions masked, nearest even, subnormal numbers kept.
extern const uint32_t kKernelFloatSettings;
/// Tells whether the thread has them, whatever exceptions have been raised.
bool has_kernel_float_settings();

constexpr size_t kCacheLine = 64;  // bytes of a cache line

/// Copies `size` bytes, whole lines, to the start of one. The two do not overlap.
void copy_lines(std::byte* target, const std::byte* source, size_t size);
/// Does it past the caches. Whoever is told of it afterwards sees the copy.
void stream_lines(std::byte* target, const std::byte* source, size_t size);
/// Returns the alignment that stream_pattern() wants.
size_t stream_alignment();
/// Writes `pattern`, of 128 bytes, past the caches until `size` bytes, a multiple of that, are
/// full.
void stream_pattern(std::byte* target, std::span<const std::byte, 128> pattern, size_t size);

/// A fault as the processor tells of it.
struct ProcessorFault {
  uint64_t instruction = 0;  ///< the address of the one that failed
  bool has_address = false;  ///< siginfo_t has the address of memory that was not there
  bool is_write = false;     ///< it was written; else it was read
};
/// Reads it from the third argument of a handler of signals.
ProcessorFault fault_of(const void* context);

/// Tells whether an ELF header's e_machine is that of the processor.
bool is_own_machine(uint16_t machine);
/// Tells whether a section of this type holds unwind tables.
bool holds_unwind_tables(uint32_t section_type);
/// Tells whether a relocation of this type wants the address of a slot that holds the symbol's.
bool wants_slot(uint32_t relocation_type);
/// Returns the bytes that a relocation of this type changes; nothing if it is unknown.
std::optional<unsigned> relocated_bytes(uint32_t relocation_type);
/// Writes a relocation at `place`, which will run at `address`; `value` is what it refers to with
/// the addend. Returns false if that is out of reach.
bool relocate(uint32_t relocation_type, unsigned char* place, uint64_t address, uint64_t value);

}  // namespace heddle::cpu
