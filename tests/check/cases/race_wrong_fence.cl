kernel void shift(global int* out, global int* last) {
  int i = get_global_id(0);
  out[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) last[i] = out[i - 1];
}
//--- options -heddle-check=races
//--- buffer 64
//--- buffer 64
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'shift': data race on 'out', element 0: two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:3:10 in 'shift':
      out[i] = i;
             ^
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), reads.
  At <source>:5:38 in 'shift':
      if (get_local_id(0) > 0) last[i] = out[i - 1];
                                         ^
heddle-check: the fault at <source>:3:10 (data race) happened 15 times in this launch of 'shift'.
