kernel void transpose(global float* out, global const float* in) {
  local float tile[16][16];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[y * 16 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 16 + x] = tile[x + 1][y];
}
//--- buffer 1024
//--- buffer 1024
//--- global 16 16
//--- group 16 16
//--- expect
heddle-check: kernel 'transpose' reads past the end of the local variable 'tile': element 16 of 'tile', which has 16.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (15, 0, 0), group (0, 0, 0), local id (15, 0, 0).
  At <source>:6:21 in 'transpose':
      out[y * 16 + x] = tile[x + 1][y];
                        ^
heddle-check: the fault at <source>:6:21 (read past end) happened 16 times in this launch of 'transpose'.
