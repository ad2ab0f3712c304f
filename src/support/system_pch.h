// SPDX-License-Identifier: Apache-2.0
// Headers that are precompiled for the driver's rooms, whose files would spend half of their time
// on these. Every file still includes what it uses. OpenCL's headers are not here: their
// declarations depend on macros that a file may define before.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/mutex.h"
