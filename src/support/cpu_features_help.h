// SPDX-License-Identifier: Apache-2.0
// The names that the help text of HEDDLE_CPU_FEATURES takes as examples (options.def).
#pragma once

#define HEDDLE_CPU_LEVELS "`sse4.2`, `avx2`, `avx512`"
#define HEDDLE_CPU_FEATURE_LISTS "`avx2,gfni`, `-avx512f`"
