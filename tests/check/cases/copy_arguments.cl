kernel void stage(global float* out, global const float* in, int n) {
  local float part[16];
  int i = get_local_id(0);
  event_t done = async_work_group_copy(part, in, min(n - i, 16), 0);
  wait_group_events(1, &done);
  out[i] = part[i];
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- value 4 24
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'stage': the work-items of a group do not make the same asynchronous copy: the number of its elements is 15 here, and 16 for another work-item.
  Work-item: global id (9, 0, 0), group (0, 0, 0), local id (9, 0, 0).
  At <source>:4:18 in 'stage':
      event_t done = async_work_group_copy(part, in, min(n - i, 16), 0);
                     ^
