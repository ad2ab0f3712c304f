// SPDX-License-Identifier: Apache-2.0
// Tables of the double cores, for hd_lookup.
#ifndef HD_TABLES_D_H
#define HD_TABLES_D_H

// clang-format off: a value a line would be unreadable

// 2^(i / 16).
static __constant double hd_exp2_steps[16] = {
    0x1p0, 0x1.0b5586cf9890fp0, 0x1.172b83c7d517bp0, 0x1.2387a6e756238p0, 0x1.306fe0a31b715p0,
    0x1.3dea64c123422p0, 0x1.4bfdad5362a27p0, 0x1.5ab07dd485429p0, 0x1.6a09e667f3bcdp0,
    0x1.7a11473eb0187p0, 0x1.8ace5422aa0dbp0, 0x1.9c49182a3f09p0, 0x1.ae89f995ad3adp0,
    0x1.c199bdd85529cp0, 0x1.d5818dcfba487p0, 0x1.ea4afa2a490dap0};

// [47/64, 94/64) in 16 parts, each as long in bits as the others. hd_log_recip is nearly the
// reciprocal of a part's middle, and 1 around one; its logarithm is -hd_log_of to 2^-66, and that is
// a multiple of 2^-38. hd_log2_recip and hd_log2_of are the same for base two.
static __constant double hd_log_recip[16] = {
    0x1.5555549ba617dp0, 0x1.47ae148efba53p0, 0x1.3b13b21b605e2p0, 0x1.2f684b8c0da6bp0,
    0x1.24924946a4d13p0, 0x1.1a7b963a87684p0, 0x1.1111113e70d33p0, 0x1.084210792dcc4p0, 0x1p0,
    0x1.e1e1e1ca26f37p-1, 0x1.c71c71bb5a936p-1, 0x1.af286b79dce48p-1, 0x1.999999b6e853ap-1,
    0x1.8618615ca8867p-1, 0x1.745d173ebc55ep-1, 0x1.642c8597a0593p-1};
static __constant double hd_log_of[16] = {
    -0x1.26961ee64p-2, -0x1.f991c748ep-3, -0x1.a93ed97aap-3, -0x1.5bf404a6ap-3,
    -0x1.1178e911p-3, -0x1.9335e8264p-4, -0x1.08598e028p-4, -0x1.0415d74bp-5, 0.0,
    0x1.f0a30d948p-5, 0x1.e270774c8p-4, 0x1.5ff30887ap-3, 0x1.c8ff7be72p-3, 0x1.1675cb278p-2,
    0x1.4618bc354p-2, 0x1.739d7f57dp-2};
static __constant double hd_log2_recip[16] = {
    0x1.5555549c21eadp0, 0x1.47ae14f8ccd37p0, 0x1.3b13b153c3b91p0, 0x1.2f684a9ee55bfp0,
    0x1.2492495e40b6fp0, 0x1.1a7b9680a5aa1p0, 0x1.111110c71ec4dp0, 0x1.0842108fcf5e6p0, 0x1p0,
    0x1.e1e1e20712b92p-1, 0x1.c71c71649ff8dp-1, 0x1.af286bd95bb38p-1, 0x1.9999995d6fcaep-1,
    0x1.8618615b0e3acp-1, 0x1.745d179d2b4c2p-1, 0x1.642c858c59086p-1};
static __constant double hd_log2_of[16] = {
    -0x1.a8ff93f68p-2, -0x1.6cb0f8be1p-2, -0x1.32bfeeaadp-2, -0x1.f5fd7e932p-3,
    -0x1.8a8982f28p-3, -0x1.22dae0b3ap-3, -0x1.7d60432ccp-4, -0x1.77394ea8p-5, 0.0,
    0x1.663f6de48p-4, 0x1.5c01a61f2p-3, 0x1.fbc16b27ap-3, 0x1.49a78595dp-2, 0x1.91bba934fp-2,
    0x1.d6753ca8ap-2, 0x1.0c10501668p-1};
// As in tables_f.h, the logarithms to 2^-61.
static __constant double hd_log_part_d[16] = {
    0x1p0, 0x1.d41caa8p-1, 0x1.baceeep-1, 0x1.a41ab9p-1, 0x1.8f9c5bp-1, 0x1.7d059cp-1,
    0x1.6c16338p-1, 0x1.5c98ffp-1, 0x1.4e5d978p-1, 0x1.4140f18p-1, 0x1.3521a7p-1,
    0x1.29e3a28p-1, 0x1.1f7022p-1, 0x1.15b21dp-1, 0x1.0c968bp-1, 0x1p-1};
static __constant double hd_log_of_d[16] = {
    0.0, 0x1.6f1254cf2cbbcp-4, 0x1.295822c28a948p-3, 0x1.952363ef98146p-3, 0x1.fb903475ffd6cp-3,
    0x1.2e8f186e2d316p-2, 0x1.5d1d6b1dce687p-2, 0x1.89a1cb5c55387p-2, 0x1.b450d7c50578fp-2,
    0x1.dd479e843bd87p-2, 0x1.02556dc2617fdp-1, 0x1.154cfde371a24p-1, 0x1.279624989f82ap-1,
    0x1.393da7bd6caf9p-1, 0x1.4a508ce3477c2p-1, 0x1.62e42fefa39efp-1};
static __constant double hd_log2_part_d[16] = {
    0x1p0, 0x1.d41ca58p-1, 0x1.bacfb48p-1, 0x1.a419d28p-1, 0x1.8f9c578p-1, 0x1.7d06208p-1,
    0x1.6c16dd8p-1, 0x1.5c98838p-1, 0x1.4e5e098p-1, 0x1.4141eb8p-1, 0x1.352231p-1,
    0x1.29e3d18p-1, 0x1.1f70e88p-1, 0x1.15b1cb8p-1, 0x1.0c96a3p-1, 0x1p-1};
static __constant double hd_log2_of_d[16] = {
    0.0, 0x1.08c96384e33e2p-3, 0x1.acf4f7f7d09efp-3, 0x1.24420186dd7d1p-2, 0x1.6e2135b44e759p-2,
    0x1.b47e13465a297p-2, 0x1.f7a7e49f2ef1bp-2, 0x1.1bf3104418aa6p-1, 0x1.3abb41c2b0d32p-1,
    0x1.58469af858932p-1, 0x1.74b114e5316fep-1, 0x1.900f02d82afdcp-1, 0x1.aa6ef2882896bp-1,
    0x1.c3ea109442ddfp-1, 0x1.dc8ad42cb9e81p-1, 0x1p0};

// As in tables_f.h, for double: the first of the sum has 41 bits.
static __constant double hd_pow_recip[16] = {
    0x1.58p0, 0x1.48p0, 0x1.38p0, 0x1.3p0, 0x1.28p0, 0x1.18p0, 0x1.1p0, 0x1.08p0, 0x1p0, 0x1.ep-1,
    0x1.c8p-1, 0x1.bp-1, 0x1.98p-1, 0x1.88p-1, 0x1.7p-1, 0x1.6p-1};
static __constant double hd_pow_log2_hi[16] = {
    -0x1.b47ebf7388p-2, -0x1.6e221cd9dp-2, -0x1.24407ab0ep-2, -0x1.fbc16b9028p-3, -0x1.acf5e2db5p-3,
    -0x1.08c588cda8p-3, -0x1.663f6fac9p-4, -0x1.6bad3758fp-5, 0.0, 0x1.7d60496cf8p-4,
    0x1.563dc29ffcp-3, 0x1.f5fd8a9064p-3, 0x1.4f6fbb2cecp-2, 0x1.8a8980abfcp-2, 0x1.e7df5fe538p-2,
    0x1.14c560fe69p-1};
static __constant double hd_pow_log2_lo[16] = {
    -0x1.50520a377c7ecp-45, -0x1.9bcaf1aa4168ap-43, -0x1.ce60916e52e91p-44, 0x1.7f5dc57266758p-43,
    0x1.36c101ee1344p-43, 0x1.871a7610e40bdp-45, -0x1.3167ccc538261p-44, 0x1.3c6764fc87b4ap-48, 0.0,
    0x1.da6339da288fcp-43, -0x1.34df378df21adp-43, -0x1.cb6f70109b0f1p-47, 0x1.661e393a16b95p-44,
    -0x1.66cccab240e9p-45, 0x1.5669df6a2b592p-43, -0x1.41dfc7d7c3321p-43};
// 2^(i / 16) without the i << 48 that come with the exponent's bits.
static __constant double hd_pow_steps[16] = {
    0x1p0, 0x1.fb5586cf9890fp-1, 0x1.f72b83c7d517bp-1, 0x1.f387a6e756238p-1, 0x1.f06fe0a31b715p-1,
    0x1.edea64c123422p-1, 0x1.ebfdad5362a27p-1, 0x1.eab07dd485429p-1, 0x1.ea09e667f3bcdp-1,
    0x1.ea11473eb0187p-1, 0x1.eace5422aa0dbp-1, 0x1.ec49182a3f09p-1, 0x1.ee89f995ad3adp-1,
    0x1.f199bdd85529cp-1, 0x1.f5818dcfba487p-1, 0x1.fa4afa2a490dap-1};
// The errors of these numbers, relatively.
static __constant double hd_pow_steps_lo[16] = {
    0.0, 0x1.79aa65d837b6dp-54, -0x1.01b15eaa59348p-55, 0x1.68efde3a8a894p-54,
    0x1.34d754db0abb6p-55, 0x1.59f48a72a4c6dp-55, 0x1.690cebb7aafbp-56, 0x1.063e1e21c5409p-54,
    -0x1.3b3efbf5e2228p-54, -0x1.b32dcb94da51dp-56, 0x1.db72fc1f0eab4p-55, 0x1.1affc2b91ce27p-56,
    0x1.c1a7792cb3387p-55, 0x1.36eae30af0cb3p-56, 0x1.4a385a63d07a7p-56, -0x1.ff7128fd391f0p-55};

// A tangent for each half of a binade from 2^-5 to 2^3, by the last three bits of the exponent and
// the one after them, and its angle, which nearly is a double.
static __constant double hd_atan_tangents[16] = {
    0x1.35294p+1, 0x1.b73d8p+1, 0x1.3435cp+2, 0x1.8302p+3, 0.0, 0x1.bf8a8p-5, 0x1.3fa6p-4,
    0x1.bfb88p-4, 0x1.3f5dcp-3, 0x1.bf42cp-3, 0x1.3f2fcp-2, 0x1.bea58p-2, 0x1.3cb9cp-1,
    0x1.bbf24p-1, 0x1.38648p+0, 0x1.b8a54p+0};
static __constant double hd_atan_angles[16] = {
    0x1.2da268ae7b3dap+0, 0x1.498857b2af339p+0, 0x1.5db5ccf989cb2p+0, 0x1.7d011e7fca5d3p+0,
    0.0, 0x1.bf18b8ad7e423p-5, 0x1.3f007c8651a39p-4, 0x1.bdf3442627f50p-4,
    0x1.3cd08a87e6a0ep-3, 0x1.b858d61f2fb1dp-3, 0x1.3569af8570e28p-2, 0x1.a52bf2eb3ba87p-2,
    0x1.1ba435ab00704p-1, 0x1.6dbc6c18e2227p-1, 0x1.c4c17c197321fp-1, 0x1.0b63b3f93e68ap+0};

// clang-format on

#endif
