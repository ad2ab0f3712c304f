// SPDX-License-Identifier: Apache-2.0
#include "exp_core_f.h"
#include "log_core_f.h"

HD_API F exp(F x) {
  return hd_exp(x);
}
HD_API F exp2(F x) {
  return hd_exp2(x);
}
HD_API F exp10(F x) {
  return hd_exp10(x);
}
HD_API F expm1(F x) {
  return HD_COPYSIGN(hd_expm1(x), x);
}
HD_API F log(F x) {
  return hd_log_special(x, hd_log_raw(x));
}
HD_API F log1p(F x) {
  return hd_log1p(x);
}
HD_API F log2(F x) {
  F e;
  F f = hd_split(x, &e) - 1.0f;
  F q = HD_P9(f, 0x1.715476p0f, -0x1.71547p-1f, 0x1.ec736ep-2f, -0x1.715c5p-2f, 0x1.26dcd2p-2f,
              -0x1.e9655ap-3f, 0x1.b93f92p-3f, -0x1.a812e2p-3f, 0x1.027af6p-3f);
  return hd_log_special(x, HD_MAD(f, q, e));
}
HD_API F log10(F x) {
  F e;
  F f = hd_split(x, &e) - 1.0f;
  F q = HD_P9(f, 0x1.bcb7bp-2f, -0x1.bcb7aap-3f, 0x1.287ccap-3f, -0x1.bcc1bep-4f, 0x1.62f08p-4f,
              -0x1.268b4cp-4f, 0x1.0a6dc2p-4f, -0x1.003666p-4f, 0x1.35c5d4p-5f);
  F lo = HD_MAD(e, 0x1.3509f8p-18f, f * q);
  return hd_log_special(x, HD_MAD(e, 0x1.344p-2f, lo));
}
