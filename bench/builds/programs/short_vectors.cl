// Arithmetic on short vectors of every type, as tests of built-in functions have it.
#define KERNEL(T) kernel void vectors_##T(global T* a, global const T* b, global const T* c) { size_t i = get_global_id(0); \
  T x = a[i], y = b[i], z = c[i]; T s = clamp(x + y, min(y, z), max(y, z)); a[i] = max(s * z, x - y) + hadd(x, z) + rotate(y, z) + mul_hi(x, y); }
#define FLOATS(T) kernel void floats_##T(global T* a, global const T* b, global const T* c) { size_t i = get_global_id(0); \
  T x = a[i], y = b[i], z = c[i]; a[i] = mad(x, y, z) + fmax(x, z) / (fabs(y) + 1.0f) + sqrt(fabs(z)) + mix(x, y, 0.25f) + step(x, z); }
#define WIDTHS(M, T) M(T##2) M(T##4) M(T##8) M(T##16)
WIDTHS(KERNEL, char) WIDTHS(KERNEL, uchar) WIDTHS(KERNEL, short) WIDTHS(KERNEL, ushort)
WIDTHS(KERNEL, int) WIDTHS(KERNEL, uint) WIDTHS(KERNEL, long) WIDTHS(KERNEL, ulong) WIDTHS(FLOATS, float)
