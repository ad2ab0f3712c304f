// SPDX-License-Identifier: Apache-2.0
// erf around i * 67/256: the coefficients of t^0, t^1 ... of hd_erf_f_0, hd_erf_f_1 ..., a table
// each.
#ifndef HD_ERF_TABLES_F_H
#define HD_ERF_TABLES_F_H

// clang-format off: a value a line would be unreadable

// The polynomials are fit to 2^-25.0 absolutely.
static __constant float hd_erf_f_0[16] = {
    0.0f, 0x1.27a4p-2f, 0x1.14eab4p-1f, 0x1.776148p-1f, 0x1.b8f742p-1f, 0x1.df1e36p-1f,
    0x1.f27ff8p-1f, 0x1.fb194p-1f, 0x1.fe6e18p-1f, 0x1.ff8ea2p-1f, 0x1.ffe3e2p-1f,
    0x1.fff9ep-1f, 0x1.fffed4p-1f, 0x1.ffffcep-1f, 0x1.fffff8p-1f, 0x1p0f};

static __constant float hd_erf_f_1[16] = {
    0x1.20dd76p0f, 0x1.0dbdc2p0f, 0x1.b745c8p-1f, 0x1.37e2b8p-1f, 0x1.822e66p-2f,
    0x1.a0f50cp-3f, 0x1.888d1ap-4f, 0x1.42426cp-5f, 0x1.cd5eb4p-7f, 0x1.1ffbd8p-8f,
    0x1.397d04p-10f, 0x1.29903ep-12f, 0x1.ec9172p-15f, 0x1.63872p-17f, 0x1.bec5f8p-20f,
    0x1.f445bp-23f};

static __constant float hd_erf_f_2[16] = {
    -0x1.83263ep-18f, -0x1.1a6194p-2f, -0x1.cbdbp-2f, -0x1.e9c014p-2f, -0x1.9449p-2f,
    -0x1.10d23ap-2f, -0x1.3435ccp-3f, -0x1.27349cp-4f, -0x1.e3141ap-6f, -0x1.532956p-7f,
    -0x1.9a93cep-9f, -0x1.acb57ap-11f, -0x1.7ec30ep-13f, -0x1.3ba71p-15f, -0x1.d7149ap-20f,
    -0x1.f6f2a2p-18f};

static __constant float hd_erf_f_3[16] = {
    -0x1.80ffdp-2f, -0x1.366c68p-2f, -0x1.08ca0ep-3f, 0x1.837526p-5f, 0x1.32d9a2p-3f,
    0x1.510478p-3f, 0x1.013e7ep-3f, 0x1.32d55cp-4f, 0x1.2aaa5ap-5f, 0x1.e49a44p-7f,
    0x1.4bbb5ap-8f, 0x1.822cbep-10f, 0x1.807304p-12f, 0x1.4731acp-14f, 0x1.f5619ep-17f,
    0x1.556d7p-20f};

static __constant float hd_erf_f_4[16] = {
    -0x1.6e6dbap-10f, 0x1.0b92f8p-3f, 0x1.75526ep-3f, 0x1.1ef31ep-3f, 0x1.b5961cp-5f,
    -0x1.2903bcp-6f, -0x1.8b3374p-5f, -0x1.6b7a24p-5f, -0x1.ccdf9ap-6f, -0x1.cbd5b8p-7f,
    -0x1.684efcp-8f, -0x1.e10008p-10f, -0x1.401498p-11f, -0x1.9f4b22p-15f, -0x1.de5ebcp-13f,
    0x1.3e84e4p-12f};

static __constant float hd_erf_f_5[16] = {
    0x1.dde0acp-4f, 0x1.424b9ep-4f, 0x1.65c7dcp-10f, -0x1.db2edap-5f, -0x1.11978cp-4f,
    -0x1.43504p-5f, -0x1.ed248ep-8f, 0x1.49078ep-7f, 0x1.9e01cp-7f, 0x1.1dde92p-7f,
    0x1.1d617cp-8f, 0x1.bfbd1p-10f, 0x1.19117cp-11f, 0x1.417056p-13f, 0x1.3ae4d8p-18f,
    0x1.ba4b34p-15f};

// clang-format on

#endif
