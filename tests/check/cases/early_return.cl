kernel void guarded(global int* out, int n) {
  local int copy[16];
  int i = get_local_id(0);
  if (i >= n) return;
  copy[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = copy[n - 1 - i];
}
//--- buffer 64
//--- int 10
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'guarded': not all work-items of a group come to a barrier: some end before it.
  Work-item: global id (10, 0, 0), group (0, 0, 0), local id (10, 0, 0), does not come.
  At <source>:6:3 in 'guarded':
      barrier(CLK_LOCAL_MEM_FENCE);
      ^
  Others end here.
  At <source>:8:1 in 'guarded':
    }
    ^
