kernel void halves(global int* out) {
  local int part[8];
  int i = get_local_id(0);
  if (i < 8) {
    part[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = part[i & 7];
}
//--- buffer 64
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'halves': not all work-items of a group come to a barrier: some end before it.
  Work-item: global id (8, 0, 0), group (0, 0, 0), local id (8, 0, 0), does not come.
  At <source>:6:5 in 'halves':
        barrier(CLK_LOCAL_MEM_FENCE);
        ^
  Others end here.
  At <source>:9:1 in 'halves':
    }
    ^
