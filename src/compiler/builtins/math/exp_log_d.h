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
HD_API D log1p(D x) {
  return hd_log1p(x);
}
HD_API D log(D x) {
  return hd_log(x);
}
HD_API D log2(D x) {
  return hd_log2(x);
}
HD_API D log10(D x) {
  return hd_log10(x);
}
