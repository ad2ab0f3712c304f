// Every elementary function once, in float: large built-ins in small kernels.
#define ONE(F) kernel void one_##F(global float* x) { size_t i = get_global_id(0); x[i] = F(x[i]); }
#define TWO(F) kernel void two_##F(global float* x, global const float* y) { size_t i = get_global_id(0); x[i] = F(x[i], y[i]); }
ONE(acos) ONE(acosh) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt) ONE(cos) ONE(cosh) ONE(erf) ONE(erfc) ONE(exp)
ONE(exp10) ONE(exp2) ONE(expm1) ONE(lgamma) ONE(log) ONE(log10) ONE(log1p) ONE(log2) ONE(sin) ONE(sinh) ONE(sinpi) ONE(tan)
ONE(tanh) ONE(tgamma) TWO(atan2) TWO(fmod) TWO(hypot) TWO(pow) TWO(remainder) TWO(nextafter)
