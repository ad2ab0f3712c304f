// SPDX-License-Identifier: Apache-2.0
// Tables of the float cores, for hd_lookup.
#ifndef HD_TABLES_F_H
#define HD_TABLES_F_H

// clang-format off: a value a line would be unreadable

// [47/64, 94/64) in 16 parts, each as long in bits as the others. The first table is nearly the
// reciprocal of a part's middle, and 1 around one; it has so few bits that x * recip - 1, which is
// below 2^-4.85, is exact. The two others are -log2 of it as a sum, the first of which has 14 bits.
static __constant float hd_log2_recip_f[16] = {
    0x1.58p0f, 0x1.48p0f, 0x1.38p0f, 0x1.3p0f, 0x1.28p0f, 0x1.18p0f, 0x1.1p0f, 0x1.08p0f, 0x1p0f,
    0x1.ep-1f, 0x1.c8p-1f, 0x1.bp-1f, 0x1.98p-1f, 0x1.88p-1f, 0x1.7p-1f, 0x1.6p-1f};
static __constant float hd_log2_hi_f[16] = {
    -0x1.b48p-2f, -0x1.6e2p-2f, -0x1.244p-2f, -0x1.fbcp-3f, -0x1.adp-3f, -0x1.08cp-3f, -0x1.664p-4f,
    -0x1.6b8p-5f, 0.0f, 0x1.7d8p-4f, 0x1.564p-3f, 0x1.f6p-3f, 0x1.4f7p-2f, 0x1.8a9p-2f, 0x1.e7ep-2f,
    0x1.14c8p-1f};
static __constant float hd_log2_lo_f[16] = {
    0x1.408c78p-18f, -0x1.0e6ce8p-17f, -0x1.eac382p-20f, -0x1.6b9026p-19f, 0x1.43a496p-16f,
    -0x1.62336ap-17f, 0x1.20a6dep-21f, -0x1.69bac8p-16f, 0.0f, -0x1.fb693p-16f, -0x1.1eb002p-18f,
    -0x1.3ab7cep-18f, -0x1.134c4ep-20f, -0x1.9fd502p-16f, -0x1.40358ep-19f, -0x1.4f80ccp-16f};

// Likewise [23/32, 46/32) in eight parts, where a permutation has no more elements: x * recip - 1
// is below 2^-3.8.
static __constant float hd_log2_recip_of_8[8] = {
    0x1.5p0f, 0x1.4p0f, 0x1.2p0f, 0x1.1p0f, 0x1p0f, 0x1.cp-1f, 0x1.ap-1f, 0x1.7p-1f};
static __constant float hd_log2_hi_of_8[8] = {
    -0x1.91cp-2f, -0x1.49ap-2f, -0x1.5cp-3f, -0x1.664p-4f, 0.0f, 0x1.8a8p-3f, 0x1.32cp-2f,
    0x1.e7ep-2f};
static __constant float hd_log2_lo_of_8[8] = {
    0x1.15db84p-16f, -0x1.e12f34p-16f, -0x1.a39fbep-19f, 0x1.20a6dep-21f, 0.0f, 0x1.30158p-16f,
    -0x1.1c8f12p-22f, -0x1.40358ep-19f};

// 2^(i / 16) without the i << 19 that come with the exponent's bits.
static __constant float hd_exp2_steps_f[16] = {
    0x1p0f, 0x1.fb5586p-1f, 0x1.f72b84p-1f, 0x1.f387a6p-1f, 0x1.f06fep-1f, 0x1.edea64p-1f,
    0x1.ebfdaep-1f, 0x1.eab07ep-1f, 0x1.ea09e6p-1f, 0x1.ea1148p-1f, 0x1.eace54p-1f, 0x1.ec4918p-1f,
    0x1.ee89fap-1f, 0x1.f199bep-1f, 0x1.f5818ep-1f, 0x1.fa4afap-1f};

// Likewise 2^(i / 8), with the i << 20, and what those numbers lack, relatively.
static __constant float hd_exp2_steps_of_8[8] = {
    0x1p0f, 0x1.f72b84p-1f, 0x1.f06fep-1f, 0x1.ebfdaep-1f, 0x1.ea09e6p-1f, 0x1.eace54p-1f,
    0x1.ee89fap-1f, 0x1.f5818ep-1f};
static __constant float hd_exp2_lo_of_8[8] = {
    0.0f, -0x1.9c0c22p-27f, 0x1.125002p-25f, -0x1.0a355p-25f, 0x1.26055cp-26f, 0x1.67a1cap-28f,
    -0x1.f9c304p-27f, -0x1.a5217cp-28f};

// clang-format on

#endif
