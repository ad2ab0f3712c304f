kernel void hand_over(global int* data, global atomic_int* flag, global int* out) {
  int i = get_global_id(0);
  if (i == 0) {
    data[0] = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    if (i == 1) atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    if (i == 2) atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    if (i <= 2) out[i] = data[0];
  }
}
//--- options -heddle-check=races
//--- options -cl-std=CL2.0
//--- buffer 4
//--- buffer 4
//--- buffer 12
//--- global 4
//--- group 1
//--- expect
heddle-check: kernel 'hand_over': data race on 'data', element 0: two work-items of different groups access the same bytes, and nothing orders them.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0), writes.
  At <source>:4:13 in 'hand_over':
        data[0] = 42;
                ^
  Work-item: global id (2, 0, 0), group (2, 0, 0), local id (0, 0, 0), reads.
  At <source>:10:26 in 'hand_over':
        if (i <= 2) out[i] = data[0];
                             ^
