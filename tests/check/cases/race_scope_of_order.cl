kernel void hand_over(global int* data, global atomic_int* flag, global int* out) {
  int i = get_global_id(0);
  if (i == 0) {
    data[0] = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (i == 4) {
    if (atomic_fetch_add_explicit(flag, 0, memory_order_acquire, memory_scope_device) == 1) out[0] = data[0];
  }
}
//--- options -heddle-check=races
//--- options -cl-std=CL2.0
//--- buffer 4
//--- buffer 4
//--- buffer 4
//--- global 8
//--- group 4
//--- expect
heddle-check: kernel 'hand_over': data race on 'flag', element 0: two work-items of different groups access the same bytes, and nothing orders them.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:5:5 in 'hand_over':
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
        ^
  Work-item: global id (4, 0, 0), group (1, 0, 0), local id (0, 0, 0), updates.
  At <source>:7:9 in 'hand_over':
        if (atomic_fetch_add_explicit(flag, 0, memory_order_acquire, memory_scope_device) == 1) out[0] = data[0];
            ^
heddle-check: kernel 'hand_over': data race on 'data', element 0: two work-items of different groups access the same bytes, and nothing orders them.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:4:13 in 'hand_over':
        data[0] = 42;
                ^
  Work-item: global id (4, 0, 0), group (1, 0, 0), local id (0, 0, 0), reads.
  At <source>:7:102 in 'hand_over':
        if (atomic_fetch_add_explicit(flag, 0, memory_order_acquire, memory_scope_device) == 1) out[0] = data[0];
                                                                                                         ^
