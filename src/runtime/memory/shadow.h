// SPDX-License-Identifier: Apache-2.0
// The shadow of memory: for each bit one that is set while nobody has written it, and for each four
// bytes the origin of what was last not written there. Kernels that are checked for uninitialised
// values carry it along (abi/check_abi.h); commands do so here. Memory without a shadow is written.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "abi/check_abi.h"

namespace heddle {

/// Tells whether HEDDLE_CHECK asks for uninitialised values: buffers have shadows then. Without it
/// only the memory of work-items and groups has, in programs that ask for the check.
bool shadows_buffers();
/// Returns the table that kernels look into. Throws std::bad_alloc if there is none: the launch
/// fails, of a program that asks for the check by itself.
const hd_shadow& shadow_table();

/// The place that a value comes from which nobody wrote.
struct Origin {
  std::string text;      ///< "the private variable 'x'"
  std::string object{};  ///< its name
  std::string place{};   ///< its declaration's; empty if it is not known
  uint64_t begin = 0;    ///< a buffer's first address; 0 for others
};
/// Returns the number of an origin, never 0; equal ones share it.
uint32_t origin_number(const Origin& origin);
/// Returns the origin with this number; nothing for 0.
std::optional<Origin> origin_of(uint32_t number);

/// Makes bytes such that nobody has written.
void poison(const void* begin, size_t size, uint32_t origin) noexcept;
/// Makes bytes written ones.
void clear_shadow(const void* begin, size_t size) noexcept;
/// Copies the shadow of bytes that are copied.
void copy_shadow(const void* target, const void* source, size_t size) noexcept;

/// Gives a new buffer its shadow: written, or not.
void begin_shadow(const void* data, size_t size, bool is_written) noexcept;

/// Notes what a command has copied. The host's memory counts as written. A buffer that the host
/// reads is reported, if HEDDLE_CHECK_READS asks for that.
void note_copy(cl_command_type type, const void* target, const void* source, size_t size) noexcept;
/// Reports bytes of a buffer that the host reads and nobody has written; once for a buffer.
void report_read(const void* begin, size_t size) noexcept;

}  // namespace heddle
