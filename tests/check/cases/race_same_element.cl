kernel void count(global int* total, global const int* values) {
  if (values[get_global_id(0)] >= 0) *total += 1;
}
//--- options -heddle-check=races
//--- buffer 4
//--- buffer 64
//--- global 16
//--- group 4
//--- expect
heddle-check: kernel 'count': data race on 'total', element 0: two work-items of a group access the same bytes, and nothing orders them.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:2:45 in 'count':
      if (values[get_global_id(0)] >= 0) *total += 1;
                                                ^
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), reads.
  At <source>:2:45 in 'count':
      if (values[get_global_id(0)] >= 0) *total += 1;
                                                ^
heddle-check: the fault at <source>:2:45 (data race) happened 30 times in this launch of 'count'.
