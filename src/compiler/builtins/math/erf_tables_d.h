// SPDX-License-Identifier: Apache-2.0
// erf around i * 25/64: the coefficients of t^0, t^1 ... of hd_erf_d_0, hd_erf_d_1 ..., a table
// each.
#ifndef HD_ERF_TABLES_D_H
#define HD_ERF_TABLES_D_H

// clang-format off: a value a line would be unreadable

// The polynomials are fit to 2^-54.1 absolutely.
static __constant double hd_erf_d_0[16] = {
    0.0, 0x1.ad68966569a87p-2, 0x1.762870f720c6fp-1, 0x1.ce1962c0e0d8bp-1, 0x1.f21c9f12f0677p-1,
    0x1.fd0f5317f582fp-1, 0x1.ff87b1913e853p-1, 0x1.fff18ebe2b0e1p-1, 0x1.fffeb3ebb267bp-1,
    0x1.ffffe9bf4098cp-1, 0x1.fffffee3cc32cp-1, 0x1.fffffff57632dp-1, 0x1.ffffffffb5be5p-1,
    0x1.fffffffffe7cp-1, 0x1.fffffffffffa2p-1, 0x1.fffffffffffffp-1};

static __constant double hd_erf_d_1[16] = {
    0x1.20dd750429b6dp0, 0x1.eff8c4b1375dfp-1, 0x1.39ccc1b136d6p-1, 0x1.24a55399ea23p-2,
    0x1.92470a61b6961p-4, 0x1.978ae8b55ce4fp-6, 0x1.30499b5039567p-8, 0x1.4ee1429bf7bbcp-11,
    0x1.0f9e1b4dd37f4p-14, 0x1.44ba86467153ep-18, 0x1.1e1e8579e4a3bp-22, 0x1.7397c5a65859ep-27,
    0x1.63ac6b4e5193ep-32, 0x1.f5cc7712bae93p-38, 0x1.04e15f42310e8p-43, 0x1.8fd4b82d99856p-50};

static __constant double hd_erf_d_2[16] = {
    0x1.f493247ae762ep-48, -0x1.837a59aa73564p-2, -0x1.ea4feea4e598cp-2, -0x1.56f1bdf85e483p-2,
    -0x1.3a47801c56acfp-3, -0x1.8dfda7411dfcep-5, -0x1.6496420204ff9p-7, -0x1.c9d7f91145e34p-10,
    -0x1.a8670aa943442p-13, -0x1.1d67f00b5cabep-16, -0x1.1769cdfbb622bp-20,
    -0x1.8f2c0830c09b3p-25, -0x1.a0cf176a01f7cp-30, -0x1.3e99e0d08aa6dp-35,
    -0x1.5f77e35d087b3p-41, -0x1.bb9f9d567540ap-47};

static __constant double hd_erf_d_3[16] = {
    -0x1.812746b03bb67p-2, -0x1.cb7bf78e307d7p-3, 0x1.715e595332855p-5, 0x1.54c0d66d7ab94p-3,
    0x1.0453f90d3c391p-3, 0x1.c24b2053de91ep-5, 0x1.fa73d7eb1d99ep-7, 0x1.856614216d158p-9,
    0x1.a3737e2a229e5p-12, 0x1.40ee07ac072efp-15, 0x1.5fe5d4baaac6p-19, 0x1.161fb53d02d3ep-23,
    0x1.3e380defded81p-28, 0x1.085b86cc19b07p-33, 0x1.3fa82179443eep-39, 0x1.19d3aa6741a71p-45};

static __constant double hd_erf_d_4[16] = {
    0x1.fb1f32358f7e3p-35, 0x1.5c0fc77634719p-3, 0x1.22cdbdb4af6cbp-3, 0x1.cf82babf0f251p-7,
    -0x1.8a7c6a237ddb1p-5, -0x1.33137b25d41cfp-5, -0x1.daa3005aaf6b1p-7, -0x1.c812e5ff0e5abp-9,
    -0x1.24544f14b4786p-11, -0x1.024889e2024b9p-14, -0x1.405db4f964db2p-18,
    -0x1.1a22578ba35a9p-22, -0x1.6370916451604p-27, -0x1.405502df818a7p-32,
    -0x1.174f2f5143d4dp-37, 0x1.bc2bf7ac8feeap-41};

static __constant double hd_erf_d_5[16] = {
    0x1.ce2f2117a52aap-4, 0x1.4dd7b2d64b979p-5, -0x1.da50ae470537bp-5, -0x1.cf38b9a44db24p-5,
    -0x1.075c08856668ap-7, 0x1.a342ba1db45cdp-7, 0x1.250942c14cc01p-7, 0x1.7e02d8b2a744ep-9,
    0x1.2e7e764263fffp-11, 0x1.3b124fcf71731p-14, 0x1.bfc95548a96f6p-18, 0x1.bb32dd386cc9cp-22,
    0x1.357535de2c214p-26, 0x1.338c3606f005fp-31, 0x1.b5c8248b3efeep-37, 0x1.bff8aa89b2dc6p-43};

static __constant double hd_erf_d_6[16] = {
    0x1.68cf3631efa83p-25, -0x1.9ebc1e1695044p-5, -0x1.75578ef9c7497p-6, 0x1.2c17277de13d6p-6,
    0x1.16f9c9b70b949p-6, 0x1.b4bbb9213c5f6p-10, -0x1.99757ae8a7203p-9, -0x1.c5229633ed528p-10,
    -0x1.da4961bd3e36ep-12, -0x1.2c59d96e4c6bep-14, -0x1.f19842c65d275p-18,
    -0x1.17c1bd494639dp-21, -0x1.b8e56b1bf90dep-26, -0x1.1be1ac4e40b85p-30,
    0x1.50e92ae48fdacp-33, -0x1.5cb85280baa9p-34};

static __constant double hd_erf_d_7[16] = {
    -0x1.b82f49b44c38dp-6, -0x1.09978ef257e69p-8, 0x1.353311e3dd5c2p-6, 0x1.e06ba345a61bap-8,
    -0x1.74c2f8f5e73ddp-8, -0x1.0493892e67b92p-8, -0x1.39033bc2c709cp-15, 0x1.583421161d5f2p-11,
    0x1.176cf2b76be1ep-12, 0x1.c558562e3ea59p-15, 0x1.c0ca1f7a7b4adp-18, 0x1.22b736a06c0fep-21,
    0x1.fe6b07fcb66edp-26, 0x1.35e1549135b1p-30, 0x1.079193f82deccp-35, 0x1.42e76f697f2b4p-41};

static __constant double hd_erf_d_8[16] = {
    0x1.5981fee932fcep-18, 0x1.7074aca366283p-7, 0x1.39c761bc28129p-10, -0x1.8df839b9cc973p-8,
    -0x1.760c482d9e35ep-10, 0x1.9f5c2cc3c484ep-10, 0x1.6a6ef91f90fa4p-11,
    -0x1.48bab244f205ap-14, -0x1.d2b50a1d02abfp-14, -0x1.0d8b4db0ee759p-15,
    -0x1.4cff5c5b5f5efp-18, -0x1.fa73523edc6e4p-22, -0x1.2822bf139352dp-26,
    0x1.96bdbc794d493p-28, -0x1.06e45aa528851p-27, 0x1.d9dbc58e3fef1p-29};

static __constant double hd_erf_d_9[16] = {
    0x1.545b5af0a3b6dp-8, -0x1.89e4591950f71p-13, -0x1.fc2a299fdcdebp-9, 0x1.4674c843a25d3p-13,
    0x1.a3cb3ae858837p-10, 0x1.66cb1d75ee714p-14, -0x1.71ef3afea194p-12, -0x1.4fbbddddd9043p-14,
    0x1.ab07dc452ffffp-16, 0x1.ea59f465721b5p-17, 0x1.901303e19f0a6p-19, 0x1.70bee0222cddp-22,
    0x1.aa2c68b5cac2fp-26, 0x1.4570e196370cfp-30, 0x1.553e921926291p-35, 0x1.56a5dc9e5685bp-41};

static __constant double hd_erf_d_10[16] = {
    0x1.e7ef1b73c3d21p-14, -0x1.041bd69d959d8p-9, 0x1.9c36ccaafe018p-12, 0x1.118396fc81e4p-10,
    -0x1.02bbd9e21ad34p-12, -0x1.4b09a94a0b354p-12, 0x1.624b2d73f5d9dp-15,
    0x1.e2e74b22c65f5p-15, 0x1.0f49ba3c919acp-18, -0x1.50949e8e2360bp-18,
    -0x1.0e4ab06e4a81ap-20, -0x1.7c2566e22657bp-23, -0x1.24a8dc7a1c556p-22,
    -0x1.44afa824d1bdp-23, 0x1.56d3d2eb378c8p-23, -0x1.369d7443420f5p-24};

static __constant double hd_erf_d_11[16] = {
    -0x1.25beccb74a88ap-10, 0x1.5d5e8bbaa5974p-13, 0x1.2b25f0547f36bp-11,
    -0x1.f9843e3e772c5p-13, -0x1.90ebc50b0f6ebp-13, 0x1.9103aff8dd15cp-14, 0x1.4ec062b07623p-15,
    -0x1.ff1fd9f6121e1p-17, -0x1.ae89f3355d9b9p-18, 0x1.059e5fb876a73p-21,
    0x1.51a317d1365e9p-21, 0x1.dcc5794e08becp-24, 0x1.9120f183ecdp-27, 0x1.9b1c013e026bp-31,
    0x1.dd5f53c078acbp-36, 0x1.cafd8eda8f0efp-39};

static __constant double hd_erf_d_12[16] = {
    0x1.46ac0e18b4b15p-12, 0x1.2e272c21e295ep-12, -0x1.17eb999ee0e2fp-13,
    -0x1.d6ddbd544cb8bp-14, 0x1.6951ad8392095p-14, 0x1.663e79d451e66p-16,
    -0x1.4c866dd9e0d84p-16, -0x1.539ecfd4a73c2p-21, 0x1.6ab89bce1521fp-20,
    0x1.11f6d86e8826ap-18, -0x1.05799b5e81245p-18, -0x1.5d8d0d578cdc2p-22,
    0x1.12a0cf39075dfp-19, 0x1.450b22b344712p-20, -0x1.59b010ddde531p-20, 0x1.3925e45c6b142p-21};

// clang-format on

#endif
