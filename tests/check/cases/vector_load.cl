kernel void lengths(global float* out, global const float* points) {
  size_t i = get_global_id(0);
  out[i] = length(vload3(i, points));
}
//--- buffer 64
//--- buffer 188
//--- global 16
//--- expect
heddle-check: kernel 'lengths' reads past the end of 'points': element 47 of 'points', which has 47.
  The access of 4 bytes was not made: it gives 0.
  Work-item: global id (15, 0, 0), group (0, 0, 0), local id (15, 0, 0).
  At <source>:3:19 in 'lengths':
      out[i] = length(vload3(i, points));
                      ^
