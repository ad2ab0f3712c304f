kernel void sum(global const int* in, global int* part, global atomic_uint* done, global int* out) {
  local int values[8];
  local int is_last;
  int i = get_local_id(0);
  values[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) {
    int s = 0;
    for (int k = 0; k < 8; ++k) s += values[k];
    part[get_group_id(0)] = s;
    is_last = atomic_fetch_add_explicit(done, 1u, memory_order_acq_rel, memory_scope_device) ==
              get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!is_last || i != 0) return;
  int s = 0;
  for (int k = 0; k < (int)get_num_groups(0); ++k) s += part[k];
  *out = s;
}
//--- options -heddle-check=races
//--- options -cl-std=CL2.0
//--- buffer 256
//--- buffer 32
//--- buffer 4
//--- buffer 4
//--- global 64
//--- group 8
//--- expect
