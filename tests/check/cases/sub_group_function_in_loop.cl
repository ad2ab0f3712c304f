kernel void sums(global int* out) {
  int i = get_local_id(0), sum = 0;
  for (int k = 0; k < 4; ++k)
    if (get_sub_group_local_id() < get_sub_group_size() / 4) sum += sub_group_reduce_add(i);
  out[i] = sum;
}
//--- buffer 64
//--- options -cl-std=CL3.0
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'sums': not all work-items of a sub-group come to a function of it.
  Work-item: global id (4, 0, 0), group (0, 0, 0), local id (4, 0, 0), does not come.
  At <source>:4:69 in 'sums':
        if (get_sub_group_local_id() < get_sub_group_size() / 4) sum += sub_group_reduce_add(i);
                                                                        ^
