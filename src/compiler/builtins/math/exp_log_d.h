// SPDX-License-Identifier: Apache-2.0
#include "exp_core_d.h"
#include "log_core_d.h"

HD_API D exp(D x) {
  return hd_exp(x);
}
HD_API D exp2(D x) {
  return hd_exp2(x);
}
HD_API D exp10(D x) {
  return hd_exp10(x);
}
HD_API D expm1(D x) {
  return HD_COPYSIGN(hd_expm1(x), x);
}
HD_API D log(D x) {
  return hd_log_special(x, hd_log_raw(x));
}
HD_API D log1p(D x) {
  return hd_log1p(x);
}
HD_API D log2(D x) {
  D e;
  D f = hd_split(x, &e) - 1.0;
  D lo = HD_MAD(hd_log_tail(f), 0x1.71547652b82fep+0, f * 0x1.777d0ffda0d24p-56);
  return hd_log_special(x, e + HD_MAD(f, 0x1.71547652b82fep+0, lo));
}
HD_API D log10(D x) {
  D e;
  D f = hd_split(x, &e) - 1.0;
  D lo = HD_MAD(hd_log_tail(f), 0x1.bcb7b1526e50ep-2, f * 0x1.95355baaafad3p-57);
  lo = HD_MAD(f, 0x1.bcb7b1526e50ep-2, HD_MAD(e, -0x1.80433b83b532ap-44, lo));
  return hd_log_special(x, HD_MAD(e, 0x1.34413509f8p-2, lo));
}
