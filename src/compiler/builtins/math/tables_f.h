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

// Tables for log(x) with estimates: [1, 2) in 16 equal parts. The first is nearly the reciprocal of
// each part's middle, but 1 and 1/2 at the ends, where x is close to a power of two. The second is
// minus the logarithm of that to 2^-34, in the upper half with the error of the rounded log(2),
// which is subtracted just below one.
static __constant float hd_log_part_f[16] = {
    0x1p0f, 0x1.d43636p-1f, 0x1.baac5p-1f, 0x1.a42dbp-1f, 0x1.8f9708p-1f, 0x1.7d2536p-1f,
    0x1.6c138p-1f, 0x1.5caeb8p-1f, 0x1.4e77aep-1f, 0x1.4117bp-1f, 0x1.352496p-1f,
    0x1.2a08bcp-1f, 0x1.1f774cp-1f, 0x1.15a5e8p-1f, 0x1.0c9956p-1f, 0x1p-1f};
static __constant float hd_log_of_f[16] = {
    0.0f, 0x1.6e32d6p-4f, 0x1.29f844p-3f, 0x1.94c6f2p-3f, 0x1.fbab7ep-3f, 0x1.2e3a2ep-2f,
    0x1.5d2504p-2f, 0x1.8961fep-2f, 0x1.b400f6p-2f, 0x1.ddcb28p-2f, 0x1.025092p-1f,
    0x1.150d3ep-1f, 0x1.278962p-1f, 0x1.39542ap-1f, 0x1.4a4b3ap-1f, 0x1.62e43p-1f};
static __constant float hd_log2_part_f[16] = {
    0x1p0f, 0x1.d40f6ap-1f, 0x1.bab976p-1f, 0x1.a418b6p-1f, 0x1.8f9758p-1f, 0x1.7d0532p-1f,
    0x1.6c281ep-1f, 0x1.5c8c4ap-1f, 0x1.4e5cc8p-1f, 0x1.4145d6p-1f, 0x1.354bf4p-1f,
    0x1.29b82ap-1f, 0x1.1f8e2ap-1f, 0x1.1596eep-1f, 0x1.0c950ep-1f, 0x1p-1f};
static __constant float hd_log2_of_f[16] = {
    0.0f, 0x1.091ceap-3f, 0x1.ad8968p-3f, 0x1.2445eap-2f, 0x1.6e33bp-2f, 0x1.b481bp-2f,
    0x1.f761e6p-2f, 0x1.1c0cf8p-1f, 0x1.3abe08p-1f, 0x1.583d9ap-1f, 0x1.744d52p-1f,
    0x1.907b4ap-1f, 0x1.aa23c8p-1f, 0x1.c4318ap-1f, 0x1.dc8f2ep-1f, 0x1p0f};
static __constant float hd_log10_part_f[16] = {
    0x1p0f, 0x1.d443bap-1f, 0x1.bafc96p-1f, 0x1.a414d8p-1f, 0x1.8f736cp-1f, 0x1.7d08c4p-1f,
    0x1.6c0a5cp-1f, 0x1.5c7b86p-1f, 0x1.4e69a8p-1f, 0x1.413e1ap-1f, 0x1.351fc4p-1f,
    0x1.2a094ep-1f, 0x1.1f8facp-1f, 0x1.15b46cp-1f, 0x1.0ca5p-1f, 0x1p-1f};
static __constant float hd_log10_of_f[16] = {
    0.0f, 0x1.3dacc6p-5f, 0x1.018dbcp-4f, 0x1.5ffefp-4f, 0x1.b99368p-4f, 0x1.06c546p-3f,
    0x1.2f59b2p-3f, 0x1.5632bep-3f, 0x1.7ada9p-3f, 0x1.9e9738p-3f, 0x1.c0caf8p-3f,
    0x1.e14812p-3f, 0x1.008d78p-2f, 0x1.101028p-2f, 0x1.1ed06ep-2f, 0x1.344136p-2f};

// clang-format on

#endif
