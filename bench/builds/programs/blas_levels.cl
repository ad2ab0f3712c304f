// A file of many short kernels over one type, as libraries of vectors and matrices generate them.
#define MAP(NAME, EXPR) kernel void NAME(int n, global const float* x, global const float* y, global float* z, float a) { \
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) z[i] = EXPR; }
MAP(copy, x[i]) MAP(scal, a * x[i]) MAP(axpy, a * x[i] + y[i]) MAP(add, x[i] + y[i]) MAP(sub, x[i] - y[i])
MAP(mul, x[i] * y[i]) MAP(divide, x[i] / y[i]) MAP(square, x[i] * x[i]) MAP(root, sqrt(x[i])) MAP(reciprocal, 1.0f / x[i])
MAP(exponential, exp(x[i])) MAP(logarithm, log(x[i])) MAP(sine, sin(x[i])) MAP(cosine, cos(x[i])) MAP(tangent, tanh(x[i]))
MAP(power, pow(x[i], y[i])) MAP(absolute, fabs(x[i])) MAP(lower, fmin(x[i], y[i])) MAP(upper, fmax(x[i], y[i]))
MAP(relu, fmax(x[i], 0.0f)) MAP(leaky, x[i] > 0 ? x[i] : a * x[i]) MAP(sigmoid, 1.0f / (1.0f + exp(-x[i])))
MAP(round_down, floor(x[i])) MAP(remainder_of, fmod(x[i], a)) MAP(angle, atan2(y[i], x[i])) MAP(length_of, hypot(x[i], y[i]))
#define REDUCE(NAME, START, STEP, JOIN) kernel void NAME(int n, global const float* x, global float* out, local float* t) { \
    float s = START; int l = get_local_id(0); \
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) { float v = x[i]; s = STEP; } \
    t[l] = s; barrier(CLK_LOCAL_MEM_FENCE); \
    for (int k = get_local_size(0) / 2; k > 0; k /= 2) { \
      if (l < k) { float u = t[l], v = t[l + k]; t[l] = JOIN; } barrier(CLK_LOCAL_MEM_FENCE); } \
    if (l == 0) out[get_group_id(0)] = t[0]; }
REDUCE(sum, 0, s + v, u + v) REDUCE(asum, 0, s + fabs(v), u + v) REDUCE(nrm2, 0, s + v * v, u + v)
REDUCE(most, -INFINITY, fmax(s, v), fmax(u, v)) REDUCE(least, INFINITY, fmin(s, v), fmin(u, v))
