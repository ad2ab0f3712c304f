kernel void hand_over(global int* data, global atomic_int* flags, global int* out, int order, global volatile int* old) {
  local int mine;
  local atomic_int ready;
  int i = get_local_id(0), g = get_group_id(0);
  if (i == 0) atomic_init(&ready, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  // An order that is no constant; 4: acquire and release.
  if (g == 0 && i == 0) {
    data[0] = 1;
    atomic_store_explicit(&flags[0], 1, (memory_order)(order - 1), memory_scope_device);
  } else if (i == 0 && atomic_fetch_add_explicit(&flags[0], 0, (memory_order)order, memory_scope_all_svm_devices) == 1) {
    out[g] = data[0];
  }
  // Within a group its scope is enough.
  if (i == 1) {
    mine = 5;
    atomic_store_explicit(&ready, 1, memory_order_release, memory_scope_work_group);
  } else if (i == 2) {
    int is_ready = atomic_load_explicit(&ready, memory_order_relaxed, memory_scope_work_group);
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    if (is_ready) out[2 + g] = mine;
  }
  // A barrier hands on what the group has done, an atomic operation of one work-item that of all.
  data[1 + get_global_id(0)] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  if (i == 0 && atomic_fetch_add(&flags[1], 1) == (int)get_num_groups(0) - 1) out[4] = data[1] + data[5];
  // As programs for OpenCL 1.x do it.
  old[1 + get_global_id(0)] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 3) {
    int n = atomic_inc(&old[0]);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (n == (int)get_num_groups(0) - 1) out[5] = old[1] + old[5];
  }
}
//--- options -heddle-check=races
//--- options -cl-std=CL2.0
//--- buffer 36
//--- buffer 8
//--- buffer 24
//--- int 4
//--- buffer 36
//--- global 8
//--- group 4
//--- expect
