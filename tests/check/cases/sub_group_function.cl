kernel void sums(global int* out) {
  int i = get_local_id(0);
  if (get_sub_group_local_id() < 4) out[i] = sub_group_reduce_add(i);
}
//--- buffer 64
//--- options -cl-std=CL3.0
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'sums': not all work-items of a sub-group come to a function of it: some end before it.
  Work-item: global id (4, 0, 0), group (0, 0, 0), local id (4, 0, 0), does not come.
  At <source>:3:46 in 'sums':
      if (get_sub_group_local_id() < 4) out[i] = sub_group_reduce_add(i);
                                                 ^
  Others end here.
  At <source>:4:1 in 'sums':
    }
    ^
