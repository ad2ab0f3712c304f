kernel void right(global long* out, int n, float x) {
  long a = n / 3 + n % 7 - n / -1;
  a += n << n;
  a += (char)-128 / (char)-1;
  a += convert_int_rtz(-2147483648.0f) + convert_uint(4294967040.0f) + (int)x + (uchar)-0.9f + convert_uchar_rte(255.49f);
  a += n ? 100 / n : 0;
  a += convert_int_sat(x * 1e30f) + convert_short(n * 1000);
  a += (ulong)1.8446742e19f;
  *out = a;
}
//--- options -heddle-check=unspecified
//--- buffer 8
//--- int 200
//--- int 1077936128
