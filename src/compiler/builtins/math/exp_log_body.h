// SPDX-License-Identifier: Apache-2.0
HD_API T exp(T x) {
  return hd_exp(x);
}
HD_API T exp2(T x) {
  return hd_exp2(x);
}
HD_API T exp10(T x) {
  return hd_exp10(x);
}
HD_API T expm1(T x) {
  return hd_expm1(x);
}
HD_API T log1p(T x) {
  return hd_log1p(x);
}
HD_API T log(T x) {
  return hd_log(x);
}
HD_API T log2(T x) {
  return hd_log2(x);
}
HD_API T log10(T x) {
  return hd_log10(x);
}
