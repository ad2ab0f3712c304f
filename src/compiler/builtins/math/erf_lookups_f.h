// SPDX-License-Identifier: Apache-2.0
// Polynomials of degree six on eight intervals: the coefficients of t^0, t^1 ..., a table of eight
// each.
#ifndef HD_ERF_LOOKUPS_F_H
#define HD_ERF_LOOKUPS_F_H

// clang-format off: a value a line would be unreadable

// erf around i * 67/128, fit to 2^-25.3 absolutely.
static __constant float hd_erf_of_8_0[8] = {
    0.0f, 0x1.14eab4p-1f, 0x1.b8f742p-1f, 0x1.f27ff8p-1f, 0x1.fe6e18p-1f, 0x1.ffe3e2p-1f,
    0x1.fffed4p-1f, 0x1.fffff8p-1f};

static __constant float hd_erf_of_8_1[8] = {
    0x1.20dd76p0f, 0x1.b745cep-1f, 0x1.822e84p-2f, 0x1.888ceap-4f, 0x1.cd5e2p-7f,
    0x1.397e7ap-10f, 0x1.eca5ecp-15f, 0x1.bfb3aep-20f};

static __constant float hd_erf_of_8_2[8] = {
    -0x1.60140ap-18f, -0x1.cbdcc6p-2f, -0x1.9448d4p-2f, -0x1.3435c6p-3f, -0x1.e3098ap-6f,
    -0x1.9a6c12p-9f, -0x1.80d3a4p-13f, -0x1.0791ccp-18f};

static __constant float hd_erf_of_8_3[8] = {
    -0x1.810354p-2f, -0x1.08cf72p-3f, 0x1.32bf9cp-3f, 0x1.014874p-3f, 0x1.2ab83ep-5f,
    0x1.4b9488p-8f, 0x1.7f4032p-12f, 0x1.de389ep-17f};

static __constant float hd_erf_of_8_4[8] = {
    -0x1.9a3552p-10f, 0x1.77bf7cp-3f, 0x1.b40e36p-5f, -0x1.8d5c3ap-5f, -0x1.cf339ap-6f,
    -0x1.6af1fep-8f, -0x1.1b5a44p-11f, -0x1.70f8f6p-14f};

static __constant float hd_erf_of_8_5[8] = {
    0x1.f25cfp-4f, 0x1.3c12a2p-10f, -0x1.0ce292p-4f, -0x1.038536p-7f, 0x1.9a7eaap-7f,
    0x1.2099a2p-8f, 0x1.28fdd8p-11f, 0x1.211f14p-15f};

static __constant float hd_erf_of_8_6[8] = {
    -0x1.90237cp-6f, -0x1.86ef44p-5f, 0x1.1012bp-7f, 0x1.1715dp-6f, -0x1.d708e8p-10f,
    -0x1.59daa6p-9f, -0x1.c06756p-13f, 0x1.0573dap-11f};

// clang-format on

#endif
