// SPDX-License-Identifier: Apache-2.0
// The constants of the machine's system calls that seccomp's filters need. They have a file of
// their own, so that helper programs need nothing else of src/support.
#pragma once

#include <linux/audit.h>

#include <cstdint>

namespace heddle {

inline constexpr uint32_t kAuditArchitecture = AUDIT_ARCH_X86_64;
/// The first system call of another ABI, which has the same calls by other numbers.
inline constexpr uint32_t kFirstCallOfOtherAbi = 0x40000000;  // __X32_SYSCALL_BIT

}  // namespace heddle
