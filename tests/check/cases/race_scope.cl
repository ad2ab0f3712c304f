kernel void count(global atomic_int* all, global atomic_int* odd) {
  int i = get_global_id(0);
  atomic_fetch_add_explicit(all, 1, memory_order_relaxed, memory_scope_device);
  if (i & 1) atomic_fetch_add_explicit(odd, 1, memory_order_relaxed, memory_scope_work_group);
}
//--- options -heddle-check=races
//--- options -cl-std=CL2.0
//--- buffer 4
//--- buffer 4
//--- global 16
//--- group 8
//--- expect
heddle-check: kernel 'count': data race on 'odd', element 0: two work-items of different groups access the same bytes, and nothing orders them.
  Work-item: global id (9, 0, 0), group (1, 0, 0), local id (1, 0, 0), updates.
  At <source>:4:14 in 'count':
      if (i & 1) atomic_fetch_add_explicit(odd, 1, memory_order_relaxed, memory_scope_work_group);
                 ^
  Work-item: global id (1, 0, 0), group (0, 0, 0), local id (1, 0, 0), updates.
  At <source>:4:14 in 'count':
      if (i & 1) atomic_fetch_add_explicit(odd, 1, memory_order_relaxed, memory_scope_work_group);
                 ^
heddle-check: the fault at <source>:4:14 (data race) happened 4 times in this launch of 'count'.
