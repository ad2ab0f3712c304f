kernel void sum(global float* out, global const float* in, int n) {
  float total = 0;
  for (global const float* p = in; p <= in + n; ++p) total += *p;
  *out = total;
}
//--- buffer 4
//--- buffer 64
//--- int 16
//--- global 1
//--- expect
heddle-check: kernel 'sum' reads past the end of 'in': element 16 of 'in', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:63 in 'sum':
      for (global const float* p = in; p <= in + n; ++p) total += *p;
                                                                  ^
