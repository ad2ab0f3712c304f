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
HD_API F log1p(F x) {
  return hd_log1p(x);
}

HD_API F log(F x) {
  return hd_log(x);
}
HD_API F log2(F x) {
  return hd_log2(x);
}
HD_API F log10(F x) {
  return hd_log10(x);
}
