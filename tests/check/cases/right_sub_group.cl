kernel void exchange(global int* out, local int* box) {
  uint i = get_local_id(0);
  box[i] = i;
  if (get_sub_group_id() < get_num_sub_groups() / 2) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= get_sub_group_size()) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = box[i ^ 1];
}
//--- buffer 256
//--- local 256
//--- options -cl-std=CL3.0
//--- global 64
//--- group 64
