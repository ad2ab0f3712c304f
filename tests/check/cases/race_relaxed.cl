kernel void hand_over(global int* data, global atomic_int* flag, global int* out) {
  if (get_group_id(0) == 0) {
    data[0] = 42;
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
    out[0] = data[0];
  }
}
//--- options -heddle-check=races
//--- options -cl-std=CL2.0
//--- buffer 4
//--- buffer 4
//--- buffer 4
//--- global 2
//--- group 1
//--- expect
heddle-check: kernel 'hand_over': data race on 'data', element 0: two work-items of different groups access the same bytes, and nothing orders them.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:3:13 in 'hand_over':
        data[0] = 42;
                ^
  Work-item: global id (1, 0, 0), group (1, 0, 0), local id (0, 0, 0), reads.
  At <source>:6:14 in 'hand_over':
        out[0] = data[0];
                 ^
