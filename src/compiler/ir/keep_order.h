// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::compiler {

/// Of a function whose instructions take turns: code generation keeps their order. Its scheduler,
/// to save registers, would put what belongs to one round behind what belongs to the other.
inline constexpr const char* kKeepOrder = "heddle-keep-order";

}  // namespace heddle::compiler
