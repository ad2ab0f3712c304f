// Casts of bits between all types of one size, compared byte by byte in functions that print.
__attribute__((noinline)) void fill(uchar* p, uchar v, uint n) { for (uint i = 0; i < n; ++i) p[i] = v; }
__attribute__((noinline)) int same(constant char* what, const uchar* a, const uchar* b, uint n) {
  int wrong = 0;
  for (uint i = 0; i < n; ++i)
    if (a[i] != b[i]) printf("%s: byte %u is %u and not %u\n", what, i, (uint)a[i], (uint)b[i]), ++wrong;
  return wrong;
}
#define CAST(D, S) { union { S v; uchar raw[sizeof(S)]; } s; union { D v; uchar raw[sizeof(D)]; } d; \
  fill(s.raw, 1, sizeof(S)); fill(d.raw, 2, sizeof(D)); s.v = *(const private S*)data; d.v = as_##D(s.v); \
  wrong += same("as_" #D " of " #S, d.raw, s.raw, sizeof(D)); }
#define FOUR(D) CAST(D, char4) CAST(D, uchar4) CAST(D, short2) CAST(D, ushort2) CAST(D, int) CAST(D, uint) CAST(D, float)
#define EIGHT(D) CAST(D, char8) CAST(D, uchar8) CAST(D, short4) CAST(D, ushort4) CAST(D, int2) CAST(D, uint2) CAST(D, long) CAST(D, ulong) CAST(D, float2)
#define SIXTEEN(D) CAST(D, char16) CAST(D, uchar16) CAST(D, short8) CAST(D, ushort8) CAST(D, int4) CAST(D, uint4) CAST(D, long2) CAST(D, ulong2) CAST(D, float4)
kernel void casts(global int* result) {
  __attribute__((aligned(128))) char data[128];
  int wrong = 0;
  for (int i = 0; i < 128; ++i) data[i] = (char)(i * 37 + 11);
  FOUR(char4) FOUR(uchar4) FOUR(short2) FOUR(ushort2) FOUR(int) FOUR(uint) FOUR(float)
  EIGHT(char8) EIGHT(uchar8) EIGHT(short4) EIGHT(ushort4) EIGHT(int2) EIGHT(uint2) EIGHT(long) EIGHT(ulong) EIGHT(float2)
  SIXTEEN(char16) SIXTEEN(uchar16) SIXTEEN(short8) SIXTEEN(ushort8) SIXTEEN(int4) SIXTEEN(uint4) SIXTEEN(long2) SIXTEEN(ulong2) SIXTEEN(float4)
  *result = wrong;
}
