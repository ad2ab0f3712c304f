// SPDX-License-Identifier: Apache-2.0
// Tables of the float cores, for hd_lookup.
#ifndef HD_TABLES_F_H
#define HD_TABLES_F_H

// clang-format off: a value a line would be unreadable

// [47/64, 94/64) in 16 parts, each as long in bits as the others. The first table is nearly the
// reciprocal of a part's middle, and 1 around one; it has so few bits that x * recip - 1 is exact.
// The two others are -log2 of it as a sum, the first of which has 14 bits.
static __constant float hd_log2_recip_f[16] = {
    0x1.5p0f, 0x1.4p0f, 0x1.4p0f, 0x1.3p0f, 0x1.2p0f, 0x1.2p0f, 0x1.1p0f, 0x1.1p0f, 0x1p0f,
    0x1.ep-1f, 0x1.cp-1f, 0x1.bp-1f, 0x1.ap-1f, 0x1.8p-1f, 0x1.7p-1f, 0x1.6p-1f};
static __constant float hd_log2_hi_f[16] = {
    -0x1.91b8p-2f, -0x1.49a8p-2f, -0x1.49a8p-2f, -0x1.fbcp-3f, -0x1.5cp-3f, -0x1.5cp-3f,
    -0x1.664p-4f, -0x1.664p-4f, 0.0f, 0x1.7d6p-4f, 0x1.8a88p-3f, 0x1.f6p-3f, 0x1.32cp-2f,
    0x1.a9p-2f, 0x1.e7ep-2f, 0x1.14c8p-1f};
static __constant float hd_log2_lo_f[16] = {
    -0x1.d448f8p-17f, 0x1.ed0cbap-20f, 0x1.ed0cbap-20f, -0x1.6b9026p-19f, -0x1.a39fbep-19f,
    -0x1.a39fbep-19f, 0x1.20a6dep-21f, 0x1.20a6dep-21f, 0.0f, 0x1.25b3eep-22f, 0x1.80abfcp-19f,
    -0x1.3ab7cep-18f, -0x1.1c8f12p-22f, -0x1.a39fbep-20f, -0x1.40358ep-19f, -0x1.4f80ccp-16f};

// clang-format on

#endif
