kernel void smooth(global float* out, global const float* in) {
  int i = get_global_id(0);
  out[i] = 0.5f * in[i] + 0.25f * (in[i - 1] + in[i + 1]);
}
//--- buffer 256
//--- buffer 256
//--- global 64
//--- group 16
//--- expect
heddle-check: kernel 'smooth' reads before the beginning of 'in': element -1 of 'in', which has 64.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:3:36 in 'smooth':
      out[i] = 0.5f * in[i] + 0.25f * (in[i - 1] + in[i + 1]);
                                       ^
heddle-check: kernel 'smooth' reads past the end of 'in': element 64 of 'in', which has 64.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (63, 0, 0), group (3, 0, 0), local id (15, 0, 0).
  At <source>:3:48 in 'smooth':
      out[i] = 0.5f * in[i] + 0.25f * (in[i - 1] + in[i + 1]);
                                                   ^
