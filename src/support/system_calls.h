// SPDX-License-Identifier: Apache-2.0
// The architecture as seccomp's filters name it. Helper programs have this without the rest of the
// room.
#pragma once

#include <linux/audit.h>

#include <cstdint>

namespace heddle {

inline constexpr uint32_t kAuditArchitecture = AUDIT_ARCH_X86_64;
/// The first system call of another ABI, which has the same calls by other numbers.
inline constexpr uint32_t kFirstCallOfOtherAbi = 0x40000000;  // __X32_SYSCALL_BIT

}  // namespace heddle
