// SPDX-License-Identifier: Apache-2.0
// What heddle-spirv and the compiler agree upon. No LLVM: they have different ones.
#pragma once

#include <cstdint>

namespace heddle::compiler::spirv {

/// Behind the bitcode that heddle-spirv writes: what ends otherwise is not whole.
inline constexpr char kTrailer[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'I', 'R'};

/// A module of a megabyte takes a second and 200 MB.
inline constexpr uint64_t kCpuSeconds = 60;
inline constexpr uint64_t kMaxBytes = uint64_t{6} << 30;
/// What the compiler waits at most; the machine may be busy.
inline constexpr int64_t kWallSeconds = 180;
/// The most that it accepts.
inline constexpr uint64_t kMaxBitcode = uint64_t{1} << 30;

}  // namespace heddle::compiler::spirv
