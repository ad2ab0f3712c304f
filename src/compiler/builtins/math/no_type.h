// SPDX-License-Identifier: Apache-2.0
// Ends one element type's part of one_width.h.
#undef T
#undef TI
#undef TU
#undef TS
#undef TSI
#undef HD_FP64
#undef HD_MANT
#undef HD_BIAS
#undef HD_INF_BITS
#undef HD_NAN_BITS
