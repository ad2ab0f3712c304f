kernel void sides(global int* out) {
  int i = get_local_id(0);
  if (i & 1) {
    out[i] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  } else {
    out[i] = 2;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//--- buffer 64
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'sides': not all work-items of a group come to a barrier: some wait at another one.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), comes.
  At <source>:5:5 in 'sides':
        barrier(CLK_GLOBAL_MEM_FENCE);
        ^
  Others wait here.
  At <source>:8:5 in 'sides':
        barrier(CLK_GLOBAL_MEM_FENCE);
        ^
