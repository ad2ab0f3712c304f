kernel void sum(global int* out, local int* part) {
  int i = get_local_id(0);
  part[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 8) {
    volatile local int* v = part;
    v[i] += v[i + 8];
    v[i] += v[i + 4];
    v[i] += v[i + 2];
    v[i] += v[i + 1];
  }
  if (i == 0) out[get_group_id(0)] = part[0];
}
//--- options -heddle-check=races
//--- buffer 16
//--- local 128
//--- global 64
//--- group 16
//--- expect
heddle-check: kernel 'sum': data race on 'part': two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), writes.
  At <source>:7:10 in 'sum':
        v[i] += v[i + 8];
             ^
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), reads.
  At <source>:10:13 in 'sum':
        v[i] += v[i + 1];
                ^
  It counts on lockstep: both are of 32 work-items in a row, which need not run together. Sub-groups and their barriers are for this.
heddle-check: the fault at <source>:7:10 (data race) happened 28 times in this launch of 'sum'.
