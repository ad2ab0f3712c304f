kernel void exchange(global int* out, local int* box) {
  uint lane = get_sub_group_local_id(), i = get_local_id(0);
  box[i] = i;
  if (lane < 4) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = box[i ^ 1];
}
//--- buffer 64
//--- local 64
//--- options -cl-std=CL3.0
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'exchange': not all work-items of a sub-group come to a barrier of it: some end before it.
  Work-item: global id (4, 0, 0), group (0, 0, 0), local id (4, 0, 0), does not come.
  At <source>:4:17 in 'exchange':
      if (lane < 4) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
                    ^
  Others end here.
  At <source>:6:1 in 'exchange':
    }
    ^
