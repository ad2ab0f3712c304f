kernel void stage(global float* out, global const float* in) {
  local float part[16];
  int i = get_local_id(0);
  event_t done = 0;
  async_work_group_copy(part, in, 16, 0);
  wait_group_events(1, &done);
  out[i] = part[i];
}
//--- buffer 64
//--- buffer 128 from 0 by 1
//--- global 16
//--- group 16
//--- expect
heddle-check: kernel 'stage' waits for an event that no asynchronous copy of the group has given.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:6:3 in 'stage':
      wait_group_events(1, &done);
      ^
heddle-check: kernel 'stage' ends without a wait for an asynchronous copy.
  Work-item: global id (0, 0, 0), group (0, 0, 0), local id (0, 0, 0).
  At <source>:5:3 in 'stage':
      async_work_group_copy(part, in, 16, 0);
      ^
heddle-check: the fault at <source>:5:3 (asynchronous copy without wait) happened 16 times in this launch of 'stage'.
heddle-check: the fault at <source>:6:3 (invalid event) happened 16 times in this launch of 'stage'.
