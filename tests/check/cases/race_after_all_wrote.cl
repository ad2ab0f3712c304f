kernel void accumulate(global int* out, int n) {
  local int seed;
  seed = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = get_local_id(0);
  out[i] = seed;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == n) seed = 1;
}
//--- options -heddle-check=races
//--- buffer 64
//--- int 3
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'accumulate': data race on the local variable 'seed': two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), writes.
  At <source>:3:8 in 'accumulate':
      seed = 0;
           ^
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:3:8 in 'accumulate':
      seed = 0;
           ^
heddle-check: kernel 'accumulate': data race on the local variable 'seed': two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (3, 0, 0), group (0, 0, 0), local id (3, 0, 0), writes.
  At <source>:8:20 in 'accumulate':
      if (i == n) seed = 1;
                       ^
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), reads.
  At <source>:6:12 in 'accumulate':
      out[i] = seed;
               ^
  It counts on lockstep: both are of 32 work-items in a row, which need not run together. Sub-groups and their barriers are for this.
heddle-check: the fault at <source>:3:8 (data race) happened 15 times in this launch of 'accumulate'.
