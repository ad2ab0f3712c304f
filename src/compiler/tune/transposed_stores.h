// SPDX-License-Identifier: Apache-2.0
// `tile[x][y] = a[y * n + x]`: the lanes of a vector go to rows of their own, one element each.
// Where the vectors of neighbours in y go side by side, their elements lie beside each other in
// memory: shuffles turn them, and each row is written 16 bytes at a time.
#pragma once

#include "compiler/analysis/regions.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {

/// How many neighbours along `dimension` should go through `region` side by side, so that
/// transpose_stores finds 16 bytes for each row; 1 if there is nothing to turn.
unsigned neighbours_to_transpose(const Region& region, unsigned dimension,
                                 const Uniformity& uniformity);

}  // namespace heddle::compiler
